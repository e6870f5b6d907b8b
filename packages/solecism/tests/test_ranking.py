"""Rankings of systems' outputs."""

from __future__ import annotations

import pytest

from solecism.errors import InputError
from solecism.judgment import Ranking, checked_ranking


def test_a_ranking_without_contradictions_is_returned() -> None:
    ranking = Ranking("7", "ann", {"A": 1, "B": 1, "C": 2}, (("A", "B"),))
    assert checked_ranking(ranking) is ranking
    assert ranking.id == "7|ann"
    assert len({ranking, Ranking("7", "ann", {"A": 1, "B": 1, "C": 2}, (("A", "B"),))}) == 1


@pytest.mark.parametrize(
    ("ranking", "problem"),
    [
        (Ranking("7", "ann", {"A": 1}), "at least two systems"),
        (Ranking("7", "ann", {"A": 0, "B": 1}), "the rank of 'A' is 0"),
        (Ranking("7", "ann", {"A": 1, "B": 1}, (("A", "C"),)), "'C' is listed under same"),
        (Ranking("7", "ann", {"A": 1, "B": 2}, (("A", "B"),)), "A and B have the same output"),
    ],
)
def test_contradictions_are_reported(ranking: Ranking, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        checked_ranking(ranking)
