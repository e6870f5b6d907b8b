"""The parts of learners' and native text that a command reads one after another."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.formats.corpora import (
    context_documents,
    documents,
    learner_part,
    learner_sentences,
    native_part,
    tuning_documents,
)


@pytest.fixture
def native(tmp_path: Path) -> Path:
    """Documents of one to three paragraphs, with one or two blank lines between them."""
    file = tmp_path / "news.txt"
    texts = ("".join(f"Text {n}.{m}.\n" for m in range(n % 3 + 1)) for n in range(120))
    gaps = ("\n", "\n  \n")
    file.write_text("\n" + "".join(text + gaps[len(text) % 2] for text in texts))
    return file


def test_parts_of_native_text_are_those_that_models_are_trained_and_tuned_on(native: Path) -> None:
    lines = native.read_text().splitlines(keepends=True)
    ways = {"all": documents, "training": context_documents, "tuning": tuning_documents}
    for part, way in ways.items():
        read = [text.splitlines() for _, text in native_part(str(native), part)]
        assert read == list(way(lines)), part
    ids = [id for id, _ in native_part(str(native), "tuning")]
    assert ids == ["news.25", "news.75"]


def test_a_text_without_blank_lines_comes_in_pieces(tmp_path: Path) -> None:
    file = tmp_path / "long.txt"
    file.write_text("A long line of text.\n" * 20_000)
    pieces = list(native_part(str(file), "all"))
    assert len(pieces) > 3
    assert {id for id, _ in pieces} == {"long.1"}
    assert "".join(text for _, text in pieces) == file.read_text()


def test_each_annotated_sentence_is_for_training_or_for_tuning(tmp_path: Path) -> None:
    file = tmp_path / "A.train.m2"
    file.write_text("".join(f"S Sentence {n} .\n\n" for n in range(200)))
    parts = {
        part: [sentence.id for sentence in learner_part(str(file), part)]
        for part in ("all", "training", "tuning")
    }
    assert sorted(parts["all"]) == sorted(parts["training"] + parts["tuning"])
    tuning = [each.id for each in learner_sentences([str(file)], is_tuning=True)]
    assert parts["tuning"] == tuning
    assert "A.train.1" in tuning
