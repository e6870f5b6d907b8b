"""The protocol of error types, and the synthetic error that each of them makes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Protocol

from solecism.align import classify
from solecism.align.roles import AUXILIARY_LEMMAS, VERB_TAGS, n_left_context, n_right_context
from solecism.align.side import Step, side_of
from solecism.corrupt.draft import Draft
from solecism.corrupt.stream import Stream
from solecism.corrupt.synthetic_error import SyntheticError
from solecism.edit import Edit

Words = tuple[str, ...]

_MAX_CACHED = 1 << 13
# In place of a word around an edit of which only the tag counts.
_ANY = "x"
_INVERSE = {"M": "U", "U": "M", "R": "R"}
# The type of an edit on one of these, or of one that replaces words with these tags, depends on the
# words around it.
_HELPING = frozenset(
    "be am is are was were been being 's 're 'm have has had having 've 'd do does did doing done "
    "get gets got getting gotten to".split()
)
_CONTEXT_TAGS = VERB_TAGS | {"DT", "WDT"}


class ErrorType(Protocol):
    """One type of error."""

    def __call__(self, draft: Draft, stream: Stream, /) -> Iterator[SyntheticError]:
        """The errors of this type that are possible in the draft, in random order.

        The first one is made; the others are alternatives in case it cannot be.
        """


def synthetic_error(
    name: str,
    draft: Draft,
    start: int,
    end: int,
    after: tuple[str, ...],
    tags: tuple[str, ...],
    subtype: str = "",
) -> SyntheticError:
    """The error that replaces the words from `start` to `end` by `after`.

    The edit's kind is the kind of its correction with missing and unneeded swapped, so that the
    inverted edit has the type that annotators would give it.
    """
    before, before_tags = draft.words[start:end], draft.tags[start:end]
    kind = _kind_alone(before, before_tags, after, tags)
    if kind is None:
        first = start - n_left_context(draft.tags, start)
        previous_tags = draft.tags[first:start]
        previous = tuple(map(_seen, draft.words[first:start], previous_tags))
        following_tags = draft.tags[end : end + n_right_context(draft.tags, end)]
        context = previous, previous_tags, following_tags
        kind = _kind_in_context(before, before_tags, after, tags, *context)
    return SyntheticError(name, Edit(start, before, after, kind, (), True, name), tags, subtype)


@lru_cache(_MAX_CACHED)
def _seen(word: str, tag: str) -> str:
    """What the type of an edit depends on of a word before it: most words are like any other."""
    [known] = side_of((word,), (tag,))
    is_alike = known.lower != "to" and known.lemma not in AUXILIARY_LEMMAS
    return _ANY if is_alike and known.category != "PUNCT" else word


@lru_cache(_MAX_CACHED)
def _kind_alone(before: Words, before_tags: Words, after: Words, after_tags: Words) -> str | None:
    """The kind of an edit, None where it depends on the words around it."""
    if not _HELPING.isdisjoint(map(str.lower, before + after)) or "MD" in before_tags:
        return None
    if before and after and not _CONTEXT_TAGS.isdisjoint(before_tags + after_tags):
        return None
    return _kind(before, before_tags, after, after_tags)


def _kind(
    before: Words,
    before_tags: Words,
    after: Words,
    after_tags: Words,
    previous: Words = (),
    previous_tags: Words = (),
    following_tags: Words = (),
) -> str:
    """The kind of an edit between the words that precede it and words with the following tags."""
    left = side_of(previous, previous_tags)
    right = side_of([_ANY] * len(following_tags), following_tags)
    start = len(left)
    correction = classify.kind(
        left + side_of(after, after_tags) + right,
        left + side_of(before, before_tags) + right,
        Step(start, start + len(after), start, start + len(before)),
    )
    return _INVERSE[correction[0]] + correction[1:]


_kind_in_context = lru_cache(_MAX_CACHED)(_kind)
