"""Scores, on cases worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from solecism.errors import InputError
from solecism.figure import f_score
from solecism.ranking.evidence import Evidence, Words
from solecism.ranking.scores import (
    SCORES,
    AnyMinusNone,
    BestAnnotatorF,
    Gleu,
    GradedF,
    GradedGain,
    ShareMinusCost,
    SystemMetric,
    metric_values,
    scores_by_name,
)


def evidence(
    by_system: list[list[int]],
    by_annotator: list[list[int]],
    sentence: list[int],
    texts: tuple[list[Words], list[list[Words]], list[list[Words]]] | None = None,
) -> Evidence:
    n_sentences = max(sentence) + 1
    empty: list[Words] = [()] * n_sentences
    sources, outputs, references = texts or (empty, [empty] * 9, [empty] * 9)
    return Evidence(
        tuple(f"d.{n}" for n in range(n_sentences)),
        tuple("ABCDEFGH"[: len(by_system)]),
        tuple(map(str, range(len(by_annotator)))),
        np.array(sentence),
        np.array(by_system, dtype=bool),
        np.array(by_annotator, dtype=bool),
        tuple(sources),
        tuple(map(tuple, outputs)),
        tuple(map(tuple, references)),
    )


# Five edits, three of the first sentence; made by 2, 1, 0, 0 and 2 of two annotators.
SMALL = evidence(
    [[1, 1, 1, 0, 1], [1, 0, 1, 1, 0], [0, 0, 0, 0, 0]],
    [[1, 1, 0, 0, 1], [1, 0, 0, 0, 1]],
    [0, 0, 0, 0, 1],
)


def test_gain_rewards_shares_and_takes_the_cost_once_per_sentence() -> None:
    half = 0.5 ** (1 / 3)
    expected = [(1 + half - 0.8 + 1) / 2, (1 - 0.8) / 2, 0]
    assert metric_values(GradedGain(), SMALL) == pytest.approx(expected)
    assert GradedGain().signature == "gain|power:0.333|cost:0.8|unwanted:once"


def test_sums_over_edits() -> None:
    assert metric_values(ShareMinusCost(0.2), SMALL) == pytest.approx([2.5 - 0.8, 1 - 0.6, 0])
    assert metric_values(AnyMinusNone(0.5), SMALL) == pytest.approx([3 - 0.5, 1 - 1, 0])


def test_graded_f_has_hits_in_parts() -> None:
    assert metric_values(GradedF(1), SMALL) == pytest.approx(
        [f_score(2.5, 4, 2.5), f_score(1, 3, 2.5), 0]
    )


def test_the_best_annotator_is_chosen_for_each_sentence() -> None:
    # The first system agrees best with annotator 0 in the first sentence: 2 hits of 3 edits.
    assert metric_values(BestAnnotatorF(), SMALL) == pytest.approx(
        [f_score(3, 4, 3, 0.5), f_score(1, 3, 2, 0.5), 0]
    )
    assert metric_values(BestAnnotatorF(n_annotators=1), SMALL)[0] == pytest.approx(
        f_score(3, 4, 3, 0.5)
    )


def test_with_unanimous_annotators_graded_f_is_ordinary_f() -> None:
    unanimous = evidence([[1, 1, 0], [0, 1, 1]], [[1, 0, 1]] * 3, [0, 0, 1])
    assert metric_values(GradedF(0.5), unanimous) == pytest.approx(
        metric_values(BestAnnotatorF(), unanimous)
    )


def words(text: str) -> Words:
    return tuple(text.split())


SOURCE, REFERENCE = words("a b c d e f"), words("a b c d e g")


def gleu(output: Words, *references: Words) -> float:
    texts = [SOURCE], [[output]], [[one] for one in references]
    small = evidence([[0]], [[0]] * len(references), [0], texts)
    return float(metric_values(Gleu(), small)[0])


def test_gleu_by_hand() -> None:
    # All n-grams match the reference.
    assert gleu(REFERENCE, REFERENCE) == pytest.approx(1)
    # The source keeps one wrong n-gram of each length: 5-1 of 6, 4-1 of 5, 3-1 of 4, 2-1 of 3.
    expected = math.exp(sum(map(math.log, (4 / 6, 3 / 5, 2 / 4, 1 / 3))) / 4)
    assert gleu(SOURCE, REFERENCE) == pytest.approx(expected)
    # A short output has the penalty of BLEU.
    assert gleu(words("a b c d e"), REFERENCE) == pytest.approx(math.exp(1 - 6 / 5))
    # With two references the matches are the mean of both.
    expected = math.exp(sum(map(math.log, (5 / 6, 4 / 5, 3 / 4, 2 / 3))) / 4)
    assert gleu(SOURCE, REFERENCE, SOURCE) == pytest.approx(expected)
    assert gleu(words("x y"), REFERENCE) == 0


@pytest.mark.parametrize("score", [one for one in SCORES.values() if one.name != "GLEU"])
def test_the_order_of_sentences_systems_and_edits_does_not_matter(score: SystemMetric) -> None:
    rng = np.random.default_rng(3)
    made, wanted = rng.random((3, 40)) < 0.4, rng.random((4, 40)) < 0.3
    sentence = np.sort(rng.integers(9, size=40))
    sentence[-1] = 8
    before = metric_values(score, evidence(made.tolist(), wanted.tolist(), sentence.tolist()))
    edits = rng.permutation(40)
    after = evidence(
        made[::-1][:, edits].tolist(), wanted[:, edits].tolist(), sentence[edits].tolist()
    )
    assert metric_values(score, after)[::-1] == pytest.approx(before)


def test_scores_have_names() -> None:
    assert [one.name for one in scores_by_name(("gain", "gleu"))] == ["graded gain", "GLEU"]
    assert len(scores_by_name()) == len({one.name for one in scores_by_name()}) == 9
    with pytest.raises(InputError, match="'bleu' is not a score"):
        scores_by_name(("bleu",))
