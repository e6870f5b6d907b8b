"""Commit messages with blanks for what is not prose: git's comments, trailers and the diff."""

from __future__ import annotations

import re

from solecism.language.code.code_words import without_code

_SCISSORS = re.compile(r"^# -+ >8 -+$", re.MULTILINE)
_NOT_PROSE = re.compile(
    r"^(?:#.*|[A-Z][\w-]{1,30}-[Bb]y: .*|(?:Fixes|Closes|Refs|See|Change-Id|Bug|Issue|Link): .*"
    r"|(?:fixup|squash)! |[a-z]{2,12}(?:\([^)\n]{1,60}\))?!?: )",
    re.MULTILINE,
)
_SIGN = re.compile(r"\S")


def commit_prose(text: str) -> str:
    """The text of a commit message, of the same length, without what git adds to it.

    >>> commit_prose("fix: Depend of it\\n\\nSigned-off-by: Kim\\n# On branch main\\n").split()
    ['Depend', 'of', 'it']
    """
    scissors = _SCISSORS.search(text)
    end = scissors.start() if scissors else len(text)
    message = _NOT_PROSE.sub(lambda match: _SIGN.sub(" ", match[0]), text[:end])
    return without_code(message) + _SIGN.sub(" ", text[end:])
