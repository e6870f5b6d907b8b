"""Patterns of ids, matched in time that grows only with the length of an id.

Anybody can send an id, and Python's own engine may try exponentially many ways to match one: with
`(a+)+b`, forty letters keep it busy for hours. Here all ways are followed at once (Thompson, 1968):
an id is read once, and each of its characters takes at most one step per state of the pattern. The
syntax is that of Python without what such an engine cannot do (references, looking around).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from solecism.errors import InputError

MAX_LENGTH = 200
_MAX_STATES = 1000
_TOO_MUCH = f"it repeats too much: it has more than {_MAX_STATES} places for characters."
_REPEAT = re.compile(r"([*+?]|\{(?=[\d,])(\d*)(,?)(\d*)\})\??")
_PLAIN_BOUNDS: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_SET = re.compile(r"\[\^?\]?(?:[^\]\\]|\\.)*\]")
_ESCAPES = frozenset("dDsSwW")

Test = re.Pattern[str]


@dataclass(slots=True)
class IdPattern:
    """A pattern of whole ids as states: each accepts a character, or leads on without one."""

    tests: list[Test | None] = field(default_factory=list)
    following: list[tuple[int, ...]] = field(default_factory=list)
    first: int = 0

    def matches(self, text: str) -> bool:
        """Whether the whole text fits the pattern."""
        states = self._reached([self.first])
        for character in text:
            states = self._reached(
                [
                    after
                    for state in states
                    if (test := self.tests[state]) is not None and test.fullmatch(character)
                    for after in self.following[state]
                ]
            )
            if not states:
                return False
        return 0 in states

    def _reached(self, states: Sequence[int]) -> set[int]:
        """The states that these lead to without a character, and themselves."""
        reached: set[int] = set()
        waiting = list(states)
        while waiting:
            state = waiting.pop()
            if state not in reached:
                reached.add(state)
                if self.tests[state] is None:
                    waiting.extend(self.following[state])
        return reached

    def add(self, test: Test | None, following: tuple[int, ...]) -> int:
        """Add a state; return its number. InputError where there are too many."""
        if len(self.tests) >= _MAX_STATES:
            raise InputError(_TOO_MUCH)
        self.tests.append(test)
        self.following.append(following)
        return len(self.tests) - 1


@lru_cache(16)
def id_pattern(text: str) -> IdPattern:
    """Return the pattern that a text describes; InputError where it cannot be used.

    >>> id_pattern("[0-9a-f]{24}").matches("0123456789abcdef01234567")
    True
    """
    try:
        if len(text) > MAX_LENGTH:
            raise InputError(f"it has more than {MAX_LENGTH} characters.")
        # The whole id has to match in any case.
        body = text.removeprefix("^")
        body = body[:-1] if body.endswith("$") and not body.endswith("\\$") else body
        re.compile(body)
        pattern = IdPattern([None], [()])
        pattern.first = _Parser(body).whole()(pattern, 0)
    except re.error as error:
        raise InputError(f"{text!r} is not a pattern of ids: {error}.") from error
    except InputError as error:
        raise InputError(
            f"{text!r} cannot be a pattern of ids: {error} Give letters, digits, sets such as "
            "[0-9a-f], groups, | and repeats such as {24}."
        ) from error
    return pattern


Build = Callable[[IdPattern, int], int]
"""Adds the states of a part of a pattern that lead to a state; returns the first of them."""


class _Parser:
    """Reads a text that Python takes for a pattern."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0

    def whole(self) -> Build:
        """The whole text."""
        options = [self._sequence()]
        while self._is_next("|"):
            options.append(self._sequence())
        return lambda pattern, after: pattern.add(
            None, tuple(option(pattern, after) for option in options)
        )

    def _sequence(self) -> Build:
        parts: list[Build] = []
        while self._at < len(self._text) and self._text[self._at] not in "|)":
            part = self._part()
            if found := _REPEAT.match(self._text, self._at):
                self._at = found.end()
                part = _repeated(part, *_bounds(found))
            if self._is_next("+"):
                raise InputError("possessive repeats are not possible.")
            parts.append(part)

        def build(pattern: IdPattern, after: int) -> int:
            for part in reversed(parts):
                after = part(pattern, after)
            return after

        return build

    def _part(self) -> Build:
        """A group, or what stands for one character."""
        start = self._at
        if self._is_next("("):
            if not self._is_next("?:") and self._is_next("?"):
                raise InputError("groups with (? other than (?: are not possible.")
            group = self.whole()
            self._is_next(")")
            return group
        if found := _SET.match(self._text, start):
            self._at = found.end()
        elif self._is_next("\\"):
            escaped = self._text[self._at]
            if escaped.isalnum() and escaped not in _ESCAPES:
                raise InputError(f"\\{escaped} is not possible.")
            self._at += 1
        elif self._text[start] in "^$":
            raise InputError("^ and $ are possible only at its ends.")
        else:
            self._at += 1
        test = re.compile(self._text[start : self._at])
        return lambda pattern, after: pattern.add(test, (after,))

    def _is_next(self, text: str) -> bool:
        """Whether this comes next; it is passed then."""
        is_next = self._text.startswith(text, self._at)
        self._at += len(text) * is_next
        return is_next


def _bounds(repeat: re.Match[str]) -> tuple[int, int | None]:
    """How often a part is repeated at least and at most."""
    if repeat[1] in _PLAIN_BOUNDS:
        return _PLAIN_BOUNDS[repeat[1]]
    low = int(repeat[2] or 0)
    high = (int(repeat[4]) if repeat[4] else None) if repeat[3] else low
    if max(low, high or 0) > _MAX_STATES:
        raise InputError(_TOO_MUCH)
    return low, high


def _repeated(part: Build, low: int, high: int | None) -> Build:
    def build(pattern: IdPattern, after: int) -> int:
        if high is None:
            loop = pattern.add(None, ())
            pattern.following[loop] = (part(pattern, loop), after)
            after = loop
        else:
            end = after
            for _ in range(high - low):
                after = pattern.add(None, (part(pattern, after), end))
        for _ in range(low):
            after = part(pattern, after)
        return after

    return build
