"""Repairs: what a word or a gap needs, as the classes that the network predicts.

Words of closed classes have a class each, inflections one per Penn tag; for all other words the
class says that there is an error, but not what is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from solecism.edit import Edit, trimmed
from solecism.kind import DETERMINER, NUMBER, PREPOSITION, kinds_of
from solecism.language.forms.inflect import inflect
from solecism.language.forms.lemma import lemma
from solecism.locate.preposition_choice import CHOICES, NO_PREPOSITION

AGREEMENT, VERB, SPELLING, PUNCTUATION, OTHER = (
    "agreement",
    "verb",
    "spelling",
    "punctuation",
    "other",
)
GROUPS = (PREPOSITION, DETERMINER, NUMBER, AGREEMENT, VERB, SPELLING, PUNCTUATION, OTHER)
# Punctuation is learnt so that it is not confused with other errors, but it is not flagged.
FLAGGED = tuple(group for group in GROUPS if group != PUNCTUATION)
REPLACE, REMOVE, INSERT = "R", "U", "M"
UNSAID = "?"
_ERRANT = {"VERB:SVA": AGREEMENT, "SPELL": SPELLING, "PUNCT": PUNCTUATION, "ORTH": PUNCTUATION}
_CLC = {
    "AGV": AGREEMENT,
    **dict.fromkeys(("FV", "TV", "IV", "RV", "MV", "UV"), VERB),
    **dict.fromkeys(("S", "SA", "SX"), SPELLING),
    **dict.fromkeys(("RP", "MP", "UP"), PUNCTUATION),
}
_NUCLE = {
    "SVA": AGREEMENT,
    **dict.fromkeys(("Vform", "Vt", "Vm", "V0"), VERB),
    **dict.fromkeys(("Mec", "Srun"), PUNCTUATION),
}
_MADE = {"agreement": AGREEMENT, "verb-form": VERB, "real-word": SPELLING}
_NUMBER_TAGS = ("NN", "NNS")
_VERB_TAGS = ("VB", "VBZ", "VBD", "VBN", "VBG")
_ARTICLES = ("a", "an", "the")
# Corrections that annotators made at least this often have a class of their own, by group.
_AT_LEAST = {PREPOSITION: 20, DETERMINER: 20, AGREEMENT: 20, VERB: 40, PUNCTUATION: 40, OTHER: 60}


class Repair(NamedTuple):
    """An operation on a word or a gap; `form` is the new word, the tag of an inflection, or "?"."""

    operation: str
    group: str
    form: str


OK = Repair("", "", "")


@dataclass(frozen=True)
class Repairs:
    """The classes of words and of gaps; the first one of each is OK."""

    words: tuple[Repair, ...]
    gaps: tuple[Repair, ...]

    def word_class(self, repair: Repair) -> int:
        """The class of a repair of a word, or the nearest more general one."""
        return _nearest(self._word_numbers, repair)

    def gap_class(self, repair: Repair) -> int:
        """The same for a gap."""
        return _nearest(self._gap_numbers, repair)

    @cached_property
    def _word_numbers(self) -> dict[Repair, int]:
        return {repair: number for number, repair in enumerate(self.words)}

    @cached_property
    def _gap_numbers(self) -> dict[Repair, int]:
        return {repair: number for number, repair in enumerate(self.gaps)}


def repairs_of(edits: Iterable[Edit]) -> Iterator[tuple[int, Repair]]:
    """The repairs that the edits of an annotator ask for, with the word or gap of each."""
    for edit in map(trimmed, edits):
        before, after = edit.before, edit.after
        its_group = group(edit.kind)
        if not before and after:
            form = after[0].lower() if len(after) == 1 else UNSAID
            yield edit.start, Repair(INSERT, its_group, form)
        elif len(before) == len(after):
            for place, (old, new) in enumerate(zip(before, after, strict=True), edit.start):
                if old != new:
                    yield place, Repair(REPLACE, its_group, form_of(old, new, its_group))
        else:
            repair = Repair(REPLACE, its_group, UNSAID) if after else Repair(REMOVE, its_group, "")
            yield from ((place, repair) for place in range(edit.start, edit.end))


@lru_cache(maxsize=4096)
def group(edit_kind: str) -> str:
    """The group of an edit by its type in ERRANT, NUCLE or the CLC, or by the type of a made error.

    >>> group("R:PREP"), group("R:VERB:TENSE"), group("AGV"), group("M:NOUN")
    ('preposition', 'verb', 'agreement', 'other')
    """
    if kinds := kinds_of(edit_kind):
        return kinds[0]
    return next(filter(None, map(_group, edit_kind.split("+"))), OTHER)


def _group(part: str) -> str | None:
    category = part[2:] if part[1:2] == ":" else part
    if category.startswith("VERB") and category not in _ERRANT:
        return VERB
    return _ERRANT.get(category) or _CLC.get(part) or _NUCLE.get(part) or _MADE.get(part)


@lru_cache(maxsize=200_000)
def form_of(before: str, after: str, its_group: str) -> str:
    """The form of a repair: the tag of an inflection, or the right word itself.

    >>> form_of("dog", "dogs", NUMBER), form_of("goed", "went", VERB), form_of("of", "On", "other")
    ('NNS', 'VBD', 'on')
    """
    before, after = before.lower(), after.lower()
    if its_group == NUMBER:
        return _number(before, after)
    if its_group in (AGREEMENT, VERB):
        for base in dict.fromkeys(lemma(before, tag) for tag in ("VBZ", "VBD", "VBN", "VBG", "VB")):
            for tag in _VERB_TAGS:
                if after in inflect(base, tag):
                    return tag
    return after


def _number(before: str, after: str) -> str:
    if before in inflect(after, "NNS"):
        return "NN"
    return "NNS" if after in inflect(before, "NNS") else UNSAID


def choose(counts: Mapping[tuple[bool, Repair], int]) -> Repairs:
    """The classes for repairs that are frequent enough, by counts for gaps (True) and words."""
    words: dict[Repair, None] = {OK: None}
    gaps: dict[Repair, None] = {OK: None}
    for each in GROUPS:
        words |= {Repair(REMOVE, each, ""): None, Repair(REPLACE, each, UNSAID): None}
        gaps |= {Repair(INSERT, each, UNSAID): None}
    closed = [(PREPOSITION, form) for n, form in enumerate(CHOICES) if n != NO_PREPOSITION]
    closed += [(DETERMINER, form) for form in _ARTICLES]
    gaps |= {Repair(INSERT, *each): None for each in closed}
    closed += [(NUMBER, tag) for tag in _NUMBER_TAGS]
    closed += [(each, tag) for each in (AGREEMENT, VERB) for tag in _VERB_TAGS]
    words |= {Repair(REPLACE, *each): None for each in closed}
    for (is_gap, repair), n in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if n >= _AT_LEAST.get(repair.group, n + 1):
            (gaps if is_gap else words).setdefault(repair)
    return Repairs(tuple(words), tuple(gaps))


def counted(annotated: Iterable[Sequence[Edit]]) -> Counter[tuple[bool, Repair]]:
    """The number of gaps (True) and of words that need each repair."""
    return Counter(
        (repair.operation == INSERT, repair)
        for edits in annotated
        for _, repair in repairs_of(edits)
    )


def _nearest(numbers: Mapping[Repair, int], repair: Repair) -> int:
    for candidate in (repair, repair._replace(form=UNSAID), Repair(REPLACE, OTHER, UNSAID)):
        if candidate in numbers:
            return numbers[candidate]
    return numbers[Repair(INSERT, OTHER, UNSAID)]
