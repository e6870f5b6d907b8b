"""Corrected text, one line a sentence."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.edit import Annotation, Edit, apply
from solecism.errors import InputError
from solecism.formats import corrected
from solecism.formats.files import read_lines
from solecism.sentence import from_words

LINE = st.lists(st.sampled_from("a the cat cats . go on in".split()), max_size=6).map(" ".join)
ANY_LINE = st.text(st.characters(exclude_characters="\r\n", exclude_categories=["Cs"]), max_size=20)
SOURCE = ["We spoke of on it .\n", "It rains .\n"]


def test_every_version_is_an_annotator() -> None:
    versions = [["We spoke of it .\n", "It rains .\n"], ["We spoke on it .\n", "It rained .\n"]]
    first, second = corrected.parse(
        SOURCE, *versions, document="essay", file="essay.txt", annotators=["ann", "bob"]
    )
    assert (first.id, first.text) == ("essay.1", "We spoke of on it .")
    assert [note.annotator for note in first.annotations] == ["ann", "bob"]
    assert [[e.id for e in note.edits] for note in first.annotations] == [
        ["3-4:U:PREP:"],
        ["2-3:U:PREP:"],
    ]
    assert second.annotations[0] == Annotation("ann")


def test_an_empty_line_deletes_the_sentence() -> None:
    _, second = corrected.parse(SOURCE, [SOURCE[0], "\n"], document="d", file="d.txt")
    assert apply(second.words, second.annotations[0].edits) == ()


def test_raw_lines_are_tokenised() -> None:
    (sentence,) = corrected.parse(
        ["I don't know."], ["I didn't know."], document="d", file="d.txt", tokenised=False
    )
    assert sentence.words == ("I", "do", "n't", "know", ".")
    assert [(edit.before, edit.after) for edit in sentence.annotations[0].edits] == [
        (("do",), ("did",))
    ]


@pytest.mark.parametrize(
    ("n_lines", "message"), [(1, "has 2 lines, but its correction '0' has 1"), (5, "'0' has 5")]
)
def test_files_that_do_not_end_together_are_refused_with_both_counts(
    n_lines: int, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        list(corrected.parse(SOURCE, ["It rains .\n"] * n_lines, document="d", file="d.txt"))


@given(st.lists(st.tuples(LINE | ANY_LINE, LINE | ANY_LINE, LINE), max_size=5), st.booleans())
def test_each_version_is_written_back_as_it_was_read(
    rows: list[tuple[str, str, str]], tokenised: bool
) -> None:
    source, first, second = ([row[place] + "\n" for row in rows] for place in range(3))
    found = list(
        corrected.parse(source, first, second, document="d", file="d.txt", tokenised=tokenised)
    )
    assert [sentence.text for sentence in found] == [row[0] for row in rows]
    for annotator, place in (("0", 1), ("1", 2)):
        written = [line.removesuffix("\n") for line in corrected.format(found, annotator=annotator)]
        for line, row in zip(written, rows, strict=True):
            assert line.replace(" ", "") == "".join(row[place].split())


def test_outputs_of_real_systems_are_read(shared_data: Path) -> None:
    folder = shared_data / "systems" / "conll14"
    paths = [folder / name for name in ("SOURCE.txt", "GECToR-2024.txt", "T5-11B.txt")]
    streams = [read_lines(str(path)) for path in paths]
    found = list(corrected.parse(*streams, document="conll14", file="SOURCE.txt"))
    for place, path in enumerate(paths[1:]):
        lines = list(corrected.format(found, annotator=str(place)))
        assert lines == [
            " ".join(filter(None, line.rstrip("\n").split(" "))) + "\n"
            for line in read_lines(str(path))
        ]


def test_edits_are_made_again_from_the_words_that_each_annotator_wrote() -> None:
    wide = Edit(1, ("spoke", "of", "on"), ("spoke", "of"), "R:OTHER")
    unknown = Edit(0, ("We",), (), "UNK")
    sentence = replace(
        from_words("d.1", "We spoke of on it .".split()),
        annotations=(Annotation("a", (wide,)), Annotation("b", (unknown,))),
    )
    accepted = from_words("d.2", ["It", "rains", "."])
    first, second = corrected.realigned([sentence, accepted])
    assert [[edit.id for edit in note.edits] for note in first.annotations] == [["3-4:U:PREP:"], []]
    assert second.annotations == ()
    _, second = corrected.realigned([sentence, accepted], is_complete=True)
    assert second.annotations == (Annotation("a"), Annotation("b"))
