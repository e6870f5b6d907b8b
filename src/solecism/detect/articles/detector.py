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
from solecism.detect.articles.located import DETERMINER_BIT, NOUN_BIT, located_bits
from solecism.detect.articles.model import DECISIONS, ArticleModel, bundled
from solecism.detect.articles.places import NounPlaces, noun_places
from solecism.detect.articles.sound import sure_article
from solecism.detect.batches import batches
from solecism.detect.calibration import EXTRANEOUS_KIND, MISSING_KIND, WRONG_KIND
from solecism.detect.detector import (
    MISSING_ARTICLE,
    NOUN_NUMBER,
    UNNEEDED_ARTICLE,
    WRONG_ARTICLE,
)
from solecism.detect.verdicts import Verdicts, decided
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

Integers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class _Decided:
    """One decision about all places: what the judge says, and from where on it is an error."""

    places: NounPlaces
    found: Verdicts
    threshold: float


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
        self.thresholds = tuple(
            decider.at(precision=precision, threshold=threshold) for decider in self._deciders
        )

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The decisions at every determiner and noun, and at gaps where an article is missing."""
        for batch in batches(sentences):
            yield from self._flags(batch)

    def verdicts(self, table: Columns, places: NounPlaces) -> tuple[_Decided, _Decided]:
        """What the model says of each place: of its determiner, and of its noun's number."""
        around = noun_contexts(table, places)
        log_p = self._context.doubts(around, places.written)
        found = []
        for decision, mine in (
            (DETERMINER, np.arange(len(places))),
            (NUMBER, np.flatnonzero(places.has_number)),
        ):
            inputs = self._scorers[decision].inputs_given(
                log_p[mine], around[mine], places.written[mine]
            )
            verdict = decided(self._deciders[decision], inputs)
            found.append(_Decided(places.select(mine), verdict, self.thresholds[decision]))
        return found[0], found[1]

    def _flags(self, batch: Sequence[Sentence]) -> Iterator[Flag]:
        table = columns(batch)
        places = noun_places(table, batch)
        of_determiners, of_number = self.verdicts(table, places)
        bits = located_bits(batch)
        by_sentence: list[list[Flag]] = [[] for _ in batch]
        self._add_determiners(by_sentence, batch, table, of_determiners, bits)
        self._add_numbers(by_sentence, batch, table, of_number, bits)
        for flags in by_sentence:
            yield from flags

    def _add_determiners(
        self,
        by_sentence: list[list[Flag]],
        batch: Sequence[Sentence],
        table: Columns,
        decision: _Decided,
        bits: npt.NDArray[np.uint8],
    ) -> None:
        places, found = decision.places, decision.found
        is_error = found.p_error >= decision.threshold
        shown = np.flatnonzero(is_error | (places.lefts < places.rights))
        rows = _rows(table, places.lefts[shown], places.rights[shown], shown, bits, DETERMINER_BIT)
        p_error, errors = found.p_error.tolist(), is_error.tolist()
        for owner, start, end, row in rows:
            sentence = batch[owner]
            site = f"{sentence.id}:{start}-{end}:{DETERMINER_SITE}"
            by_sound = _by_sound(sentence, start) if start < end else ""
            if row >= 0 and errors[row]:
                words = suggestions.determiners(
                    sentence, start, end, found.candidates, row, p_error[row]
                )
                kind = KIND_NAMES[int(found.kinds[row])]
                flag = Flag(site, self.name, True, kind, p_error[row], words)
            elif by_sound:
                words = (Suggestion(by_sound, _BY_SOUND),)
                flag = Flag(site, self.name, True, WRONG_ARTICLE, _BY_SOUND, words)
            else:
                flag = Flag(site, self.name, False, None, p_error[row] if row >= 0 else None)
            by_sentence[owner].append(flag)

    def _add_numbers(
        self,
        by_sentence: list[list[Flag]],
        batch: Sequence[Sentence],
        table: Columns,
        decision: _Decided,
        bits: npt.NDArray[np.uint8],
    ) -> None:
        places, found = decision.places, decision.found
        shown = np.arange(len(places))
        rows = _rows(table, places.heads, places.heads + 1, shown, bits, NOUN_BIT)
        p_error, errors = found.p_error.tolist(), (found.p_error >= decision.threshold).tolist()
        for owner, start, end, row in rows:
            sentence = batch[owner]
            site = f"{sentence.id}:{start}-{end}:{NUMBER_SITE}"
            if row >= 0 and errors[row]:
                words = suggestions.number(sentence, start, p_error[row])
                flag = Flag(site, self.name, True, NOUN_NUMBER, p_error[row], words)
            else:
                flag = Flag(site, self.name, False, None, p_error[row] if row >= 0 else None)
            by_sentence[owner].append(flag)


def _rows(
    table: Columns,
    lefts: Integers,
    rights: Integers,
    numbers: Integers,
    bits: npt.NDArray[np.uint8],
    bit: np.uint8,
) -> Iterable[tuple[int, int, int, int]]:
    """Sentence, start, end and number of each span; -1 for what is located and not among them."""
    is_undecided = (bits & bit) > 0
    is_undecided[lefts[lefts < rights]] = False
    undecided = np.flatnonzero(is_undecided)
    lefts, rights = np.append(lefts, undecided), np.append(rights, undecided + 1)
    numbers = np.append(numbers, np.full(len(undecided), -1))
    order = np.lexsort((rights, lefts))
    owners = table.sentences[lefts]
    shift = table.starts[owners]
    found = (owners, lefts - shift, rights - shift, numbers)
    return zip(*(each[order].tolist() for each in found), strict=True)


def _by_sound(sentence: Sentence, start: int) -> str:
    """The other of *a* and *an*, where the sound that follows wants it."""
    written = sentence.words[start]
    if written.lower() not in ("a", "an") or start + 1 >= len(sentence.words):
        return ""
    right = sure_article(sentence.words[start + 1])
    if not right or right == written.lower() or (written == "A" and start):
        return ""
    return right.capitalize() if written[0].isupper() else right
