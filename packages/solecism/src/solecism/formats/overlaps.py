"""Edits of one annotator that overlap: remarks with file and line.

Published files have them (CoNLL-2013, the ten annotators of CoNLL-2014). Together such edits give
no corrected sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from solecism.edit import checked, fitting
from solecism.errors import EditError
from solecism.formats import files, registry
from solecism.sentence import Sentence
from solecism.system.display_text import count

_N_SHOWN = 5


@dataclass(frozen=True, slots=True)
class Overlap:
    """An annotator's edits of the sentence at a place (from 0) that cannot all be applied."""

    place: int
    sentence: str
    annotator: str
    problem: str


def watch(
    sentences: Iterable[Sentence], found: list[Overlap], *, first_only: bool = False
) -> Iterator[Sentence]:
    """The same sentences; `found` collects the edits that cannot be applied.

    With `first_only`, those of the first annotator of a sentence.
    """
    for place, sentence in enumerate(sentences):
        for note in sentence.annotations[: 1 if first_only else None]:
            if not note.edits:
                continue
            try:
                for _ in checked(sentence.words, note.edits):
                    pass
            except EditError:
                _, problems = fitting(sentence.words, note.edits)
                found += [Overlap(place, sentence.id, note.annotator, each) for each in problems]
        yield sentence


def remarks(paths: Sequence[str], found: Sequence[Overlap], consequence: str) -> Iterator[str]:
    """A line for each of the first edits, with file and line where they are of M2 files."""
    places = list(_places_of_sentences(paths)) if found else []
    for each in found[:_N_SHOWN]:
        where = f"{places[each.place]}: " if each.place < len(places) else ""
        yield (
            f"{where}{each.problem}, in sentence {each.sentence} by annotator {each.annotator}. "
            f"{consequence}"
        )
    if len(found) > _N_SHOWN:
        n_more = count(len(found) - _N_SHOWN, "further edit")
        yield f"{n_more} of this kind in {', '.join(map(files.shown_name, paths))}."


def _places_of_sentences(paths: Iterable[str]) -> Iterator[str]:
    """FILE:LINE of the sentences of M2 files; nothing for files that cannot be read twice."""
    for path in paths:
        if path == files.STANDARD_STREAM or registry.name_of(path) != "m2":
            return
        for number in lines_of_sentences(path):
            yield f"{files.shown_name(path)}:{number}"


def lines_of_sentences(path: str) -> Iterator[int]:
    """The numbers of the lines on which the sentences of an M2 file begin."""
    lines = enumerate(files.read_lines(path), 1)
    return (number for number, line in lines if line.startswith("S"))
