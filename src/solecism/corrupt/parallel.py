"""The errors of `corrupt`, made by several processes in batches of sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, groupby
from operator import itemgetter
from typing import TypeVar

from solecism.corrupt.corrupt import corrupt
from solecism.corrupt.corrupted import Corrupted
from solecism.corrupt.recipe import Recipe
from solecism.sentence import Sentence
from solecism.system.batches import batches
from solecism.system.parallel import keyed_map

_Key = TypeVar("_Key")


def corrupt_in_parallel(
    sentences: Iterable[Sentence], recipe: Recipe, *, seed: int, n_jobs: int
) -> Iterator[Corrupted]:
    """What `corrupt` gives, by `n_jobs` processes."""
    for _, results in corrupt_texts([(None, sentences)], recipe, seed=seed, n_jobs=n_jobs):
        yield from results


def corrupt_texts(
    texts: Iterable[tuple[_Key, Iterable[Sentence]]], recipe: Recipe, *, seed: int, n_jobs: int
) -> Iterator[tuple[_Key, Iterator[Corrupted]]]:
    """The same for several texts: the key of each, and its sentences, to be taken in this order."""
    function = partial(_corrupt_batch, recipe=recipe, seed=seed)
    keyed = ((key, batch) for key, sentences in texts for batch in batches(sentences))
    by_batch = keyed_map(function, keyed, n_jobs=n_jobs)
    for key, group in groupby(by_batch, key=itemgetter(0)):
        yield key, chain.from_iterable(results for _, results in group)


def _corrupt_batch(batch: list[Sentence], *, recipe: Recipe, seed: int) -> list[Corrupted]:
    return list(corrupt(batch, recipe, seed=seed))
