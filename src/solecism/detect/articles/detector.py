"""The detector of wrong, missing and unneeded articles and of wrong noun number.

It knows the other determiners too, so far as they are chosen like articles (*this*, *some*).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

import numpy as np

from solecism.batches import batches
from solecism.detect.articles import suggestions
from solecism.detect.articles.decisions import Decisions, NounJudges
from solecism.detect.articles.located import DETERMINER_BIT, NOUN_BIT, Bits, located_bits
from solecism.detect.articles.model import ArticleModel, bundled
from solecism.detect.articles.places import is_among, noun_places
from solecism.detect.articles.sound import sure_article
from solecism.detect.articles.spans import Spans, spans_of
from solecism.detect.choice.calibration import EXTRANEOUS_KIND, MISSING_KIND, WRONG_KIND
from solecism.detect.detector import (
    MISSING_ARTICLE,
    NOUN_NUMBER,
    UNNEEDED_ARTICLE,
    WRONG_ARTICLE,
)
from solecism.flag import Flag, Suggestion
from solecism.kind import DETERMINER as DETERMINER_SITE
from solecism.kind import NUMBER as NUMBER_SITE
from solecism.locate.noun_table import NounTable, bundled_nouns
from solecism.locate.preposition_columns import Columns, columns
from solecism.sentence import Sentence

KIND_NAMES = {
    WRONG_KIND: WRONG_ARTICLE,
    EXTRANEOUS_KIND: UNNEEDED_ARTICLE,
    MISSING_KIND: MISSING_ARTICLE,
}
LIGHT = "light"
# How often *a* before a vowel and *an* before a consonant are wrong on tuning data, at least.
_BY_SOUND = 0.97
_INDEFINITE = ("a", "an")


class ArticleDetector:
    """Flags the determiners, gaps and nouns where an error is more probable than a threshold.

    `precision` picks the thresholds from the curves on tuning data; else they are the model's own.
    """

    kinds = (WRONG_ARTICLE, UNNEEDED_ARTICLE, MISSING_ARTICLE, NOUN_NUMBER)

    def __init__(
        self,
        model: ArticleModel | None = None,
        *,
        nouns: NounTable | None = None,
        name: str = LIGHT,
        precision: float | None = None,
        threshold: float | None = None,
    ) -> None:
        model = bundled() if model is None else model
        nouns = bundled_nouns() if nouns is None else nouns
        self.name = name
        self._judges = NounJudges(model, nouns, precision=precision, threshold=threshold)

    @property
    def thresholds(self) -> tuple[float, ...]:
        """From which probability on determiners, and numbers, are errors."""
        return self._judges.thresholds

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The decisions at every determiner and noun, and at gaps where an article is missing."""
        for batch in batches(sentences):
            yield from self._flags(batch)

    def _flags(self, batch: Sequence[Sentence]) -> Iterator[Flag]:
        table = columns(batch)
        of_determiners, of_number = self._judges.decisions(table, noun_places(table, batch))
        bits = located_bits(batch)
        yield from self._determiner_flags(batch, table, of_determiners, bits & DETERMINER_BIT)
        yield from self._number_flags(batch, table, of_number, bits & NOUN_BIT)

    def _determiner_flags(
        self, batch: Sequence[Sentence], table: Columns, decisions: Decisions, is_located: Bits
    ) -> list[Flag]:
        places = decisions.places
        shown = np.flatnonzero((decisions.row_of >= 0) | (places.lefts < places.rights))
        spans = spans_of(places.lefts[shown], places.rights[shown], shown, is_located)
        flags = self._plain(batch, spans, table, decisions, DETERMINER_SITE)
        is_indefinite = is_among(table.words[spans.lefts], _INDEFINITE)
        is_indefinite &= spans.lefts < spans.rights
        for number in np.flatnonzero(is_indefinite).tolist():
            owner, start, _ = spans.words(table, number)
            if sound := _by_sound(batch[owner], start):
                words = (Suggestion(sound, _BY_SOUND),)
                site = flags[number].site
                flags[number] = Flag(site, self.name, True, WRONG_ARTICLE, _BY_SOUND, words)
        for number, row in spans.errors(decisions):
            owner, start, end = spans.words(table, number)
            found = _wrong_determiner(batch[owner], start, end, row, decisions)
            flags[number] = Flag(flags[number].site, self.name, True, *found)
        return flags

    def _number_flags(
        self, batch: Sequence[Sentence], table: Columns, decisions: Decisions, is_located: Bits
    ) -> list[Flag]:
        heads = decisions.places.heads
        spans = spans_of(heads, heads + 1, np.arange(len(heads)), is_located)
        flags = self._plain(batch, spans, table, decisions, NUMBER_SITE)
        for number, row in spans.errors(decisions):
            owner, start, _ = spans.words(table, number)
            p_error = float(decisions.found.p_error[row])
            is_plural = bool(decisions.is_plural[row])
            words = suggestions.number(batch[owner].words[start], p_error, is_plural=is_plural)
            flags[number] = Flag(flags[number].site, self.name, True, NOUN_NUMBER, p_error, words)
        return flags

    def _plain(
        self,
        batch: Sequence[Sentence],
        spans: Spans,
        table: Columns,
        decisions: Decisions,
        kind: str,
    ) -> list[Flag]:
        """Flags that find no error, made all at once: most of them are."""
        ids = [sentence.id for sentence in batch]
        sites = [f"{ids[n]}:{start}-{end}:{kind}" for n, start, end in spans.all_words(table)]
        p_error = spans.probabilities(decisions)
        return list(map(Flag, sites, repeat(self.name), repeat(False), repeat(None), p_error))


def _wrong_determiner(
    sentence: Sentence, start: int, end: int, row: int, decisions: Decisions
) -> tuple[str, float, tuple[Suggestion, ...]]:
    """The kind of error, its probability, and what to write."""
    p_error = float(decisions.found.p_error[row])
    written = "".join(sentence.words[start:end])
    other = suggestions.agreeing(written, is_plural=bool(decisions.is_plural[row]))
    if other:
        return WRONG_ARTICLE, p_error, (Suggestion(other, p_error),)
    candidates = decisions.found.candidates
    words = suggestions.determiners(sentence, start, end, candidates, row, p_error)
    return KIND_NAMES[int(decisions.found.kinds[row])], p_error, words


def _by_sound(sentence: Sentence, start: int) -> str:
    """The other of *a* and *an*, where the sound that follows wants it."""
    written = sentence.words[start]
    if start + 1 >= len(sentence.words):
        return ""
    right = sure_article(sentence.words[start + 1])
    if not right or right == written.lower() or (written == "A" and start):
        return ""
    return right.capitalize() if written[0].isupper() else right
