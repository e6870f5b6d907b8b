"""Comments in a text that speak to the checker, such as `<!-- solecism: off -->`.

They stand between the signs of a comment (HTML, Markdown, C), after the sign of a comment (LaTeX,
Python, SQL), or on a line of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_NAME = "solecism:"
_PAIRS = (("<!--", "-->"), ("/*", "*/"), ("{#", "#}"), ("{-", "-}"), ("(*", "*)"))
_BETWEEN = "|".join(
    rf"{re.escape(start)}[ \t]*{_NAME}(?P<between{n}>.{{0,500}}?){re.escape(end)}"
    for n, (start, end) in enumerate(_PAIRS)
)
# What follows a sign or begins a line may be ordinary text: it is taken for a comment only if it
# is a command, perhaps a misspelt one, with a list of names at most.
_COMMAND = r"(?:of{1,3}|on|(?:ignore|disable|enable)[\w-]*)"
_NAMES = r"[\w-]+(?:[ \t]*,[ \t]*[\w-]+)*"
_SIGNS = r"(?:%+|\#+|//+|--+|;+|\.\.|\*)"
_ALONE = (
    rf"(?:^[ \t]*|(?:^|(?<=\s)){_SIGNS}[ \t]*)"
    rf"{_NAME}[ \t]+(?P<alone>{_COMMAND}(?:[ \t]+{_NAMES})?)[ \t]*(?=[\r\n]*\Z)"
)
# In Markdown, a comment between backticks is an example.
_DIRECTIVE = re.compile(rf"(?<!`)(?:{_BETWEEN})(?!`)|{_ALONE}")


class Directive(NamedTuple):
    """A comment at the characters `start` to `end` of a line, and its words after the name."""

    start: int
    end: int
    words: str


def directives(line: str) -> Iterator[Directive]:
    """The comments of a line that speak to the checker.

    >>> list(directives("She depend of it. <!-- solecism: ignore-line -->"))
    [Directive(start=18, end=48, words='ignore-line')]
    >>> list(directives("solecism: on the whole, a mistake"))
    []
    """
    if _NAME in line:
        for match in _DIRECTIVE.finditer(line):
            words = next(filter(None, match.groups()), "")
            yield Directive(match.start(), match.end(), words.strip())


def without_directives(line: str) -> str:
    """The line with blanks for these comments, a line of nothing else also for its end.

    So the lines before and after it stay one paragraph.
    """
    if _NAME not in line:
        return line
    plain = _DIRECTIVE.sub(lambda match: " " * len(match[0]), line)
    return " " * len(line) if plain.isspace() and not line.isspace() else plain
