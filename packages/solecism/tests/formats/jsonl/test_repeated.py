"""A file that says something twice, or something unknown, is told with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.errors import FormatError
from solecism.formats import jsonl
from solecism.formats.jsonl import check_judgments, read_flags
from solecism.judgment import Judgment
from solecism.site import Flag

SITE = "d.1:2-3:preposition"
OK = Judgment(SITE, "ann", "ok")


def written(path: Path, *items: Flag | Judgment) -> str:
    path.write_text("\n".join(jsonl.format(items)), encoding="utf-8")
    return str(path)


def checked(path: str, *, may_repeat: bool = False) -> None:
    check_judgments(path, labels=("error", "ok"), may_repeat=may_repeat)


def test_two_systems_may_flag_the_same_site(tmp_path: Path) -> None:
    flags = [Flag(SITE, "one", True), Flag(SITE, "two", True)]
    assert list(read_flags(written(tmp_path / "f", *flags))) == flags


def test_a_second_flag_is_told_with_its_line_blank_lines_counted(tmp_path: Path) -> None:
    flag = Flag(SITE, "one", True)
    with pytest.raises(FormatError, match=r"f:3: one decides twice at d\.1"):
        list(read_flags(written(tmp_path / "f", flag, flag)))


def test_a_second_answer_is_told_with_the_line_of_the_first(tmp_path: Path) -> None:
    path = written(tmp_path / "j", OK, OK)
    with pytest.raises(FormatError, match=r"j:3: rater ann answers .* twice, first in line 1"):
        checked(path)
    checked(path, may_repeat=True)


def test_control_items_may_be_answered_again(tmp_path: Path) -> None:
    again = Judgment(SITE, "ann", "ok", gold="ok")
    checked(written(tmp_path / "j", again, again, OK))


def test_an_unknown_answer_is_told_but_unknown_itself_is_an_answer(tmp_path: Path) -> None:
    checked(written(tmp_path / "j", Judgment(SITE, "ann", "unknown")))
    with pytest.raises(FormatError, match=r"j:1: unknown answer 'no'\. The labels are error, ok"):
        checked(written(tmp_path / "j", Judgment(SITE, "ann", "no")))
