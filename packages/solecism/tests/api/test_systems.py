"""`solecism.score` on corrected text, M2 and flags."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import solecism
from scoring_files import call_json
from solecism.api.arguments import read_sentences
from solecism.errors import InputError
from solecism.scoring.edit_scores import EditScores
from solecism.system.installation import EXAMPLES

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


def test_a_folder_and_a_pattern_are_systems_by_name(tmp_path: Path) -> None:
    reference = EXAMPLES / "ranking" / "annotated.m2"
    source = [" ".join(sentence.words) for sentence in read_sentences(str(reference))]
    for name in ("bold", "careful"):
        (tmp_path / f"{name}.txt").write_text((EXAMPLES / f"ranking/{name}.txt").read_text())
    by_name = {name: EXAMPLES / f"ranking/{name}.txt" for name in ("bold", "careful")}
    options: dict[str, Any] = {"m2": reference, "matchings": ["span"], "references": ["errant"]}
    score: Any = solecism.score
    expected = score(source, by_name, **options).scores
    assert [score.matching for score in expected] == ["span", "span"]
    for several in (tmp_path, str(tmp_path / "*.txt")):
        assert score(source, several, **options).scores == expected
    with pytest.raises(InputError, match=r"there is no file\. Give the files of systems\."):
        solecism.score(source, tmp_path / "*.m2", **options)
    (tmp_path / "bold.m2").touch()
    with pytest.raises(InputError, match="two files have the same name"):
        solecism.score(source, tmp_path, **options)


def test_one_judgment_turned_round_the_truth_and_single_raters_are_scored() -> None:
    scored: Any = solecism.score(
        EXAMPLES / "flags.a.jsonl",
        EXAMPLES / "judgments.simulated.jsonl",
        raters=["rater1"],
        stability=True,
        correct=["control", "dawid-skene"],
    )
    [system] = scored.systems
    command = call_json(
        "score",
        EXAMPLES / "flags.a.jsonl",
        EXAMPLES / "judgments.simulated.jsonl",
        *("--rater", "rater1", "--stability", "--correct", "control"),
        *("--correct", "dawid-skene"),
    )
    [expected] = command["systems"]
    assert [score.figures["recall"].value for score in system.scores] == [
        score["figures"]["recall"]["value"] for score in expected["scores"]
    ]
    assert len(system.scores) == 5
