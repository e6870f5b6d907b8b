"""Endings: how a word's end changes into another form's end, learned from pairs of forms.

The longest known ending of a word decides, the whole word being the longest. Learned from a
dictionary the rules give back all of it, in a fraction of its size, and serve unknown words.
"""

from __future__ import annotations

import string
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count

from solecism.errors import FormatError

_MAX_DIGITS = 4

WORD_START = "^"
MIN_WORDS = 3


@dataclass(frozen=True, slots=True)
class Change:
    """Take `n_cut` letters off the end of a word and put `ending` there."""

    n_cut: int
    ending: str

    def apply(self, word: str) -> str:
        """The changed word.

        >>> Change(3, "y").apply("ponies")
        'pony'
        """
        return word[: len(word) - self.n_cut] + self.ending


UNCHANGED = Change(0, "")


def change_between(source: str, target: str) -> Change:
    """The smallest change that takes one word to the other."""
    n_same = 0
    while n_same < min(len(source), len(target)) and source[n_same] == target[n_same]:
        n_same += 1
    return Change(len(source) - n_same, target[n_same:])


@dataclass(frozen=True, slots=True)
class Endings:
    """The change that goes with each ending."""

    changes: Mapping[str, Change]

    def apply(self, word: str) -> str:
        """The word changed by the rule of its longest known ending."""
        whole = WORD_START + word
        for start in range(len(whole) + 1):
            change = self.changes.get(whole[start:])
            if change is not None:
                return change.apply(word) if change.n_cut < len(whole) else word
        return word


def learn_endings(pairs: Mapping[str, str]) -> Endings:
    """Rules that turn every source of `pairs` into its target.

    An ending becomes a rule where most of its words, at least MIN_WORDS of them, change as no
    shorter rule says; what is left over is kept as whole words.
    """
    votes: dict[str, Counter[Change]] = defaultdict(Counter)
    for source, target in pairs.items():
        change = change_between(source, target)
        for start in range(len(source) + 1):
            votes[source[start:]][change] += 1
    rules: dict[str, Change] = {}
    learned = Endings(rules)
    for ending in sorted(votes, key=lambda ending: (len(ending), ending)):
        change, n_words = min(votes[ending].items(), key=_most_words)
        inherited = _inherited(rules, ending)
        if n_words >= MIN_WORDS and n_words > votes[ending][inherited] and change != inherited:
            rules[ending] = change
    for source, target in pairs.items():
        if learned.apply(source) != target:
            rules[WORD_START + source] = change_between(source, target)
    return learned


def _most_words(vote: tuple[Change, int]) -> tuple[int, int, str]:
    change, n_words = vote
    return -n_words, change.n_cut, change.ending


def _inherited(rules: Mapping[str, Change], ending: str) -> Change:
    for start in range(1, len(ending) + 1):
        if (change := rules.get(ending[start:])) is not None:
            return change
    return UNCHANGED


def format_endings(tables: Mapping[str, Endings]) -> Iterator[str]:
    """Lines of text: a table's name, then one line per change with the endings it applies to."""
    for name, endings in tables.items():
        yield f"# {name}\n"
        by_change: dict[Change, list[str]] = defaultdict(list)
        for ending, change in endings.changes.items():
            by_change[change].append(ending or "-")
        for change in sorted(by_change, key=lambda change: (change.n_cut, change.ending)):
            yield f"{change.n_cut}{change.ending} {' '.join(sorted(by_change[change]))}\n"


def parse_endings(lines: Iterable[str], *, file: str) -> dict[str, Endings]:
    """The tables in the lines that `format_endings` gives."""
    tables: dict[str, dict[str, Change]] = {}
    table: dict[str, Change] | None = None
    for number, line in zip(count(1), lines, strict=False):
        head, _, rest = line.strip().partition(" ")
        if head == "#":
            table = tables.setdefault(rest, {})
        elif head and (table is None or not head[0].isdecimal() or not head[0].isascii()):
            raise FormatError(file, number, f"{line.strip()!r} is not a rule of an ending.")
        elif head and table is not None:
            ending = head.lstrip(string.digits)
            n_digits = len(head) - len(ending)
            if n_digits > _MAX_DIGITS:
                raise FormatError(file, number, f"a number of {n_digits} digits is too large.")
            change = Change(int(head[:n_digits]), ending)
            table.update((ending.strip("-"), change) for ending in rest.split())
    return {name: Endings(changes) for name, changes in tables.items()}
