"""The choice test of paper 000, section 4.2."""

from __future__ import annotations

import math

import pytest
from statsmodels.stats.proportion import proportion_confint

from solecism.agreement.preference import corrected_accuracy, preferences
from solecism.errors import InputError
from solecism.figure import Figure, Interval
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


def figure(value: float, low: float, high: float) -> Figure:
    return Figure(value, name="share", interval=Interval(low, high, 0.95, "given"))


def test_the_interval_of_a_corrected_accuracy_is_worked_out_by_hand() -> None:
    """75% + 28% of 25%: the accuracy moves it by 72%, the share by 25% of what these move."""
    found = corrected_accuracy(figure(0.75, 0.70, 0.79), figure(0.28, 0.20, 0.37))
    assert found == pytest.approx(0.82)
    assert found.interval.low == pytest.approx(0.82 - math.sqrt(0.036**2 + 0.020**2))
    assert found.interval.high == pytest.approx(0.82 + math.sqrt(0.0288**2 + 0.0225**2))


def test_a_corrected_accuracy_is_never_above_one() -> None:
    found = corrected_accuracy(figure(0.98, 0.90, 1.0), figure(0.90, 0.50, 1.0))
    assert found == pytest.approx(0.998)
    assert found.interval.high == 1


def test_one_rater_has_the_wilson_interval_of_their_items() -> None:
    interval = preferences(FIRST).overall.as_good.interval
    low, high = proportion_confint(56, 200, method="wilson")
    assert (interval.low, interval.high) == pytest.approx((low, high))


def test_every_item_counts_once_however_many_raters_it_has() -> None:
    both, alone = "text.1:1-2:preposition", "text.2:1-2:preposition"
    answers = [Judgment(both, rater, "writer") for rater in ("ann", "bob", "cy")]
    found = preferences([*answers, Judgment(alone, "ann", "system")])
    assert found.overall.as_good == pytest.approx((0 + 1) / 2)
    assert found.overall.counts == {"system": 1, "both": 0, "neither": 0, "writer": 3}
