"""Expected intervals, against a published sample and against a formula."""

from __future__ import annotations

import math

import pytest

from solecism import sample_key as keys
from solecism.sample_key import Key, KeyItem, Stratum
from solecism_study.configuration import Configuration, Expected
from solecism_study.item import Item
from solecism_study.planning.expected_widths import expected_figures
from solecism_study.planning.planned_study import planned_from_items
from solecism_study.simulation import SHARE_ELSE, SHARE_IF_ERROR
from studies import data_items


def test_a_sample_has_the_intervals_of_its_plan() -> None:
    """Figure 1 of paper 000: 750 of 1,000 and 1,500 of 9,000 items, precision .8, recall 8/35."""
    items = data_items(2250)
    strata = Stratum("flagged", True, 1000), Stratum("other", False, 9000)
    drawn = [
        KeyItem(one.site, "flagged" if place < 750 else "other") for place, one in enumerate(items)
    ]
    key = Key("mine", "paper", 1, strata, tuple(drawn))
    configuration = Configuration(
        name="p",
        task="extraneous",
        seed=1,
        expected=Expected(precision=0.8, recall=8 / 35, error_share=0.2),
    )
    planned = planned_from_items(configuration, items, key="".join(keys.format(key)))
    precision, recall, *_ = expected_figures(planned)
    assert precision.name == "precision of mine"
    assert (precision.interval.low, precision.interval.high) == pytest.approx(
        (0.78531, 0.81393), abs=5e-5
    )
    assert (recall.interval.low, recall.interval.high) == pytest.approx((0.2160, 0.2417), abs=2e-3)


@pytest.mark.parametrize(("n_items", "n_raters"), [(150, 20), (1200, 20), (1200, 4)])
def test_the_share_of_errors_is_as_uncertain_as_items_and_raters_make_it(
    n_items: int, n_raters: int
) -> None:
    expected = Expected(n_raters=n_raters, error_share=0.3)
    configuration = Configuration(
        name="p", task="extraneous", seed=5, n_judgments=4, expected=expected
    )
    [share, _] = expected_figures(planned_from_items(configuration, data_items(n_items)))
    assert share.value == pytest.approx(0.3 * SHARE_IF_ERROR + 0.7 * SHARE_ELSE, abs=0.03)
    between = 0.3 * 0.7 * (SHARE_IF_ERROR - SHARE_ELSE) ** 2
    within = 0.3 * 0.8 * 0.2 + 0.7 * 0.1 * 0.9
    least = 1.96 * math.sqrt((between + within / 4) / n_items + 0.05**2 / n_raters)
    # Student's t for few raters makes the interval wider than the normal one.
    assert 0.85 * least < share.interval.half_width < (3.0 if n_raters == 4 else 1.3) * least


def test_one_answer_per_item_tells_nothing_of_raters() -> None:
    configuration = Configuration(name="p", task="extraneous", seed=5, n_judgments=1)
    [share] = expected_figures(planned_from_items(configuration, data_items(100)))
    alone = 1.96 * math.sqrt(share.value * (1 - share.value) / 100)
    assert share.interval.half_width == pytest.approx(alone, rel=0.05)


def test_other_answers_have_the_widest_interval_of_a_share() -> None:
    items = [Item(f"a.{n}:1-2:sentence", "It ", "is", " so.") for n in range(100)]
    configuration = Configuration(name="p", task="acceptability", seed=1, settings={"points": 5})
    [share] = expected_figures(planned_from_items(configuration, items))
    assert (share.value, round(share.interval.half_width, 4)) == (0.5, 0.0962)
