"""Drafts of errors: what is said about a place if it is an error, and what to write there.

A draft depends on the words of the sentence and on the network's reading of them, not on the rest
of the text, which decides only how probable the error is. Suggestions are the words that the most
probable repairs would write.

For misspellings a dictionary adds to the network's reading of a word. A known word is never
misspelt: if the network finds it misspelt, it may be the wrong word, but it is more often a rare
one, and a plural that no dictionary has is a matter of number. Whether an unknown word is misspelt
is decided by a logistic model (EVIDENCE) of the network's probabilities, capitals, quotation marks
and the nearest known words.

What was meant is decided by a log-linear model (CHOICE) of the letters that learners confuse, of
the words around that each candidate goes with, and of the network, which reads the sentence with
each of the best candidates in place. How sure the choice is told to be is a second model (TOLD),
learnt from text that the first has not seen: annotators may write something else altogether.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from solecism.detect.network.reading import OK, Reading
from solecism.detect.network.repairs import (
    ADVERB,
    GROUPS,
    INSERT,
    MARKS,
    NOUN,
    OPERATIONS,
    OTHER,
    PRONOUN,
    REMOVE,
    REPLACE,
    SPELLING,
    UNSAID,
    VERB_FORM,
    WORD_ORDER,
    Repair,
    Repairs,
    kind_of,
)
from solecism.language import collocations, lemmas
from solecism.language.dictionary import AMERICAN, plain_form, spelt_as
from solecism.language.lemmas import changed, inserted
from solecism.language.speller import FEATURES as LETTERS
from solecism.language.speller import FURTHER, Speller
from solecism.numeric import Bools, Floats, Floats32, Ints, expit, logit, softmax
from solecism.site import NUMBER, Flag, Suggestion, id_of

EVIDENCE = (
    *("misspelt", "wrong", "name", "first", "share", "closeness", "quoted", "title", "constant"),
)
_N_LEXICAL = 6
# What the network may find wrong with a candidate in its place.
_WRONG = (NOUN, ADVERB, PRONOUN, VERB_FORM, OTHER)
READ = ("no error", "no gap", "no error before", "no error after", *_WRONG)
CHOICE = (*LETTERS, *FURTHER, *collocations.FEATURES, *READ)
TOLD = ("log odds", "score", "no error", "name", "constant")
N_UNREAD = len(CHOICE) - len(READ)
# Of known words that the network finds misspelt, this share is corrected by annotators.
_KNOWN_SHARE = 0.4
# Where a misspelling is less probable, plurals are not looked for.
_LEAST_PLURAL = 0.1
# Words on either side that the network reads with each candidate, and how far it is asked there.
_N_AROUND, _N_ASKED = 8, 4
# So many candidates are read at most, and none that is so much less probable than the first.
_N_READ = 10
_LEAST_RATIO = 0.002
_N_SUGGESTIONS = 3
_LEAST_SHARE = 0.03
_LEAST, _LEAST_WRONG = 1e-6, 1e-4
# The cost per letter of words that nothing is near to.
_FAR = 3.0
_QUOTATION_MARKS = frozenset(('"', "“", "”", "``", "''", "«", "»", "„"))
# A title has so many longer words, and such a share of these begin with a capital.
_LEAST_LETTERS, _LEAST_LONGER, _TITLE_SHARE = 4, 3, 0.7

ReadWords = Callable[[Sequence[Sequence[str]]], Reading]


class WordPlace(NamedTuple):
    """A word of a sentence by its number."""

    words: Sequence[str]
    number: int

    @property
    def word(self) -> str:
        """The word itself."""
        return self.words[self.number]


class Candidates(NamedTuple):
    """Words that may be meant at a place, and their features by row: those of CHOICE.

    Before they are read, the last ones are missing.
    """

    texts: list[str]
    table: Floats


class Misspellings:
    """Corrects readings by a dictionary, and says what misspelt words may stand for."""

    def __init__(self, repairs: Repairs, speller: Speller) -> None:
        self.speller, self.choice = speller, speller.model.choice
        self._misspelt = repairs.word_class(Repair(REPLACE, SPELLING, UNSAID))
        self._number = repairs.word_class(Repair(REPLACE, NUMBER, "NN"))
        self._wrong = repairs.word_class(Repair(REPLACE, OTHER, UNSAID))
        self._spelling = np.flatnonzero([each.group == SPELLING for each in repairs.words])
        self._wrong_groups = np.array(
            [[each.group == group for group in _WRONG] for each in repairs.words], np.float32
        )

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
        words[is_known, OK] += (1 - _KNOWN_SHARE) * p_misspelt[is_known]
        p = expit((table * self.speller.model.evidence).sum(axis=1)).astype(np.float32)
        words[rows] *= ((1 - p) / np.maximum(words[rows].sum(axis=1), _LEAST))[:, None]
        words[rows, self._misspelt] = p
        return Reading(words, reading.gaps, reading.places)

    def evidence(self, reading: Reading, sentences: Sequence[Sequence[str]]) -> tuple[Ints, Floats]:
        """The rows of unknown words, and what speaks for a misspelling there (EVIDENCE)."""
        unknown = list(self._unknown(reading, sentences))
        rows = np.array([row for row, _ in unknown], np.int64)
        p_misspelt = reading.words[rows][:, self._spelling].sum(axis=1)
        p_wrong = 1 - reading.words[rows, OK]
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

    def _lexical(self, place: WordPlace) -> tuple[float, ...]:
        best = self.speller.candidates(place.word)[:1]
        share, cost = (best[0].p, best[0].cost) if best else (0.0, _FAR * len(place.word))
        is_capital, is_first = place.word[:1].isupper(), place.number == 0
        closeness = -min(cost / len(place.word), _FAR)
        return (
            *(float(is_capital and not is_first), float(is_capital and is_first)),
            *(share, closeness, float(is_quoted(place)), float(is_in_title(place))),
        )

    def suggestions(
        self, places: Sequence[WordPlace], read_words: ReadWords
    ) -> list[tuple[Suggestion, ...]]:
        """What may have been meant at each place, the most probable first; all are read at once.

        The probabilities are those of candidates if there is a misspelling.
        """
        if not places:
            return []
        candidates = [self.candidates(place) for place in places]
        tables = self.context(candidates, places, read_words)
        suggested = []
        for place, several, table in zip(places, candidates, tables, strict=True):
            shares = self.shares(several.texts, table)
            told = self.told_features(place, table, shares) @ self.speller.model.told
            suggested.append(_best(several.texts, shares, expit(told)))
        return suggested

    def candidates(self, place: WordPlace) -> Candidates:
        """The candidates that are worth reading."""
        texts, table = self.wide_table(place)
        scores = table @ self.choice[:N_UNREAD]
        best = np.argsort(-scores, kind="stable")[:_N_READ]
        best = best[scores[best] >= scores.max(initial=-np.inf) + np.log(_LEAST_RATIO)]
        return Candidates([texts[number] for number in best.tolist()], table[best])

    def wide_table(self, place: WordPlace) -> Candidates:
        """All candidates, in no order, with what is known of them without reading."""
        texts, letters = self.speller.wide_choice(place.word)
        known = self.speller.collocations
        table = np.column_stack([letters, known.features(place.words, place.number, texts)])
        return Candidates(texts, table)

    def context(
        self,
        candidates: Sequence[Candidates],
        places: Sequence[WordPlace],
        read_words: ReadWords,
    ) -> list[Floats]:
        """The table of each place: one row per candidate, one column per part of CHOICE."""
        stretches = [
            _stretch(place, text)
            for place, several in zip(places, candidates, strict=True)
            for text in several.texts
        ]
        reading = read_words([words for words, _ in stretches])
        words, gaps = (
            np.log(np.maximum(side[:, OK], _LEAST)) for side in (reading.words, reading.gaps)
        )
        wrong = np.log(np.maximum(reading.words @ self._wrong_groups, _LEAST_WRONG))
        rows = [
            (
                *_read_features(words[first : last - 1], gaps[first:last], *span),
                *wrong[first + span[0] : first + span[1]].max(axis=0).tolist(),
            )
            for (first, last), (_, span) in zip(
                pairwise(reading.places.tolist()), stretches, strict=True
            )
        ]
        read = np.array(rows, np.float64).reshape(-1, len(READ))
        ends = np.cumsum([len(several.texts) for several in candidates])
        return [
            np.column_stack([several.table, part])
            for several, part in zip(candidates, np.split(read, ends[:-1]), strict=True)
        ]

    def shares(self, texts: Sequence[str], table: Floats) -> Floats:
        """The probability of each candidate if one of them is meant.

        Of a word in British and American spelling the more probable one has that of both.
        """
        if not texts:
            return np.zeros(0)
        shares: Floats = softmax((table @ self.choice)[None])[0]
        by_word: dict[str, int] = {}
        for number in np.argsort(-shares, kind="stable").tolist():
            first = by_word.setdefault(same_word(texts[number]), number)
            if first != number:
                shares[first] += shares[number]
                shares[number] = 0.0
        return shares

    def told_features(self, place: WordPlace, table: Floats, shares: Floats) -> Floats:
        """The table of TOLD for the candidates at a place."""
        is_name = place.number > 0 and place.word[:1].isupper()
        columns = (
            logit(np.clip(shares, _LEAST_SHARE / 10, 1 - _LEAST_SHARE / 10)),
            table @ self.choice,
            table[:, CHOICE.index("no error")],
            np.full(len(shares), float(is_name)),
            np.ones(len(shares)),
        )
        return np.column_stack(columns)


def same_word(text: str) -> str:
    """What British and American spellings of the same words have in common.

    >>> same_word("organised"), same_word("Organized")
    ('organized', 'organized')
    """
    return " ".join(spelt_as(word, AMERICAN) for word in plain_form(text).split())


def is_quoted(place: WordPlace) -> bool:
    """Whether a word stands between quotation marks.

    >>> words = 'They call it " gezelig " here'.split()
    >>> is_quoted(WordPlace(words, 4)), is_quoted(WordPlace(words, 6))
    (True, False)
    """
    marks = [number for number, word in enumerate(place.words) if word in _QUOTATION_MARKS]
    n_before = sum(number < place.number for number in marks)
    return n_before % 2 == 1 and n_before < len(marks)


def is_in_title(place: WordPlace) -> bool:
    """Whether most longer words of a sentence begin with a capital.

    >>> is_in_title(WordPlace("The Great Gatsbey of Long Island".split(), 2))
    True
    """
    longer = [word for word in place.words if len(word) >= _LEAST_LETTERS]
    n_capitals = sum(word[:1].isupper() and not word.isupper() for word in longer)
    return len(longer) >= _LEAST_LONGER and n_capitals >= _TITLE_SHARE * len(longer)


def _stretch(place: WordPlace, text: str) -> tuple[list[str], tuple[int, int]]:
    """The words around a place with a candidate in it, and where that begins and ends."""
    new = text.split()
    before = place.words[max(place.number - _N_AROUND, 0) : place.number]
    after = place.words[place.number + 1 :][:_N_AROUND]
    return [*before, *new, *after], (len(before), len(before) + len(new))


def _read_features(words: Floats, gaps: Floats, start: int, end: int) -> tuple[float, ...]:
    """The first columns of READ, by log probabilities of no error at words and gaps before them."""
    before = slice(max(start - _N_ASKED, 0), start)
    return (
        float(words[start:end].min()),
        float(gaps[start : end + 1].sum()),
        float(words[before].sum() + gaps[before].sum()),
        float(words[end : end + _N_ASKED].sum() + gaps[end + 1 : end + 1 + _N_ASKED].sum()),
    )


def _best(texts: Sequence[str], shares: Floats, p: Floats) -> tuple[Suggestion, ...]:
    """The most probable candidates; their probabilities are at most one together."""
    best = np.argsort(-shares, kind="stable")[:_N_SUGGESTIONS].tolist()
    rest = 1.0
    suggestions = []
    for rank, number in enumerate(best):
        told = min(float(p[number]), rest)
        rest -= told
        if not rank or shares[number] >= _LEAST_SHARE:
            suggestions.append(Suggestion(texts[number], told))
    return tuple(suggestions)


_N_SUGGESTIONS = 3
_LEAST_SHARE = 0.03


def suggestions(
    p_repairs: Floats32,
    classes: Sequence[Repair],
    words: Sequence[str],
    place: int,
) -> tuple[Suggestion, ...]:
    """The texts of the most probable repairs, each with its probability if there is an error."""
    total = max(float(p_repairs.sum()), 1e-9)
    share_of: dict[str, float] = {}
    for number in np.argsort(-p_repairs, kind="stable").tolist():
        share = float(p_repairs[number]) / total
        if share < _LEAST_SHARE:
            break
        text = repaired_text(classes[number], words, place)
        if text is not None:
            share_of[text] = share_of.get(text, 0.0) + share
    best = sorted(share_of.items(), key=lambda item: -item[1])[:_N_SUGGESTIONS]
    return tuple(Suggestion(text, share) for text, share in best)


def repaired_text(repair: Repair, words: Sequence[str], place: int) -> str | None:
    """The text after a repair; None where it is not known, or where nothing would change.

    >>> words = ["He", "have", "two", "dog"]
    >>> repaired_text(Repair("R", "number", "NNS"), words, 3)
    'dogs'
    >>> repaired_text(Repair("U", "other", ""), words, 2)
    ''
    """
    if repair.operation == REMOVE:
        # A word in the wrong place is needed in another one.
        return None if repair.group == WORD_ORDER else ""
    if repair.form == UNSAID:
        return None
    if repair.operation == INSERT:
        return inserted(repair.form, words, place)
    return changed(repair.form, words, place) if place < len(words) else None


def n_words(repair: Repair) -> int:
    """The number of words that a repair changes: two where they change places or become one."""
    return 0 if repair.operation == INSERT else lemmas.n_words(repair.form)


@dataclass(frozen=True, slots=True, eq=False)
class ErrorPlace:
    """A word, or the gap before it, with the most probable group of errors there.

    `repairs` are the probabilities of all repairs at the place.
    """

    words: Sequence[str]
    start: int
    is_gap: bool
    group: str
    repairs: Floats32


@dataclass(frozen=True, slots=True)
class ErrorDraft:
    """The words from `start` to `end`, the group and kind of the error, and what to write.

    The probabilities of suggestions are their shares of the probability of the error.
    """

    start: int
    end: int
    group: str
    kind: str
    suggestions: tuple[Suggestion, ...]

    def flag(self, sentence: str, system: str, p_error: float, readers: float | None) -> Flag:
        """The flag of the error in the sentence with this id, given its probability."""
        return Flag(
            id_of(sentence, self.start, self.end, self.group),
            system,
            True,
            self.kind,
            p_error,
            tuple(Suggestion(each.text, p_error * (each.p or 0.0)) for each in self.suggestions),
            readers,
        )


class ErrorDrafter:
    """Makes drafts of the errors at places that the network has read."""

    def __init__(self, repairs: Repairs, misspellings: Misspellings) -> None:
        self._misspellings = misspellings
        self._sides = repairs.words, repairs.gaps
        self.members = _members(repairs.words), _members(repairs.gaps)
        self._operations = [
            {name: np.array([each.operation == name for each in side]) for name in OPERATIONS}
            for side in self._sides
        ]
        self._pairs = [np.array([n_words(each) > 1 for each in side]) for side in self._sides]

    def drafts(self, places: Sequence[ErrorPlace], read_words: ReadWords) -> list[ErrorDraft]:
        """The draft of each place; what misspelt words may stand for is read all at once."""
        drafts = [self._draft(place) for place in places]
        misspelt = [number for number, place in enumerate(places) if place.group == SPELLING]
        spelt = [WordPlace(places[number].words, places[number].start) for number in misspelt]
        options = self._misspellings.suggestions(spelt, read_words)
        for number, of_place in zip(misspelt, options, strict=True):
            drafts[number] = replace(drafts[number], suggestions=of_place)
        return drafts

    def _draft(self, place: ErrorPlace) -> ErrorDraft:
        is_gap, start, p_repairs = place.is_gap, place.start, place.repairs
        classes, in_groups = self._sides[is_gap], self.members[is_gap]
        of_group = p_repairs * in_groups[:, GROUPS.index(place.group)]
        sums = {name: of_group[rows].sum() for name, rows in self._operations[is_gap].items()}
        operation = INSERT if is_gap else max(sums, key=lambda name: float(sums[name]))
        # Whatever its group, a repair may write the right word; only commas and capitals may not.
        asides = [] if place.group in MARKS else [GROUPS.index(each) for each in MARKS]
        is_usable = in_groups[:, asides].sum(axis=1) == 0
        fitting = p_repairs * (is_usable & self._operations[is_gap][operation])
        is_pair = self._pairs[is_gap] & (start + 1 < len(place.words))
        if fitting[is_pair].sum() > fitting[~is_pair].sum():
            end, fitting = start + 2, fitting * is_pair
        else:
            end, fitting = start if is_gap else start + 1, fitting * ~self._pairs[is_gap]
        # A word in the wrong place is needed in another one.
        is_displaced = place.group == WORD_ORDER and operation == REMOVE
        written = () if is_displaced else suggestions(fitting, classes, place.words, start)
        return ErrorDraft(start, end, place.group, kind_of(place.group, operation), written)


def _members(classes: Sequence[Repair]) -> Floats32:
    """Which classes (rows) belong to which group (columns)."""
    return np.array([[each.group == group for group in GROUPS] for each in classes], np.float32)
