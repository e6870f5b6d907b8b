"""`solecism.rank` takes paths, lists and sentences."""

from __future__ import annotations

from functools import partial

import pytest

import solecism
from solecism.judgment import Ranking
from solecism.sentence import Sentence
from solecism.system.installation import EXAMPLES

FOLDER = EXAMPLES / "ranking"
SYSTEMS = ("bold", "careful", "clumsy", "fluent", "unchanged")


def test_paths_and_lists_give_the_same() -> None:
    paths = {name: FOLDER / f"{name}.txt" for name in SYSTEMS}
    lines = {name: path.read_text().splitlines() for name, path in paths.items()}
    rank = partial(solecism.rank, scores=("gain",), n_draws=20)
    by_path = rank(FOLDER / "rankings.jsonl", paths, FOLDER / "annotated.m2")
    rankings = [one for one in solecism.read(FOLDER / "rankings.jsonl") if isinstance(one, Ranking)]
    annotated = solecism.read(FOLDER / "annotated.m2")
    sentences = [one for one in annotated if isinstance(one, Sentence)]
    by_list = rank(rankings, lines, sentences)
    assert str(by_path) == str(by_list)
    assert "Agreement of scores with people, 5 systems" in str(by_path)
    by_pattern = rank(FOLDER / "rankings.jsonl", FOLDER / "*.txt", FOLDER / "annotated.m2")
    assert str(by_pattern) == str(by_path)


def test_agreement_by_the_number_of_annotators_can_be_asked_for() -> None:
    result = solecism.rank(
        FOLDER / "rankings.jsonl",
        FOLDER / "*.txt",
        FOLDER / "annotated.m2",
        scores=("gain",),
        by_annotators=True,
        n_subsets=2,
        n_draws=2,
    )
    assert {point.n_annotators for point in result.curve} == {1, 2, 3, 4}
    assert all(point.n_subsets <= 2 for point in result.curve)


def test_outputs_need_annotations() -> None:
    with pytest.raises(TypeError, match="give both"):
        solecism.rank(FOLDER / "rankings.jsonl", {"bold": FOLDER / "bold.txt"})
