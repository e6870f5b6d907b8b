"""The detector of wrong, missing and unneeded articles and of wrong noun number.

Other determiners are covered too, so far as they are chosen like articles (*this*, *some*).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat

import numpy as np

from solecism.detect.articles import suggestions
from solecism.detect.articles.classifier import NounClassifier, NounPredictions
from solecism.detect.articles.located import DETERMINER_BIT, NOUN_BIT, Bits, located_bits
from solecism.detect.articles.model import ArticleModel, bundled
from solecism.detect.articles.places import is_among, noun_places
from solecism.detect.articles.sound import sound_flag
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
from solecism.locate.sentence_columns import Columns, columns
from solecism.sentence import Sentence
from solecism.site import id_of
from solecism.system.batches import batches

KIND_NAMES = {
    WRONG_KIND: WRONG_ARTICLE,
    EXTRANEOUS_KIND: UNNEEDED_ARTICLE,
    MISSING_KIND: MISSING_ARTICLE,
}
LIGHT = "light"
_INDEFINITE = ("a", "an")


class ArticleDetector:
    """Flags determiners, gaps and nouns where the probability of an error reaches a threshold.

    `precision` picks the thresholds from the curves on tuning data; by default the model has them.
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
        self._classifier = NounClassifier(model, nouns, precision=precision, threshold=threshold)

    @property
    def thresholds(self) -> tuple[float, ...]:
        """The thresholds of determiners and of number."""
        return self._classifier.thresholds

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """One flag per determiner and noun, and per gap where an article is missing."""
        for batch in batches(sentences):
            yield from self._flags(batch)

    def _flags(self, batch: Sequence[Sentence]) -> Iterator[Flag]:
        table = columns(batch)
        of_determiners, of_number = self._classifier.predictions(table, noun_places(table, batch))
        bits = located_bits(batch)
        yield from self._determiner_flags(batch, table, of_determiners, bits & DETERMINER_BIT)
        yield from self._number_flags(batch, table, of_number, bits & NOUN_BIT)

    def _determiner_flags(
        self,
        batch: Sequence[Sentence],
        table: Columns,
        predictions: NounPredictions,
        is_located: Bits,
    ) -> list[Flag]:
        places = predictions.places
        shown = np.flatnonzero((predictions.row_of >= 0) | (places.lefts < places.rights))
        spans = spans_of(places.lefts[shown], places.rights[shown], shown, is_located)
        flags = self._without_errors(batch, spans, table, predictions, DETERMINER_SITE)
        for number, row in spans.errors(predictions):
            owner, start, end = spans.words(table, number)
            error = _wrong_determiner(batch[owner], start, end, row, predictions)
            flags[number] = Flag(flags[number].site, self.name, True, *error)
        is_indefinite = is_among(table.words[spans.lefts], _INDEFINITE)
        is_indefinite &= spans.lefts < spans.rights
        for number in np.flatnonzero(is_indefinite).tolist():
            owner, start, _ = spans.words(table, number)
            if by_sound := sound_flag(batch[owner], start, self.name):
                flags[number] = by_sound
        return flags

    def _number_flags(
        self,
        batch: Sequence[Sentence],
        table: Columns,
        predictions: NounPredictions,
        is_located: Bits,
    ) -> list[Flag]:
        heads = predictions.places.heads
        spans = spans_of(heads, heads + 1, np.arange(len(heads)), is_located)
        flags = self._without_errors(batch, spans, table, predictions, NUMBER_SITE)
        for number, row in spans.errors(predictions):
            owner, start, _ = spans.words(table, number)
            p_error = float(predictions.classified.p_error[row])
            is_plural = bool(predictions.is_plural[row])
            words = suggestions.number(batch[owner].words[start], p_error, is_plural=is_plural)
            flags[number] = Flag(flags[number].site, self.name, True, NOUN_NUMBER, p_error, words)
        return flags

    def _without_errors(
        self,
        batch: Sequence[Sentence],
        spans: Spans,
        table: Columns,
        predictions: NounPredictions,
        kind: str,
    ) -> list[Flag]:
        """The flags of sites without an error, made all at once because most sites have none."""
        ids = [sentence.id for sentence in batch]
        sites = [id_of(ids[n], start, end, kind) for n, start, end in spans.all_words(table)]
        p_error = spans.probabilities(predictions)
        return list(map(Flag, sites, repeat(self.name), repeat(False), repeat(None), p_error))


def _wrong_determiner(
    sentence: Sentence, start: int, end: int, row: int, predictions: NounPredictions
) -> tuple[str, float, tuple[Suggestion, ...]]:
    """The kind of error, its probability, and what to write."""
    p_error = float(predictions.classified.p_error[row])
    written = "".join(sentence.words[start:end])
    other = suggestions.agreeing(written, is_plural=bool(predictions.is_plural[row]))
    if other:
        return WRONG_ARTICLE, p_error, (Suggestion(other, p_error),)
    candidates = predictions.classified.candidates
    words = suggestions.determiners(sentence, start, end, candidates, row, p_error)
    return KIND_NAMES[int(predictions.classified.kinds[row])], p_error, words
