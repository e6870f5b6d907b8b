"""A draft: the words and tags of a sentence while errors are made in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solecism.corrupt.synthetic_error import SyntheticError
from solecism.sentence import Sentence
from solecism.tree import Leaf, Tree


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
