"""A tally of errors by type, and of sentences in which no error could be made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from solecism.corrupt.corrupted import Corrupted
from solecism.corrupt.types.word_class import PENN_TAGS

MOST_NAMED = 5


@dataclass(slots=True)
class Tally:
    """Counts that grow as sentences pass.

    `n_errors` counts the errors made per type, `failed` how often a type was drawn but had no
    place in the sentence; `n_without` counts the sentences in which no type had a place, of
    which `without` names the first; `unknown_tags` counts sentences with tags that are not of
    the Penn Treebank.
    """

    n_sentences: int = 0
    n_without: int = 0
    without: list[str] = field(default_factory=list)
    n_errors: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    by_number: Counter[int] = field(default_factory=Counter)
    unknown_tags: Counter[str] = field(default_factory=Counter)

    def counted(self, results: Iterable[Corrupted]) -> Iterator[Corrupted]:
        """The same results, counted."""
        for result in results:
            self.n_sentences += 1
            self.by_number[len(result.errors)] += 1
            if result.failed and not result.errors:
                self.n_without += 1
                if len(self.without) < MOST_NAMED:
                    self.without.append(result.sentence.id)
            for error in result.errors:
                self.n_errors[error.kind] += 1
            if result.failed:
                self.failed.update(result.failed)
            if not PENN_TAGS.issuperset(result.sentence.tags):
                self.unknown_tags.update(set(result.sentence.tags) - PENN_TAGS)
            yield result
