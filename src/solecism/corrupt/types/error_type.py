"""The protocol of error types, and the synthetic error that each of them makes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Protocol

from solecism.align import classify
from solecism.align.side import N_NEXT_TAGS, Side, Step, category
from solecism.corrupt.draft import Draft
from solecism.corrupt.stream import Stream
from solecism.corrupt.synthetic_error import SyntheticError
from solecism.edit import Edit
from solecism.language.forms.lemma import lemma

_INVERSE = {"M": "U", "U": "M", "R": "R"}
# The type of an edit on one of these depends on the words that follow.
_HELPING = frozenset(
    "be am is are was were been being 's 're 'm have has had having 've 'd do does did doing done "
    "get gets got getting gotten to".split()
)


class ErrorType(Protocol):
    """One type of error."""

    def __call__(self, draft: Draft, stream: Stream, /) -> Iterator[SyntheticError]:
        """The errors of this type that are possible in the draft, in random order.

        The first one is made; the others are alternatives in case it cannot be.
        """


def synthetic_error(
    name: str, draft: Draft, start: int, end: int, after: tuple[str, ...], tags: tuple[str, ...]
) -> SyntheticError:
    """The error that replaces the words from `start` to `end` by `after`.

    The edit's kind is the kind of its correction with missing and unneeded swapped, so that the
    inverted edit has the type that annotators would give it.
    """
    before, before_tags = draft.words[start:end], draft.tags[start:end]
    kind = _kind_alone(before, before_tags, after, tags)
    if kind is None:
        following = draft.tags[end : end + N_NEXT_TAGS]
        kind = _kind(before, before_tags, after, tags, following)
    return SyntheticError(name, Edit(start, before, after, kind, (), True, name), tags)


@lru_cache(maxsize=1 << 16)
def _kind_alone(
    before: tuple[str, ...],
    before_tags: tuple[str, ...],
    after: tuple[str, ...],
    after_tags: tuple[str, ...],
) -> str | None:
    """The kind of an edit, None where it depends on the words that follow."""
    if not _HELPING.isdisjoint(map(str.lower, before + after)) or "MD" in before_tags:
        return None
    return _kind(before, before_tags, after, after_tags, ())


@lru_cache(maxsize=1 << 16)
def _kind(
    before: tuple[str, ...],
    before_tags: tuple[str, ...],
    after: tuple[str, ...],
    after_tags: tuple[str, ...],
    following: tuple[str, ...],
) -> str:
    correction = classify.kind(
        _side(after, after_tags, following),
        _side(before, before_tags, following),
        Step(0, len(after), 0, len(before)),
    )
    return _INVERSE[correction[0]] + correction[1:]


def _side(words: Sequence[str], tags: Sequence[str], following: tuple[str, ...]) -> Side:
    return Side(
        tuple(words),
        tuple(map(str.lower, words)),
        tuple(tags),
        tuple(map(str.lower, map(lemma, words, tags))),
        tuple(map(category, words, tags)),
        following,
    )
