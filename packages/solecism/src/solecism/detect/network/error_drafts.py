"""Drafts of errors: what is said about a place if it is an error, and what to write there.

A draft depends on the words of the sentence and on the network's reading of them, not on the rest
of the text, which decides only how probable the error is. Suggestions are the words that the most
probable repairs would write.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from solecism.detect.network.misspellings import Misspellings, ReadWords, WordPlace
from solecism.detect.network.repairs import (
    CAPITAL,
    GROUPS,
    HYPHEN,
    INSERT,
    JOIN,
    MARKS,
    OPERATIONS,
    REMOVE,
    SMALL,
    SPELLING,
    SWAP,
    TO_ADJECTIVE,
    TO_ADVERB,
    UNSAID,
    UPPER,
    WORD_ORDER,
    Repair,
    Repairs,
    kind_of,
)
from solecism.language.lemmas import (
    PLURAL_SUBJECTS,
    VERB_TAGS,
    adjective_of,
    adverb_of,
    indefinite_article,
    inflect,
    lemma,
    verb_lemma,
)
from solecism.numeric import Floats32
from solecism.site import Flag, Suggestion, id_of

_N_SUGGESTIONS = 3
_LEAST_SHARE = 0.03
_ARTICLES = ("a", "an")
_NUMBERS = ("NN", "NNS")
_PAST_OF_BE = {"was": "were", "were": "was"}
_PLURAL_BE = ("are", "'re")
_I = re.compile(r"\bi\b")


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
    old = words[place] if place < len(words) and repair.operation != INSERT else ""
    if repair.form in _CASES:
        return _different(_CASES[repair.form](old), old)
    following = words[place + n_words(repair) :] if repair.operation != INSERT else words[place:]
    if repair.form in _OF_TWO:
        if place + 1 >= len(words):
            return None
        return _OF_TWO[repair.form](old, words[place + 1])
    text = _with_i(_form(repair, old, words[max(0, place - 1) : place]))
    if text in _ARTICLES and following:
        text = indefinite_article(following[0])
    if text is None or text.lower() == old.lower():
        return None
    return text[:1].upper() + text[1:] if old[:1].isupper() else text


def n_words(repair: Repair) -> int:
    """The number of words that a repair changes: two where they change places or become one."""
    if repair.operation == INSERT:
        return 0
    return 2 if repair.form in _OF_TWO else 1


def _with_i(text: str | None) -> str | None:
    """The text, which is in small letters, with a capital *I*."""
    return None if text is None else _I.sub("I", text)


def _different(new: str, old: str) -> str | None:
    return None if new == old else new


def _swapped(first: str, second: str) -> str:
    """Two words in each other's place; the capital of a first word stays in front."""
    if first[:1].isupper() and first != "I":
        return f"{second[:1].upper()}{second[1:]} {first[:1].lower()}{first[1:]}"
    return f"{second} {first}"


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


_CASES = {CAPITAL: _capital, SMALL: str.lower, UPPER: str.upper}
_OF_TWO = {SWAP: _swapped, JOIN: "{}{}".format, HYPHEN: "{}-{}".format}


def _form(repair: Repair, word: str, before: Sequence[str]) -> str | None:
    """The form of a word that a repair asks for; `before` is the word before it."""
    tag = repair.form
    if tag in _NUMBERS:
        base = lemma(word.lower(), "NNS")
        return base if tag == "NN" else _first(inflect(lemma(word.lower(), "NN"), tag))
    if tag in VERB_TAGS:
        base = verb_lemma(word.lower())
        if base == "be" and tag == "VBD":
            return _past_of_be(word.lower(), *map(str.lower, before))
        return _first(inflect(base, tag))
    if tag == TO_ADVERB:
        return adverb_of(word.lower())
    return adjective_of(word.lower()) if tag == TO_ADJECTIVE else tag


def _past_of_be(word: str, subject: str = "") -> str:
    """*Was* for *were* and the reverse; for other forms of *be* the one that fits the subject.

    >>> _past_of_be("was", "we"), _past_of_be("were", "he"), _past_of_be("is", "they")
    ('were', 'was', 'were')
    """
    if word in _PAST_OF_BE:
        return _PAST_OF_BE[word]
    return "were" if word in _PLURAL_BE or subject in PLURAL_SUBJECTS else "was"


def _first(forms: Sequence[str]) -> str | None:
    return forms[0] if forms else None


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
