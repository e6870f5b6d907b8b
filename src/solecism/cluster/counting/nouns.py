"""Constructions of nouns in native text counted on a Ray cluster: a task per chunk, added up."""

from __future__ import annotations

from collections.abc import Iterable

from solecism.cluster.counting.chunks import CHUNK_BYTES, Chunk, all_chunks
from solecism.cluster.ray_session import cluster, raised
from solecism.language.annotate import annotate_sentences
from solecism.locate.noun_counts import ConstructionCounts, count_constructions
from solecism.train.corpora import context_documents


def count_nouns(
    paths: Iterable[str], *, address: str | None = None, chunk_bytes: int = CHUNK_BYTES
) -> ConstructionCounts:
    """The counts of native files, as `count_constructions` gives them."""
    total = ConstructionCounts()
    with cluster(address) as ray, raised(ray):
        count = ray.remote(max_retries=-1)(_counted)
        waiting = [count.remote(chunk) for chunk in all_chunks(ray, paths, chunk_bytes)]
        while waiting:
            done, waiting = ray.wait(waiting)
            total.add(ray.get(done[0]))
    return total


def _counted(chunk: Chunk) -> ConstructionCounts:
    return count_constructions(annotate_sentences(chunk.sentences(context_documents)))
