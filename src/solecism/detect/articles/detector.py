"""The detector of wrong, missing and unneeded articles and of wrong noun number.

It knows the other determiners too, so far as they are chosen like articles (*this*, *some*).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.detect.articles import suggestions
from solecism.detect.articles.choice import DETERMINER, NUMBER
from solecism.detect.articles.contexts import noun_contexts
from solecism.detect.articles.located import DETERMINER_BIT, NOUN_BIT, Bits, located_bits
from solecism.detect.articles.model import DECISIONS, ArticleModel, bundled
from solecism.detect.articles.places import Integers, NounPlaces, is_among, noun_places
from solecism.detect.articles.sound import sure_article
from solecism.detect.batches import batches
from solecism.detect.calibration import EXTRANEOUS_KIND, MISSING_KIND, WRONG_KIND
from solecism.detect.decider import Decider
from solecism.detect.detector import (
    MISSING_ARTICLE,
    NOUN_NUMBER,
    UNNEEDED_ARTICLE,
    WRONG_ARTICLE,
)
from solecism.detect.maxent import Floats
from solecism.detect.verdicts import Verdicts, decided
from solecism.flag import Flag, Suggestion
from solecism.kind import DETERMINER as DETERMINER_SITE
from solecism.kind import NUMBER as NUMBER_SITE
from solecism.locate.noun_table import NounTable, bundled_nouns
from solecism.locate.preposition_columns import Columns, Hashes, columns
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
# Below these log odds by context and confusions no judge finds an error probable, and none is
# asked, unless all places are wanted from such a probability on.
_TINY, _LEAST_P = -5.0, 0.02


@dataclass(frozen=True, slots=True, eq=False)
class _Decided:
    """One decision about places: how probably each is an error, and the verdicts of the judge.

    `row_of` is the number of the verdict at each place that is an error, -1 elsewhere;
    `is_plural` tells of each verdict whether the noun is.
    """

    places: NounPlaces
    p_error: Floats
    row_of: Integers
    found: Verdicts
    is_plural: npt.NDArray[np.bool_]


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
        self._context = model.context
        self._scorers = [model.scorer(decision, nouns) for decision in (DETERMINER, NUMBER)]
        self._deciders = [model.deciders[decision] for decision in DECISIONS]
        self.thresholds = _thresholds(self._deciders, precision, threshold)

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The decisions at every determiner and noun, and at gaps where an article is missing."""
        for batch in batches(sentences):
            yield from self._flags(batch)

    def verdicts(self, table: Columns, places: NounPlaces) -> tuple[_Decided, _Decided]:
        """What the model says of each place: of its determiner, and of its noun's number."""
        around = noun_contexts(table, places)
        log_p = self._context.doubts(around, places.written)
        everywhere, with_number = np.arange(len(places)), np.flatnonzero(places.has_number)
        return (
            self._decided(DETERMINER, everywhere, places, around, log_p),
            self._decided(NUMBER, with_number, places, around, log_p),
        )

    def _decided(
        self, decision: int, mine: Integers, places: NounPlaces, around: Hashes, log_p: Floats
    ) -> _Decided:
        """One decision; the judge is asked only where the odds of an error are not tiny."""
        scorer, places = self._scorers[decision], places.select(mine)
        log_odds = scorer.candidates(log_p[mine], places.written).log_odds
        p_error = np.asarray(1 / (1 + np.exp(-log_odds)), dtype=np.float32)
        least = _TINY if self.thresholds[decision] > _LEAST_P else -np.inf
        asked = np.flatnonzero(log_odds > least)
        some = mine[asked]
        inputs = scorer.inputs_given(log_p[some], around[some], places.written[asked])
        found = decided(self._deciders[decision], inputs)
        p_error[asked] = found.p_error
        row_of = np.full(len(mine), -1)
        is_error = found.p_error >= self.thresholds[decision]
        row_of[asked[is_error]] = np.flatnonzero(is_error)
        is_plural = places.written[asked] % 2 > 0
        return _Decided(places, p_error, row_of, found, is_plural)

    def _flags(self, batch: Sequence[Sentence]) -> Iterator[Flag]:
        table = columns(batch)
        of_determiners, of_number = self.verdicts(table, noun_places(table, batch))
        bits = located_bits(batch)
        yield from self._determiner_flags(batch, table, of_determiners, bits)
        yield from self._number_flags(batch, table, of_number, bits)

    def _determiner_flags(
        self, batch: Sequence[Sentence], table: Columns, decision: _Decided, bits: Bits
    ) -> Iterator[Flag]:
        places, name = decision.places, self.name
        shown = np.flatnonzero((decision.row_of >= 0) | (places.lefts < places.rights))
        spans = _spans(places.lefts[shown], places.rights[shown], shown, bits & DETERMINER_BIT)
        is_indefinite = is_among(table.words[spans.lefts], _INDEFINITE)
        is_indefinite &= spans.lefts < spans.rights
        for (owner, start, end, p, row), may_be_wrong in zip(
            spans.rows(table, decision), is_indefinite.tolist(), strict=True
        ):
            sentence = batch[owner]
            site = f"{sentence.id}:{start}-{end}:{DETERMINER_SITE}"
            sound = _by_sound(sentence, start) if may_be_wrong and row < 0 else ""
            if row >= 0:
                yield self._wrong_determiner(site, sentence, start, end, p or 0.0, row, decision)
            elif sound:
                words = (Suggestion(sound, _BY_SOUND),)
                yield Flag(site, name, True, WRONG_ARTICLE, _BY_SOUND, words)
            else:
                yield Flag(site, name, False, None, p)

    def _wrong_determiner(
        self,
        site: str,
        sentence: Sentence,
        start: int,
        end: int,
        p_error: float,
        row: int,
        decision: _Decided,
    ) -> Flag:
        is_plural = bool(decision.is_plural[row])
        written = "".join(sentence.words[start:end])
        other = suggestions.agreeing(written, is_plural=is_plural)
        if other:
            words: tuple[Suggestion, ...] = (Suggestion(other, p_error),)
            return Flag(site, self.name, True, WRONG_ARTICLE, p_error, words)
        candidates = decision.found.candidates
        words = suggestions.determiners(sentence, start, end, candidates, row, p_error)
        kind = KIND_NAMES[int(decision.found.kinds[row])]
        return Flag(site, self.name, True, kind, p_error, words)

    def _number_flags(
        self, batch: Sequence[Sentence], table: Columns, decision: _Decided, bits: Bits
    ) -> Iterator[Flag]:
        heads, name = decision.places.heads, self.name
        spans = _spans(heads, heads + 1, np.arange(len(heads)), bits & NOUN_BIT)
        for owner, start, end, p, row in spans.rows(table, decision):
            sentence = batch[owner]
            site = f"{sentence.id}:{start}-{end}:{NUMBER_SITE}"
            if row >= 0:
                is_plural = bool(decision.is_plural[row])
                words = suggestions.number(sentence.words[start], p or 0.0, is_plural=is_plural)
                yield Flag(site, name, True, NOUN_NUMBER, p, words)
            else:
                yield Flag(site, name, False, None, p)


def _thresholds(
    deciders: Sequence[Decider], precision: float | None, threshold: float | None
) -> tuple[float, ...]:
    """The threshold of each; one that is never as precise flags nothing, unless none is."""
    if precision is None or not any(decider.reaches(precision) for decider in deciders):
        return tuple(each.at(precision=precision, threshold=threshold) for each in deciders)
    return tuple(
        each.at(precision=precision, threshold=None) if each.reaches(precision) else np.inf
        for each in deciders
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Spans:
    """Places from left to right that get a flag: decided ones by number, -1 for the others."""

    lefts: Integers
    rights: Integers
    numbers: Integers

    def rows(
        self, table: Columns, decision: _Decided
    ) -> Iterable[tuple[int, int, int, float | None, int]]:
        """Sentence, start, end, probability of an error, and row of the verdict, -1 if none."""
        owners = table.sentences[self.lefts]
        shift = table.starts[owners]
        # What was not decided has the number -1, that of the last value.
        p_error: list[float | None] = np.append(decision.p_error, np.nan)[self.numbers].tolist()
        for number in np.flatnonzero(self.numbers < 0).tolist():
            p_error[number] = None
        rows = np.append(decision.row_of, -1)[self.numbers]
        spans = (owners, self.lefts - shift, self.rights - shift)
        return zip(*(each.tolist() for each in spans), p_error, rows.tolist(), strict=True)


def _spans(lefts: Integers, rights: Integers, numbers: Integers, is_located: Bits) -> _Spans:
    """These places, and what is located but not among them."""
    is_undecided = is_located > 0
    is_undecided[lefts[lefts < rights]] = False
    undecided = np.flatnonzero(is_undecided)
    lefts, rights = np.append(lefts, undecided), np.append(rights, undecided + 1)
    order = np.lexsort((rights, lefts))
    numbers = np.append(numbers, np.full(len(undecided), -1))
    return _Spans(lefts[order], rights[order], numbers[order])


def _by_sound(sentence: Sentence, start: int) -> str:
    """The other of *a* and *an*, where the sound that follows wants it."""
    written = sentence.words[start]
    if start + 1 >= len(sentence.words):
        return ""
    right = sure_article(sentence.words[start + 1])
    if not right or right == written.lower() or (written == "A" and start):
        return ""
    return right.capitalize() if written[0].isupper() else right
