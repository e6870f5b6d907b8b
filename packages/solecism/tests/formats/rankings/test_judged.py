"""Rankings from the judgments of a ranking study."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.errors import InputError
from solecism.formats import jsonl
from solecism.formats.rankings import rankings_of_judgments, read
from solecism.judgment import Judgment, Ranking


def pair(first: str, second: str, answer: str, *, gold: str | None = None) -> Judgment:
    return Judgment(
        "essay.3:0-4:sentence", "ann", answer, gold=gold, notes={"first": first, "second": second}
    )


PAIRS = [pair("a|b", "c", "second"), pair("a|b", "d", "tie"), pair("c", "d", "first")]
RANKING = Ranking("essay.3", "ann", {"a": 2, "b": 2, "c": 1, "d": 2}, (("a", "b"),))


def test_pairs_of_a_rater_are_one_ranking_in_which_equal_outputs_are_the_same() -> None:
    assert list(rankings_of_judgments(PAIRS)) == [RANKING]


def test_a_file_may_hold_judgments_or_rankings(tmp_path: Path) -> None:
    for name, items in (("judgments", PAIRS), ("rankings", [RANKING])):
        path = tmp_path / f"{name}.jsonl"
        path.write_text("\n" + "".join(jsonl.format(items)))
        assert list(read(str(path))) == [RANKING]


def test_rankings_of_control_items_are_left_out() -> None:
    known = [*PAIRS[:2], pair("c", "d", "first", gold="first")]
    assert list(rankings_of_judgments(known)) == []


def test_judgments_of_another_task_are_refused() -> None:
    with pytest.raises(InputError, match="'error' does not compare two corrections"):
        list(rankings_of_judgments([Judgment("essay.3:2-3:preposition", "ann", "error")]))
