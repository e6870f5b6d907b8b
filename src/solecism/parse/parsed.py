"""The result of parsing a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from solecism.sentence import Sentence
from solecism.tree import Tree


@dataclass(frozen=True, slots=True)
class Parsed:
    """A tree, and the log likelihood of the sentence under the grammar (None if not known).

    A tree of `n_pieces` other than one was joined from pieces, because the grammar has no tree
    for all words or they are too many.
    """

    tree: Tree
    log_likelihood: float | None = None
    n_pieces: int = 1


class SentenceParser(Protocol):
    """Anything that gives a tree for every sentence."""

    def trees(self, sentences: Iterable[Sentence]) -> Iterator[Tree]:
        """One tree per sentence, over its words, in order."""
        ...
