"""Every pair of systems compared by their edits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from solecism.edit import Annotation, Edit
from solecism.errors import InputError
from solecism.scoring.edit_comparison import EditComparison, PairDifference, compare_edits
from solecism.scoring.edit_scores import SystemEdits
from solecism.sentence import Sentence, from_words

WORDS = "I arrived to station in the evening .".split()
AT = Edit(2, ("to",), ("at",), "R:PREP")
IN = Edit(2, ("to",), ("in",), "R:PREP")
THE = Edit(3, (), ("the",), "M:DET")
N = 12


def sentence(number: int, *notes: Sequence[Edit]) -> Sentence:
    annotations = tuple(Annotation(str(n), tuple(edits)) for n, edits in enumerate(notes))
    return replace(from_words(f"d.{number}", WORDS), annotations=annotations)


SENTENCES = [sentence(n, [AT, THE]) for n in range(N)]
SYSTEMS: dict[str, SystemEdits] = {
    "good": [[AT, THE]] * N,
    "half": [[AT]] * N,
    "bad": [[IN] if n % 2 else [AT] for n in range(N)],
}


def compared(**options: object) -> EditComparison:
    return compare_edits(SYSTEMS, SENTENCES, n_draws=500, **options)  # type: ignore[arg-type]  # any option


def test_a_difference_is_the_first_score_minus_the_second() -> None:
    result = compared(measures=["precision", "recall", "F"], beta=1)
    assert result.difference("half", "bad", measure="precision") == 1 - 0.5
    assert result.difference("good", "half", measure="recall") == 1 - 0.5
    one = result.difference("good", "bad", measure="F1")
    assert one.first == 1
    assert one.second == pytest.approx(2 * 6 / (12 + 24))
    assert one.test == "stratified shuffling"


def test_the_p_value_is_that_of_all_swaps_of_sentences() -> None:
    # Six sentences differ: one system is right where the other is wrong.
    one, other = [[AT]] * 6, [[IN]] * 6
    sentences = [sentence(n, [AT]) for n in range(6)]
    result = compare_edits({"one": one, "other": other}, sentences, n_draws=20_000)
    [difference] = result.differences
    swaps = [sum(signs) for signs in product((1, -1), repeat=6)]
    exact = sum(abs(swap) >= 6 for swap in swaps) / len(swaps)
    assert difference.p_value == pytest.approx(exact, abs=0.004)


def test_p_values_are_corrected_for_all_pairs_of_one_way_to_compare() -> None:
    result = compared()
    p_values = sorted(one.p_value for one in result.differences)
    corrected = sorted(one.p_holm for one in result.differences)
    assert corrected[0] == pytest.approx(3 * p_values[0])
    assert all(one.p_holm >= one.p_value for one in result.differences)


def test_a_pair_does_not_depend_on_the_other_systems() -> None:
    two = {name: SYSTEMS[name] for name in ("half", "bad")}
    alone = compare_edits(two, SENTENCES, n_draws=500).difference("half", "bad")
    among = compared().difference("half", "bad")
    assert (alone.value, alone.p_value) == (among.value, among.p_value)
    assert alone.p_holm == alone.p_value


def test_turning_a_pair_round_turns_its_difference() -> None:
    turned = dict(reversed(SYSTEMS.items()))
    other = compare_edits(turned, SENTENCES, n_draws=500).difference("bad", "good")
    one = compared().difference("good", "bad")
    assert (one.value, one.p_value) == (-other.value, other.p_value)
    assert one.interval.low == pytest.approx(-other.interval.high, abs=0.1)


def test_equal_systems_differ_by_nothing() -> None:
    twins = {"one": SYSTEMS["bad"], "other": SYSTEMS["bad"]}
    [difference] = compare_edits(twins, SENTENCES, n_draws=100).differences
    assert (difference.value, difference.p_value) == (0, 1)
    assert (difference.interval.low, difference.interval.high) == (0, 0)


def test_a_measure_that_is_not_defined_has_no_p_value() -> None:
    idle: SystemEdits = [[]] * N
    systems = {"idle": idle, "half": SYSTEMS["half"], "bad": SYSTEMS["bad"]}
    result = compare_edits(systems, SENTENCES, measures=["precision"], n_draws=100)
    undefined = result.difference("idle", "half")
    assert math.isnan(undefined)
    assert math.isnan(undefined.p_holm)
    other = result.difference("half", "bad")
    assert other.p_holm == other.p_value
    assert "not defined" in str(result)


def test_three_systems_have_a_matrix_and_two_have_none() -> None:
    matrix, pairs = compared(beta=1).tables()
    assert matrix.title == "F1, reference errant, matching correction: row minus column"
    assert matrix.columns == ("system", "F1", "good", "half", "bad")
    assert matrix.rows[0] == ("good", "1.0000", "", "+0.3333*", "+0.6667*")
    assert matrix.rows[2] == ("bad", "0.3333", "-0.6667*", "-0.3333*", "")
    assert pairs.columns[-3:] == ("95%", "p", "p (Holm)")
    assert [row[:2] for row in pairs.rows] == [("good", "half"), ("good", "bad"), ("half", "bad")]
    two = {name: SYSTEMS[name] for name in ("half", "bad")}
    [only] = compare_edits(two, SENTENCES, n_draws=100).tables()
    assert only.columns[-1] == "p"


def test_several_annotators_are_compared_both_ways() -> None:
    sentences = [sentence(n, [AT, THE], [IN]) for n in range(N)]
    result = compare_edits(SYSTEMS, sentences, n_draws=100)
    assert {one.reference for one in result.differences} == {"errant", "all"}
    assert result.difference("half", "bad", reference="all") == pytest.approx(0.0)
    assert next(result.remarks()).startswith("12 sentences, 2 annotators.")


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(InputError, match="one system only, good"):
        compare_edits({"good": SYSTEMS["good"]}, SENTENCES)
    with pytest.raises(InputError, match="no measure 'accuracy'"):
        compared(measures=["accuracy"])
    with pytest.raises(InputError, match="no such comparison of 'good' and 'you'"):
        compared().difference("good", "you")


def test_a_difference_is_beyond_chance_by_its_corrected_p_value() -> None:
    one = PairDifference(
        0.5, 0.4, systems=("a", "b"), reference="errant", p_value=0.02, p_holm=0.06, name="F0.5"
    )
    assert not one.is_beyond_chance(0.95)
    assert one.is_beyond_chance(0.9)
