"""Sentences of texts."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from places import ROOT
from solecism.language.sentence_splitter import sentences, split
from solecism.language.tokeniser import INVISIBLE_PATTERN, tokenise

PIECES = st.sampled_from(
    [" ", "\n", "\n\n", ".", "?", "!", "...", '"', ")", "(", ",", "I", "The", "but", "Dr", "e.g.",
     "walked", "J.", "1.", "-", ":)", "\u200b", "\u00a0", "\x00", "\r\n", "café", "p.m.", "=", "漢"]
)  # fmt: skip
TEXTS = st.text() | st.lists(PIECES, max_size=40).map("".join)
CASES = [
    ["It rains.", "I stay at home!", "Why not?"],
    ["Mr. Fox met Dr. Hill at 5 p.m. on Monday.", "They spoke."],
    ["J. R. R. Tolkien wrote books, e.g. a long one.", "We read it."],
    ['He asked, "Are you coming?"', "She said no."],
    ["(It was late.)", "Then we left..."],
    ["The cake cost 3.50 in the U.S. market.", "We paid."],
    ["i like tea very much.", "i drink it every day.", "it is good."],
]
RUN_TOGETHER = [
    ["I like it.", "But he does not."],
    ["i like it.", "but he does not.", "she likes tea ."],
    ["we were happy !!", "The film was good.", "We laughed"],
    ["What is this ?", "It is my dog"],
]


def pieces(text: str) -> list[str]:
    """The texts of the sentences."""
    return [text[start:end] for start, end in split(text)]


@pytest.mark.parametrize("expected", CASES)
def test_sentences_end_where_a_reader_would_end_them(expected: list[str]) -> None:
    assert pieces(" ".join(expected)) == expected


@pytest.mark.parametrize("expected", RUN_TOGETHER)
def test_a_missing_space_does_not_hide_the_end_of_a_sentence(expected: list[str]) -> None:
    assert pieces("".join(expected)) == expected


def test_a_letter_keeps_its_lines() -> None:
    text = "Dear Kim,\nthank you for the book. I read it at once\nBest wishes,\nAnna\n"
    assert pieces(text) == [
        "Dear Kim,", "thank you for the book.", "I read it at once", "Best wishes,", "Anna"
    ]  # fmt: skip


def test_wrapped_lines_are_joined_and_blank_lines_never() -> None:
    text = (
        "Every summer my family and I go to the lake with\n"
        "our two dogs. The water is cold, but we swim every\n"
        "day.\n\nthen we come home"
    )
    assert pieces(text) == [
        "Every summer my family and I go to the lake with\nour two dogs.",
        "The water is cold, but we swim every\nday.",
        "then we come home",
    ]


def test_addresses_and_file_names_are_not_cut() -> None:
    assert len(split("See www.a.example/but.she and notes.doc for more.")) == 1


@given(TEXTS)
def test_spans_are_in_order_and_only_white_space_is_outside(text: str) -> None:
    visible = INVISIBLE_PATTERN.sub(" ", text)
    spans = split(text)
    for (_, end), (start, _) in pairwise([(0, 0), *spans, (len(text), len(text))]):
        assert end <= start
        assert not visible[end:start].strip()
    for start, end in spans:
        assert visible[start:end].strip() == visible[start:end] != ""


@given(TEXTS)
def test_a_document_is_rebuilt_from_its_sentences(text: str) -> None:
    found = sentences(text, "essay7", first=3)
    assert "".join(sentence.text + sentence.after for sentence in found) == text
    assert [sentence.id for sentence in found] == [f"essay7.{n + 3}" for n in range(len(found))]
    assert all((s.words, s.starts) == tokenise(s.text) for s in found)


def test_white_space_alone_is_a_sentence_without_words_and_nothing_is_none() -> None:
    (only,) = sentences(" \n\n ", "d")
    assert (only.text, only.words, only.after) == (" \n\n ", (), "")
    assert sentences("", "d") == []


# A quadratic pattern would take minutes: the suite itself would notice.
@pytest.mark.parametrize(
    "unit",
    [
        " ",
        "\n",
        ".",
        "a",
        "a.",
        ". ",
        "A ",
        "I ",
        '"',
        '" ',
        "( ",
        "?!",
        "a\n",
        "- ",
        "'",
        "\r\n",
        "…)",
    ],
)
def test_long_runs_of_one_thing_take_linear_time(unit: str) -> None:
    text = unit * (40_000 // len(unit))
    assert sum(end - start for start, end in split(text)) <= len(text)


def test_a_sign_after_many_spaces_is_no_surprise() -> None:
    assert pieces("a" + " " * 60 + ".but yes") == ["a" + " " * 60 + ".", "but yes"]


def test_sentences_of_the_web_treebank_are_found(
    shared_data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks" / "language"))
    tokens = import_module("tokens")
    path = shared_data / "ud" / "ewt-dev.conllu.xz"
    assert tokens.word_score(path, tokens.our_words).f1 > 98.5
    assert tokens.sentence_score(path, split).f1 > 88
    assert tokens.sentence_score(path, split, ends=True).f1 > 95
