"""Words of native text."""

from __future__ import annotations

from solecism_lab.train.spelling import native_words

TEXT = ["so we like the receiver", "and it is in Paris"] * 900
TEXT += ["the zorbifier works"] * 8 + ["our frobnitz fails"] * 7 + ["in old Zarquonia"] * 25
TEXT += ["a reciever"] * 8


def test_words_and_names_that_are_common_enough_are_known_but_slips_are_not() -> None:
    words = native_words(TEXT)
    assert sorted(words.others) == ["zarquonia", "zorbifier"]
    assert words.others["zarquonia"] > words.others["zorbifier"] > 0


def test_names_are_written_with_a_capital() -> None:
    assert native_words(TEXT).names == {"paris", "zarquonia"}
