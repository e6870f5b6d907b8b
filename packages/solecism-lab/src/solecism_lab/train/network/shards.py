"""Shards of text with made errors, written by several processes.

Errors are made in native text and in corrected learners' text. For a teacher they are made in
learners' text as it is, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby
from typing import TYPE_CHECKING, TypeVar

from solecism.edit import apply
from solecism.errors import InputError
from solecism.formats.corpora import (
    document_sentences,
    first_edits,
    learner_sentences,
    split_documents,
)
from solecism.sentence import Sentence, from_words
from solecism.system.processes import ordered_map
from solecism_lab.train.network.starting_point import (
    Folder,
    read_chosen_pieces,
    read_chosen_repairs,
    read_teacher_pieces,
)

if TYPE_CHECKING:
    from solecism_lab.train.network.examples import NetworkExamples
    from solecism_lab.train.network.synthetic_errors import ErrorDensity

_WORDS_PER_SHARD = 100_000
# Learners' text is varied this many times for each round of errors in native text: there is less
# of it.
_VARIED_ROUNDS = 8
# So many rounds may have errors that those of the next seed do not have.
_SEEDS_APART = 1_000

_Item = TypeVar("_Item")
_Sentences = Callable[[], Iterator[Sentence]]
# The parts of each text by its name; the name of a text, the number of a part, and its sentences.
_Texts = dict[str, Callable[[], Iterator[_Sentences]]]
_Part = tuple[str, int, _Sentences]
# Writes the shards of a part, one per round, whose seeds these are; returns the name of the text.
_Writer = Callable[[Folder, range, _Part], str]


def _density(folder: Folder) -> ErrorDensity:
    """The density of errors: learners' slips that were counted, or else common ones."""
    from solecism_lab.train.network import slips, typical_errors
    from solecism_lab.train.network.synthetic_errors import ErrorDensity

    if "slips.json" not in folder:
        return typical_errors.typical_density()
    return ErrorDensity(slips=slips.parse(folder["slips.json"]))


def network_shards(
    native: Iterable[str],
    learner: Sequence[str],
    folder: Folder,
    *,
    rounds: int,
    seed: int,
    jobs: int,
) -> list[Callable[[], NetworkExamples]]:
    """Functions that read the shards of native and of corrected text; missing ones are made.

    Without learners' text the errors are common ones.
    """
    from solecism.formats import files

    texts: _Texts = {}
    for path in native:
        name = files.document_name(path)
        if name in texts:
            raise InputError(f"{path}: another native file is called {name}, too. Rename one.")
        texts[name] = partial(_native, path)
    if learner:
        texts["corrected"] = partial(_corrected, tuple(learner))
    return _shards(texts, _native_shard, folder, rounds=rounds, seed=seed, jobs=jobs)


def varied_shards(
    learner: Sequence[str],
    bare: Sequence[str],
    folder: Folder,
    *,
    rounds: int,
    seed: int,
    jobs: int,
) -> list[Callable[[], NetworkExamples]]:
    """Functions that read the shards of varied learners' text; missing ones are made.

    `bare` is learners' text without annotation.
    """
    texts: _Texts = {"varied": partial(_learners, tuple(learner), tuple(bare))}
    rounds *= _VARIED_ROUNDS
    return _shards(texts, _varied_shard, folder, rounds=rounds, seed=seed, jobs=jobs)


def _shards(
    texts: _Texts, write: _Writer, folder: Folder, *, rounds: int, seed: int, jobs: int
) -> list[Callable[[], NetworkExamples]]:
    """Functions that read the shards of texts; those of texts that are not done are made."""
    from solecism_lab.train.network.training import LEARNER_STAGE

    if LEARNER_STAGE in folder:
        return []
    parts = (
        (name, number, part)
        for name, text in texts.items()
        if f"{name}.done" not in folder
        for number, part in enumerate(text())
    )
    seeds = range(_SEEDS_APART * (seed - 1), _SEEDS_APART * (seed - 1) + rounds)
    written = ordered_map(partial(write, folder, seeds), parts, n_jobs=jobs)
    for name, group in groupby(written):
        folder[f"{name}.done"] = str(sum(1 for _ in group)).encode()
    return [
        partial(_shard, folder, f"{name}.{number}.{round_}")
        for name in texts
        for number in range(int(folder.get(f"{name}.done", b"0")))
        for round_ in range(rounds)
    ]


def _shard(folder: Folder, name: str) -> NetworkExamples:
    from solecism_lab.train.network import examples

    return examples.parse(folder[name], file=name)


def _native(path: str) -> Iterator[_Sentences]:
    """The documents of a native file in parts, each of which is split where it is needed."""
    from solecism.formats import files
    from solecism.formats.corpora import context_documents

    documents = enumerate(context_documents(files.read_lines(path)), 1)
    for part in _batches(documents, lambda each: sum(len(line.split()) for line in each[1])):
        first, _ = part[0]
        chosen = [paragraphs for _, paragraphs in part]
        yield partial(document_sentences, chosen, files.document_name(path), first)


def _corrected(paths: Iterable[str]) -> Iterator[_Sentences]:
    """Learners' sentences as their annotators corrected them, in parts."""
    sentences = (
        from_words(sentence.id, words)
        for sentence in learner_sentences(paths, is_tuning=False)
        if (words := apply(sentence.words, first_edits(sentence)))
    )
    return _sentence_parts(sentences)


def _learners(learner: Iterable[str], bare: Iterable[str]) -> Iterator[_Sentences]:
    """Learners' sentences, annotated and not, in parts."""
    annotated = learner_sentences(learner, is_tuning=False)
    return _sentence_parts(chain(annotated, bare_sentences(bare)))


def bare_sentences(paths: Iterable[str]) -> Iterator[Sentence]:
    """The sentences of learners' text without annotation."""
    from solecism.formats.corpora import documents

    return (each for path in paths for each in split_documents(path, documents))


def _sentence_parts(sentences: Iterable[Sentence]) -> Iterator[_Sentences]:
    return (partial(iter, part) for part in _batches(sentences, lambda each: len(each.words)))


def _batches(items: Iterable[_Item], n_words: Callable[[_Item], int]) -> Iterator[list[_Item]]:
    batch: list[_Item] = []
    n = 0
    for item in items:
        batch.append(item)
        n += n_words(item)
        if n >= _WORDS_PER_SHARD:
            yield batch
            batch, n = [], 0
    if batch:
        yield batch


def _native_shard(folder: Folder, seeds: range, part: _Part) -> str:
    from solecism.language.annotate import annotate_sentences
    from solecism_lab.train.network import examples

    name, shard, sentences = part
    pieces, repairs = read_chosen_pieces(folder), read_chosen_repairs(folder)
    density, taught = _density(folder), read_teacher_pieces(folder)
    annotated = list(annotate_sentences(sentences()))
    for number, seed in enumerate(seeds):
        made = examples.native_examples(
            annotated, pieces, repairs, seed=seed, density=density, taught=taught
        )
        folder[f"{name}.{shard}.{number}"] = examples.format(made)
    return name


def _varied_shard(folder: Folder, seeds: range, part: _Part) -> str:
    from solecism_lab.train.network import examples

    name, shard, sentences = part
    pieces, repairs = read_chosen_pieces(folder), read_chosen_repairs(folder)
    density, taught = _density(folder), read_teacher_pieces(folder)
    learners = list(sentences())
    for number, seed in enumerate(seeds):
        made = examples.varied_examples(
            learners, pieces, repairs, seed=seed, density=density, taught=taught
        )
        folder[f"{name}.{shard}.{number}"] = examples.format(made)
    return name
