"""The bundled examples hold what their README says."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from places import ROOT
from solecism.edit import Annotation, Edit, apply
from solecism.formats import m2
from solecism.formats.files import read_lines
from solecism.language.sentence_splitter import sentences
from solecism.sentence import Sentence
from solecism.system.installation import EXAMPLES

NAMES = sorted(path.stem for path in (EXAMPLES / "texts").glob("*.txt"))
WITHOUT_ERRORS = {"bicycles", "ridge"}
CATEGORIES = frozenset(
    "ADJ ADJ:FORM ADV CONJ CONTR DET MORPH NOUN NOUN:INFL NOUN:NUM NOUN:POSS ORTH OTHER PART PREP "
    "PRON PUNCT SPELL VERB VERB:FORM VERB:INFL VERB:SVA VERB:TENSE WO".split()
)
WRITTEN = [
    "sites.jsonl",
    "judgments.simulated.jsonl",
    "flags.a.jsonl",
    "flags.b.jsonl",
    "control.sites.jsonl",
    "control.answers.jsonl",
]


def annotated(name: str) -> list[Sentence]:
    path = EXAMPLES / "annotations" / f"{name}.m2"
    return list(m2.parse(read_lines(str(path)), document=name, file=path.name))


def written(name: str) -> list[Sentence]:
    return sentences((EXAMPLES / "texts" / f"{name}.txt").read_text(encoding="utf-8"), name)


def annotated_by_each() -> Iterator[tuple[Sentence, Annotation]]:
    for name in NAMES:
        for sentence in annotated(name):
            for annotation in sentence.annotations:
                yield sentence, annotation


def test_every_text_is_annotated_and_every_annotation_has_its_text() -> None:
    assert len(NAMES) >= 14
    assert [path.stem for path in sorted((EXAMPLES / "annotations").glob("*.m2"))] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_annotated_words_are_those_of_the_tokenised_text(name: str) -> None:
    assert [s.words for s in annotated(name)] == [s.words for s in written(name)]
    assert [s.id for s in annotated(name)] == [s.id for s in written(name)]


@pytest.mark.parametrize("name", NAMES)
def test_a_text_is_short(name: str) -> None:
    assert (
        80 <= len((EXAMPLES / "texts" / f"{name}.txt").read_text(encoding="utf-8").split()) <= 200
    )


@pytest.mark.parametrize("name", NAMES)
def test_both_annotators_say_something_of_every_sentence(name: str) -> None:
    for sentence in annotated(name):
        assert [annotation.annotator for annotation in sentence.annotations] == ["0", "1"]


def test_every_edit_applies_and_changes_its_sentence() -> None:
    for sentence, annotation in annotated_by_each():
        corrected = apply(sentence.words, annotation.edits)
        assert (corrected != sentence.words) == bool(annotation.edits)
        assert all(word == word.strip() and word for word in corrected)


def operation(edit: Edit) -> str:
    if not edit.before:
        return "M"
    return "R" if edit.after else "U"


def test_types_are_of_errant_and_fit_their_edits() -> None:
    for _, annotation in annotated_by_each():
        for edit in annotation.edits:
            assert edit.kind.partition(":")[0] == operation(edit), edit
            assert edit.kind.partition(":")[2] in CATEGORIES, edit


def test_annotators_agree_mostly_but_not_everywhere() -> None:
    by_annotator: dict[str, set[tuple[str, str]]] = {"0": set(), "1": set()}
    for sentence, annotation in annotated_by_each():
        by_annotator[annotation.annotator] |= {(sentence.id, edit.id) for edit in annotation.edits}
    strict, lenient = by_annotator.values()
    assert len(strict) > len(lenient)
    assert 0.5 < len(strict & lenient) / len(strict | lenient) < 0.9


def test_texts_without_errors_have_next_to_none() -> None:
    edits = {
        name: sum(len(a.edits) for s in annotated(name) for a in s.annotations) for name in NAMES
    }
    assert all((edits[name] <= 1) == (name in WITHOUT_ERRORS) for name in NAMES), edits


def test_every_error_kind_that_matters_most_is_there_in_every_operation() -> None:
    kinds = {edit.kind for _, annotation in annotated_by_each() for edit in annotation.edits}
    assert kinds >= {"M:PREP", "R:PREP", "U:PREP", "M:DET", "R:DET", "U:DET", "R:NOUN:NUM"}


def test_simulated_judgments_and_flags_are_what_their_script_writes(tmp_path: Path) -> None:
    script = [sys.executable, str(ROOT / "tests" / "support" / "make_judgments.py"), str(tmp_path)]
    subprocess.run(script, check=True)
    for name in WRITTEN:
        assert (tmp_path / name).read_bytes() == (EXAMPLES / name).read_bytes(), name


def test_the_readme_names_every_example() -> None:
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in readme.splitlines() if line.startswith("| ")]
    assert set(NAMES) <= {name.strip() for row in rows for name in row.split(",")}
