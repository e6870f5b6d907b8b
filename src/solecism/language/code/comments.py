"""Programs with blanks for all that is not prose in a comment or a docstring.

Lengths never change, so that every offset stays true. A comment behind code is a paragraph of its
own, and so are comments with code between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from solecism.language.code.code_words import without_code
from solecism.language.code.syntax import pattern
from solecism.language.spelling.dictionary import listed_counts
from solecism.language.text.markup import Unmarked

# The signs at the head of the lines of a comment, and those at the end of a block.
_HEAD = re.compile(
    r"^[ \t]*(?:/\*+!?|\*+/?(?=\s|$)|//[/!]*|#+!?|--+(?:\[\[|\|)?|;+|%+|\(\*+|\{-+\|?|=begin|\")",
    re.MULTILINE,
)
_TAIL = re.compile(r"(?:\*+/|\*\)|-\}|\]\]|^=end)\Z", re.MULTILINE)
_SIGN = re.compile(r"\S")
_LETTERS = re.compile(r"[A-Za-z]{3,}")


def comments_only(text: str, language: str) -> str:
    """The text of a program with blanks for code; nothing is left if the language is not known.

    Names of the program are words of x's in its comments, unless they are English words.

    >>> comments_only("n = 1  # The first of two.", "python")
    '\\x0c        The first of two.'
    """
    syntax = pattern(language)
    tokens = list(syntax.finditer(text)) if syntax else []
    return "".join(_pieces(text, filter(None, map(_prose_span, tokens)), _names(text, tokens)))


def _names(text: str, tokens: Sequence[re.Match[str]]) -> frozenset[str]:
    """The words in names of a program, outside of strings and comments, that are not English."""
    ends = [0, *(token.end() for token in tokens)]
    starts = [*(token.start() for token in tokens), len(text)]
    names = {
        name
        for start, end in zip(ends, starts, strict=True)
        for name in _LETTERS.findall(text, start, end)
    }
    return frozenset(name for name in names if name.lower() not in listed_counts())


def _pieces(text: str, spans: Iterable[tuple[int, int]], names: frozenset[str]) -> Iterator[str]:
    done = 0
    for start, end in spans:
        yield _separated(text[done:start])
        yield _prose(text[start:end], names)
        done = end
    yield _separated(text[done:])


def _prose_span(token: re.Match[str]) -> tuple[int, int] | None:
    """The characters of a comment, or of a string that documents its place; None for the rest."""
    group = token.lastgroup
    if group in ("comment", "doc"):
        return token.span(group)
    if group in ("docstring", "docstring2") and _is_at_head(token.string, token.start()):
        return token.span(group)
    return None


def _is_at_head(text: str, end: int) -> bool:
    """Whether nothing stands before on the line, and a file or block begins above."""
    is_first = True
    while end > 0:
        start = text.rfind("\n", 0, end) + 1
        line = text[start:end].strip()
        if line and not line.startswith("#"):
            return not is_first and line.endswith(":")
        is_first = False
        end = start - 1
    return True


def _separated(code: str) -> str:
    """Blanks for code, which end a paragraph if there is any."""
    sign = _SIGN.search(code)
    if sign is None:
        return code
    blank = _SIGN.sub(" ", code)
    return f"{blank[: sign.start()]}\f{blank[sign.end() :]}"


def _prose(comment: str, names: frozenset[str]) -> str:
    blanked = _TAIL.sub(_blank, _HEAD.sub(_blank, comment))
    lines = blanked.splitlines(keepends=True)
    prose = without_code("".join(Unmarked(lines)))
    return _LETTERS.sub(lambda word: _x(word[0]) if word[0] in names else word[0], prose)


def _x(name: str) -> str:
    """A word of x's for a name; one that looks like a plural stays one."""
    return "x" * (len(name) - 1) + ("s" if name.endswith("s") else "x")


def _blank(match: re.Match[str]) -> str:
    return _SIGN.sub(" ", match[0])
