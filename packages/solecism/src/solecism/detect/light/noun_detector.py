"""The detector of wrong, missing and unneeded articles and of wrong noun number.

Other determiners are covered too, so far as they are chosen like articles (*this*, *some*). Each
noun phrase has two decisions: whether its determiner, and whether its number is an error. Maximum
entropy looks at every noun phrase. The network and the classifiers look only at those where it
leaves an error possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import repeat

import numpy as np
import numpy.typing as npt

from solecism.detect.certain_errors import sound_flag
from solecism.detect.detector import MISSING_ARTICLE, NOUN_NUMBER, UNNEEDED_ARTICLE, WRONG_ARTICLE
from solecism.detect.light.error_classifier import (
    EXTRANEOUS_KIND,
    MISSING_KIND,
    WRONG_KIND,
    Candidates,
    ErrorClassifier,
    Predictions,
    predicted,
)
from solecism.detect.light.noun_choices import (
    DETERMINER_DECISION,
    MY,
    NONE,
    NUMBER_DECISION,
    THIS,
    WORD_OF_GROUP,
    A,
    NounPlaces,
    group_of,
    is_among,
    noun_contexts,
    noun_places,
)
from solecism.detect.light.noun_model import DECISIONS, ArticleModel, bundled
from solecism.language.annotate import block_of
from solecism.language.lemmas import Number, indefinite_article, with_case_of, with_number
from solecism.language.word_types import TypeTable
from solecism.locate import sites
from solecism.locate.noun_table import NounTable, bundled_nouns
from solecism.locate.sentence_columns import REACH, Columns, Hashes, columns
from solecism.numeric import Bools, Floats32, Ints, expit
from solecism.sentence import Sentence
from solecism.site import DETERMINER as DETERMINER_SITE
from solecism.site import NUMBER as NUMBER_SITE
from solecism.site import Flag, Suggestion, id_of
from solecism.system.processes import batches

# Below these log odds, by maximum entropy and confusions, tuning data has no error that would be
# flagged; where a threshold is lower than this probability, every noun phrase is classified.
_LEAST_ODDS, _LEAST_P = -4.0, 0.05
_SINGULAR, _PLURAL = ("this", "that"), ("these", "those")


@dataclass(frozen=True, slots=True, eq=False)
class NounPredictions:
    """The predictions of one decision: the probability of an error at each of the places.

    Places where an error is possible were `classified`. `row_of` is the row there of each place
    that is an error, -1 elsewhere; `is_plural` says for each such row whether the noun is plural.
    """

    places: NounPlaces
    p_error: Floats32
    row_of: Ints
    classified: Predictions
    is_plural: Bools


class NounClassifier:
    """An article model with its thresholds: its own, those for a precision, or those given."""

    def __init__(
        self,
        model: ArticleModel,
        nouns: NounTable,
        *,
        precision: float | None,
        threshold: float | None,
    ) -> None:
        self._context = model.context
        self._extractors = [
            model.feature_extractor(decision, nouns)
            for decision in (DETERMINER_DECISION, NUMBER_DECISION)
        ]
        self._classifiers = [model.classifiers[decision] for decision in DECISIONS]
        self.thresholds = _thresholds(self._classifiers, precision, threshold)
        self._least = _LEAST_ODDS if min(self.thresholds) > _LEAST_P else -np.inf

    def predictions(
        self, table: Columns, places: NounPlaces
    ) -> tuple[NounPredictions, NounPredictions]:
        """The predictions for determiners, and for the number of common nouns."""
        contexts = noun_contexts(table, places)
        log_p = self._context.maxent.log_probabilities(contexts)
        decided = np.arange(len(places)), np.flatnonzero(places.has_number)
        odds = [
            extractor.candidates(log_p[rows], places.written[rows]).log_odds
            for extractor, rows in zip(self._extractors, decided, strict=True)
        ]
        is_possible = (odds[DETERMINER_DECISION] > self._least) | _disagrees(table, places)
        is_possible[decided[NUMBER_DECISION]] |= odds[NUMBER_DECISION] > self._least
        log_p[is_possible] = self._context.combined(log_p[is_possible], contexts[is_possible])
        determiners, numbers = (
            self._decision(decision, decided[decision], places, contexts, log_p, is_possible, odds)
            for decision in (DETERMINER_DECISION, NUMBER_DECISION)
        )
        return determiners, numbers

    def _decision(
        self,
        decision: int,
        rows: Ints,
        places: NounPlaces,
        contexts: Hashes,
        log_p: Floats32,
        is_possible: Bools,
        odds: Sequence[Floats32],
    ) -> NounPredictions:
        possible = np.flatnonzero(is_possible[rows])
        some = rows[possible]
        written = places.written[some]
        features = self._extractors[decision].features_given(log_p[some], contexts[some], written)
        classified = predicted(self._classifiers[decision], features)
        p_error = expit(odds[decision])
        p_error[possible] = classified.p_error
        is_error = classified.p_error >= self.thresholds[decision]
        row_of = np.full(len(rows), -1)
        row_of[possible[is_error]] = np.flatnonzero(is_error)
        return NounPredictions(places.select(rows), p_error, row_of, classified, written % 2 > 0)


def _disagrees(table: Columns, places: NounPlaces) -> Bools:
    """Whether a demonstrative and its noun differ in number, which contexts do not show."""
    words = table.words[places.lefts]
    is_plural = places.written % 2 > 0
    is_one = np.where(is_plural, is_among(words, _SINGULAR), is_among(words, _PLURAL))
    return np.asarray(is_one & (places.lefts < places.rights) & places.has_number)


def _thresholds(
    classifiers: Sequence[ErrorClassifier], precision: float | None, threshold: float | None
) -> tuple[float, ...]:
    """The thresholds; a decision that cannot reach the precision never flags, unless no one can."""
    if precision is None or not any(each.reaches(precision) for each in classifiers):
        return tuple(
            each.threshold_for(precision=precision, threshold=threshold) for each in classifiers
        )
    return tuple(
        each.threshold_for(precision=precision, threshold=None)
        if each.reaches(precision)
        else np.inf
        for each in classifiers
    )


Bits = npt.NDArray[np.uint8]
DETERMINER_BIT, NOUN_BIT = np.uint8(1), np.uint8(2)
# Words that are of the kind with any fitting tag, to test tags alone.
_ANY_DETERMINER, _ANY_NOUN = "the", "house"


def _word_bits(words: Sequence[str]) -> Bits:
    bits = [
        DETERMINER_BIT * sites.can_be_determiner(word) | NOUN_BIT * sites.can_be_noun(word)
        for word in words
    ]
    return np.array(bits, dtype=np.uint8)


_WORDS = TypeTable(_word_bits, np.array(0, dtype=np.uint8))


@lru_cache(16)
def _tag_bits(tags: tuple[str, ...]) -> Bits:
    bits = [
        DETERMINER_BIT * sites.is_determiner(_ANY_DETERMINER, tag)
        | NOUN_BIT * sites.is_common_noun(_ANY_NOUN, tag)
        for tag in tags
    ]
    return np.array(bits, dtype=np.uint8)


def located_bits(sentences: Sequence[Sentence]) -> Bits:
    """Whether a determiner or a noun is located at each place of the sentences' `Columns`."""
    block = block_of(sentences)
    bits = _WORDS.rows(block.types)[block.words] & _tag_bits(tuple(block.tag_names))[block.tags]
    lengths = block.lengths
    at = np.arange(len(bits)) + np.repeat(np.arange(1, len(lengths) + 1) * REACH, lengths)
    spread = np.zeros(len(bits) + (len(lengths) + 1) * REACH, dtype=np.uint8)
    spread[at] = bits
    return spread


@dataclass(frozen=True, slots=True, eq=False)
class Spans:
    """Spans from left to right, and the number of the prediction for each, -1 if there is none."""

    lefts: Ints
    rights: Ints
    numbers: Ints

    def all_words(self, table: Columns) -> Iterable[tuple[int, int, int]]:
        """The sentence of each span, its first word, and the word after its last."""
        owners = table.sentences[self.lefts]
        shift = table.starts[owners]
        spans = (owners, self.lefts - shift, self.rights - shift)
        return zip(*(each.tolist() for each in spans), strict=True)

    def words(self, table: Columns, number: int) -> tuple[int, int, int]:
        """The same for one span."""
        owner = int(table.sentences[self.lefts[number]])
        shift = int(table.starts[owner])
        return owner, int(self.lefts[number]) - shift, int(self.rights[number]) - shift

    def probabilities(self, predictions: NounPredictions) -> list[float | None]:
        """The probability of an error at each span, None where there is no prediction."""
        # The number -1 stands for the value appended.
        p_errors: list[float | None] = np.append(predictions.p_error, np.nan)[self.numbers].tolist()
        for number in np.flatnonzero(self.numbers < 0).tolist():
            p_errors[number] = None
        return p_errors

    def errors(self, predictions: NounPredictions) -> Iterable[tuple[int, int]]:
        """The number of each span that is an error, and its row among the classified."""
        rows = np.append(predictions.row_of, -1)[self.numbers]
        errors = np.flatnonzero(rows >= 0)
        return zip(errors.tolist(), rows[errors].tolist(), strict=True)


def spans_of(lefts: Ints, rights: Ints, numbers: Ints, is_located: Bits) -> Spans:
    """The spans of places with predictions, and of located words that have none."""
    is_unpredicted = is_located > 0
    is_unpredicted[lefts[lefts < rights]] = False
    unpredicted = np.flatnonzero(is_unpredicted)
    lefts, rights = np.append(lefts, unpredicted), np.append(rights, unpredicted + 1)
    order = np.lexsort((rights, lefts))
    numbers = np.append(numbers, np.full(len(unpredicted), -1))
    return Spans(lefts[order], rights[order], numbers[order])


_N_SUGGESTIONS = 3
# A noun's tag by its number, and the other number.
_FORMS: dict[bool, tuple[str, Number]] = {False: ("NN", "plural"), True: ("NNS", "singular")}


def determiner_suggestions(
    sentence: Sentence, left: int, right: int, candidates: Candidates, row: int, p_error: float
) -> tuple[Suggestion, ...]:
    """The best determiners for words `left:right`, each with its part of the probability."""
    if candidates.best[row] == NONE:
        return (Suggestion("", p_error),)
    shares = np.exp(candidates.posterior[row].astype(np.float64))
    # Which possessive is meant cannot be known.
    shares[[int(candidates.written[row]), MY]] = 0
    if left == right:
        shares[NONE] = 0
    shares /= max(float(shares.sum()), 1e-30)
    best = np.argsort(-shares, kind="stable")[:_N_SUGGESTIONS].tolist()
    return tuple(
        Suggestion(_word(group, sentence, left, right), p_error * float(shares[group]))
        for group in best
        if shares[group] > 0
    )


def agreeing_demonstrative(word: str, *, is_plural: bool) -> str:
    """*These* for *this* before a plural and the like, empty where the number is right.

    >>> [agreeing_demonstrative(word, is_plural=True) for word in ("This", "those")]
    ['These', '']
    """
    other = with_number(word, "DT", "plural" if is_plural else "singular")
    is_demonstrative = group_of(word) == THIS
    return with_case_of(word, other) if is_demonstrative and other != word else ""


def _word(group: int, sentence: Sentence, left: int, right: int) -> str:
    following = sentence.words[right] if right < len(sentence.words) else ""
    word = indefinite_article(following) if group == A else WORD_OF_GROUP[group]
    # The first word of a sentence, or what becomes it.
    is_capital = (left < right or not left) and sentence.words[left].istitle()
    return word.capitalize() if is_capital and word else word


def number_suggestions(word: str, p_error: float, *, is_plural: bool) -> tuple[Suggestion, ...]:
    """A noun in its other number, if it has one."""
    tag, number = _FORMS[is_plural]
    other = with_number(word, tag, number)
    return () if other == word else (Suggestion(with_case_of(word, other), p_error),)


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
            words = number_suggestions(batch[owner].words[start], p_error, is_plural=is_plural)
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
    other = agreeing_demonstrative(written, is_plural=bool(predictions.is_plural[row]))
    if other:
        return WRONG_ARTICLE, p_error, (Suggestion(other, p_error),)
    candidates = predictions.classified.candidates
    words = determiner_suggestions(sentence, start, end, candidates, row, p_error)
    return KIND_NAMES[int(predictions.classified.kinds[row])], p_error, words
