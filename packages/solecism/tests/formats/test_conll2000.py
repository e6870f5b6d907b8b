"""CoNLL-2000 columns: read, written, and what they refuse."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import strategies
from solecism.errors import FormatError, InputError
from solecism.formats import conll2000, files
from solecism.sentence import Chunk, Sentence, from_words

EXAMPLE = """\
My PRP$ B-NP
sister NN I-NP
has VBZ B-VP
not RB I-VP
called VBN I-VP
me PRP B-NP
back RP B-PRT
. . O

Yes UH O

"""


def read(text: str) -> list[Sentence]:
    return list(conll2000.parse(strategies.lines(text), document="news", file="news.txt"))


def write(sentences: list[Sentence]) -> str:
    return "".join(conll2000.format(sentences))


def test_words_tags_and_phrases_are_read_with_their_heads() -> None:
    first, second = read(EXAMPLE)
    assert (first.id, second.id) == ("news.1", "news.2")
    assert first.text == "My sister has not called me back ."
    assert first.tags == ("PRP$", "NN", "VBZ", "RB", "VBN", "PRP", "RP", ".")
    assert first.chunks == (
        Chunk("NP", 0, 2, 1),
        Chunk("VP", 2, 5, 4),
        Chunk("NP", 5, 6, 5),
        Chunk("PRT", 6, 7, 6),
    )
    assert second.chunks == ()


def test_a_file_comes_back_as_it_was() -> None:
    assert write(read(EXAMPLE)) == EXAMPLE


@pytest.mark.parametrize("text", [EXAMPLE.rstrip("\n"), EXAMPLE.replace("\n", "\r\n")])
def test_line_ends_do_not_matter(text: str) -> None:
    assert read(text) == read(EXAMPLE)


def test_tabs_and_several_spaces_part_columns_too() -> None:
    assert read(EXAMPLE.replace(" ", "\t")) == read(EXAMPLE.replace(" ", "  ")) == read(EXAMPLE)


def test_a_phrase_may_begin_with_i_as_in_older_files() -> None:
    (sentence,) = read("We PRP I-NP\nran VBD I-VP\nhome NN I-NP\nyesterday NN B-NP\n")
    spans = [(chunk.label, chunk.start, chunk.end) for chunk in sentence.chunks]
    assert spans == [("NP", 0, 1), ("VP", 1, 2), ("NP", 2, 3), ("NP", 3, 4)]


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("We PRP B-NP\nran VBD\n", 2, "'ran VBD' has 2 columns, not a word, its tag and its chunk"),
        ("a b c d\n", 1, "has 4 columns"),
        ("\nWe PRP NP\n", 2, "the chunk 'NP' of 'We PRP NP' is neither O nor like B-NP"),
        ("We PRP B-\n", 1, "the chunk 'B-'"),
    ],
)
def test_a_bad_line_is_told_with_its_number(text: str, line: int, problem: str) -> None:
    with pytest.raises(FormatError, match=problem) as caught:
        read(text)
    assert (caught.value.file, caught.value.line) == ("news.txt", line)


@pytest.mark.parametrize(
    ("sentence", "problem"),
    [
        (from_words("a.1", ["Hi"]), "a.1: has no tags"),
        (replace(from_words("a.1", ["New York"]), tags=("NNP",)), "cannot hold the columns"),
        (
            replace(from_words("a.1", ["x"]), tags=("X",), chunks=(Chunk("N P", 0, 1, 0),)),
            "cannot hold the columns",
        ),
        (
            replace(from_words("a.1", ["x"]), tags=("X",), chunks=(Chunk("NP", 0, 1, 0),) * 2),
            "cannot hold Chunk",
        ),
        (
            replace(from_words("a.1", ["x"]), tags=("X",), chunks=(Chunk("", 0, 1, 0),)),
            "cannot hold Chunk",
        ),
    ],
)
def test_what_the_columns_cannot_hold_is_refused(sentence: Sentence, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        write([sentence])


@given(st.lists(strategies.sentences(), max_size=2))
def test_what_is_written_is_read_again(sentences: list[Sentence]) -> None:
    try:
        text = write(sentences)
    except InputError:
        return
    again = read(text)
    assert [s.words for s in again] == [s.words for s in sentences]
    assert [s.tags for s in again] == [s.tags for s in sentences]
    for written, found in zip(sentences, again, strict=True):
        in_order = sorted(written.chunks, key=lambda chunk: chunk.start)
        assert [(c.label, c.start, c.end) for c in in_order] == [
            (c.label, c.start, c.end) for c in found.chunks
        ]
    assert read(write(again)) == again


@given(strategies.mutated(EXAMPLE) | st.lists(strategies.ANY_TEXT))
def test_any_lines_give_sentences_or_our_error(lines: list[str]) -> None:
    try:
        found = list(conll2000.parse(lines, document="x", file="x"))
    except FormatError:
        return
    assert all(len(sentence.tags) == len(sentence) for sentence in found)


def test_the_shared_task_is_read_whole_and_comes_back(shared_data: Path) -> None:
    path = str(shared_data / "chunk" / "conll2000.test.txt.xz")
    found = list(conll2000.parse(files.read_lines(path), document="test", file=path))
    assert (len(found), sum(map(len, found))) == (2012, 47377)
    assert write(found) == "".join(files.read_lines(path)).rstrip("\n") + "\n\n"
