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

from solecism.detect.network.pairing import Step, paired
from solecism.edit import Edit, trimmed
from solecism.kind import DETERMINER, NUMBER, PREPOSITION, kinds_of
from solecism.language.forms.adverb import adverb_of
from solecism.language.forms.inflect import inflect
from solecism.language.forms.lemma import lemma
from solecism.locate.preposition_choice import CHOICES, NO_PREPOSITION

AGREEMENT, TENSE, VERB_FORM, VERB = "agreement", "tense", "verb-form", "verb"
NOUN, PRONOUN, ADJECTIVE, ADVERB, CONJUNCTION, WORD_FORM = (
    "noun",
    "pronoun",
    "adjective",
    "adverb",
    "conjunction",
    "word-form",
)
WORD_ORDER, SPELLING, CAPITALS, PUNCTUATION, OTHER = (
    "word-order",
    "spelling",
    "capitals",
    "punctuation",
    "other",
)
GROUPS = (
    *(PREPOSITION, DETERMINER, NUMBER, AGREEMENT, TENSE, VERB_FORM, VERB, NOUN, PRONOUN),
    *(ADJECTIVE, ADVERB, CONJUNCTION, WORD_FORM, WORD_ORDER, SPELLING, CAPITALS, PUNCTUATION),
    OTHER,
)
# Punctuation and capitals are flagged only where they are asked for.
ON_REQUEST = (CAPITALS, PUNCTUATION)
FLAGGED = tuple(group for group in GROUPS if group not in ON_REQUEST)
OPERATIONS = REPLACE, REMOVE, INSERT = "R", "U", "M"
UNSAID = "?"
# Forms that say what becomes of a word, whatever the word is: another case, the place of the next
# word, one word with the next, the adverb of an adjective and the reverse.
CAPITAL, SMALL, UPPER, SWAP, JOIN, HYPHEN, TO_ADVERB, TO_ADJECTIVE = (
    "CAPITAL",
    "SMALL",
    "UPPER",
    "SWAP",
    "JOIN",
    "HYPHEN",
    "+LY",
    "-LY",
)
_ERRANT = {
    "VERB:SVA": AGREEMENT,
    "VERB:TENSE": TENSE,
    **dict.fromkeys(("VERB:FORM", "VERB:INFL"), VERB_FORM),
    "VERB": VERB,
    **dict.fromkeys(("NOUN", "NOUN:POSS"), NOUN),
    "NOUN:INFL": NUMBER,
    "PRON": PRONOUN,
    **dict.fromkeys(("ADJ", "ADJ:FORM"), ADJECTIVE),
    "ADV": ADVERB,
    "CONJ": CONJUNCTION,
    "MORPH": WORD_FORM,
    "WO": WORD_ORDER,
    "SPELL": SPELLING,
    "ORTH": CAPITALS,
    "PUNCT": PUNCTUATION,
}
_CLC = {
    "AGV": AGREEMENT,
    "TV": TENSE,
    **dict.fromkeys(("FV", "IV"), VERB_FORM),
    **dict.fromkeys(("RV", "MV", "UV"), VERB),
    **dict.fromkeys(("RN", "MN", "UN"), NOUN),
    "IN": NUMBER,
    **dict.fromkeys(("RA", "MA", "UA", "FA", "AGA", "IA"), PRONOUN),
    **dict.fromkeys(("RJ", "MJ", "UJ", "FJ", "IJ"), ADJECTIVE),
    **dict.fromkeys(("RY", "MY", "UY", "FY", "IY"), ADVERB),
    **dict.fromkeys(("RC", "MC", "UC"), CONJUNCTION),
    **dict.fromkeys(("DN", "DV", "DJ", "DY", "DA", "DC", "DI", "DD", "DT", "DQ"), WORD_FORM),
    "W": WORD_ORDER,
    **dict.fromkeys(("S", "SA", "SX"), SPELLING),
    **dict.fromkeys(("RP", "MP", "UP"), PUNCTUATION),
}
_NUCLE = {
    "SVA": AGREEMENT,
    **dict.fromkeys(("Vt", "Vm"), TENSE),
    **dict.fromkeys(("Vform", "V0"), VERB_FORM),
    "Npos": NOUN,
    **dict.fromkeys(("Pform", "Pref"), PRONOUN),
    "Wform": WORD_FORM,
    **dict.fromkeys(("WOinc", "WOadv"), WORD_ORDER),
    **dict.fromkeys(("Mec", "Srun"), PUNCTUATION),
}
_MADE = {
    "agreement": AGREEMENT,
    "verb-form": VERB_FORM,
    "real-word": OTHER,
    **{name: name for name in GROUPS},
}
_NUMBER_TAGS = ("NN", "NNS")
_VERB_TAGS = ("VB", "VBZ", "VBD", "VBN", "VBG")
_ARTICLES = ("a", "an", "the")
_VERBAL = (AGREEMENT, TENSE, VERB_FORM, VERB, WORD_FORM)
# Corrections that annotators made at least this often have a class of their own.
_AT_LEAST = 10
_ANY_WORD = (JOIN, HYPHEN)
# Longer edits are not taken apart.
_MAX_APART = 12


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
    for edit in edits:
        is_case = [*map(str.lower, edit.before)] == [*map(str.lower, edit.after)]
        edit = edit if is_case else trimmed(edit)
        before, after, its_group = edit.before, edit.after, group(edit.kind)
        if len(before) + len(after) > _MAX_APART:
            repair = Repair(REPLACE, its_group, UNSAID) if after else Repair(REMOVE, its_group, "")
            yield from ((place, repair) for place in range(edit.start, edit.end))
        elif form := _spacing_form(before, after):
            yield edit.start, Repair(REPLACE, its_group, form)
        else:
            for step in paired(before, after):
                yield from _step_repairs(step, before, after, edit.start, its_group)


def _spacing_form(before: Sequence[str], after: Sequence[str]) -> str | None:
    """The form that makes one word of two, two of one, or changes the places of two."""
    old, new = (tuple(word.lower() for word in side) for side in (before, after))
    if len(old) == 1 and len(new) == 2 and "".join(new) == old[0]:
        return " ".join(new)
    if len(old) != 2:
        return None
    first, second = old
    forms = {(second, first): SWAP, (first + second,): JOIN, (f"{first}-{second}",): HYPHEN}
    return forms.get(new)


def _step_repairs(
    step: Step, before: Sequence[str], after: Sequence[str], start: int, its_group: str
) -> Iterator[tuple[int, Repair]]:
    old, new = before[step.start : step.end], after[step.new_start : step.new_end]
    if not old:
        yield start + step.start, Repair(INSERT, its_group, " ".join(new).lower())
    elif not new:
        yield start + step.start, Repair(REMOVE, its_group, "")
    elif old != new:
        form = form_of(old[0], new[0], its_group) if len(new) == 1 else " ".join(new).lower()
        yield start + step.start, Repair(REPLACE, its_group, form)


@lru_cache(maxsize=4096)
def group(edit_kind: str) -> str:
    """The group of an edit by its type in ERRANT, NUCLE or the CLC, or by the type of a made error.

    >>> group("R:PREP"), group("R:VERB:TENSE"), group("AGV"), group("M:PART")
    ('preposition', 'tense', 'agreement', 'other')
    """
    if kinds := kinds_of(edit_kind):
        return kinds[0]
    return next(filter(None, map(_group, edit_kind.split("+"))), OTHER)


def _group(part: str) -> str | None:
    category = part[2:] if part[1:2] == ":" else part
    return _ERRANT.get(category) or _CLC.get(part) or _NUCLE.get(part) or _MADE.get(part)


@lru_cache(maxsize=1 << 15)
def form_of(before: str, after: str, its_group: str) -> str:
    """The form of a repair: a change of case, the tag of an inflection, or the right word itself.

    >>> form_of("dog", "dogs", NUMBER), form_of("goed", "went", VERB), form_of("of", "On", "other")
    ('NNS', 'VBD', 'on')
    """
    if before.lower() == after.lower():
        return _case_form(after)
    before, after = before.lower(), after.lower()
    if its_group == NUMBER:
        return _number(before, after)
    if its_group in _VERBAL and (tag := _verb_tag(before, after)):
        return tag
    if adverb_of(before) == after:
        return TO_ADVERB
    return TO_ADJECTIVE if adverb_of(after) == before else after


def _case_form(after: str) -> str:
    if after.islower():
        return SMALL
    return UPPER if len(after) > 1 and after.isupper() else CAPITAL


def _verb_tag(before: str, after: str) -> str | None:
    for base in dict.fromkeys(lemma(before, tag) for tag in ("VBZ", "VBD", "VBN", "VBG", "VB")):
        for tag in _VERB_TAGS:
            if after in inflect(base, tag):
                return tag
    return None


def _number(before: str, after: str) -> str:
    if before in inflect(after, "NNS"):
        return "NN"
    return "NNS" if after in inflect(before, "NNS") else after


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
    closed += [(each, tag) for each in (AGREEMENT, TENSE, VERB_FORM) for tag in _VERB_TAGS]
    words |= {Repair(REPLACE, *each): None for each in closed}
    for (is_gap, repair), n in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if n >= _AT_LEAST and (repair.group != SPELLING or repair.form in _ANY_WORD):
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
