"""The data of scores: which systems and which annotators made which edits in each sentence.

The corrections of systems and of annotators are aligned by the same aligner, so that equal changes
are equal edits, whatever spans an annotator marked. Rankings refer to these sentences by their ids
or numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from solecism.align.edits_of_rows import edits_of_rows
from solecism.edit import Edit, apply, in_order
from solecism.errors import InputError
from solecism.numeric import Bools, Floats, Ints
from solecism.ranking.comparisons import Comparisons
from solecism.sentence import Sentence
from solecism.system.caches import FolderCache
from solecism.system.processes import batches, ordered_map

Words = tuple[str, ...]
# How many sentences are done, and of how many.
Progress = Callable[[int, int | None], None]
_BATCH = 100


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """The distinct edits of all sentences, and who made each of them.

    `sentence` has the number of each edit's sentence; `by_system` and `by_annotator` say who
    made it (systems x edits, annotators x edits). `sources`, `outputs` (one list per system)
    and `references` (one per annotator) are the words of the sentences before and after.
    """

    sentences: tuple[str, ...]
    systems: tuple[str, ...]
    annotators: tuple[str, ...]
    sentence: Ints
    by_system: Bools
    by_annotator: Bools
    sources: tuple[Words, ...]
    outputs: tuple[tuple[Words, ...], ...]
    references: tuple[tuple[Words, ...], ...]

    @property
    def n_sentences(self) -> int:
        """The number of sentences."""
        return len(self.sentences)

    @property
    def share(self) -> Floats:
        """The share of annotators who made each edit."""
        return np.asarray(self.by_annotator.mean(axis=0))

    def per_sentence(self, values: Floats) -> Floats:
        """The sum of `values` (one per edit) over each system's edits of each sentence."""
        return np.stack(
            [
                np.bincount(self.sentence[made], values[made], minlength=self.n_sentences)
                for made in self.by_system
            ]
        )

    def with_annotators(self, chosen: Sequence[int]) -> Evidence:
        """The same with some of the annotators only."""
        return replace(
            self,
            annotators=tuple(self.annotators[n] for n in chosen),
            by_annotator=self.by_annotator[list(chosen)],
            references=tuple(self.references[n] for n in chosen),
        )


def evidence(
    annotated: Sequence[Sentence],
    outputs: Mapping[str, Sequence[Words]],
    *,
    n_jobs: int = 1,
    cache: FolderCache | None = None,
    progress: Progress | None = None,
) -> Evidence:
    """The edits of the annotators of sentences, and of systems' outputs for them.

    An annotator without an annotation of a sentence accepts it. An edit that overlaps an earlier
    one of the same annotator is left out. Alignments that are in the `cache` are taken from there.
    """
    annotators = sorted({note.annotator for one in annotated for note in one.annotations})
    if not annotators:
        raise InputError("no sentence is annotated. Give annotated text, such as M2.")
    for system, lines in outputs.items():
        if len(lines) != len(annotated):
            raise InputError(
                f"{system} has {len(lines)} sentences, but {len(annotated)} are annotated. "
                "Give one output per annotated sentence."
            )
    sources = [sentence.words for sentence in annotated]
    references = [[_corrected(one, name) for one in annotated] for name in annotators]
    versions = [*outputs.values(), *references]
    rows = [
        (source, tuple(map(tuple, row)))
        for source, row in zip(sources, zip(*versions, strict=True), strict=True)
    ]
    numbers: list[int] = []
    makers: list[list[bool]] = []
    aligned = ordered_map(
        partial(aligned_changes, cache=cache), batches(rows, _BATCH), n_jobs=n_jobs
    )
    for number, by_version in enumerate(one for batch in aligned for one in batch):
        for edit in dict.fromkeys(edit for edits in by_version for edit in edits):
            numbers.append(number)
            makers.append([edit in edits for edits in by_version])
        if progress is not None and number % _BATCH == 0:
            progress(number, len(rows))
    made = np.array(makers, dtype=np.bool_).reshape(-1, len(versions)).T
    return Evidence(
        tuple(sentence.id for sentence in annotated),
        tuple(outputs),
        tuple(annotators),
        np.array(numbers, dtype=np.int64),
        made[: len(outputs)],
        made[len(outputs) :],
        tuple(sources),
        tuple(tuple(map(tuple, lines)) for lines in outputs.values()),
        tuple(map(tuple, references)),
    )


_Row = tuple[Words, tuple[Words, ...]]
Change = tuple[int, int, Words]


def aligned_changes(
    rows: Sequence[_Row], *, cache: FolderCache | None = None
) -> list[list[frozenset[Change]]]:
    """Where each version changes its sentence, and to which words; rows are (source, versions)."""
    return [
        [frozenset((edit.start, edit.end, edit.after) for edit in edits) for edits in versions]
        for versions in edits_of_rows(rows, cache=cache)
    ]


def _corrected(sentence: Sentence, annotator: str) -> Words:
    """The sentence as an annotator corrects it."""
    edits = [
        edit for note in sentence.annotations if note.annotator == annotator for edit in note.edits
    ]
    return apply(sentence.words, _fitting(edits, len(sentence.words))) if edits else sentence.words


def _fitting(edits: Sequence[Edit], n_words: int) -> Iterator[Edit]:
    done = 0
    for edit in in_order(edits):
        if done <= edit.start <= n_words:
            done = edit.end
            yield edit


def sentence_numbers(comparisons: Comparisons, evidence: Evidence) -> Ints:
    """The number in the annotated text of each ranked sentence.

    Rankings name sentences by their ids, or by numbers that count from 0 or from 1: from
    whichever gives the systems that are said to have the same output equal outputs.
    """
    names = comparisons.sentences
    by_id = {id: number for number, id in enumerate(evidence.sentences)}
    if all(name in by_id for name in names):
        return np.array([by_id[name] for name in names])
    if not all(name.isascii() and name.isdecimal() for name in names):
        name = next(name for name in names if name not in by_id)
        raise InputError(
            f"the ranked sentence {name!r} is not in the annotated text, whose first is "
            f"{evidence.sentences[0]!r}. Give rankings and annotations of the same sentences."
        )
    numbers = np.array([int(name) for name in names])
    for first in (0, 1):
        places = numbers - first
        is_inside = places.min() >= 0 and places.max() < evidence.n_sentences
        if is_inside and _is_consistent(comparisons, evidence, places):
            return places
    raise InputError(
        f"the ranked sentences {numbers.min()} to {numbers.max()} do not fit the outputs of "
        f"{evidence.n_sentences} sentences, counted from 0 or 1. Are they of the same text?"
    )


def _is_consistent(comparisons: Comparisons, evidence: Evidence, places: Ints) -> bool:
    """Whether outputs that raters saw as one are equal."""
    outputs = dict(zip(evidence.systems, evidence.outputs, strict=True))
    return all(
        len({outputs[system][places[sentence]] for system in group if system in outputs}) <= 1
        for sentence, group in comparisons.same
    )
