"""How many raters match experts, with an interval, and how many fewer by better ways."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from solecism.agreement.raters_needed import (
    MAJORITY,
    SCREENED,
    WAYS,
    WEIGHTED,
    RatersNeeded,
    raters_needed,
)
from solecism.agreement.reliability import by_reference
from solecism.panel import Panel, from_columns

EXPERTS = ("expert0", "expert1", "expert2")


def crowd_and_experts(
    seed: int, *, n_items: int = 150, n_raters: int = 15, n_spammers: int = 0, skill: float = 0.72
) -> Panel:
    """Experts right nine times in ten, raters less often, and some who answer at random."""
    rng = np.random.default_rng(seed)
    truth = rng.random(n_items) < 0.4
    accuracy = dict.fromkeys(EXPERTS, 0.9)
    accuracy |= {f"rater{index:02}": skill for index in range(n_raters)}
    accuracy |= {f"spam{index}": 0.5 for index in range(n_spammers)}
    rows = [
        (f"s{item:04}", name, "error" if answer else "ok")
        for name, share in accuracy.items()
        for item, answer in enumerate(truth ^ (rng.random(n_items) >= share))
    ]
    return from_columns(*zip(*rows, strict=True))


def needed(
    panel: Panel, *, ways: Sequence[str] = (MAJORITY,), n_resamples: int = 300
) -> dict[tuple[str, str], RatersNeeded]:
    rng = np.random.default_rng(5)
    rows = raters_needed(panel, EXPERTS, rng=rng, n_resamples=n_resamples, ways=ways)
    return {(row.way, row.reference): row for row in rows}


def test_the_number_is_where_the_mean_curve_reaches_the_kappa_of_the_experts() -> None:
    panel = crowd_and_experts(1)
    row = needed(panel)[MAJORITY, "mean"]
    curve = by_reference(panel, EXPERTS, rng=np.random.default_rng(1), n_draws=2000).mean
    kappas = {point.n_raters: point.kappa for point in curve}
    assert row.n_raters is not None
    assert kappas[row.n_raters] == pytest.approx(row.kappa, abs=0.005)
    assert (
        row.kappa >= row.experts > max(kappa for n, kappa in kappas.items() if n < row.n_raters - 1)
    )
    assert row.low is not None
    assert row.low <= row.n_raters


def test_each_expert_is_a_reference_and_their_mean_is_one() -> None:
    rows = needed(crowd_and_experts(2))
    assert [name for way, name in rows if way == MAJORITY] == [*EXPERTS, "mean"]
    experts = [rows[MAJORITY, name].experts for name in EXPERTS]
    assert rows[MAJORITY, "mean"].experts == pytest.approx(np.mean(experts))


def test_without_spammers_fewer_are_needed_and_weighting_does_as_well() -> None:
    rows = needed(
        crowd_and_experts(3, n_items=300, n_raters=12, n_spammers=4, skill=0.78), ways=WAYS
    )
    plain, screened, weighted = (rows[way, "mean"] for way in (MAJORITY, SCREENED, WEIGHTED))
    assert screened.n_left_out == 4
    assert plain.n_raters is not None
    assert screened.n_raters is not None
    assert weighted.n_raters is not None
    assert max(screened.n_raters, weighted.n_raters) < plain.n_raters


def test_too_few_raters_are_told() -> None:
    row = needed(crowd_and_experts(4, n_raters=2))[MAJORITY, "mean"]
    assert (row.n_raters, row.high, row.largest) == (None, None, 2)
    assert row.shown.startswith("over 2 [")


def test_one_reference_has_no_experts_to_match() -> None:
    assert raters_needed(crowd_and_experts(5), EXPERTS[:1], rng=np.random.default_rng(0)) == []


def test_more_than_two_answers_are_drawn() -> None:
    panel = crowd_and_experts(6)
    three = from_columns(
        [panel.items[item] for item in panel.item],
        [panel.raters[rater] for rater in panel.rater],
        [
            "too-messy" if item % 10 == 0 else panel.labels[answer]
            for item, answer in zip(panel.item, panel.answer, strict=True)
        ],
    )
    row = needed(three)[MAJORITY, "mean"]
    assert row.n_raters is not None
    assert row.kappa >= row.experts


def test_the_interval_holds_the_number_of_a_large_population() -> None:
    large = needed(crowd_and_experts(7, n_items=20_000), n_resamples=1)[MAJORITY, "mean"]
    assert large.n_raters is not None
    within = 0
    for seed in range(40):
        row = needed(crowd_and_experts(100 + seed), n_resamples=200)[MAJORITY, "mean"]
        within += (row.low or 99) <= large.n_raters <= (row.high or 99)
    assert within >= 34


# Answers to ten items each, an error as 1; the experts disagree about two items of ten.
FIRST_EXPERT, SECOND_EXPERT = "1111100000", "1111000001"


def by_hand(answers: dict[str, str]) -> Panel:
    """A panel from a text of answers per rater, a letter per item, a dot where there is none."""
    names = {"1": "error", "0": "ok", "m": "too-messy"}
    rows = [
        (f"s{item:02}", rater, names[letter])
        for rater, letters in answers.items()
        for item, letter in enumerate(letters)
        if letter != "."
    ]
    return from_columns(*zip(*rows, strict=True))


def needed_by_hand(
    panel: Panel, *experts: str, level: float = 0.95, n_resamples: int = 20
) -> dict[str, RatersNeeded]:
    rng = np.random.default_rng(3)
    rows = raters_needed(
        panel, experts, rng=rng, level=level, n_resamples=n_resamples, ways=[MAJORITY]
    )
    return {row.reference: row for row in rows}


# The majority of these three is 1111010000, which is right for each expert 8 times of 10; one of
# them, or two with ties broken at random, 7 times.
THREE_RATERS = {"r1": "0111010000", "r2": "1011010000", "r3": "1111011000"}


def test_three_raters_who_agree_with_experts_as_experts_do_are_enough() -> None:
    panel = by_hand({"e1": FIRST_EXPERT, "e2": SECOND_EXPERT, **THREE_RATERS})
    row = needed_by_hand(panel, "e1", "e2")["mean"]
    # Half of the experts' answers are errors, so kappa is twice the share of agreement less one.
    assert row.experts == pytest.approx(2 * 0.8 - 1)
    assert row.kappa == pytest.approx(2 * 0.8 - 1)
    assert (row.n_raters, row.largest) == (3, 3)


def test_an_expert_is_compared_with_the_other_experts_only() -> None:
    panel = by_hand({"e1": FIRST_EXPERT, "e2": SECOND_EXPERT, "e3": FIRST_EXPERT, **THREE_RATERS})
    rows = needed_by_hand(panel, "e1", "e2", "e3")
    assert rows["e1"].experts == rows["e3"].experts == pytest.approx((0.6 + 1) / 2)
    assert rows["e2"].experts == pytest.approx(0.6)
    assert rows["mean"].experts == pytest.approx((0.6 + 1 + 0.6) / 3)


def test_items_with_fewer_answers_than_raters_are_left_out_and_one_with_more_adds_no_size() -> None:
    answers = {"e1": FIRST_EXPERT, "e2": SECOND_EXPERT, **THREE_RATERS}
    answers = {name: f"{letters}.." for name, letters in answers.items()}
    # Two more items about which the experts agree, with an answer of one rater.
    answers |= {name: f"{answers[name][:10]}10" for name in ("e1", "e2", "r1")}
    row = needed_by_hand(by_hand({**answers, "r4": "..1"}), "e1", "e2")["mean"]
    assert row.experts == pytest.approx(2 * 10 / 12 - 1)
    assert (row.n_raters, row.largest) == (None, 3)
    assert row.kappa == pytest.approx(2 * 0.8 - 1)


def test_kappa_is_cohens_where_raters_see_more_errors_than_experts() -> None:
    answers = dict.fromkeys(("e1", "e2"), "1100000000") | dict.fromkeys(THREE_RATERS, "1111000000")
    row = needed_by_hand(by_hand(answers), "e1", "e2")["mean"]
    chance = 0.2 * 0.4 + 0.8 * 0.6
    assert row.experts == pytest.approx(1)
    assert row.kappa == pytest.approx((0.8 - chance) / (1 - chance))


def test_two_of_three_raters_are_too_few_with_three_labels_as_well() -> None:
    answers = {"e1": FIRST_EXPERT, "e2": SECOND_EXPERT, **THREE_RATERS}
    panel = by_hand({name: f"{letters}mmmmm" for name, letters in answers.items()})
    row = needed_by_hand(panel, "e1", "e2")["mean"]
    assert row.experts == pytest.approx((13 / 15 - 1 / 3) / (1 - 1 / 3))
    assert row.n_raters == 3


def test_the_interval_holds_the_middle_share_of_resampled_sentences() -> None:
    """Of two sentences one comes up twice in a quarter of the resamples, each way.

    With the first one alone a single rater is enough, with both three are, and with the second
    one alone, about which experts always agree, no number is.
    """
    answers = {
        "e1": FIRST_EXPERT + FIRST_EXPERT,
        "e2": SECOND_EXPERT + FIRST_EXPERT,
        "r1": FIRST_EXPERT + "0111110000",
        "r2": FIRST_EXPERT + "1011110000",
        "r3": FIRST_EXPERT + "1111111000",
    }
    panel = replace(by_hand(answers), cluster=np.repeat(np.arange(2, dtype=np.int32), 10))
    wide, narrow = (
        needed_by_hand(panel, "e1", "e2", level=level, n_resamples=1000)["mean"]
        for level in (0.6, 0.4)
    )
    assert (wide.n_raters, wide.low, wide.high) == (3, 1, None)
    assert (narrow.n_raters, narrow.low, narrow.high) == (3, 3, 3)
