"""Plain text: split into sentences, and nothing of it lost."""

from __future__ import annotations

from itertools import islice, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from solecism.formats import jsonl, text
from solecism.sentence import Sentence, from_words

PIECES = ["I am here.", "you too", " ", "\n", "\r\n", "\n\n", "\t", "Dear Kim,", "?!", "\u00a0"]


def read(given_text: str) -> list[Sentence]:
    return list(text.parse(strategies.lines(given_text), document="essay", file="x.txt"))


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_a_text_comes_back_character_for_character(given_text: str) -> None:
    sentences = read(given_text)
    assert "".join(text.format(sentences)) == given_text
    through_json = jsonl.parse(jsonl.format(sentences), file="x")
    assert "".join(text.format(through_json)) == given_text
    assert [sentence.id for sentence in sentences] == [
        f"essay.{number}" for number in range(1, len(sentences) + 1)
    ]


@pytest.mark.parametrize(
    "given_text",
    [
        "No line end",
        "\n\n  Blank lines first.\n",
        "One.\r\n\r\nTwo.\r\n",
        "   \n \n",
        "A.\n\n\n\nB.\n\n",
    ],
)
def test_odd_beginnings_and_ends_come_back(given_text: str) -> None:
    assert "".join(text.format(read(given_text))) == given_text


def test_a_blank_line_ends_a_sentence() -> None:
    assert [sentence.text for sentence in read("a title\n\nthe rest\n")] == ["a title", "the rest"]


def test_a_sentence_of_words_is_written_as_one_line() -> None:
    sentences = [from_words("a.1", ["It", "rains", "."]), from_words("a.2", ["Yes"])]
    assert "".join(text.format(sentences)) == "It rains .\nYes\n"


def test_an_endless_text_without_blank_lines_is_read_in_pieces() -> None:
    line = "This sentence is as long as many others are. And another one is here.\n"
    sentences = text.parse(repeat(line), document="d", file="f")
    pieces = text.format(islice(sentences, 4000))
    assert "".join(pieces) == line * 2000


def test_cutting_a_long_text_does_not_cut_a_sentence() -> None:
    line = "word " * 20 + "\n"
    sentences = read("Short one. " + line * 1200 + "The end. It was long.\n")
    assert sentences[-1].text == "It was long."


def test_a_line_is_a_sentence_where_it_is_said_so() -> None:
    lines = ["Hi! I am Kim.\n", "\n", "He left\r\n", "  Bye"]
    parsed = list(text.parse_lines(lines, document="letter"))
    assert [len(sentence) for sentence in parsed] == [6, 0, 2, 1]
    assert [sentence.id for sentence in parsed][-1] == "letter.4"
    assert "".join(text.format(parsed)) == "".join(lines)
