"""The paper's figures as they are printed."""

from __future__ import annotations

import pytest

from solecism_lab.papers.treebanks.error_sets import BOTH, GRAMMATICAL, UNGRAMMATICAL
from solecism_lab.papers.treebanks.score_lines import printed_scores
from solecism_lab.papers.treebanks.treebank_tables import TESTED_SETS

ROWS = [
    (parser, training, name)
    for parser, trainings in printed_scores().items()
    for training, rows in trainings.items()
    for name in rows
]
# What the file says of them.
SLIPS = {("bikel", UNGRAMMATICAL, GRAMMATICAL), ("bikel", BOTH, "real-word")}


def test_both_parsers_have_all_trainings_and_sets() -> None:
    assert len(ROWS) == 2 * 3 * len(TESTED_SETS)
    for trainings in printed_scores().values():
        assert list(trainings) == [GRAMMATICAL, UNGRAMMATICAL, BOTH]
        assert all(tuple(rows) == TESTED_SETS for rows in trainings.values())


@pytest.mark.parametrize(("parser", "training", "name"), ROWS)
def test_f_goes_with_precision_and_recall_but_for_two_slips(
    parser: str, training: str, name: str
) -> None:
    precision, recall, f = printed_scores()[parser][training][name]
    is_near = abs(2 * precision * recall / (precision + recall) - f) <= 0.1
    assert is_near == ((parser, training, name) not in SLIPS)


def test_changes_are_those_that_the_text_tells() -> None:
    for parser, one, two in (("bikel", -4.9, -10.0), ("charniak-johnson", -4.8, -9.4)):
        rows = printed_scores()[parser][GRAMMATICAL]
        assert rows["one-error"][2] - rows[GRAMMATICAL][2] == pytest.approx(one)
        assert rows["two-errors"][2] - rows[GRAMMATICAL][2] == pytest.approx(two)


def test_the_slip_at_real_word_errors_is_the_precision() -> None:
    precision, recall, f = printed_scores()["bikel"][BOTH]["real-word"]
    before = printed_scores()["bikel"][GRAMMATICAL]["real-word"][2]
    assert f - before == pytest.approx(4.2)
    assert recall == f == 83.8
    assert precision == 83.3
