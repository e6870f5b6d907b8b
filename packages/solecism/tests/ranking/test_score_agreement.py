"""How far a score shares people's choices, and how that grows with the number of annotators."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from solecism.edit import Annotation, Edit
from solecism.judgment import Ranking
from solecism.numeric import Floats
from solecism.ranking.comparisons import comparisons
from solecism.ranking.evidence import Evidence, evidence
from solecism.ranking.human_ranking import resamples
from solecism.ranking.score_agreement import Choices, agreement_by_annotators, choices
from solecism.sentence import from_words

WORDS = ("It", "depends", "of", "you", ".")
ON = ("It", "depends", "on", "you", ".")


@dataclass
class ByAnnotator:
    """A score of three systems that is what their annotators say, on average."""

    said: Mapping[str, tuple[float, ...]]
    asked: list[tuple[str, ...]] = field(default_factory=list)
    name: str = "said"

    def statistics(self, evidence: Evidence) -> Floats:
        self.asked.append(evidence.annotators)
        means = np.mean([self.said[name] for name in evidence.annotators], axis=0)
        return np.asarray(means[:, None, None])

    def value(self, sums: Floats) -> Floats:
        return sums[..., 0]


def annotated_by(*annotators: str) -> Evidence:
    """A sentence with so many annotators, and three systems of which one corrects it."""
    notes = tuple(Annotation(name, (Edit(2, ("of",), ("on",)),)) for name in annotators)
    sentence = replace(from_words("d.1", WORDS), annotations=notes)
    return evidence([sentence], {"A": [ON], "B": [WORDS], "C": [WORDS]})


def test_a_score_is_right_by_half_where_it_ties() -> None:
    # The scores of three systems in two sentences.
    statistics = np.array([[3, 1], [2, 2], [2, 0]], dtype=float)[..., None]
    made = Choices(
        place=np.array([0, 0, 1]),
        rater=np.array([0, 1, 1]),
        better=np.array([0, 1, 1]),
        worse=np.array([1, 2, 2]),
    )
    drawn = resamples(2, 2, over=(), n_draws=3, rng=np.random.default_rng(0))
    score = ByAnnotator({})
    found = made.accuracy_draws(score, statistics, drawn)
    assert found[:, 0] == pytest.approx((1 + 0.5 + 1) / 3)
    some = made.of_systems(np.array([1, 2])).accuracy_draws(score, statistics, drawn)[0, 0]
    assert some == pytest.approx((0.5 + 1) / 2)


def test_people_choose_where_they_see_two_outputs_and_prefer_one() -> None:
    rankings = [
        Ranking("d.1", "ann", {"A": 2, "B": 1, "C": 3}),
        Ranking("d.1", "bob", {"A": 1, "B": 1, "none": 2}),
    ]
    pairs = comparisons(rankings)
    found = choices(pairs, np.array([0]), annotated_by("x"))
    # B and C are the same, bob ties A and B, and nobody knows what "none" wrote.
    rows = np.column_stack([found.rater, found.better, found.worse]).tolist()
    assert sorted(rows) == [[0, 0, 2], [0, 1, 0]]


def test_a_point_of_the_curve_is_the_mean_over_annotators_with_its_middle_share() -> None:
    said = {"a": (3.0, 2.0, 1.0), "b": (1.0, 2.0, 3.0), "c": (2.0, 3.0, 1.0), "d": (3.0, 1.0, 2.0)}
    points = agreement_by_annotators(
        np.array([3.0, 2.0, 1.0]),
        annotated_by(*said),
        [ByAnnotator(said)],
        systems=np.arange(3),
        rng=np.random.default_rng(0),
        n_subsets=4,
        level=0.5,
    )
    one = next(point for point in points if (point.measure, point.n_annotators) == ("Pearson", 1))
    # The four correlations are 1, -1, 1/2 and 1/2.
    assert one.n_subsets == 4
    assert one.mean == pytest.approx(0.25)
    assert (one.low, one.high) == pytest.approx((-1 + 0.75 * 1.5, 0.5 + 0.25 * 0.5))


def test_no_annotator_is_in_a_subset_twice() -> None:
    said = {name: (3.0, 2.0, float(number)) for number, name in enumerate("abcdefgh")}
    score = ByAnnotator(said)
    agreement_by_annotators(
        np.array([3.0, 2.0, 1.0]),
        annotated_by(*said),
        [score],
        systems=np.arange(3),
        rng=np.random.default_rng(0),
        n_subsets=10,
    )
    assert all(len(set(names)) == len(names) for names in score.asked)
    assert len(score.asked) == 8 + 5 * 10 + 8 + 1
