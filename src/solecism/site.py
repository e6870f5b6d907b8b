"""A site: a place where the writer chose, or failed to choose, a word."""

from __future__ import annotations

import re
from dataclasses import dataclass

from solecism.errors import InputError

_ID = re.compile(r"(?P<sentence>.+):(?P<start>\d{1,9})-(?P<end>\d{1,9}):(?P<kind>[^:]+)", re.DOTALL)

_NUMBER = "#"


@dataclass(frozen=True, slots=True)
class Site:
    """A half-open span of words of a sentence, empty for a gap where a word may be missing.

    >>> Site("essay7.3", 4, 5, "preposition", "at").id
    'essay7.3:4-5:preposition'
    """

    sentence: str
    start: int
    end: int
    kind: str
    text: str = ""
    context: str | None = None

    @property
    def id(self) -> str:
        """An identifier that is the same in every file and run, for joining files."""
        return id_of(self.sentence, self.start, self.end, self.kind)


def id_of(sentence: str, start: int, end: int, kind: str) -> str:
    """The id of the site at the words `start:end` of a sentence, given the sentence's id.

    >>> id_of("essay7.3", 4, 5, "preposition")
    'essay7.3:4-5:preposition'
    """
    return f"{sentence}:{start}-{end}:{kind}"


def sentence_of(id: str) -> str:
    """The id of the sentence that a site with this id is in.

    >>> sentence_of("essay7.3:4-5:preposition")
    'essay7.3'
    """
    return id.rsplit(":", 2)[0]


def numbered_kind(kind: str, number: int) -> str:
    """The kind in the id of the site with this number, of several at the same words.

    >>> numbered_kind("edit", 1), numbered_kind("edit", 2)
    ('edit', 'edit#2')
    """
    return kind if number == 1 else f"{kind}{_NUMBER}{number}"


def kind_of(id: str) -> str:
    """The kind of a site with this id, without its number among several at the same words.

    >>> kind_of("essay7.3:4-5:preposition"), kind_of("essay7.3:4-5:edit#2")
    ('preposition', 'edit')
    """
    return id.rpartition(":")[2].partition(_NUMBER)[0]


def is_gap(id: str) -> bool:
    """Whether a site with this id is a gap between words.

    >>> is_gap("essay7.3:4-4:preposition"), is_gap("essay7.3:4-5:preposition"), is_gap("essay7.3")
    (True, False, False)
    """
    found = _ID.fullmatch(id)
    return found is not None and int(found["start"]) == int(found["end"])


def split_id(id: str) -> tuple[str, int, int, str]:
    """The sentence, start, end and kind in an id that is known to be well-formed.

    >>> split_id("essay7.3:4-5:preposition")
    ('essay7.3', 4, 5, 'preposition')
    """
    sentence, span, kind = id.rsplit(":", 2)
    start, end = span.split("-")
    return sentence, int(start), int(end), kind


def parse(id: str) -> Site:
    """The site that an id names, without its text.

    >>> parse("essay7.3:4-5:preposition").start
    4
    """
    match = _ID.fullmatch(id)
    if match is None:
        raise InputError(f"{id!r} is not a site's id, which looks like essay7.3:4-5:preposition.")
    start, end = int(match["start"]), int(match["end"])
    if end < start:
        raise InputError(f"site {id!r} ends before it starts.")
    return Site(match["sentence"], start, end, match["kind"])
