"""Systems' corrections read from corrected lines, M2 and flags."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from solecism.edit import Annotation, Edit
from solecism.errors import FormatError, InputError
from solecism.formats import by_path, hypotheses
from solecism.sentence import from_words
from solecism.site import Flag, Suggestion

SENTENCES = [
    from_words("note.1", "We met in Monday .".split()),
    from_words("note.2", "I waited the bus .".split()),
]
ON = Edit(2, ("in",), ("on",), "R:PREP")
FOR = Edit(2, (), ("for",), "M:PREP")
FLAGS = [
    Flag("note.1:2-3:preposition", "me", True, suggestions=(Suggestion("on"), Suggestion("at"))),
    Flag("note.1:3-4:number", "me", False),
    Flag("note.2:2-2:preposition", "me", True, suggestions=(Suggestion("for"),)),
]


def annotated(*edits: tuple[Edit, ...], annotator: str = "0") -> list[object]:
    return [
        replace(sentence, annotations=(Annotation(annotator, own),))
        for sentence, own in zip(SENTENCES, edits, strict=True)
    ]


def written(path: Path, items: list[object]) -> str:
    by_path.write(path, items)  # type: ignore[arg-type]  # sentences or flags
    return str(path)


def test_lines_m2_and_flags_of_the_same_corrections_are_the_same_edits(tmp_path: Path) -> None:
    lines = tmp_path / "mine.out"
    lines.write_text("We met on Monday .\nI waited for the bus .\n", encoding="utf-8")
    m2 = written(tmp_path / "other.m2", annotated((ON,), (FOR,)))
    flags = written(tmp_path / "flags.jsonl", list(FLAGS))
    expected = [(ON,), (FOR,)]
    assert hypotheses.read(str(lines), SENTENCES) == {"mine": expected}
    assert hypotheses.read(m2, SENTENCES) == {"other": expected}
    assert hypotheses.read(flags, SENTENCES) == {"me": expected}


@pytest.mark.parametrize("space", ["\t", "\N{NO-BREAK SPACE}", "\N{IDEOGRAPHIC SPACE}", " \t "])
def test_any_white_space_separates_words(space: str) -> None:
    lines = ["We met on Monday .\n", "I waited for the bus .\n"]
    spaced = [line.replace(" ", space) for line in lines]
    assert hypotheses.edits_of_lines(spaced, SENTENCES, file="f") == [(ON,), (FOR,)]
    assert list(hypotheses.words_of_lines(spaced))[1] == tuple(lines[1].split())


def test_words_of_the_reference_with_white_space_inside_stay_one_word() -> None:
    sentence = from_words("note.1", ["We", "paid", "10\N{NO-BREAK SPACE}000", "in", "Monday", "."])
    [(edit,)] = hypotheses.edits_of_lines(["We paid ten in Monday .\n"], [sentence], file="f")
    assert (edit.start, edit.before, edit.after) == (2, ("10\N{NO-BREAK SPACE}000",), ("ten",))
    hypotheses.check_source(
        hypotheses.words_of_lines([sentence.text + "\n"]), [sentence], file="source.txt"
    )


def test_flags_may_be_by_several_systems() -> None:
    flags = [FLAGS[0], replace(FLAGS[2], system="you")]
    systems = hypotheses.edits_of_flags(flags, SENTENCES, file="f")
    assert systems == {"me": [(ON,), ()], "you": [(), (FOR,)]}


def test_a_flag_without_suggestion_is_a_detection_only() -> None:
    flags = [replace(FLAGS[0], suggestions=())]
    systems = hypotheses.edits_of_flags(flags, SENTENCES, file="f")
    assert systems["me"][0] == (Edit(2, ("in",), (), "UNK"),)


def test_a_flag_given_twice_is_told_with_its_line() -> None:
    with pytest.raises(FormatError, match=r"f:2: me flags note\.1:2-3:preposition twice"):
        hypotheses.edits_of_flags([FLAGS[0], FLAGS[0]], SENTENCES, file="f")


def test_a_flag_in_another_text_is_told_with_its_line() -> None:
    stray = replace(FLAGS[0], site="essay.1:2-3:preposition")
    with pytest.raises(FormatError, match=r"f:2: the flag 'essay\.1.*--document"):
        hypotheses.edits_of_flags([FLAGS[0], stray], SENTENCES, file="f")


def test_a_flag_behind_the_end_of_its_sentence_is_refused() -> None:
    with pytest.raises(InputError, match="behind the end"):
        hypotheses.edits_of_flags(
            [replace(FLAGS[0], site="note.1:7-8:preposition")], SENTENCES, file="f"
        )


def test_other_sentences_than_those_of_the_reference_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "source.txt"
    path.write_text("We met in Monday .\nI waited a bus .\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"source\.txt: sentence 2 is 'I waited a bus \.', but"):
        hypotheses.read_systems(str(path), [], SENTENCES)
    path.write_text("We met in Monday .\n", encoding="utf-8")
    with pytest.raises(InputError, match="sentence 2 is nothing, but"):
        hypotheses.read_systems(str(path), [], SENTENCES)


def test_m2_can_be_the_source(tmp_path: Path) -> None:
    path = written(tmp_path / "mine.m2", annotated((ON,), (FOR,)))
    assert list(hypotheses.read_systems(path, [path], SENTENCES)) == ["mine"]


def test_a_corrected_text_with_other_lines_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("We met on Monday .\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"has 2 lines, but its correction .*mine\.txt' has 1"):
        hypotheses.read(str(path), SENTENCES)


def test_edits_by_two_annotators_are_not_one_system(tmp_path: Path) -> None:
    both = [*annotated((ON,), (), annotator="0")[:1], *annotated((), (FOR,), annotator="1")[1:]]
    path = written(tmp_path / "two.m2", both)
    with pytest.raises(InputError, match=r"two\.m2: has edits by 2 annotators \(0, 1\)"):
        hypotheses.read(path, SENTENCES)


def test_two_systems_of_one_name_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "mine.m2", annotated((ON,), (FOR,)))
    with pytest.raises(InputError, match="not the only system called 'mine'"):
        hypotheses.read_systems(path, [path, path], SENTENCES)
