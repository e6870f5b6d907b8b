"""The writer of a document: how many errors are usual, and where one document ends."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.network.writer import (
    SAMPLE_SENTENCES,
    Writer,
    document_numbers,
    documents_in,
    sampled,
)
from solecism.formats.text import parse
from solecism.sentence import Sentence, from_words

WRITER = Writer(rate=0.05, strength=2.0, power=1.5)


def test_a_text_with_as_many_errors_as_usual_is_left_as_it_is() -> None:
    p = np.array([0.01, 0.09, 0.05])
    assert WRITER.shifted(p, np.zeros(3, np.int64)) == pytest.approx(p)


def test_odds_are_multiplied_by_a_power_of_the_ratio() -> None:
    p = np.array([0.5, 0.7, 0.8])
    # Two errors more than the usual 0.15, and two that count for what is usual.
    factor = np.exp(np.round(32 * np.log((4 / 2.15) ** 1.5)) / 32)
    assert WRITER.shifted(p, np.zeros(3, np.int64)) == pytest.approx(
        p * factor / (1 - p + p * factor)
    )


def test_a_little_more_errors_shift_nothing() -> None:
    n_places = np.full(200, 1_000)
    shifts = WRITER.shifts(np.linspace(50, 51, 200), n_places)
    assert set(shifts.tolist()) == {0.0, 1 / 32}
    exact = 1.5 * np.log((np.linspace(50, 51, 200) + 2) / 52)
    assert np.abs(shifts - exact).max() <= 1 / 64


def test_short_texts_are_taken_as_usual() -> None:
    few, many = (WRITER.shifted(np.full(n, 0.01), np.zeros(n, np.int64))[0] for n in (10, 1_000))
    assert many < few / 3 < 0.01 / 3


def test_without_a_power_nothing_changes() -> None:
    p = np.array([0.3, 0.6])
    assert Writer().shifted(p, np.array([0, 1])) == pytest.approx(p)


probabilities = st.lists(st.floats(0, 1), min_size=1, max_size=20).map(np.array)


@given(st.lists(probabilities, min_size=1, max_size=5))
def test_each_text_is_shifted_by_itself(texts: list[np.ndarray]) -> None:
    documents = np.repeat(np.arange(len(texts)), [len(text) for text in texts])
    together = WRITER.shifted(np.concatenate(texts), documents)
    apart = [WRITER.shifted(text, np.zeros(len(text), np.int64)) for text in texts]
    assert together == pytest.approx(np.concatenate(apart))


def test_a_text_is_a_learners_if_that_is_more_probable_by_its_number_of_errors() -> None:
    """With a rate of 5% and a share of 0.15, by two Poisson distributions and odds of 1 to 50."""
    for n_places in (20, 200, 2_000):
        usual = 0.05 * n_places
        # n * log(1 / 0.15) - 0.85 * usual + log(0.02) is 0 here.
        border = (0.85 * usual + np.log(50)) / np.log(1 / 0.15)
        n_errors = np.array([0, border - 1e-6, border + 1e-6, usual + 2])
        found = WRITER.are_learners(n_errors, np.full(4, n_places))
        assert found.tolist() == [False, False, True, True]


@pytest.mark.parametrize(
    ("n_errors", "n_places", "is_learners"),
    [
        # An error in one sentence, or none in a page.
        (1, 25, False),
        (0, 500, False),
        # As many as learners and as native writers usually have, and about half as many.
        (25, 500, True),
        (3.75, 500, False),
        (13.3, 500, True),
        (13.2, 500, False),
    ],
)
def test_who_wrote_a_text_is_told_by_its_errors(
    n_errors: float, n_places: int, is_learners: bool
) -> None:
    assert bool(WRITER.are_learners(np.array([n_errors]), np.array([n_places]))[0]) is is_learners


def test_nothing_is_known_of_a_text_without_words() -> None:
    nothing = np.zeros(1)
    assert WRITER.shifts(nothing, nothing).tolist() == [0]
    assert not WRITER.are_learners(nothing, nothing)[0]


@given(st.lists(st.integers(1, 400), min_size=1, max_size=5))
def test_some_sentences_of_each_document_are_sampled_at_equal_distances(sizes: list[int]) -> None:
    documents = np.repeat(np.arange(len(sizes)), sizes)
    found = sampled(documents)
    first = 0
    for size in sizes:
        places = np.flatnonzero(found[first : first + size])
        assert 1 <= len(places) <= SAMPLE_SENTENCES
        assert len(places) > SAMPLE_SENTENCES / 2 or len(places) == size
        assert places[0] == 0
        assert len(set(np.diff(places).tolist())) <= 1
        first += size


def test_a_sample_depends_on_nothing_but_the_document() -> None:
    both = sampled(np.repeat([0, 1], [130, 61]))
    assert both[:130].tolist() == sampled(np.zeros(130, np.int64)).tolist()
    assert both[130:].tolist() == sampled(np.zeros(61, np.int64)).tolist()
    assert np.flatnonzero(both[130:])[:3].tolist() == [0, 2, 4]


def test_no_document_has_more_than_a_thousand_sentences() -> None:
    sentences = [from_words(f"a.{n}", ["Yes"]) for n in range(1, 2_201)]
    numbers = document_numbers([*sentences, from_words("b.1", ["No"])])
    assert np.bincount(numbers).tolist() == [1_000, 1_000, 200, 1]


PARAGRAPH = (
    "We went to the sea in the morning, and my sister swam to the island and back. In the evening "
    "all of us were tired, but nobody wanted to go home before it was dark."
)
STORY = f"{PARAGRAPH}\n\n{PARAGRAPH}"


def parts(text: str) -> list[str]:
    """The texts of the documents in a text."""
    every = list(parse(text.splitlines(keepends=True), document="a", file="a"))
    found = list(documents_in(every))
    assert [sentence for each in found for sentence in each] == every
    return ["".join(sentence.text + sentence.after for sentence in each) for each in found]


@pytest.mark.parametrize(
    "between", ["\n\n\n", "\f", "\n\n---\n\n", "\n***\n", "\n* * *\n", "\n\n=====\n", "\n \n\n\n"]
)
def test_documents_are_parted_by_lines_and_white_space(between: str) -> None:
    assert len(parts(between.join([STORY] * 3))) == 3


@pytest.mark.parametrize(
    "heading",
    [
        *("Essay {}", "ESSAY NO. {}", "# Text {}", "Student {}: Kim", "Letter ({})", "Answer {}."),
        *("Student: Kim Hill {}", "**Name:** Kim {}", "Candidate's name: K. H. {}"),
    ],
)
def test_documents_have_headings(heading: str) -> None:
    text = "\n\n".join(f"{heading.format(number)}\n\n{STORY}" for number in (1, 2, 3))
    found = parts(text)
    assert len(found) == 3
    assert found[1].startswith(heading.format(2))


def test_a_heading_may_stand_right_above_its_text() -> None:
    assert len(parts("\n".join(f"Essay {number}\n{STORY}" for number in (1, 2)))) == 2


def test_where_each_line_is_a_paragraph_blank_lines_part_documents() -> None:
    article = "\n".join([PARAGRAPH] * 6)
    assert len(parts("\n\n".join([article] * 4))) == 4


@pytest.mark.parametrize(
    "text",
    [
        STORY,
        "\n\n".join([PARAGRAPH] * 8),
        "\n".join([PARAGRAPH] * 8),
        f"My holiday\n\n{STORY}\n\nI wrote essay 2 on Monday. Student: a person who learns.",
        f"1. First\n\n{STORY}\n\n2. Second\n\n{STORY}",
        "Name: Kim\nDate: Monday\n\n\nMy holiday\n\n" + STORY,
        "",
    ],
)
def test_one_document_is_not_divided(text: str) -> None:
    assert len(parts(text)) == bool(text)


@given(st.text(alphabet="ab.\n\f-*1 "))
def test_nothing_is_lost(text: str) -> None:
    parts(text)


def test_no_sentences_are_no_documents() -> None:
    empty: list[Sentence] = []
    assert list(documents_in(empty)) == []


@pytest.mark.parametrize(
    ("n_errors", "n_places", "is_natives"),
    [(0.0, 10, False), (0.5, 40, False), (1.0, 1_000, True), (40.0, 1_000, False)],
)
def test_a_long_clean_text_is_surely_a_native_writers(
    n_errors: float, n_places: int, is_natives: bool
) -> None:
    found = WRITER.are_natives(np.array([n_errors]), np.array([n_places]))
    assert bool(found[0]) is is_natives
