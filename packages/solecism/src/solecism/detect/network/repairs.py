"""Repairs: what a word or a gap needs, as the classes that the network predicts.

Words of closed classes have a class each, inflections one per Penn tag; for all other words the
class says that there is an error, but not what is right. Training makes repairs of an annotator's
edit by pairing its words with those of the correction. A repair's group and operation say which
kind of error is flagged.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import takewhile
from typing import NamedTuple

from solecism.detect import detector as kinds
from solecism.edit import Edit, trimmed
from solecism.language.lemmas import (
    CAPITAL,
    HYPHEN,
    JOIN,
    SMALL,
    SWAP,
    TO_ADJECTIVE,
    TO_ADVERB,
    UPPER,
    adverb_of,
    inflect,
    lemma,
)
from solecism.locate.sites import NO_PREPOSITION, PREPOSITION_CHOICES
from solecism.site import DETERMINER, NUMBER, PREPOSITION, kinds_of

# The cost of a word that has no partner, and that of the least similar pair of words.
_ALONE, _UNLIKE = 1.0, 1.6


class PairedWords(NamedTuple):
    """Words `start` to `end` of the edit, and those of the correction that belong to them."""

    start: int
    end: int
    new_start: int
    new_end: int


def paired(before: Sequence[str], after: Sequence[str]) -> list[PairedWords]:
    """The cheapest pairing: like words are partners, the others are removed or inserted.

    Neighbouring words of the correction without a partner are inserted together.

    >>> pairs = paired(("in", "my", "opinions"), ("according", "to", "my", "opinion"))
    >>> [tuple(pair) for pair in pairs]
    [(0, 0, 0, 1), (0, 1, 1, 2), (1, 2, 2, 3), (2, 3, 3, 4)]
    """
    steps = _steps(tuple(word.lower() for word in before), tuple(word.lower() for word in after))
    joined: list[PairedWords] = []
    for step in steps:
        is_inserted = step.start == step.end
        if is_inserted and joined and joined[-1].start == joined[-1].end == step.start:
            joined[-1] = joined[-1]._replace(new_end=step.new_end)
        else:
            joined.append(step)
    return joined


def _steps(before: tuple[str, ...], after: tuple[str, ...]) -> list[PairedWords]:
    n, m = len(before), len(after)
    costs = [[_ALONE * (i + j) for j in range(m + 1)] for i in range(n + 1)]
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            costs[i][j] = min(
                costs[i - 1][j - 1] + _unlikeness(before[i - 1], after[j - 1]),
                costs[i - 1][j] + _ALONE,
                costs[i][j - 1] + _ALONE,
            )
    steps, i, j = [], n, m
    while i or j:
        is_pair = (
            i
            and j
            and _is_near(
                costs[i][j], costs[i - 1][j - 1] + _unlikeness(before[i - 1], after[j - 1])
            )
        )
        down, across = (1, 1) if is_pair else (1, 0)
        if not is_pair and (not i or (j and _is_near(costs[i][j], costs[i][j - 1] + _ALONE))):
            down, across = 0, 1
        steps.append(PairedWords(i - down, i, j - across, j))
        i, j = i - down, j - across
    return steps[::-1]


def _is_near(one: float, other: float) -> bool:
    return abs(one - other) < 1e-9


@lru_cache(maxsize=1 << 15)
def _unlikeness(one: str, other: str) -> float:
    """The cost of a pair of words by the letters with which both begin; 0 if they are the same."""
    if one == other:
        return 0.0
    pairs = zip(one, other, strict=False)
    n_same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    return _UNLIKE * (1 - n_same / max(len(one), len(other)))


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
# Other repairs do not write these.
MARKS = (CAPITALS, PUNCTUATION)
OPERATIONS = REPLACE, REMOVE, INSERT = "R", "U", "M"
UNSAID = "?"
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
        before, after, its_group = edit.before, edit.after, group_of_edit(edit.kind)
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
    step: PairedWords, before: Sequence[str], after: Sequence[str], start: int, its_group: str
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
def group_of_edit(edit_kind: str) -> str:
    """The group of an edit by its type in ERRANT, NUCLE or the CLC, or by the type of a made error.

    >>> [group_of_edit(each) for each in ("R:PREP", "R:VERB:TENSE", "AGV", "M:PART")]
    ['preposition', 'tense', 'agreement', 'other']
    """
    if kinds := kinds_of(edit_kind):
        return kinds[0]
    return next(filter(None, map(_group_of_edit, edit_kind.split("+"))), OTHER)


def _group_of_edit(part: str) -> str | None:
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


def frequent_repairs(counts: Mapping[tuple[bool, Repair], int]) -> Repairs:
    """The classes for repairs that are frequent enough, by counts for gaps (True) and words."""
    words: dict[Repair, None] = {OK: None}
    gaps: dict[Repair, None] = {OK: None}
    for each in GROUPS:
        words |= {Repair(REMOVE, each, ""): None, Repair(REPLACE, each, UNSAID): None}
        gaps |= {Repair(INSERT, each, UNSAID): None}
    closed = [
        (PREPOSITION, form) for n, form in enumerate(PREPOSITION_CHOICES) if n != NO_PREPOSITION
    ]
    closed += [(DETERMINER, form) for form in _ARTICLES]
    gaps |= {Repair(INSERT, *each): None for each in closed}
    closed += [(NUMBER, tag) for tag in _NUMBER_TAGS]
    closed += [(each, tag) for each in (AGREEMENT, TENSE, VERB_FORM) for tag in _VERB_TAGS]
    words |= {Repair(REPLACE, *each): None for each in closed}
    for (is_gap, repair), n in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if n >= _AT_LEAST and (repair.group != SPELLING or repair.form in _ANY_WORD):
            (gaps if is_gap else words).setdefault(repair)
    return Repairs(tuple(words), tuple(gaps))


def repair_counts(annotated: Iterable[Sequence[Edit]]) -> Counter[tuple[bool, Repair]]:
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


_KIND_OF = {
    PREPOSITION: {
        REPLACE: kinds.WRONG_PREPOSITION,
        REMOVE: kinds.EXTRANEOUS_PREPOSITION,
        INSERT: kinds.MISSING_PREPOSITION,
    },
    DETERMINER: {
        REPLACE: kinds.WRONG_ARTICLE,
        REMOVE: kinds.UNNEEDED_ARTICLE,
        INSERT: kinds.MISSING_ARTICLE,
    },
    NUMBER: {REPLACE: kinds.NOUN_NUMBER},
    AGREEMENT: {REPLACE: kinds.DISAGREEMENT},
    TENSE: {REPLACE: kinds.TENSE},
    VERB_FORM: {REPLACE: kinds.VERB_FORM},
    VERB: {REPLACE: kinds.WRONG_VERB},
    NOUN: {REPLACE: kinds.WRONG_NOUN},
    PRONOUN: {REPLACE: kinds.PRONOUN, REMOVE: kinds.PRONOUN, INSERT: kinds.PRONOUN},
    ADJECTIVE: {REPLACE: kinds.ADJECTIVE},
    ADVERB: {REPLACE: kinds.ADVERB},
    CONJUNCTION: {
        REPLACE: kinds.CONJUNCTION,
        REMOVE: kinds.CONJUNCTION,
        INSERT: kinds.CONJUNCTION,
    },
    WORD_FORM: {REPLACE: kinds.WORD_FORM},
    WORD_ORDER: {REPLACE: kinds.WORD_ORDER, REMOVE: kinds.WORD_ORDER},
    SPELLING: {REPLACE: kinds.MISSPELLING},
    CAPITALS: {REPLACE: kinds.CAPITALS, REMOVE: kinds.CAPITALS, INSERT: kinds.CAPITALS},
    PUNCTUATION: {
        REPLACE: kinds.PUNCTUATION,
        REMOVE: kinds.PUNCTUATION,
        INSERT: kinds.PUNCTUATION,
    },
    OTHER: {REPLACE: kinds.WRONG_WORD},
}
# What a word that is too many, or one that is missing, is called in all other groups.
_USUAL_KIND = {REMOVE: kinds.EXTRA_WORD, INSERT: kinds.MISSING_WORD}
_ONLY_REPLACED = (NUMBER, AGREEMENT, SPELLING)
NETWORK_KINDS = tuple(
    dict.fromkeys(
        (*(kind for names in _KIND_OF.values() for kind in names.values()), *_USUAL_KIND.values())
    )
)


def kind_of(group: str, operation: str) -> str:
    """The kind of an error that needs a repair of this group and operation.

    >>> kind_of("determiner", "M"), kind_of("number", "U"), kind_of("verb", "M")
    ('missing-article', 'noun-number', 'missing-word')
    """
    names = _KIND_OF[group]
    if group in _ONLY_REPLACED:
        return names[REPLACE]
    return names.get(operation) or _USUAL_KIND[operation]
