"""What the paper is run on: annotated text with several annotators, and correctors of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from solecism.edit import Annotation
from solecism.formats import hypotheses
from solecism.formats.registry import FORMATS, read
from solecism.locate.annotated_nouns import AnnotatedNoun, annotated_nouns
from solecism.locate.noun_table import NounTable

CONLL = Path("learner/conll14/BN.m2")
OUTPUTS = Path("systems/conll14")
SYSTEMS = ("GECToR-2024", "T5-11B", "UL2-20B")
NATIVE = Path("native/wikinews.txt.xz")


def nouns_of_files(
    annotated: Sequence[str], corrected: Iterable[str], table: NounTable
) -> tuple[list[AnnotatedNoun], list[str]]:
    """The nouns of annotated files, with the constructions of systems that corrected the same.

    The second value is the names of these systems, each of which corrected all sentences.
    """
    sentences = list(read(annotated, FORMATS["m2"]))
    systems = {
        f"system {name}": edits
        for path in corrected
        for name, edits in hypotheses.read(path, sentences).items()
    }
    people = [name for each in sentences for name in (note.annotator for note in each.annotations)]
    everybody = sorted(set(people))
    whole = [
        each.with_annotations(
            (
                *(_of(each.annotations, name) for name in everybody),
                *(Annotation(name, tuple(edits[index])) for name, edits in systems.items()),
            )
        )
        for index, each in enumerate(sentences)
    ]
    return list(annotated_nouns(whole, table, presence="everywhere")), list(systems)


def _of(annotations: Iterable[Annotation], name: str) -> Annotation:
    """The edits of an annotator; without any, the annotator accepts the sentence."""
    return next((note for note in annotations if note.annotator == name), Annotation(name))
