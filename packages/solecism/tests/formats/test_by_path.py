"""Files of any format, read and written by their paths alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from solecism.edit import Annotation, Edit
from solecism.errors import FormatError, InputError
from solecism.formats import by_path
from solecism.judgment import Judgment
from solecism.sentence import Chunk, Sentence, from_words
from solecism.site import Flag, Site
from solecism.tree import Leaf, Tree

SITE = Site("essay.1", 2, 3, "preposition", "of")
FLAG = Flag(SITE.id, "rules", error=True)
JUDGMENT = Judgment(SITE.id, "ann", "error")
SENTENCE = from_words("essay.1", ["I", "depend", "of", "you", "."])
TREE = Tree("S", (Tree("NP", (Leaf("PRP", "I"),)), Tree("VP", (Leaf("VBP", "know"),))))


def _annotated(sentence: Sentence) -> Sentence:
    from dataclasses import replace

    edit = Edit(2, ("of",), ("on",), "R:PREP")
    return replace(
        sentence,
        tags=("PRP", "VBP", "IN", "PRP", "."),
        chunks=(Chunk("NP", 0, 1, 0),),
        annotations=(Annotation("0", (edit,)),),
    )


@pytest.mark.parametrize("item", [SITE, FLAG, JUDGMENT, _annotated(SENTENCE)])
@pytest.mark.parametrize("name", ["items.jsonl", "items.ndjson.gz"])
def test_json_lines_are_told_apart_by_their_fields(tmp_path: Path, item: Any, name: str) -> None:
    path = tmp_path / name
    by_path.write(path, [item])
    assert list(by_path.read(path)) == [item]


def test_judgments_come_back_from_a_table(tmp_path: Path) -> None:
    by_path.write(tmp_path / "answers.csv", [JUDGMENT])
    assert list(by_path.read(tmp_path / "answers.csv")) == [JUDGMENT]


@pytest.mark.parametrize("format", ["jsonl", "m2", "conllu", "conll2000", "text", "table"])
def test_a_file_whose_name_says_nothing_is_known_by_its_first_line(
    tmp_path: Path, format: str
) -> None:
    item = JUDGMENT if format == "table" else _annotated(SENTENCE)
    by_path.write(tmp_path / "essay.data", [item], format=format)
    named, unnamed = (
        list(by_path.read(tmp_path / "essay.data", format=name)) for name in (format, None)
    )
    assert unnamed == named
    assert named


def test_the_first_line_of_an_fce_script_is_known(tmp_path: Path) -> None:
    path = tmp_path / "script"
    path.write_text("<learner><text><p>I know.</p></text></learner>")
    assert [sentence.words for sentence in _sentences(path)] == [("I", "know", ".")]


def test_trees_are_written_as_sentences(tmp_path: Path) -> None:
    for name in ("bank.mrg", "bank.jsonl"):
        by_path.write(tmp_path / name, [TREE])
        (sentence,) = _sentences(tmp_path / name)
        assert (sentence.id, sentence.words, sentence.trees) == ("bank.1", ("I", "know"), (TREE,))


def _sentences(path: Path) -> list[Sentence]:
    return [item for item in by_path.read(path) if isinstance(item, Sentence)]


def test_ids_begin_with_the_document(tmp_path: Path) -> None:
    path = tmp_path / "essay.txt"
    path.write_text("\n\nI know. You know.\n")
    assert [sentence.id for sentence in _sentences(path)] == ["essay.1", "essay.2"]
    assert next(by_path.read(path, document="x")).id == "x.1"


def test_an_empty_file_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "essay.txt"
    path.write_text("\n \n")
    with pytest.raises(InputError, match=r"essay\.txt: is empty"):
        list(by_path.read(path))


def test_an_object_of_no_known_type_is_an_error_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text('\n{"colour": 1}\n')
    with pytest.raises(FormatError, match=r"x\.jsonl:2: the fields are colour, but a sentence has"):
        list(by_path.read(path))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"site": "e.1:2-3:article", "rater": "ann"}', "missing required field `answer`"),
        ('{"site": "e.1:2-3:article", "error": true}', "missing required field `system`"),
        ('{"text": "Hello."}', "missing required field `id`"),
        ("[1, 2]", "is not a JSON object|Expected `object`"),
        ("{", "is not a JSON object"),
    ],
)
def test_an_incomplete_object_is_an_error(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(line)
    with pytest.raises(FormatError, match=message):
        list(by_path.read(path))


@pytest.mark.parametrize(
    ("name", "items", "message"),
    [
        ("flags.m2", [FLAG], "m2 holds sentences, but a flag was given"),
        ("flags.csv", [SENTENCE], "table holds judgments, but a sentence was given"),
        ("essay.doc", [SENTENCE], r"essay\.doc: the ending is not that of a format"),
        ("essay.xml", [SENTENCE], "can be read, but not written"),
    ],
)
def test_what_cannot_be_written_is_an_error_and_leaves_no_file(
    tmp_path: Path, name: str, items: list[Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        by_path.write(tmp_path / name, items)
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize(
    ("format", "message"), [("word", "'word' is not a format"), ("corrected", "several files")]
)
def test_a_format_that_one_file_cannot_have_is_an_error(
    tmp_path: Path, format: str, message: str
) -> None:
    path = tmp_path / "essay.txt"
    path.write_text("I know.")
    with pytest.raises(InputError, match=message):
        list(by_path.read(path, format=format))
