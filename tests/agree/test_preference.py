"""The choice test of paper 000, section 4.2."""

from __future__ import annotations

import pytest

from solecism.agree.preference import preferences
from solecism.errors import InputError
from solecism.judgment import Judgment


def judged(*answers: tuple[str, int], rater: str = "ann") -> list[Judgment]:
    names = [answer for answer, n in answers for _ in range(n)]
    return [
        Judgment(f"text.{place}:1-2:preposition", rater, name) for place, name in enumerate(names)
    ]


# 56 of 200 are as good or better, as both raters of the paper say.
FIRST = judged(("system", 10), ("both", 40), ("neither", 6), ("writer", 144))
SECOND = judged(("both", 48), ("system", 8), ("writer", 144), rater="bob")


def test_the_papers_28_75_and_82_per_cent_come_out() -> None:
    result = preferences([*FIRST, *SECOND], n_right=150, n_guessed=200)
    assert [one.rater for one in result.raters] == ["ann", "bob", "all raters"]
    assert [float(one.as_good) for one in result.raters] == pytest.approx([0.28] * 3)
    assert result.accuracy is not None
    assert result.corrected is not None
    assert float(result.accuracy) == 0.75
    assert float(result.corrected) == pytest.approx(0.82)
    low, high = result.corrected.interval.low, result.corrected.interval.high
    assert 0.75 < low < 0.80
    assert 0.85 < high < 0.90
    assert "0.820" in str(result)


def test_a_corrected_accuracy_is_as_sure_as_its_two_shares() -> None:
    """With many more items and guesses the interval closes in on 75% + 28% of 25%."""
    many = [
        Judgment(f"{each.site[:-12]}.{copy}:1-2:preposition", each.rater, each.answer)
        for copy in range(20)
        for each in FIRST
    ]
    result = preferences(many, n_right=150_000, n_guessed=200_000)
    assert result.corrected is not None
    assert result.corrected.interval.half_width < 0.005
    assert 0.82 in result.corrected.interval


def test_without_the_number_of_guesses_there_is_no_accuracy() -> None:
    result = preferences(FIRST)
    assert result.corrected is None
    assert len(list(result.tables())) == 1
    assert result.overall.counts == {"system": 10, "both": 40, "neither": 6, "writer": 144}


def test_answers_of_another_task_are_refused() -> None:
    with pytest.raises(InputError, match="'error' is not one of system, both, neither, writer"):
        preferences(judged(("error", 3)))
    with pytest.raises(InputError, match="no judgments of a choice test"):
        preferences([])
    with pytest.raises(InputError, match="3 of 2 guesses cannot be right"):
        preferences(FIRST, n_right=3, n_guessed=2)
