"""Learning which letters are confused."""

from __future__ import annotations

import pytest

from solecism.language.spelling_model import LETTERS, Confusions, numbered
from solecism_lab.train.spelling import learn_confusions

PAIRS = [("leter", "letter")] * 20 + [("dolar", "dollar")] * 20 + [("happi", "happy")] * 20
PAIRS += [("garden", "garden")] * 60 + [("freind", "friend")] * 10


@pytest.fixture(scope="module")
def learned() -> Confusions:
    return learn_confusions(PAIRS)


def number(letter: str) -> int:
    return LETTERS.index(letter) + 1


def test_what_is_often_confused_costs_little(learned: Confusions) -> None:
    assert learned.replaced[number("i"), number("y")] < learned.replaced[number("y"), number("i")]
    assert learned.omitted[1, number("t")] < learned.omitted[0, number("t")]
    assert learned.swapped == pytest.approx(4.0, abs=0.5)


def test_what_is_right_costs_nothing(learned: Confusions) -> None:
    assert learned.costs(numbered(["garden"])[0], numbered(["garden"]))[0] == 0


def test_words_that_have_nothing_in_common_teach_nothing(learned: Confusions) -> None:
    again = learn_confusions([*PAIRS, *[("staff", "museum")] * 50])
    assert again.replaced.tolist() == learned.replaced.tolist()
