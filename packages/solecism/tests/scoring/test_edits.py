"""Systems scored by their edits against annotated text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from solecism.edit import Annotation, Edit
from solecism.errors import InputError
from solecism.scoring.edit_counts import MATCHINGS
from solecism.scoring.edit_scores import EditScores, Reference, score_edits
from solecism.sentence import Sentence, from_words

WORDS = "I arrived to station in the evening .".split()
AT = Edit(2, ("to",), ("at",), "R:PREP")
IN = Edit(2, ("to",), ("in",), "R:PREP")
THE = Edit(3, (), ("the",), "M:DET")


def sentence(number: int, *notes: Sequence[Edit]) -> Sentence:
    annotations = tuple(Annotation(str(n), tuple(edits)) for n, edits in enumerate(notes))
    return replace(from_words(f"d.{number}", WORDS), annotations=annotations)


def scored(
    edits: Sequence[Sequence[Edit]], sentences: Sequence[Sentence], **options: object
) -> EditScores:
    return score_edits({"me": edits}, sentences, rng=np.random.default_rng(1), **options)  # type: ignore[arg-type]  # any option


def test_one_annotator_graded_is_one_annotator_plain() -> None:
    sentences = [sentence(1, [AT, THE]), sentence(2, [IN])]
    result = scored([[AT], [AT]], sentences, references=["errant", "all"], by="type")
    plain, graded = (
        [each for each in result.scores if each.reference == reference]
        for reference in ("errant", "all")
    )
    assert [(one.tp, one.fp, one.fn) for one in plain] == [
        (one.tp, one.fp, one.fn) for one in graded
    ]
    assert result.score().figures["precision"] == 0.5


def test_graded_an_edit_is_right_by_the_share_of_annotators_who_made_it() -> None:
    result = scored([[AT, THE]], [sentence(1, [AT, THE], [AT], [IN], [])])
    graded = result.score(reference="all")
    assert (graded.tp, graded.fp, graded.fn) == (0.75, 1.25, 0.25)
    best = result.score(reference="errant")
    assert (best.tp, best.fp, best.fn) == (2, 0, 0)


def test_annotators_who_never_record_acceptance_saw_every_sentence() -> None:
    sentences = [sentence(1, [AT], [AT]), sentence(2, [AT])]
    graded = scored([[AT], [AT]], sentences, references=["all"]).score()
    assert graded.tp == 1.5
    recorded = [*sentences, sentence(3, [], [])]
    graded = scored([[AT], [AT], []], recorded, references=["all"]).score()
    assert graded.tp == 2


def test_all_annotators_are_beside_the_best_where_there_are_several() -> None:
    def references(*notes: Sequence[Edit]) -> set[Reference]:
        return {each.reference for each in scored([[AT]], [sentence(1, *notes)]).scores}

    assert references([AT]) == {"errant"}
    assert references([AT], []) == {"errant", "all"}


def test_the_m2_scorer_knows_corrections_only_and_no_types() -> None:
    result = scored([[AT, THE]], [sentence(1, [AT])], references=["m2"], by="type")
    [only] = result.scores
    assert (only.matching, only.type, only.tp) == ("correction", "all", 1)


def test_a_type_can_be_cut_down_to_its_operation_or_category() -> None:
    sentences = [sentence(1, [AT, THE])]
    for by, types in (
        ("operation", ["M", "R"]),
        ("category", ["DET", "PREP"]),
        ("type", ["M:DET", "R:PREP"]),
    ):
        result = scored([[AT]], sentences, by=by, matchings=["correction"])
        assert [each.type for each in result.scores] == ["all", *types]


def test_beta_weighs_recall() -> None:
    sentences = [sentence(1, [AT, THE])]
    assert scored([[AT]], sentences, beta=1).score().figures["F1"] == pytest.approx(2 / 3)
    assert scored([[AT]], sentences, beta=2).score().figures["F2"] == pytest.approx(5 / 9)
    with pytest.raises(InputError, match="beta 0 is not above 0"):
        scored([[AT]], sentences, beta=0)


def test_intervals_hold_for_other_sentences() -> None:
    sentences = [sentence(n, [AT] if n % 2 else [IN]) for n in range(200)]
    figure = scored([[AT]] * 200, sentences).score().figures["precision"]
    assert figure == 0.5
    low, high = 0.5 - 1.96 * (0.25 / 200) ** 0.5, 0.5 + 1.96 * (0.25 / 200) ** 0.5
    assert (figure.interval.low, figure.interval.high) == pytest.approx((low, high), abs=0.015)
    assert figure.interval.method == "bootstrap (percentile)"


def test_where_all_is_right_the_interval_is_not_a_point() -> None:
    """Wilson's lower end for n of n is n / (n + z^2)."""
    figures = scored([[AT]] * 5, [sentence(n, [AT]) for n in range(5)]).score().figures
    for name in ("precision", "recall", "F0.5"):
        assert figures[name] == 1
        assert figures[name].interval.low == pytest.approx(5 / (5 + 1.959964**2), abs=1e-6)
        assert figures[name].interval.high == 1


def test_fewer_than_twenty_edits_get_a_remark() -> None:
    many = [sentence(n, [AT]) for n in range(20)]
    assert not list(scored([[AT]] * 20, many).remarks())
    [line] = scored([[AT]] * 19 + [[]], many).remarks()
    assert line.startswith("me is scored by 19 edits of its own: from fewer than 20 a bootstrap")


def test_what_is_1_by_convention_has_no_interval_and_a_remark() -> None:
    result = scored([[]], [sentence(1, [AT])])
    precision = result.score().figures["precision"]
    assert precision == 1
    assert precision.reason == "the system makes no such edit"
    assert any("by convention" in line for line in result.remarks())


def test_many_annotators_get_a_remark_on_precision() -> None:
    remarks = list(scored([[AT, THE]], [sentence(1, [AT, THE], [AT], [IN], [])]).remarks())
    assert "the best of 4 annotators" in remarks[0]
    assert remarks[1] == "me: 0.375 against one annotator on average, 1.000 against the best."
    two = scored([[AT]], [sentence(1, [AT], [AT])])
    assert not any("best of" in line for line in two.remarks())


def test_types_of_another_scheme_get_a_remark() -> None:
    other = Edit(2, ("to",), ("at",), "Prep")
    result = scored([[AT]], [sentence(1, [other])], by="type")
    assert any("such as Prep" in line for line in result.remarks())
    whole = scored([[AT]], [sentence(1, [other])])
    assert not any("Prep" in line for line in whole.remarks())


def test_tables_have_one_block_per_system_and_a_summary() -> None:
    result = score_edits(
        {"one": [[AT]], "two": [[IN]]},
        [sentence(1, [AT])],
        by="operation",
        rng=np.random.default_rng(1),
    )
    titles = [table.title for table in result.tables() if table.rows]
    assert titles[0] == "one: 1 sentences, 1 annotator"
    assert titles[1] == "one by operation: reference errant, matching correction"
    assert titles[-1] == "Correction by all systems"
    assert len(titles) == 2 * (1 + len(MATCHINGS)) + 1


def test_the_same_seed_gives_the_same_figures() -> None:
    sentences = [sentence(n, [AT], [IN] if n % 3 else []) for n in range(20)]
    assert scored([[AT]] * 20, sentences).scores == scored([[AT]] * 20, sentences).scores


def test_what_cannot_be_scored_is_refused() -> None:
    with pytest.raises(InputError, match="me has 2 sentences, but the reference has 1"):
        scored([[AT], [AT]], [sentence(1, [AT])])
    with pytest.raises(InputError, match="no annotated sentence"):
        scored([], [])
    with pytest.raises(InputError, match="no system"):
        score_edits({}, [sentence(1, [AT])], rng=np.random.default_rng(1))
    with pytest.raises(InputError, match="overlaps"):
        scored([[AT, IN]], [sentence(1, [AT])], references=["m2"])
    with pytest.raises(InputError, match="there is no score"):
        scored([[AT]], [sentence(1, [AT])]).score("you")
