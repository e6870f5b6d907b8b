"""The detector of Tetreault and Chodorow (2008) as the papers have it: native text only.

Maximum entropy, trained on native text, gives each of the 34 prepositions a probability. A
preposition is wrong where the best one is more probable by a threshold, unless a filter objects:
antonyms, *for* somebody, and contexts with a misspelling or bad punctuation. Two rules find
extraneous prepositions. Learners' errors have taught it nothing; missing prepositions are not
looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from solecism.detect.detector import EXTRANEOUS_PREPOSITION, WRONG_PREPOSITION
from solecism.detect.light import preposition_features
from solecism.detect.light.preposition_detector import ANTONYMS, MAXENT, PrepositionModel, bundled
from solecism.detect.light.preposition_features import (
    PrepositionPlaces,
    preposition_contexts,
    prepositions,
)
from solecism.language.lemmas import with_case_of
from solecism.language.speller import bundled_speller
from solecism.locate.sentence_columns import Columns, columns
from solecism.locate.sites import PREPOSITION_CHOICES
from solecism.numeric import Bools, Floats32, UInts8, log_softmax
from solecism.sentence import Sentence
from solecism.site import PREPOSITION, Flag, Suggestion, id_of
from solecism.system.processes import batches

# The best preposition is more probable than the written one by this much: on the tenth of W&I train
# that is kept for tuning, the lowest step of .05 from which half of the flags are right (lenient).
DEFAULT_THRESHOLD = 0.95
# The words on either side that must be spelt right: the paper's window.
_REACH = 2
_MARK = re.compile(r"[^\w\s]+")
_GLUED = re.compile(r"\w[.,;:!?]+[^\W\d]{2}")


class PaperDetector:
    """Flags prepositions where the best one is more probable by a threshold; the paper's filters.

    The confidence of a flag is the difference of the two probabilities, or 1 by a rule.
    """

    kinds = (WRONG_PREPOSITION, EXTRANEOUS_PREPOSITION)

    def __init__(
        self,
        model: PrepositionModel | None = None,
        *,
        threshold: float | None = None,
        name: str = "maxent",
    ) -> None:
        self.name = name
        self._context = (bundled() if model is None else model).context(MAXENT)
        self.threshold = DEFAULT_THRESHOLD if threshold is None else threshold
        self._antonyms = _antonyms()

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """One flag per preposition."""
        for batch in batches(sentences):
            yield from self._flags(batch)

    def _flags(self, batch: Sequence[Sentence]) -> Iterator[Flag]:
        table = columns(batch)
        places = prepositions(table)
        difference, best, is_extraneous = self._decided(table, places)
        numbers = dict(zip(places.lefts.tolist(), range(len(places)), strict=True))
        located = np.union1d(places.lefts, np.flatnonzero(table.is_located))
        for left in located.tolist():
            owner = int(table.sentences[left])
            start = left - int(table.starts[owner])
            site = id_of(batch[owner].id, start, start + 1, PREPOSITION)
            number = numbers.get(left)
            if number is None:
                yield Flag(site, self.name, False)
            elif is_extraneous[number]:
                yield Flag(
                    site, self.name, True, EXTRANEOUS_PREPOSITION, 1.0, (Suggestion("", 1.0),)
                )
            else:
                word = PREPOSITION_CHOICES[int(best[number])]
                yield self._flag(site, batch[owner], start, float(difference[number]), word)

    def _flag(
        self, site: str, sentence: Sentence, start: int, difference: float, word: str
    ) -> Flag:
        if difference < self.threshold or difference <= 0 or is_messy(sentence.words, start):
            return Flag(site, self.name, False, None, max(0.0, difference))
        suggestion = Suggestion(with_case_of(sentence.words[start], word), difference)
        return Flag(site, self.name, True, WRONG_PREPOSITION, difference, (suggestion,))

    def _decided(self, table: Columns, places: PrepositionPlaces) -> tuple[Floats32, UInts8, Bools]:
        """By place: how much more probable the best preposition is, which it is, and rules."""
        around, written = preposition_contexts(table, places), places.choices
        p = np.exp(log_softmax(self._context.log_probabilities(around)[:, 1:]))
        each = np.arange(len(written))
        best = (p.argmax(axis=1) + 1).astype(np.uint8)
        difference = p.max(axis=1) - p[each, written - 1]
        difference[
            self._antonyms[written, best] | preposition_features.is_for_person(around, written)
        ] = 0
        is_extraneous = preposition_features.is_repeated(
            table, places
        ) | preposition_features.is_quantified(around, written)
        return difference, best, is_extraneous


def is_messy(words: Sequence[str], place: int) -> bool:
    """Whether the words around a preposition have a misspelling, or punctuation is amiss.

    Punctuation is amiss where a mark follows the preposition, or where a space is missing after
    one. The paper leaves such contexts to other modules, as nobody can tell what was meant.

    >>> is_messy("We arrived to the staition".split(), 2), is_messy("I went to the town".split(), 2)
    (True, False)
    """
    near = words[max(0, place - _REACH) : place + 1 + _REACH]
    if place + 1 < len(words) and _MARK.fullmatch(words[place + 1]):
        return True
    is_known = bundled_speller().is_known
    return any(_GLUED.search(word) or not is_known(word) for word in near)


def _antonyms() -> Bools:
    table = np.zeros((len(PREPOSITION_CHOICES), len(PREPOSITION_CHOICES)), dtype=bool)
    for one, other in ANTONYMS:
        table[one, other] = table[other, one] = True
    return table
