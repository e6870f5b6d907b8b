"""Words of native text."""

from __future__ import annotations

from solecism.language.speller import bundled_speller
from solecism.sentence import from_words
from solecism_lab.train.spelling import learners_counts, native_words

TEXT = ["so we like the receiver", "and it is in Paris"] * 900
TEXT += ["the zorbifier works"] * 8 + ["our frobnitz fails"] * 7 + ["in old Zarquonia"] * 25
TEXT += ["a reciever"] * 8


def test_words_and_names_that_are_common_enough_are_known_but_slips_are_not() -> None:
    words = native_words(TEXT)
    assert sorted(words.others) == ["zarquonia", "zorbifier"]
    assert words.others["zarquonia"] > words.others["zorbifier"] > 0


def test_names_are_written_with_a_capital() -> None:
    assert native_words(TEXT).names == {"paris", "zarquonia"}


def test_words_of_learners_count_as_they_are_written() -> None:
    sentences = [from_words(f"a.{n}", ["My", "freind", "is", "here"]) for n in range(3)]
    sentences.append(from_words("a.4", ["friend", "is"]))
    counts = learners_counts(sentences, bundled_speller().dictionary)
    assert counts == {"here": 3.0, "is": 4.0, "my": 3.0}
