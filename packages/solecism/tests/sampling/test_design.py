"""Strata and allocations: sizes that fit, ties that stay together, Neyman's ratio."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import InputError
from solecism.sampling import strata as designs
from solecism.sampling.strata import Population, population
from solecism.site import Flag


def flags_of(n_flagged: int, n_other: int, *, scores: bool = True, seed: int = 0) -> list[Flag]:
    rng = np.random.default_rng(seed)
    flags = []
    for row in range(n_flagged + n_other):
        is_error = row < n_flagged
        score = float(rng.uniform(0.5, 1) if is_error else rng.uniform(0, 0.5) ** 2)
        flags.append(
            Flag(
                f"essay{row:05}.1:0-1:preposition",
                "mine",
                is_error,
                None,
                score if scores else None,
            )
        )
    return flags


def whole(n_flagged: int, n_other: int, *, scores: bool = True) -> Population:
    return population(flags_of(n_flagged, n_other, scores=scores))


def test_a_population_does_not_depend_on_the_order_of_its_flags() -> None:
    flags = flags_of(5, 20)
    forth, back = population(flags), population(reversed(flags))
    assert forth.sites == back.sites
    assert np.array_equal(forth.score, back.score)


def test_several_systems_must_be_told_apart() -> None:
    both = [*flags_of(2, 3), Flag("essay1.1:0-1:preposition", "yours", True)]
    with pytest.raises(InputError, match="mine, yours"):
        population(both)
    assert population(both, system="yours").sites == ("essay1.1:0-1:preposition",)
    with pytest.raises(InputError, match="no flag of system 'ours'"):
        population(both, system="ours")


def test_two_decisions_about_one_site_are_refused() -> None:
    with pytest.raises(InputError, match="decides twice"):
        population([*flags_of(1, 1), *flags_of(1, 1)])


def test_no_flags_are_no_population() -> None:
    with pytest.raises(InputError, match="no flags"):
        population([])


def test_strata_by_score_are_ordered_and_cover_everything() -> None:
    items = whole(200, 3000)
    strata = designs.score_strata(items)
    assert strata.sizes.sum() == 3200
    assert (strata.sizes > 0).all()
    for is_flagged in (True, False):
        assert (np.diff(strata.means(items.score)[strata.is_flagged == is_flagged]) > 0).all()


def test_scores_that_are_all_the_same_give_the_two_strata_of_the_paper() -> None:
    flags = [Flag(f"a.{n}:0-1:noun", "mine", n < 3, None, 0.25) for n in range(12)]
    strata = designs.score_strata(population(flags))
    assert strata.names == ("flagged", "other")


def test_strata_by_score_need_scores() -> None:
    with pytest.raises(InputError, match="confidence"):
        designs.score_strata(whole(3, 9, scores=False))


def test_the_paper_draws_twice_as_many_other_items() -> None:
    strata = designs.two_strata(whole(1500, 20_500))
    assert designs.allocate_as_the_paper(strata, 750).tolist() == [250, 500]


def test_neyman_divides_figure_1_as_one_to_three() -> None:
    """Figure 1 of paper 000: rates .8 and .3 give 1 : 3.06."""
    strata = designs.two_strata(whole(10_000, 90_000))
    n_flagged, n_other = designs.allocate_neyman(strata, 4060, rates=[0.8, 0.3])
    assert n_other / n_flagged == pytest.approx(3.06, abs=0.01)


def test_neyman_for_precision_draws_flagged_items_only() -> None:
    strata = designs.score_strata(whole(300, 900))
    sizes = designs.allocate_neyman(
        strata, 100, rates=np.full(len(strata.names), 0.3), measure="precision"
    )
    assert sizes[~strata.is_flagged].sum() == 0
    assert sizes.sum() == 100


@st.composite
def wishes(draw: st.DrawFn) -> tuple[list[float], list[int], list[int], int]:
    sizes = draw(st.lists(st.integers(1, 50), min_size=1, max_size=8))
    weights = [draw(st.floats(0.01, 100)) for _ in sizes]
    least = [draw(st.integers(0, size)) for size in sizes]
    return weights, sizes, least, draw(st.integers(max(1, sum(least)), sum(sizes)))


@given(wishes())
def test_filling_uses_the_whole_sample_within_its_bounds(
    wish: tuple[list[float], list[int], list[int], int],
) -> None:
    weights, sizes, least, n = wish
    drawn = designs.fill(weights, sizes, n, least=least)
    assert drawn.sum() == n
    assert (drawn <= sizes).all()
    assert (drawn >= least).all()


@pytest.mark.parametrize(("n", "problem"), [(13, "larger than its population"), (0, "empty")])
def test_samples_that_cannot_be_are_refused(n: int, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        designs.allocate_proportionally(designs.two_strata(whole(3, 9)), n)


def three_strata() -> designs.Design:
    """100 flagged items, 300 and 600 others."""
    stratum = np.repeat([0, 1, 2], [100, 300, 600])
    return designs.Design(
        ("flagged", "other 1", "other 2"), np.array([True, False, False]), stratum
    )


def test_by_score_as_many_flagged_items_are_drawn_as_the_paper_has() -> None:
    """Neyman would draw fewer; within each side it is Neyman's allocation, half by size."""
    design, rates = three_strata(), np.array([0.99, 0.2, 0.05])
    assert designs.allocate_neyman(design, 150, rates=rates)[0] < 50
    sizes = designs.allocate_by_score(design, 150, rates=rates)
    spread = np.array([300 * 0.4, 600 * math.sqrt(0.05 * 0.95)])
    by_spread, by_size = spread / spread.sum(), np.array([1 / 3, 2 / 3])
    assert sizes[0] == 50
    assert sizes[1:] == pytest.approx(100 * (by_spread + by_size) / 2, abs=1)
    more = designs.allocate_by_score(design, 150, rates=[0.1, 0.5, 0.5])
    assert more.tolist() == designs.allocate_neyman(design, 150, rates=[0.1, 0.5, 0.5]).tolist()


@pytest.mark.parametrize("hedge", [0.0, 0.1])
def test_neyman_goes_by_spread_over_the_errors_of_the_side(hedge: float) -> None:
    """N sqrt(p (1 - p)) over 80 errors flagged, and over 60 + 30 of the others."""
    flagged = 100 * 0.4 / 80
    first, second = 300 * 0.4 / 90, 600 * math.sqrt(0.05 * 0.95) / 90
    whole = first + second
    wanted = np.array(
        [
            flagged,
            (1 - hedge) * first + hedge * whole / 3,
            (1 - hedge) * second + hedge * whole * 2 / 3,
        ]
    )
    sizes = designs.allocate_neyman(three_strata(), 150, rates=[0.8, 0.2, 0.05], hedge=hedge)
    assert sizes.tolist() == pytest.approx((150 * wanted / wanted.sum()).tolist(), abs=1)


def test_five_items_at_least_are_drawn_of_each_stratum() -> None:
    sizes = designs.allocate_neyman(three_strata(), 60, rates=[0.5, 0.4, 0.00001], hedge=0.0)
    assert sizes[2] == 5


def test_expected_misses_follow_from_precision_and_recall() -> None:
    """Of 100 flagged items 80 are errors, 40% of all 200: 120 errors are among 1,000 others."""
    items = whole(100, 1000, scores=False)
    rates = designs.expected_rates(designs.two_strata(items), items, precision=0.8, recall=0.4)
    assert rates.tolist() == pytest.approx([0.8, 0.12])


def test_strata_by_score_are_about_equally_uncertain() -> None:
    items = whole(4000, 4000)
    strata = designs.score_strata(items, n_flagged=4, n_other=4)
    p = np.clip(items.score, 0.002, 0.998)
    sums = np.bincount(strata.stratum, weights=np.sqrt(p * (1 - p)))
    for is_flagged in (True, False):
        here = sums[strata.is_flagged == is_flagged]
        assert here.tolist() == pytest.approx([float(here.mean())] * 4, rel=0.01)


def test_the_paper_draws_the_same_share_of_all_strata_of_a_side() -> None:
    is_flagged = np.array([True, True, False, False])
    stratum = np.repeat(np.arange(4), [90, 30, 300, 900])
    strata = designs.Design(("a", "b", "c", "d"), is_flagged, stratum)
    assert designs.allocate_as_the_paper(strata, 48).tolist() == [12, 4, 8, 24]


def test_strata_by_score_are_cut_in_the_middle_of_what_is_uncertain() -> None:
    """Scores as far from one half as others, and as many, make strata of the same size."""
    scores = [0.2, 0.4, 0.6, 0.8] * 10
    flags = [Flag(f"e.{n}:0-1:preposition", "mine", False, None, p) for n, p in enumerate(scores)]
    flags.append(Flag("e.99:0-1:preposition", "mine", True, None, 0.9))
    design = designs.score_strata(population(flags), n_flagged=1, n_other=2)
    assert design.sizes.tolist() == [1, 20, 20]
