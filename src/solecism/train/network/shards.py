"""Shards of native and corrected text with made errors, written by several processes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, MutableMapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from solecism.system.parallel import ordered_map
from solecism.train.texts import learner_sentences, split_documents

if TYPE_CHECKING:
    from solecism.detect.network.pieces import Pieces
    from solecism.detect.network.repairs import Repairs
    from solecism.sentence import Sentence
    from solecism.train.network.examples import NetworkExamples
    from solecism.train.network.made_errors import Density

_WORDS_PER_SHARD = 100_000

# The files of a work folder by name.
Folder = MutableMapping[str, bytes]


def read_pieces(folder: Folder) -> Pieces:
    """The word pieces that were chosen, from the work folder."""
    from solecism.detect.network.pieces import Pieces

    return Pieces(json.loads(folder["pieces.json"]))


def read_repairs(folder: Folder) -> Repairs:
    """The classes of repairs that were chosen, from the work folder."""
    from solecism.detect.network.repairs import Repair, Repairs

    words, gaps = json.loads(folder["repairs.json"])
    return Repairs(tuple(Repair(*each) for each in words), tuple(Repair(*each) for each in gaps))


def format_repairs(repairs: Repairs) -> bytes:
    """The classes of repairs as the work folder stores them."""
    return json.dumps([repairs.words, repairs.gaps]).encode()


def _density(folder: Folder) -> Density:
    """The density of errors: learners' slips that were counted, or else common ones."""
    from solecism.train.network import slips
    from solecism.train.network.made_errors import Density
    from solecism.train.network.typical_errors import errors

    if "slips.json" not in folder:
        return errors.density()
    return Density(slips=slips.parse(folder["slips.json"]))


def network_shards(
    native: Iterable[str], learner: Sequence[str], folder: Folder, *, rounds: int, jobs: int
) -> list[Callable[[], NetworkExamples]]:
    """Functions that read the shards of native and of corrected text; missing ones are made.

    Without learners' text the errors are common ones.
    """
    from solecism.formats import files
    from solecism.train.network.train import LEARNER_STAGE

    if LEARNER_STAGE in folder:
        return []
    sources = {files.document_name(path): partial(_native, path) for path in native}
    if learner:
        sources["corrected"] = partial(_corrected, tuple(learner))
    for name, sentences in sources.items():
        if f"{name}.done" not in folder:
            batches = enumerate(_batches(sentences()))
            named = ((f"{name}.{number}", batch) for number, batch in batches)
            shards = ordered_map(partial(_write_shard, folder, rounds), named, n_jobs=jobs)
            folder[f"{name}.done"] = str(sum(1 for _ in shards)).encode()
    return [
        partial(_shard, folder, f"{name}.{number}.{round_}")
        for name in sources
        for number in range(int(folder[f"{name}.done"]))
        for round_ in range(rounds)
    ]


def _shard(folder: Folder, name: str) -> NetworkExamples:
    from solecism.train.network import examples

    return examples.parse(folder[name], file=name)


def _native(path: str) -> Iterator[Sentence]:
    from solecism.train.corpora import context_documents

    return split_documents(path, context_documents)


def _corrected(paths: Iterable[str]) -> Iterator[Sentence]:
    """Learners' sentences as their annotators corrected them."""
    from solecism.edit import apply
    from solecism.sentence import from_words

    for sentence in learner_sentences(paths, is_tuning=False):
        edits = sentence.annotations[0].edits if sentence.annotations else ()
        if words := apply(sentence.words, edits):
            yield from_words(sentence.id, words)


def _batches(sentences: Iterable[Sentence]) -> Iterator[list[Sentence]]:
    batch: list[Sentence] = []
    n_words = 0
    for sentence in sentences:
        batch.append(sentence)
        n_words += len(sentence.words)
        if n_words >= _WORDS_PER_SHARD:
            yield batch
            batch, n_words = [], 0
    if batch:
        yield batch


def _write_shard(folder: Folder, rounds: int, shard: tuple[str, list[Sentence]]) -> None:
    from solecism.language.annotate import annotate_sentences
    from solecism.train.network import examples

    name, sentences = shard
    pieces, repairs = read_pieces(folder), read_repairs(folder)
    density = _density(folder)
    annotated = list(annotate_sentences(sentences))
    for number in range(rounds):
        made = examples.native_examples(annotated, pieces, repairs, seed=number, density=density)
        folder[f"{name}.{number}"] = examples.format(made)
