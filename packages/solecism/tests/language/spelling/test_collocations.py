"""Which words go with each other."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.errors import ModelError
from solecism.language import collocations
from solecism.language.collocations import BESIDE, NEVER, Collocations, Pairs

WORDS = ("the", "a", "cabin", "log", "cabinet")


def pairs(*several: tuple[str, str, int]) -> Pairs:
    rows = sorted((WORDS.index(a) * len(WORDS) + WORDS.index(b), steps) for a, b, steps in several)
    keys, strengths = (np.array([row[n] for row in rows]) for n in (0, 1))
    return Pairs(keys.astype(np.uint32), strengths.astype(np.uint8))


KNOWN = Collocations(
    WORDS,
    np.array([500.0, 300.0, 100.0, 100.0, 90.0], np.float32),
    1000.0,
    (pairs(("log", "cabin", 32), ("the", "log", 16)), pairs(("the", "cabin", 16)), pairs()),
)


def test_a_word_goes_with_the_word_beside_it() -> None:
    table = KNOWN.features(["the", "Log", "cabine", "."], 2, ["cabin", "cabinet"])
    assert table[0].tolist() == pytest.approx([2, 1, 0, 0])
    assert table[1].tolist() == pytest.approx([0, 0, 0, -np.log(10)])


def test_of_two_words_each_has_its_own_side() -> None:
    [row] = KNOWN.features(["the", "x", "cabin"], 1, ["log log"])
    assert row[BESIDE] == pytest.approx(3)


def test_rare_words_say_nothing() -> None:
    assert not KNOWN.features(["zyx", "log", "zyx"], 1, ["log", "zyx zyx"]).any()
    assert collocations.nothing().features(["a", "b"], 0, ["c"]).tolist() == [[0] * (NEVER + 1)]
    assert KNOWN.features(["a"], 0, []).shape == (0, NEVER + 1)


def test_collocations_are_read_as_they_were_written() -> None:
    other = collocations.parse(collocations.format(KNOWN), file="c.npz")
    assert other.words == KNOWN.words
    assert other.n_in_text == KNOWN.n_in_text
    assert [each.keys.tolist() for each in other.pairs] == [
        each.keys.tolist() for each in KNOWN.pairs
    ]
    assert [each.strengths.tolist() for each in other.pairs] == [[16, 32], [16], []]


def test_a_damaged_file_is_one_line() -> None:
    with pytest.raises(ModelError, match="not a model, or damaged"):
        collocations.parse(b"nothing", file="c.npz")
