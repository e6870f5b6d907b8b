"""Reliability by number of raters."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.inter_rater import cohens_kappa

from random_panels import simulated_answers
from solecism.agreement.reliability import kappas_over_items, p_majority, reliability
from solecism.errors import InputError
from solecism.panel import Panel, from_columns, from_matrix


def study(seed: int = 1, p_missing: float = 0.2) -> tuple[Panel, dict[str, str]]:
    answers, truth = simulated_answers(seed, n_raters=7, n_labels=2, p_missing=p_missing)
    panel = from_matrix(answers, labels=["ok", "error"])
    return panel, {
        name: panel.labels[label] for name, label in zip(panel.items, truth, strict=True)
    }


@given(st.lists(st.booleans(), min_size=1, max_size=7), st.data())
def test_the_coin_of_a_majority_is_that_of_all_draws(
    answers: list[bool], data: st.DataObject
) -> None:
    size = data.draw(st.integers(1, len(answers)))
    draws = [2 * sum(drawn) for drawn in combinations(answers, size)]
    expected = np.mean([(draw > size) + (draw == size) / 2 for draw in draws])
    found = p_majority(np.array([sum(answers)]), np.array([len(answers)]), size)
    assert found[0] == pytest.approx(expected)


def test_cells_and_single_draws_agree() -> None:
    panel, reference = study()
    exact = reliability(panel, reference, rng=np.random.default_rng(1), n_draws=2000)
    three_labels = replace(panel, labels=(*panel.labels, "unsure"))
    drawn = reliability(three_labels, reference, rng=np.random.default_rng(2), n_draws=300)
    for one, other in zip(exact, drawn, strict=True):
        assert one.n_items == other.n_items
        assert one.kappa == pytest.approx(other.kappa, abs=0.012)
        assert one.agreement == pytest.approx(other.agreement, abs=0.006)
        assert one.kappa.interval.low == pytest.approx(other.kappa.interval.low, abs=0.03)


def test_all_raters_are_the_plain_majority() -> None:
    panel, reference = study(p_missing=0)
    (last,) = reliability(panel, reference, sizes=[7], rng=np.random.default_rng(1))
    majority = np.argmax(panel.counts(), axis=1)
    truth = np.array([panel.labels.index(reference[item]) for item in panel.items])
    assert last.agreement == pytest.approx((majority == truth).mean())
    assert last.kappa.interval.low == pytest.approx(last.kappa.interval.high)


def test_an_interval_over_items_is_that_of_the_majoritys_kappa() -> None:
    """With all raters, kappa and its asymptotic standard error are those of statsmodels."""
    panel, reference = study(p_missing=0)
    items = sorted(reference)
    answered = panel.select(np.isin(panel.item, range(len(items))))
    rows = [*_columns(answered), *((item, "expert", reference[item]) for item in answered.items)]
    whole = from_columns(*zip(*rows, strict=True))
    [found] = kappas_over_items(whole, "expert", [7], rng=np.random.default_rng(3))
    majority = np.argmax(answered.counts(), axis=1)
    truth = np.array([answered.labels.index(reference[item]) for item in answered.items])
    counts = np.histogram2d(truth, majority, bins=2)[0]
    known = cohens_kappa(counts)
    assert found == pytest.approx(known.kappa)
    assert found.interval.half_width == pytest.approx(1.96 * known.std_kappa, rel=0.12)


def _columns(panel: Panel) -> list[tuple[str, str, str]]:
    return [
        (panel.items[item], panel.raters[rater], panel.labels[answer])
        for item, rater, answer in zip(panel.item, panel.rater, panel.answer, strict=True)
    ]


def test_more_raters_are_more_reliable() -> None:
    panel, reference = study(p_missing=0)
    kappas = [point.kappa for point in reliability(panel, reference, rng=np.random.default_rng(1))]
    assert kappas[0] < kappas[2] < kappas[6]


def test_one_seed_gives_one_curve() -> None:
    panel, reference = study()
    curves = [reliability(panel, reference, rng=np.random.default_rng(5)) for _ in range(2)]
    assert curves[0] == curves[1]


def test_a_reference_without_judged_items_is_an_error() -> None:
    with pytest.raises(InputError, match="Do their ids match"):
        reliability(study()[0], {"elsewhere": "ok"}, rng=np.random.default_rng(1))


@pytest.mark.parametrize("sizes", [[0], [1, 8]])
def test_sizes_must_be_possible(sizes: list[int]) -> None:
    panel, reference = study()
    with pytest.raises(InputError, match="no item has so many answers"):
        reliability(panel, reference, sizes=sizes, rng=np.random.default_rng(1))


def test_a_constant_reference_has_agreement_but_no_kappa_with_itself() -> None:
    panel = from_matrix(np.zeros((5, 3), dtype=int), labels=["ok", "error"])
    points = reliability(panel, dict.fromkeys(panel.items, "ok"), rng=np.random.default_rng(1))
    assert [point.agreement for point in points] == [1, 1, 1]
    assert all(np.isnan(point.kappa) for point in points)


def test_labels_of_the_reference_alone_count_as_disagreement() -> None:
    panel = from_matrix(np.zeros((4, 2), dtype=int), labels=["ok"])
    reference = dict(zip(panel.items, ["ok", "ok", "error", "error"], strict=True))
    assert reliability(panel, reference, rng=np.random.default_rng(1))[0].agreement == 0.5


def test_items_that_nobody_judged_are_passed_over() -> None:
    answers = np.array([[0, 0], [-1, -1], [1, 1]])
    panel = from_matrix(answers, labels=["ok", "error"])
    reference = dict(zip(panel.items, ["ok", "ok", "error"], strict=True))
    (one, _) = reliability(panel, reference, rng=np.random.default_rng(1))
    assert (one.n_items, one.agreement.value) == (2, 1)
