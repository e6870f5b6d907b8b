"""`solecism.score` on corrected text, M2 and flags."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import solecism
from solecism.scoring.edit_scores import EditScores

M2 = (
    "S We met in Monday .\nA 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n\n"
    "S I waited the bus .\nA 2 2|||M:PREP|||for|||REQUIRED|||-NONE-|||0\n\n"
)
SOURCE = ["We met in Monday .", "I waited the bus ."]
CORRECTED = ["We met on Monday .", "I waited the bus ."]


@pytest.fixture
def note(tmp_path: Path) -> Path:
    path = tmp_path / "note.m2"
    path.write_text(M2)
    return path


def scored(source: Any, hypothesis: Any, **options: Any) -> EditScores:
    result = solecism.score(source, hypothesis, **options)
    assert isinstance(result, EditScores)
    return result


def test_lines_paths_sentences_and_flags_give_the_same_score(note: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("\n".join(CORRECTED) + "\n")
    reference = solecism.read(note)
    flags = solecism.flags(SOURCE, CORRECTED, document="note", kinds=["preposition"])
    results = [
        scored(SOURCE, CORRECTED, m2=note),
        scored(note, tmp_path / "mine.txt", m2=reference),
        scored(SOURCE, flags, m2=note),
    ]
    for result in results:
        score = result.score()
        assert (score.tp, score.fp, score.fn) == (1, 0, 1)
    assert [result.systems for result in results] == [["system"], ["mine"], ["system"]]


def test_annotated_sentences_are_a_hypothesis_too(note: Path) -> None:
    assert scored(SOURCE, solecism.read(note), m2=note).score().figures["F0.5"] == 1


def test_several_systems_come_by_name(note: Path) -> None:
    result = scored(SOURCE, {"mine": CORRECTED, "lazy": SOURCE}, m2=note, by="type", beta=1)
    assert result.systems == ["mine", "lazy"]
    assert result.score("mine", type="R:PREP").figures["F1"] == 1
    assert result.score("lazy").tp == 0


def test_what_is_no_hypothesis_or_reference_is_a_type_error(note: Path) -> None:
    with pytest.raises(TypeError, match="a hypothesis is lines, flags or sentences, not int"):
        solecism.score(SOURCE, [1], m2=note)
    with pytest.raises(TypeError, match="m2 is annotated text or its path, not list"):
        solecism.score(SOURCE, CORRECTED, m2=[])
