"""Trees as brackets, and which of them count in Parseval, as EVALB's parameter files say.

Brackets are the phrases' labels and spans over the overt words of a tree. By default the rules are
those of EVALB's COLLINS.prm, with the other labels of a root left out as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import accumulate

from solecism.errors import FormatError
from solecism.tree import Leaf, Tree

PUNCTUATION = frozenset({",", ":", "``", "''", "."})
ROOTS = frozenset({"TOP", "S1", "ROOT", ""})
_IGNORED = frozenset({"DEBUG", "MAX_ERROR"})


@dataclass(frozen=True, slots=True)
class Rules:
    """The settings that figures depend on.

    `deleted` names tags whose words are left out and labels of phrases that do not count. Pairs
    of `equal_labels` and of `equal_words` are the same thing. Where a rule `is_strict`, each
    side's words are left out by its own tags, and sentences whose words then differ are not
    scored, nor are failed parses: that is EVALB. Otherwise the gold tags decide for both sides,
    and a failed parse is one that finds nothing.
    """

    deleted: frozenset[str] = ROOTS | PUNCTUATION | {"-NONE-"}
    deleted_for_length: frozenset[str] = frozenset({"-NONE-"})
    equal_labels: tuple[tuple[str, str], ...] = (("ADVP", "PRT"),)
    equal_words: tuple[tuple[str, str], ...] = ()
    is_labelled: bool = True
    is_strict: bool = False
    cut_off: int = 40


@dataclass(slots=True)
class _Parameters:
    """The contents of a parameter file, as read so far."""

    is_labelled: bool = True
    cut_off: int = 40
    lists: dict[str, list[tuple[str, ...]]] = field(
        default_factory=lambda: {
            "DELETE_LABEL": [],
            "DELETE_LABEL_FOR_LENGTH": [],
            "EQ_LABEL": [],
            "EQ_WORD": [],
        }
    )


def parse_rules(lines: Iterable[str], *, file: str) -> Rules:
    """The rules of an EVALB parameter file, strict as EVALB is.

    >>> lines = ["LABELED 1", "DELETE_LABEL TOP", "EQ_LABEL ADVP PRT"]
    >>> parse_rules(lines, file="my.prm").equal_labels
    (('ADVP', 'PRT'),)
    """
    parameters = _Parameters()
    for number, line in enumerate(lines, 1):
        name, *values = line.split() or ["#"]
        if not name.startswith("#") and name not in _IGNORED:
            _set(parameters, name, values, file=file, number=number)
    return Rules(
        frozenset(label for (label,) in parameters.lists["DELETE_LABEL"]),
        frozenset(label for (label,) in parameters.lists["DELETE_LABEL_FOR_LENGTH"]),
        tuple((one, other) for one, other in parameters.lists["EQ_LABEL"]),
        tuple((one, other) for one, other in parameters.lists["EQ_WORD"]),
        parameters.is_labelled,
        is_strict=True,
        cut_off=parameters.cut_off,
    )


def strict(rules: Rules) -> Rules:
    """The same rules as EVALB would follow them."""
    return replace(rules, is_strict=True)


def _set(parameters: _Parameters, name: str, values: list[str], *, file: str, number: int) -> None:
    if name in ("LABELED", "CUTOFF_LEN"):
        if len(values) != 1 or not values[0].isdecimal():
            raise FormatError(file, number, f"{name} is {' '.join(values)!r}. Give a number.")
        if name == "LABELED":
            parameters.is_labelled = values[0] != "0"
        else:
            parameters.cut_off = int(values[0])
        return
    if name not in parameters.lists:
        known = ", ".join(["LABELED", "CUTOFF_LEN", *parameters.lists])
        raise FormatError(file, number, f"{name} is not a known parameter. They are {known}.")
    n_values = 2 if name.startswith("EQ_") else 1
    if len(values) != n_values:
        raise FormatError(
            file, number, f"{name} has {len(values)} values, {' '.join(values)!r}. Give {n_values}."
        )
    parameters.lists[name].append(tuple(values))


Bracket = tuple[str, int, int]
"""A label and the half-open span of words that count."""


@dataclass(frozen=True, slots=True)
class Bracketing:
    """All phrases of a tree in pre-order, in columns, and its words with their tags."""

    labels: list[str]
    starts: list[int]
    ends: list[int]
    words: list[str]
    tags: list[str]


def bracketing(tree: Tree) -> Bracketing:
    """The phrases of a tree over its overt words."""
    labels: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    words: list[str] = []
    tags: list[str] = []
    stack: list[Tree | Leaf | int] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, Leaf):
            if not node.is_trace:
                words.append(node.word)
                tags.append(node.tag)
        elif isinstance(node, int):
            ends[node] = len(words)
        else:
            stack.append(len(labels))
            labels.append(node.label)
            starts.append(len(words))
            ends.append(0)
            stack.extend(node.children[::-1])
    return Bracketing(labels, starts, ends, words, tags)


class LabelRules:
    """How labels and words are counted under the rules, with a cache of labels."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._known: dict[str, str | None] = {}
        self._equal = first_of_equals(rules.equal_labels)
        self._equal_words = first_of_equals(rules.equal_words)

    def of_phrase(self, label: str) -> str | None:
        """The label without functions and indices, None where the phrase does not count."""
        try:
            return self._known[label]
        except KeyError:
            plain = label.split("-", 1)[0].split("=", 1)[0]
            name = self._equal.get(plain, plain) if self._rules.is_labelled else "X"
            is_left_out = plain in self._rules.deleted
            self._known[label] = counted = None if is_left_out else name
            return counted

    def of_tag(self, tag: str) -> str:
        """The label as which a tag counts."""
        return self._equal.get(tag, tag)

    def of_word(self, word: str) -> str:
        """The form in which a word is compared."""
        return self._equal_words.get(word, word)

    def is_kept(self, tags: list[str]) -> list[bool]:
        """Which words count, by their tags."""
        deleted = self._rules.deleted
        return [tag not in deleted for tag in tags]

    def brackets(self, tree: Bracketing, is_kept: list[bool]) -> list[Bracket]:
        """The phrases that count, over the words that count."""
        places = [0, *accumulate(is_kept)]
        of_phrase = self.of_phrase
        brackets = []
        for label, start, end in zip(tree.labels, tree.starts, tree.ends, strict=True):
            first, last = places[start], places[end]
            if first != last and (name := of_phrase(label)) is not None:
                brackets.append((name, first, last))
        return brackets


def first_of_equals(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """A representative for each group of names that pairs declare equal.

    >>> first_of_equals([("ADVP", "PRT"), ("PRT", "RP")])
    {'PRT': 'ADVP', 'RP': 'ADVP'}
    """
    first: dict[str, str] = {}
    for one, other in pairs:
        kept, gone = first.get(one, one), first.get(other, other)
        first.update({name: kept for name in (*first, gone) if first.get(name, name) == gone})
    return first
