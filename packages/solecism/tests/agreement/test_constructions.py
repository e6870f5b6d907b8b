"""The measures of five constructions: what raters accept, and how far they agree on it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from solecism.agreement.accepted_constructions import ChoiceScore
from solecism.agreement.construction_measures import (
    AcceptedTogether,
    Contrast,
    construction_measures,
)
from solecism.agreement.difference import SIMPLE
from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.locate.sites import CONSTRUCTIONS

NOTES = {
    "s1": {"construction": "the singular", "mentioned": "yes", "entropy": "low"},
    "s2": {"construction": "the plural", "mentioned": "no", "entropy": "low"},
    "s3": {"construction": "a singular", "mentioned": "no", "entropy": "high"},
}
WRITERS = [
    Judgment(site, "writer", "yes*", notes={**notes, "dominant": "the singular"})
    for site, notes in NOTES.items()
]
# By rater, stage and site, in the order of the constructions; s is yes*.
ANSWERS = {
    ("ann", "no-context"): {"s1": "nyynn", "s2": "nnyny", "s3": "nyyyn"},
    ("bob", "no-context"): {"s1": "nyynn", "s2": "nyyny", "s3": "nyynn"},
    ("ann", "in-context"): {"s1": "nnsnn", "s2": "nnnss", "s3": "nsynn"},
    ("bob", "in-context"): {"s1": "nysnn", "s2": "nnnss", "s3": "nynsn"},
}
LETTERS = {"y": "yes", "n": "no", "s": "yes*"}


def judgments() -> list[Judgment]:
    return [
        Judgment(site, rater, LETTERS[letter], stage=stage, notes={"construction": name})
        for (rater, stage), answers in ANSWERS.items()
        for site, letters in answers.items()
        for name, letter in zip(CONSTRUCTIONS, letters, strict=True)
    ]


def contrast(name: str) -> Contrast:
    found = construction_measures(judgments(), WRITERS, measures=["observed"])
    [one] = [each for each in found.contrasts if each.name.startswith(name)]
    return one


def observed(name: str) -> dict[str, float]:
    return {row.part: row.agreement.value for row in contrast(name).agreements}


def test_the_writers_own_construction_is_accepted_or_best() -> None:
    found = construction_measures(judgments(), WRITERS)
    rows = {(row.part, row.usage.rater): row.usage for row in found.usage}
    assert rows["in-context", "ann"].original_accepted == 1
    assert rows["in-context", "ann"].original_best == 1
    assert rows["in-context", "bob"].original_accepted == 1
    assert rows["in-context", "bob"].original_best == pytest.approx(2 / 3)
    assert rows["no-context", "ann"].several_accepted == 1
    assert rows["in-context", "ann"].several_best == pytest.approx(1 / 3)
    assert np.isnan(rows["no-context", "ann"].original_best)


def test_what_is_best_together_is_counted_in_context_by_rater() -> None:
    pair = ("null plural", "the plural")
    found = construction_measures(judgments(), WRITERS).together
    assert found == [AcceptedTogether("ann", pair, 1), AcceptedTogether("bob", pair, 1)]


def test_agreement_is_compared_from_the_first_stage_to_the_last() -> None:
    assert observed("stage") == pytest.approx({"no-context": 13 / 15, "in-context": 12 / 15})
    independent, paired = contrast("stage").differences
    assert (paired.before, paired.after) == ("no-context", "in-context")
    assert paired.difference.value == independent.difference.value == pytest.approx(-1 / 15)
    assert paired.difference.test == "paired, 3 clusters"


def test_mention_matters_to_nouns_with_the_only() -> None:
    assert observed("mentioned") == pytest.approx({"mentioned": 4 / 5, "not mentioned": 1})
    [test] = contrast("mentioned").differences
    assert test.difference.test == "independent"


def test_the_commonest_construction_is_held_against_the_others() -> None:
    assert observed("low") == pytest.approx({"commonest": 1, "others": 7 / 8})
    assert observed("high") == pytest.approx({"commonest": 0, "others": 3 / 4})
    methods = [row.difference.test for row in contrast("low").differences]
    assert methods[-1].startswith("paired")


def test_without_a_key_there_are_stages_alone() -> None:
    found = construction_measures(judgments(), [])
    assert [each.name for each in found.contrasts] == ["stage"]
    assert np.isnan(found.usage[0].usage.original_accepted)


def test_no_judgments_are_told() -> None:
    with pytest.raises(InputError, match="no judgments"):
        construction_measures([], WRITERS)


def printed_judgments() -> list[Judgment]:
    """Two raters' answers on 368 nouns with the counts of the paper's table 5."""
    table = {
        "no-context": {"yy": 846, "yn": 302, "ny": 108, "nn": 584},
        "in-context": {"yy": 462, "yn": 77, "ny": 260, "nn": 1041},
    }
    return [
        Judgment(
            f"s{number // 5}:0-1:number",
            rater,
            LETTERS[pair[index]],
            stage=stage,
            notes={"construction": CONSTRUCTIONS[number % 5]},
        )
        for stage, cells in table.items()
        for number, pair in enumerate(pair for pair, n in cells.items() for _ in range(n))
        for index, rater in enumerate(("R1", "R2"))
    ]


def test_tables_4_and_5_of_the_paper_come_out() -> None:
    found = construction_measures(printed_judgments(), [])
    shares = {(row.part, row.usage.rater): row.usage.shares["yes"] for row in found.usage}
    assert {key: round(share, 3) for key, share in shares.items()} == {
        ("no-context", "R1"): 0.624,
        ("no-context", "R2"): 0.518,
        ("in-context", "R1"): 0.293,
        ("in-context", "R2"): 0.392,
    }
    [stage] = found.contrasts
    values = {(row.part, row.agreement.name): row.agreement.value for row in stage.agreements}
    assert values["no-context", "observed"] == pytest.approx(0.78, abs=0.005)
    assert values["no-context", "cohen"] == pytest.approx(57681 / 104831)
    assert values["in-context", "observed"] == pytest.approx(0.82, abs=0.005)
    assert values["in-context", "cohen"] == pytest.approx(230461 / 385481)


def test_the_papers_z_comes_out_beside_the_clustered_ones() -> None:
    [stage] = construction_measures(printed_judgments(), []).contrasts
    tests = {
        row.difference.test: row.difference.statistic
        for row in stage.differences
        if row.difference.name == "cohen"
    }
    assert tests[SIMPLE] == pytest.approx(1.7102259811611642)
    assert set(tests) == {SIMPLE, "independent", "paired, 368 clusters"}


def test_the_confusion_tables_of_the_paper_come_out() -> None:
    found = construction_measures(printed_judgments(), []).confusions
    assert [one.stage for one in found] == ["no-context", "in-context"]
    tables = {one.stage: one.confusion for one in found}
    order = [tables["in-context"].labels.index(label) for label in ("yes", "no")]
    assert tables["in-context"].counts[np.ix_(order, order)].tolist() == [[462, 77], [260, 1041]]
    assert (tables["in-context"].first, tables["in-context"].second) == ("R1", "R2")


def grey_judgments() -> list[Judgment]:
    letters = {**LETTERS, "g": "grey"}
    answers = {"ann": {"s1": "ngynn", "s2": "nnynn"}, "bob": {"s1": "nyynn", "s2": "nnyng"}}
    return [
        Judgment(site, rater, letters[letter], stage="in-context", notes={"construction": name})
        for rater, given in answers.items()
        for site, row in given.items()
        for name, letter in zip(CONSTRUCTIONS, row, strict=True)
    ]


def test_grey_counts_as_yes_or_on_request_as_no() -> None:
    accepted = construction_measures(grey_judgments(), WRITERS)
    refused = construction_measures(grey_judgments(), WRITERS, accepts_grey=False)
    [ann, bob] = [row.usage for row in accepted.usage]
    assert ann.shares["grey"] == pytest.approx(0.1)
    assert (ann.several_accepted, bob.several_accepted) == (0.5, 1.0)
    [ann, bob] = [row.usage for row in refused.usage]
    assert (ann.several_accepted, bob.several_accepted) == (0.0, 0.5)
    assert [one.confusion.counts.sum() for one in (*accepted.confusions, *refused.confusions)] == [
        10,
        10,
    ]


def choice_scores_of(
    *names: str, given: list[Judgment] | None = None, writers: list[Judgment] = WRITERS
) -> dict[str, ChoiceScore]:
    """The scores of a system that chooses these constructions at the three nouns."""
    choices = [
        Judgment(site, "me", "yes*", notes={"construction": name})
        for site, name in zip(NOTES, names, strict=True)
    ]
    answers = judgments() if given is None else given
    found = construction_measures(answers, writers, choices=choices)
    return {row.against: row for row in found.systems}


def test_a_system_is_scored_against_all_that_raters_accept() -> None:
    scores = choice_scores_of("a singular", "null plural", "the singular")
    # The writer wrote none of these; bob accepts the first, both find the second best, and ann
    # accepts the third.
    assert scores["the writer’s own"].accuracy == 0
    assert scores["best of any rater"].accuracy == pytest.approx(1 / 3)
    assert scores["accepted by ann"].accuracy == pytest.approx(2 / 3)
    assert scores["accepted by any rater"].accuracy == 1
    assert scores["accepted by most raters"].accuracy == pytest.approx((0.5 + 1 + 0.5) / 3)
    assert scores["accepted, share of raters"].more == pytest.approx(2 / 3)
    assert {row.n_sites for row in scores.values()} == {3}


def test_an_interval_of_choices_is_that_of_a_mean_or_of_a_share() -> None:
    scores = choice_scores_of("a singular", "null plural", "the singular")
    shares = np.array([0.5, 1, 0.5])
    more = scores["accepted, share of raters"].more.interval
    expected = stats.t.interval(0.95, 2, shares.mean(), stats.sem(shares))
    assert (more.low, more.high) == pytest.approx(expected)
    # An accuracy is a share, whatever the interval of a mean may say.
    accuracy = scores["accepted, share of raters"].accuracy.interval
    assert expected[0] < 0 < 1 < expected[1]
    assert (accuracy.low, accuracy.high) == (0, 1)
    plain = scores["accepted by ann"].accuracy.interval
    assert (plain.low, plain.high) == pytest.approx(proportion_confint(2, 3, method="wilson"))


def test_nouns_that_nobody_knows_about_are_neither_right_nor_wrong() -> None:
    names = "the singular", "null plural", "the singular"
    writer = choice_scores_of(*names, writers=WRITERS[:2])["the writer’s own"]
    assert writer.n_sites == 2
    assert float(writer.accuracy) == pytest.approx(1 / 2)
    without = [each for each in judgments() if (each.rater, each.site) != ("bob", "s3")]
    bob = choice_scores_of(*names, given=without)["accepted by bob"]
    assert (bob.n_sites, float(bob.accuracy)) == (2, 1.0)


def test_choices_elsewhere_or_without_a_construction_are_told() -> None:
    elsewhere = [Judgment("t9", "me", "yes*", notes={"construction": "a singular"})]
    with pytest.raises(InputError, match="no choice of me is at a judged noun"):
        construction_measures(judgments(), WRITERS, choices=elsewhere)
    with pytest.raises(InputError, match="no construction in its notes"):
        construction_measures(judgments(), WRITERS, choices=[Judgment("s1", "me", "yes*")])
