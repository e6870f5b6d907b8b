"""Native writers' counts of neighbouring words, for a choice of which no rule is known.

A change is told by the words beside it where these speak plainly for it: the suggested word must
be seen with a neighbour clearly more often than the word that was written, in numbers and compared
with chance.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log10
from typing import NamedTuple

from solecism.checking.word_context import WordContext
from solecism.language.collocations import N_SAYING_NOTHING, Times, bundled
from solecism.locate.sites import preposition_number
from solecism.system.display_text import quoted

# The pair that is to be written must be seen so often, and so many times as often as the other.
_LEAST_TIMES, _LEAST_RATIO = 20.0, 4.0
# And more often than by chance by so much more than the other.
_LEAST_MORE = 2.0
_HARDLY = 10.0
_MILLION = 1_000_000


class _Pair(NamedTuple):
    """Two neighbouring words, and how often they were seen."""

    first: str
    second: str
    times: Times

    @property
    def text(self) -> str:
        return quoted(f"{self.first} {self.second}")

    @property
    def over_chance(self) -> float:
        return (self.times.n + 1) / (self.times.expected + 1)


def neighbour_counts(around: WordContext) -> str | None:
    """How often native writers write what is suggested and what stands there, if that is plain."""
    core = around.core
    if not bundled().words or " " in core.old.strip():
        return None
    if core.new is None or " " in core.new:
        return None
    if core.is_gap:
        return _inserted(core)
    return _replaced(core) if core.new else _left_out(core)


def _replaced(core: WordContext) -> str | None:
    """The neighbour that goes with the new word, and not with the old one."""
    new, old = (core.new or "").lower(), core.old.lower()
    before, behind = core.lower(core.start - 1), core.lower(core.end)
    sides = []
    if _says_something(before):
        sides.append((_pair(before, new), _pair(before, old)))
    if _says_something(behind) or preposition_number(behind):
        sides.append((_pair(new, behind), _pair(old, behind)))
    return _plainest(sides)


def _inserted(core: WordContext) -> str | None:
    """Two words that stand side by side much more rarely than each does with the missing one."""
    new = (core.new or "").lower()
    before, behind = core.lower(core.start - 1), core.lower(core.end)
    if not (_says_something(before) or _says_something(behind)):
        return None
    left, right, without = _pair(before, new), _pair(new, behind), _pair(before, behind)
    if left is None or right is None or without is None:
        return None
    rarer = min(left, right, key=lambda pair: pair.over_chance)
    return _compared(left, without) if _is_plain(rarer, without) else None


def _left_out(core: WordContext) -> str | None:
    """The words around, which are seen together much more often than with the word between."""
    old, before, behind = core.old.lower(), core.lower(core.start - 1), core.lower(core.end)
    if not (_says_something(before) or _says_something(behind)):
        return None
    without = _pair(before, behind)
    return _plainest(((without, _pair(before, old)), (without, _pair(old, behind))))


def _plainest(sides: Iterable[tuple[_Pair | None, _Pair | None]]) -> str | None:
    """What the neighbour says that speaks most plainly for the first pair against the second."""
    plain = [(new, old) for new, old in sides if new is not None and old and _is_plain(new, old)]
    if not plain:
        return None
    return _compared(*max(plain, key=lambda each: each[0].over_chance / each[1].over_chance))


def _is_plain(new: _Pair, old: _Pair) -> bool:
    return (
        new.times.n >= _LEAST_TIMES
        and new.times.n >= _LEAST_RATIO * old.times.n
        and new.over_chance >= _LEAST_MORE * old.over_chance
    )


def _compared(new: _Pair, old: _Pair) -> str:
    return (
        f"native writers write {new.text} {_about(new.times)} and {old.text} {_about(old.times)} "
        f"in {_words()}"
    )


def _says_something(word: str) -> bool:
    """Whether a word is not one of the commonest, which stand beside everything."""
    return bundled().number(word) >= N_SAYING_NOTHING


def _pair(first: str, second: str) -> _Pair | None:
    """Two neighbouring words, None where either is rare or no word."""
    known = bundled()
    if not all(each.replace("'", "").isalpha() for each in (first, second)):
        return None
    times = known.times_beside(first, second)
    return None if times is None else _Pair(first, second, times)


def _about(times: Times) -> str:
    """A number of times, to two digits.

    >>> _about(Times(4.0, 9.0, is_listed=False)), _about(Times(2932.9, 99.0, is_listed=True))
    ('hardly ever', 'about 2,900 times')
    >>> _about(Times(43.4, 28.9, is_listed=False))
    'at most 43 times'
    """
    if times.n <= _HARDLY:
        return "hardly ever"
    unit = 10 ** max(0, int(log10(times.n)) - 1)
    how = "about" if times.is_listed else "at most"
    return f"{how} {round(times.n / unit) * unit:,} times"


def _words() -> str:
    return f"{bundled().n_words / _MILLION:.0f} million words"
