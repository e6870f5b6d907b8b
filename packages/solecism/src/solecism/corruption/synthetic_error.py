"""Synthetic errors: what one is, what a type of error is, and the draft that errors are made in.

A draft has the words and tags of a sentence while errors are made in it, one after another, none of
which undoes another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, Protocol

from solecism.align import edit_types
from solecism.align.tagged_words import (
    AUXILIARY_LEMMAS,
    VERB_TAGS,
    AlignmentStep,
    n_left_context,
    n_right_context,
    side_of,
)
from solecism.corruption.random_stream import RandomStream
from solecism.edit import Edit, compose
from solecism.sentence import Sentence
from solecism.tree import Leaf, Tree


class SyntheticError(NamedTuple):
    """One error put into a sentence.

    `edit` refers to the words before this error, so several errors form a sequence. `tags` are
    the tags of `edit.after`. `subtype` is the kind of error within the type, such as the class of a
    missing word; it is empty where a type has no subtypes.
    """

    kind: str
    edit: Edit
    tags: tuple[str, ...]
    subtype: str = ""


class Draft(NamedTuple):
    """Words and their Penn tags after the errors made so far.

    `parents` has the category of the phrase right above each word, and is empty where there is
    no tree: IN under SBAR is a conjunction, TO under PP a preposition.
    """

    words: tuple[str, ...]
    tags: tuple[str, ...]
    parents: tuple[str, ...] = ()

    def after(self, error: SyntheticError) -> Draft:
        """The draft with an error in it; new words have no phrase above them."""
        edit = error.edit
        start, before, after = edit.start, edit.before, edit.after
        end = start + len(before)
        words, tags, parents = self
        if parents and len(before) != len(after):
            n_new = len(after) - bool(before and after)
            kept = end - 1 if len(after) > n_new else end
            parents = parents[:start] + ("",) * n_new + parents[kept:]
        return Draft(
            words[:start] + after + words[end:], tags[:start] + error.tags + tags[end:], parents
        )


def draft_of(sentence: Sentence) -> Draft:
    """The draft of a tagged sentence, with the phrases of its first tree."""
    if not sentence.trees:
        return Draft(sentence.words, sentence.tags)
    parents = tuple(_parents(sentence.trees[0]))
    if len(parents) != len(sentence.words):
        parents = ()
    return Draft(sentence.words, sentence.tags, parents)


def _parents(tree: Tree) -> Iterator[str]:
    stack: list[tuple[Tree | Leaf, str]] = [(tree, "")]
    while stack:
        node, above = stack.pop()
        if isinstance(node, Tree):
            category = node.category
            stack.extend((child, category) for child in reversed(node.children))
        elif not node.is_trace:
            yield above


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

    def __call__(self, draft: Draft, stream: RandomStream, /) -> Iterator[SyntheticError]:
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
    correction = edit_types.edit_type(
        left + side_of(after, after_tags) + right,
        left + side_of(before, before_tags) + right,
        AlignmentStep(start, start + len(after), start, start + len(before)),
    )
    return _INVERSE[correction[0]] + correction[1:]


_kind_in_context = lru_cache(_MAX_CACHED)(_kind)


@dataclass(slots=True)
class Corruption:
    """A draft with errors, the errors in order, and the edits that make all of them at once."""

    draft: Draft
    errors: list[SyntheticError] = field(default_factory=list)
    edits: tuple[Edit, ...] = ()

    def make(self, error: SyntheticError) -> bool:
        """Make the error and return True, or False where it would undo an earlier one."""
        error = with_capital(error, self.draft)
        edits: tuple[Edit, ...] = (error.edit,)
        if self.errors:
            edits = compose(self.edits, edits)
            if any(edit.before == edit.after for edit in edits):
                return False
        self.errors.append(error)
        self.edits = edits
        self.draft = self.draft.after(error)
        return True


def with_capital(error: SyntheticError, draft: Draft) -> SyntheticError:
    """The error; if it deletes the first word, the next word takes over its capital letter."""
    edit = error.edit
    if edit.after or edit.start > 1 or edit.end >= len(draft.words):
        return error
    gone, following = edit.before[0], draft.words[edit.end]
    is_first = not any(any(map(str.isalnum, word)) for word in draft.words[: edit.start])
    if not (is_first and gone[:1].isupper() and following[:1].islower()):
        return error
    raised = following[:1].upper() + following[1:]
    end = edit.end + 1
    tags = (draft.tags[edit.end],)
    return synthetic_error(error.kind, draft, edit.start, end, (raised,), tags, error.subtype)
