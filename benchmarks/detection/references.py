"""Our corrections and those of published systems by several references of the same sentences.

CoNLL-2014 has been corrected by two and by ten people, W&I+LOCNESS dev by one; the expanded
reference of the latter has corrections by language models too, which a model filtered (silver).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from benchmarks.detection.conll14 import SET as CONLL
from benchmarks.detection.conll14 import SYSTEMS
from benchmarks.detection.learner_set import SET as WI
from benchmarks.detection.learner_set import LearnerSet
from benchmarks.detection.points import own_findings, suggested_edits, written_edits

from solecism.detect.detector import AUDIENCES
from solecism.detect.registry import Loader
from solecism.formats import hypotheses
from solecism.formats.corrected import realigned
from solecism.formats.hypotheses import Edits
from solecism.formats.registry import FORMATS, read
from solecism.language.annotate import annotate_sentences
from solecism.scoring.reference_scores import AnnotatedReference, score_by_references
from solecism.sentence import Sentence

LEVELS = "ABCN"
_SHOWN = ("author", "teacher")


def show_references(load: Loader, data: Path) -> None:
    """For each set of sentences the tables of `solecism score --people --silver`."""
    for name, references in (
        (CONLL, {"official": ["conll14/NUCLE.m2"], "ten": ["conll14/BN.m2"]}),
        (WI, {"official": [f"wi/{level}.dev.m2" for level in LEVELS]}),
    ):
        print(f"\n### By reference: {name}\n")
        _show(name, load, data, dict(_references(data / "learner", references, name)))


def _references(
    folder: Path, people: Mapping[str, list[str]], name: str
) -> Iterator[tuple[str, AnnotatedReference]]:
    for each, files in people.items():
        yield each, _reference(each, folder, files, is_silver=False)
    if name == WI:
        files = ["expanded/wi-dev-expanded.m2.xz"]
        yield "expanded", _reference("expanded", folder, files, is_silver=True)


def _reference(name: str, folder: Path, files: list[str], *, is_silver: bool) -> AnnotatedReference:
    sentences = list(read([str(folder / file) for file in files], FORMATS["m2"]))
    return AnnotatedReference(name, realigned(sentences, is_complete=not is_silver), is_silver)


def _show(
    name: str, load: Loader, data: Path, references: Mapping[str, AnnotatedReference]
) -> None:
    sentences = list(next(iter(references.values())).sentences)
    systems = dict(_own(load, name, sentences, data))
    folder = data / "systems" / name
    paths = [str(folder / f"{each}.txt") for each in SYSTEMS]
    systems |= hypotheses.read_systems(str(folder / "SOURCE.txt"), paths, sentences)
    result = score_by_references(systems, list(references.values()))
    for each in result.tables():
        print(each.markdown())
    print("\n".join(result.remarks()), flush=True)


def _own(
    load: Loader, name: str, sentences: list[Sentence], data: Path
) -> Iterator[tuple[str, Edits]]:
    """What the detector suggests, and what --fix writes of it, for whom the findings are."""
    if name == WI:
        texts = LearnerSet.read(data)
    else:
        texts = LearnerSet(list(annotate_sentences(sentences)), [], {name: len(sentences)})
    everything = texts.learners + texts.natives
    for audience in _SHOWN:
        detector = load(precision=AUDIENCES[audience])
        found = own_findings(detector, texts)
        for how, edits_of in (("suggested", suggested_edits), ("written", written_edits)):
            edits = hypotheses.realigned_edits(edits_of(found, everything), everything)
            yield f"{detector.name}, for {audience}, {how}", edits
