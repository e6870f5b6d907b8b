"""Misspellings: what a dictionary adds to the network's reading of a word.

A known word is never misspelt: if the network finds it misspelt, it may be the wrong word, but it
is more often a rare one, and a plural that no dictionary has is a matter of number. Whether an
unknown word is misspelt is decided by a logistic model (EVIDENCE) of the network's probabilities,
capitals and the nearest known words. What was meant is decided by the letters that learners
confuse, and by the network: it reads the sentence with each of the best candidates in place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from solecism.detect.network.reading import Reading
from solecism.detect.network.repairs import OTHER, REPLACE, SPELLING, UNSAID, Repair, Repairs
from solecism.language.speller import Speller, SpellingCandidate
from solecism.numeric import Bools, Floats, Ints, expit, logit, softmax
from solecism.site import NUMBER, Suggestion

EVIDENCE = ("misspelt", "wrong", "name", "first", "share", "closeness", "constant")
CONTEXT = ("log p", "log p of no error")
_N_LEXICAL = 4
# Of known words that the network finds misspelt, this share is corrected by annotators.
_KNOWN_SHARE = 0.4
# Where a misspelling is less probable, plurals are not looked for.
_LEAST_PLURAL = 0.1
# The class of words without an error.
_RIGHT = 0
# Words on either side that the network reads with each candidate.
_N_AROUND = 8
_N_READ = 5
# Candidates so much less probable than the first are not read.
_LEAST_RATIO = 0.02
_N_SUGGESTIONS = 3
_LEAST_SHARE = 0.03
_LEAST = 1e-6
# The cost per letter of words that nothing is near to.
_FAR = 3.0

ReadWords = Callable[[Sequence[Sequence[str]]], Reading]


class WordPlace(NamedTuple):
    """A word of a sentence by its number."""

    words: Sequence[str]
    number: int

    @property
    def word(self) -> str:
        """The word itself."""
        return self.words[self.number]


class Misspellings:
    """Corrects readings by a dictionary, and says what misspelt words may stand for."""

    def __init__(self, repairs: Repairs, speller: Speller) -> None:
        self.speller = speller
        self._misspelt = repairs.word_class(Repair(REPLACE, SPELLING, UNSAID))
        self._number = repairs.word_class(Repair(REPLACE, NUMBER, "NN"))
        self._wrong = repairs.word_class(Repair(REPLACE, OTHER, UNSAID))
        self._spelling = np.flatnonzero([each.group == SPELLING for each in repairs.words])

    def corrected(self, reading: Reading, sentences: Sequence[Sequence[str]]) -> Reading:
        """The reading with probabilities of misspellings that agree with the dictionary.

        Its table of words is changed and not copied, because it is large.
        """
        rows, table = self.evidence(reading, sentences)
        words = reading.words
        p_misspelt = words[:, self._spelling].sum(axis=1)
        words[:, self._spelling] = 0
        is_known = np.ones(len(words), np.bool_)
        is_known[rows] = False
        plurals = self._plurals(reading, sentences, is_known & (p_misspelt > _LEAST_PLURAL))
        words[plurals, self._number] += p_misspelt[plurals]
        is_known[plurals] = False
        words[is_known, self._wrong] += _KNOWN_SHARE * p_misspelt[is_known]
        words[is_known, _RIGHT] += (1 - _KNOWN_SHARE) * p_misspelt[is_known]
        p = expit((table * self.speller.model.evidence).sum(axis=1)).astype(np.float32)
        words[rows] *= ((1 - p) / np.maximum(words[rows].sum(axis=1), _LEAST))[:, None]
        words[rows, self._misspelt] = p
        return Reading(words, reading.gaps, reading.places)

    def evidence(self, reading: Reading, sentences: Sequence[Sequence[str]]) -> tuple[Ints, Floats]:
        """The rows of unknown words, and what speaks for a misspelling there (EVIDENCE)."""
        unknown = list(self._unknown(reading, sentences))
        rows = np.array([row for row, _ in unknown], np.int64)
        p_misspelt = reading.words[rows][:, self._spelling].sum(axis=1)
        p_wrong = 1 - reading.words[rows, _RIGHT]
        odds = [logit(np.clip(p, _LEAST, 1 - _LEAST)) for p in (p_misspelt, p_wrong)]
        lexical = [self._lexical(place) for _, place in unknown]
        columns = np.array(lexical).reshape(len(rows), _N_LEXICAL)
        return rows, np.column_stack([*odds, columns, np.ones(len(rows))])

    def _plurals(
        self, reading: Reading, sentences: Sequence[Sequence[str]], is_one: Bools
    ) -> list[int]:
        """The rows of plurals that no dictionary has, among some rows."""
        is_plural = self.speller.dictionary.is_unlisted_plural
        rows = np.flatnonzero(is_one)
        owners = np.searchsorted(reading.places, rows, side="right") - 1
        numbers = rows - reading.places[owners]
        return [
            row
            for row, owner, number in zip(*map(list, (rows, owners, numbers)), strict=True)
            if number < len(sentences[owner]) and is_plural(sentences[owner][number])
        ]

    def _unknown(
        self, reading: Reading, sentences: Sequence[Sequence[str]]
    ) -> Iterator[tuple[int, WordPlace]]:
        """The rows and places of unknown words."""
        is_known = self.speller.is_known
        for first, words in zip(reading.places.tolist(), sentences, strict=False):
            for number, word in enumerate(words):
                if not is_known(word):
                    yield first + number, WordPlace(words, number)

    def _lexical(self, place: WordPlace) -> tuple[float, float, float, float]:
        best = self.speller.candidates(place.word)[:1]
        share, cost = (best[0].p, best[0].cost) if best else (0.0, _FAR * len(place.word))
        is_capital, is_first = place.word[:1].isupper(), place.number == 0
        closeness = -min(cost / len(place.word), _FAR)
        return float(is_capital and not is_first), float(is_capital and is_first), share, closeness

    def suggestions(
        self, places: Sequence[WordPlace], read_words: ReadWords
    ) -> list[tuple[Suggestion, ...]]:
        """What may have been meant at each place, the most probable first; all are read at once.

        The probabilities are those of candidates if there is a misspelling.
        """
        if not places:
            return []
        candidates = [self.candidates(place) for place in places]
        tables = self.context(places, candidates, read_words)
        return [
            _best(several, softmax((table @ self.speller.model.context)[None])[0])
            for several, table in zip(candidates, tables, strict=True)
        ]

    def candidates(self, place: WordPlace) -> tuple[SpellingCandidate, ...]:
        """The candidates that are worth reading."""
        candidates = self.speller.candidates(place.word)[:_N_READ]
        return tuple(each for each in candidates if each.p >= _LEAST_RATIO * candidates[0].p)

    def context(
        self,
        places: Sequence[WordPlace],
        candidates: Sequence[Sequence[SpellingCandidate]],
        read_words: ReadWords,
    ) -> list[Floats]:
        """The table of each place: one row per candidate, one column per part of CONTEXT."""
        stretches = [
            _stretch(place, candidate)
            for place, several in zip(places, candidates, strict=True)
            for candidate in several
        ]
        reading = read_words([words for words, _ in stretches])
        p_right = [
            reading.words[first + start : first + end, _RIGHT].min()
            for first, (_, (start, end)) in zip(reading.places.tolist(), stretches, strict=False)
        ]
        p = [candidate.p for several in candidates for candidate in several]
        table = np.log(np.maximum(np.array([p, p_right], np.float64).T, _LEAST))
        ends = np.cumsum([len(several) for several in candidates])
        return np.split(table.reshape(-1, len(CONTEXT)), ends[:-1])


def _stretch(place: WordPlace, candidate: SpellingCandidate) -> tuple[list[str], tuple[int, int]]:
    """The words around a place with a candidate in it, and where that begins and ends."""
    new = candidate.text.split()
    before = place.words[max(place.number - _N_AROUND, 0) : place.number]
    after = place.words[place.number + 1 :][:_N_AROUND]
    return [*before, *new, *after], (len(before), len(before) + len(new))


def _best(candidates: Sequence[SpellingCandidate], shares: Floats) -> tuple[Suggestion, ...]:
    best = np.argsort(-shares, kind="stable")[:_N_SUGGESTIONS].tolist()
    return tuple(
        Suggestion(candidates[number].text, float(shares[number]))
        for rank, number in enumerate(best)
        if not rank or shares[number] >= _LEAST_SHARE
    )
