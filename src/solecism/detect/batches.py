"""Sentences in batches, as detectors look at them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from solecism.sentence import Sentence

# So many sentences are looked at together: columns of numbers pay only if they are long.
_BATCH_SENTENCES = 1_000


def batches(sentences: Iterable[Sentence]) -> Iterator[list[Sentence]]:
    """The sentences, a thousand at a time."""
    stream = iter(sentences)
    while batch := list(islice(stream, _BATCH_SENTENCES)):
        yield batch
