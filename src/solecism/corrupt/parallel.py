"""The errors of `corrupt`, made by several processes in batches of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from solecism.corrupt.corrupt import corrupt
from solecism.corrupt.corrupted import Corrupted
from solecism.corrupt.recipe import Recipe
from solecism.sentence import Sentence
from solecism.system.batches import batches
from solecism.system.parallel import ordered_map


def corrupt_in_parallel(
    sentences: Iterable[Sentence], recipe: Recipe, *, seed: int, n_jobs: int
) -> Iterator[Corrupted]:
    """What `corrupt` gives, by `n_jobs` processes."""
    if n_jobs == 1:
        yield from corrupt(sentences, recipe, seed=seed)
        return
    function = partial(_corrupt_batch, recipe=recipe, seed=seed)
    for batch in ordered_map(function, batches(sentences), n_jobs=n_jobs):
        yield from batch


def _corrupt_batch(batch: list[Sentence], *, recipe: Recipe, seed: int) -> list[Corrupted]:
    return list(corrupt(batch, recipe, seed=seed))
