"""Whether one score is nearer to people than another, and scores that were computed elsewhere."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

from solecism.errors import FormatError, InputError
from solecism.formats.rankings import read
from solecism.judgment import Ranking
from solecism.ranking.other_scores import OtherScore, parse
from solecism.ranking.score_comparison import ScoreDraws, score_differences, williams
from solecism.ranking.system_ranking import SystemRanking, rank_systems

ROOT = Path(__file__).parents[4]
EXAMPLES = ROOT / "examples" / "ranking"


def test_williams_t_is_that_of_the_determinant() -> None:
    """K is the determinant of the three correlations' matrix."""
    for first, second, between, n in (
        (0.9, 0.6, 0.7, 12),
        (0.3, 0.5, 0.2, 40),
        (-0.2, 0.1, 0.4, 5),
    ):
        matrix = np.array([[1, first, second], [first, 1, between], [second, between, 1]])
        pooled = 2 * np.linalg.det(matrix) * (n - 1) / (n - 3)
        pooled += ((first + second) / 2) ** 2 * (1 - between) ** 3
        t = (first - second) * math.sqrt((n - 1) * (1 + between) / pooled)
        found = williams(first, second, between, n)
        assert found == pytest.approx((t, 2 * stats.t.sf(abs(t), n - 3)), abs=1e-12)


def test_williams_p_values_are_right_where_both_scores_are_as_good() -> None:
    """With 12 systems and equal true correlations, 5% of p-values are below .05."""
    rng = np.random.default_rng(0)
    covariance = np.array([[1, 0.7, 0.7], [0.7, 1, 0.6], [0.7, 0.6, 1]])
    drawn = rng.multivariate_normal(np.zeros(3), covariance, size=(3000, 12))
    p_values = []
    for sample in drawn:
        r = np.corrcoef(sample.T)
        p_values.append(williams(r[0, 1], r[0, 2], r[1, 2], 12)[1])
    assert np.mean(np.array(p_values) < 0.05) == pytest.approx(0.05, abs=0.015)


@pytest.mark.parametrize(("between", "n"), [(1.0, 12), (0.5, 3)])
def test_equal_scores_and_three_systems_have_no_test(between: float, n: int) -> None:
    assert all(map(math.isnan, williams(0.8, 0.8, between, n)))


def test_differences_are_of_the_same_systems_and_draws() -> None:
    """Both scores are compared with people in each draw, with that draw's systems."""
    people = np.array([[1.0, 2, 3, 4], [2, 1, 3, 4], [1, 3, 2, 4]])
    near, far = people + np.array([0, 0, 0, 1]), people[:, ::-1]
    systems = np.array([[0, 1, 2, 3], [0, 1, 2, 3], [0, 0, 1, 3]])
    choices = np.array([[0.8], [0.7], [0.9]]), np.array([[0.5], [0.6], [0.3]])
    scores = [ScoreDraws("near", near, choices[0]), ScoreDraws("far", far, choices[1])]
    found = score_differences(people, scores, tuple("ABCD"), systems, level=0.95)
    by_measure = {one.difference.name: one for one in found}
    rows = [people[row][systems[row]] for row in range(3)]
    draws = [
        stats.pearsonr(near[row][systems[row]], rows[row])[0]
        - stats.pearsonr(far[row][systems[row]], rows[row])[0]
        for row in range(3)
    ]
    pearson = by_measure["Pearson"].difference
    assert pearson == pytest.approx(draws[0])
    ends = np.quantile(draws[1:], [0.025, 0.975])
    assert (pearson.interval.low, pearson.interval.high) == pytest.approx(tuple(ends))
    assert pearson.test == "Williams"
    choice = by_measure["sentences"].difference
    assert choice == pytest.approx(0.3)
    # Both draws are above zero: 2 (0 + 1) / (2 + 1).
    assert choice.p_value == pytest.approx(2 / 3)
    assert choice.test == "bootstrap"


RANKINGS = [
    Ranking(str(sentence), rater, {"A": 1, "B": 2, "C": 3, "D": 4})
    for sentence in range(3)
    for rater in ("ann", "bob")
]


SCORES_OF_FOUR = {"A": 3.0, "B": 2.0, "C": 1.0, "D": 0.0}


def ranked(lines: list[str]) -> SystemRanking:
    others = parse(lines, file="scores.tsv")
    return rank_systems(RANKINGS, others=others, n_draws=20)


def test_scores_by_system_are_compared_without_texts() -> None:
    result = ranked(["system\tgood\tbad", "A\t4\t1", "B\t3\t2", "C\t2\t3", "D\t1\t4"])
    good, bad = result.correlations
    assert (good.score, bad.score) == ("good", "bad")
    assert (float(good.figures["Spearman"]), float(bad.figures["Spearman"])) == (1.0, -1.0)
    assert math.isnan(good.figures["sentences"])
    assert {one.difference.name for one in result.differences if one.difference.is_defined} == {
        "Pearson",
        "Spearman",
    }


def test_scores_by_sentence_are_means_and_share_choices() -> None:
    lines = ["system\tsentence\tmine"]
    for system, value in SCORES_OF_FOUR.items():
        lines += [f"{system}\t{sentence}\t{value + sentence}" for sentence in range(3)]
    result = ranked(lines)
    means = {name: figure.value for name, figure in result.scores["mine"].items()}
    assert means == {system: value + 1 for system, value in SCORES_OF_FOUR.items()}
    assert result.correlations[0].figures["sentences"] == 1


def test_a_system_without_a_score_has_none_in_the_tables() -> None:
    result = ranked(["system\tgood", "A\t4", "B\t3", "C\t2"])
    assert result.correlations[0].systems == ("A", "B", "C")


def test_ranked_sentences_without_a_value_are_refused() -> None:
    other = OtherScore("mine", {name: {"0": 1.0, "1": 2.0} for name in "ABCD"})
    with pytest.raises(InputError, match="mine has no value of A for 1 of 3 ranked sentences"):
        rank_systems(RANKINGS, others=[other], n_draws=2)


def test_sentences_that_nobody_knows_are_refused() -> None:
    other = OtherScore("mine", {"A": {"99": 1.0}, "B": {"99": 1.0}, "C": {"99": 1.0}})
    with pytest.raises(InputError, match="mine has the sentence '99'"):
        rank_systems(RANKINGS, others=[other], n_draws=2)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["name\tmine"], "1: the columns are 'name, mine'"),
        (["system\tmine", "A"], "2: there are 1 columns, and 2 in line 1"),
        (["system\tmine", "A\tbest"], "2: the score 'best' is not a number"),
        (["system\tmine", "A\t1", "A\t2"], "3: a second line for 'A'"),
    ],
)
def test_a_table_that_cannot_be_read_is_refused_with_its_line(
    lines: list[str], message: str
) -> None:
    with pytest.raises(FormatError, match=message):
        parse(lines, file="scores.tsv")


def test_the_examples_file_can_have_more_scores_beside_it() -> None:
    others = [OtherScore("mine", {name: {"": value} for name, value in SCORES.items()})]
    result = rank_systems(read(str(EXAMPLES / "rankings.jsonl")), others=others, n_draws=20)
    assert result.correlations[0].figures["Spearman"] == 1


SCORES = {"fluent": 0.8, "bold": 0.6, "careful": 0.5, "unchanged": 0.2, "clumsy": 0.1}
