"""How many raters match experts, with an interval, and how many fewer by better ways."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from solecism.agree.by_reference import by_reference
from solecism.agree.raters_needed import (
    MAJORITY,
    SCREENED,
    WAYS,
    WEIGHTED,
    RatersNeeded,
    raters_needed,
)
from solecism.panel import Panel
from solecism.panels import from_columns

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
