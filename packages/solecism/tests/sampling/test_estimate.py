"""Estimates: figure 1 of paper 000, every method, bad input, coverage and efficiency."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from solecism.errors import InputError
from solecism.figure import MEASURES, Interval
from solecism.judgment import Judgment
from solecism.sample_key import Key, KeyItem, Stratum
from solecism.sampling.draw import Answers
from solecism.sampling.error_rates import side
from solecism.sampling.estimate import (
    Method,
    design_effect,
    estimate,
    measure_gradient,
    measure_value,
)

METHODS: tuple[Method, ...] = ("stratified", "paper", "bayes", "anytime", "prediction-powered")


def study(
    hits: int,
    n_flagged: int,
    misses: int,
    n_other: int,
    *,
    sizes: tuple[int, int] = (1000, 9000),
    raters: int = 1,
) -> tuple[Key, list[Judgment]]:
    """A key of two strata and unanimous judgments with these numbers of errors."""
    items, judgments = [], []
    for name, n_errors, n in (("flagged", hits, n_flagged), ("other", misses, n_other)):
        for row in range(n):
            site = f"{name}{row}.1:0-1:preposition"
            answer = "error" if row < n_errors else "ok"
            items.append(KeyItem(site, name, 0.9 if answer == "error" else 0.2))
            judgments += [Judgment(site, f"rater{number}", answer) for number in range(raters)]
    strata = (Stratum("flagged", True, sizes[0], 0.76), Stratum("other", False, sizes[1], 0.41))
    return Key("mine", "paper", 1, strata, tuple(items)), judgments


def test_figure_1_comes_out_as_in_the_paper() -> None:
    found = estimate(*study(600, 750, 450, 1500))
    assert found.figures["precision"].value == pytest.approx(0.8)
    assert found.figures["recall"].value == pytest.approx(8 / 35)
    assert found.figures["F1"].value == pytest.approx(16 / 45)
    assert found.figures["F0.5"].value == pytest.approx(8 / 15)
    precision = found.figures["precision"].interval
    assert (precision.low, precision.high) == pytest.approx((0.78531, 0.81393), abs=5e-6)


def test_the_papers_own_interval_is_there_under_its_name() -> None:
    interval = estimate(*study(600, 750, 450, 1500), method="paper").figures["precision"].interval
    assert (round(interval.low, 2), round(interval.high, 2)) == (0.77, 0.83)
    assert interval.method == "Wald"


@pytest.mark.parametrize("method", METHODS)
def test_every_method_gives_intervals_that_hold_its_estimates(method: Method) -> None:
    for one in estimate(*study(60, 75, 15, 150), method=method).figures.values():
        assert one.value in one.interval, one


@pytest.mark.parametrize("method", ["stratified", "bayes", "anytime"])
def test_no_miss_found_is_no_proof_that_there_is_none(method: Method) -> None:
    recall = estimate(*study(60, 75, 0, 150), method=method).figures["recall"]
    assert recall.value == 1
    assert 0.2 < recall.interval.low < 0.99
    assert recall.interval.high == 1


def test_the_paper_s_way_warns_of_recall_below_five_misses() -> None:
    few, enough = (list(estimate(*study(60, 75, n, 150), method="paper").remarks()) for n in (4, 5))
    assert few[-1].startswith("4 misses found: with fewer than 5 the paper's interval")
    assert len(enough) == 1


def test_a_sample_by_score_says_what_the_plain_design_would_have_given() -> None:
    """With two strata in the plain design's own sizes, and the corpus beyond, it is the same."""
    key, judgments = study(60, 75, 15, 150)
    same = estimate(replace(key, design="two-strata"), judgments)
    for measure in MEASURES:
        assert same.plain[measure] == same.figures[measure].interval
    assert {row[5] for row in next(same.tables()).rows} == {"1.000"}
    assert estimate(key, judgments).plain == {}


def test_a_design_effect_is_the_square_of_widths() -> None:
    assert design_effect(Interval(0.4, 0.5), Interval(0.3, 0.6)) == pytest.approx(9)
    assert math.isnan(design_effect(Interval(1, 1), Interval(0.3, 0.6)))


def test_unanimous_raters_say_what_one_rater_says() -> None:
    one, three = (estimate(*study(60, 75, 15, 150, raters=n)) for n in (1, 3))
    for measure in MEASURES:
        assert three.figures[measure].value == pytest.approx(one.figures[measure].value)
    assert three.n_raters == 3


def test_all_ok_gives_reasons_and_no_warning() -> None:
    found = estimate(*study(0, 75, 0, 150))
    assert found.figures["precision"].value == 0
    assert math.isnan(found.figures["recall"].value)
    assert "no error" in found.figures["recall"].interval.method


def test_verification_gives_precision_and_refuses_recall() -> None:
    key, judgments = study(60, 75, 0, 0)
    found = estimate(key, judgments)
    assert found.figures["precision"].interval.is_defined
    assert math.isnan(found.figures["recall"].value)
    reason = found.figures["recall"].reason
    assert "nothing is known of the errors that the system missed" in reason
    with pytest.raises(InputError, match="recall cannot be estimated: no item of stratum 'other'"):
        estimate(key, judgments, measures=["recall"])


def test_an_exhaustive_sample_leaves_no_doubt_about_this_corpus_but_about_others() -> None:
    key, judgments = study(8, 10, 3, 90, sizes=(10, 90))
    for measure in MEASURES:
        assert estimate(key, judgments).figures[measure].interval.half_width == pytest.approx(
            0, abs=1e-12
        )
        assert estimate(key, judgments, finite=False).figures[measure].interval.half_width > 0.01


def test_nothing_flagged_and_everything_flagged_have_defined_answers() -> None:
    key, judgments = study(0, 0, 5, 50, sizes=(0, 500))
    assert "no flagged items" in estimate(key, judgments).figures["precision"].interval.method
    key, judgments = study(20, 30, 0, 0, sizes=(100, 0))
    recall = estimate(key, judgments).figures["recall"]
    assert (recall.value, recall.interval.low, recall.interval.high) == (1, 1, 1)


def test_judgments_of_other_sites_are_counted_and_left_aside() -> None:
    key, judgments = study(60, 75, 15, 150)
    found = estimate(key, [*judgments, Judgment("elsewhere.1:0-1:noun", "ann", "error")])
    assert found.n_outside == 1
    assert found.figures == estimate(key, judgments).figures


def test_a_key_of_another_sample_is_refused() -> None:
    key, _ = study(60, 75, 15, 150)
    with pytest.raises(InputError, match="none of the judgments"):
        estimate(key, [Judgment("elsewhere.1:0-1:noun", "ann", "error")])


def test_duplicate_answers_and_unknown_labels_are_refused() -> None:
    key, judgments = study(6, 7, 1, 15)
    with pytest.raises(InputError, match="twice"):
        estimate(key, [*judgments, judgments[0]])
    with pytest.raises(InputError, match="unknown answer 'yes'"):
        estimate(key, [Judgment(judgments[0].site, "ann", "yes")])


def test_unknown_answers_and_control_items_are_not_data() -> None:
    key, judgments = study(60, 75, 15, 150)
    extra = [
        Judgment(judgments[0].site, "bob", "unknown"),
        Judgment(judgments[1].site, "bob", "ok", gold="ok"),
    ]
    found = estimate(key, [*judgments, *extra])
    assert found.figures == estimate(key, judgments).figures


def test_a_tie_of_the_majority_has_no_anytime_interval() -> None:
    key, judgments = study(60, 75, 15, 150)
    tied = [*judgments, Judgment(judgments[0].site, "bob", "ok")]
    with pytest.raises(InputError, match="raters differ about 1 of 225"):
        estimate(key, tied, method="anytime", reading="majority")


def test_a_measure_or_level_that_is_none_is_refused() -> None:
    key, judgments = study(60, 75, 15, 150)
    with pytest.raises(InputError, match="no measure 'accuracy'"):
        estimate(key, judgments, measures=["accuracy"])
    with pytest.raises(InputError, match="level"):
        estimate(key, judgments, level=95)


@pytest.mark.parametrize("measure", MEASURES)
def test_gradients_are_those_of_small_steps(measure: str) -> None:
    at = measure_value(measure, 40, 60, 50)
    by_hit, by_miss = measure_gradient(measure, 40, 60, 50)
    assert (measure_value(measure, 40 + 1e-6, 60, 50) - at) / 1e-6 == pytest.approx(
        by_hit, rel=1e-4
    )
    assert (measure_value(measure, 40, 60 + 1e-6, 50) - at) / 1e-6 == pytest.approx(
        by_miss, abs=1e-8
    )


def test_the_prediction_powered_rate_is_that_of_ppi_python() -> None:
    ppi = pytest.importorskip("ppi_py")
    rng = np.random.default_rng(5)
    p = rng.beta(1, 3, 20_000)
    y = (rng.random(20_000) < p).astype(float)
    key = Key("mine", "paper", 1, (Stratum("other", False, 20_000, float(p.mean())),), ())
    drawn = rng.permutation(20_000)[:400]
    answers = Answers(y[drawn, None], np.zeros(400, dtype=np.int64), p[drawn], 0)
    ours = side(key, answers, flagged=False, powered=True, finite=False)
    low, high = ppi.ppi_mean_ci(y[drawn], p[drawn], np.delete(p, drawn), alpha=0.05)
    theirs = ppi.ppi_mean_pointestimate(y[drawn], p[drawn], np.delete(p, drawn))
    assert ours.rate == pytest.approx(float(theirs[0]), abs=0.002)
    assert 1.96 * math.sqrt(ours.variance) == pytest.approx((high - low)[0] / 2, rel=0.05)


def test_a_prediction_powered_estimate_needs_scores() -> None:
    key, judgments = study(60, 75, 15, 150)
    bare = Key("mine", "paper", 1, key.strata, tuple(KeyItem(i.site, i.stratum) for i in key.items))
    with pytest.raises(InputError, match="needs a score"):
        estimate(bare, judgments, method="prediction-powered")
