"""A tree as brackets: the phrases' labels and spans over its overt words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate

from solecism.parse.parseval.rules import Rules
from solecism.tree import Leaf, Tree

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


class Labels:
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
