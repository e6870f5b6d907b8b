"""Offsets and positions, in every encoding, with ranges that editors should not send."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol.types import Position, Range

from solecism_write.lsp.document import TextLines

ENCODINGS = ["utf-8", "utf-16", "utf-32"]
TEXTS = st.text(st.sampled_from("ab é🐈\n\r\u2028\ud83d"), max_size=30)


@pytest.mark.parametrize(("encoding", "character"), [("utf-8", 12), ("utf-16", 9), ("utf-32", 8)])
def test_columns_count_the_units_of_the_encoding(encoding: str, character: int) -> None:
    lines = TextLines("one\ncafé 🐈 of", encoding)
    offset = lines.text.index("of") + 1
    assert lines.position(offset) == Position(1, character)
    assert lines.offset(Position(1, character)) == offset


@given(TEXTS, st.sampled_from(ENCODINGS))
def test_every_offset_has_a_position(text: str, encoding: str) -> None:
    lines = TextLines(text, encoding)
    for offset in range(len(text) + 1):
        if text[offset - 1 : offset + 1] != "\r\n" and text[offset - 1 : offset] != "\r":
            assert lines.offset(lines.position(offset)) == offset


@given(TEXTS, st.sampled_from(ENCODINGS), *[st.integers(0, 9)] * 4, st.text("xy\n", max_size=3))
def test_any_range_can_be_changed(
    text: str, encoding: str, line: int, column: int, line2: int, column2: int, new: str
) -> None:
    wanted = Range(Position(line, column), Position(line2, column2))
    lines = TextLines(text, encoding)
    start, end = sorted((lines.offset(wanted.start), lines.offset(wanted.end)))
    assert lines.changed(wanted, new) == TextLines(text[:start] + new + text[end:], encoding)


def test_positions_outside_mean_the_nearest_character() -> None:
    lines = TextLines("one 🐈\ntwo")
    assert lines.offset(Position(0, 99)) == 5
    assert lines.offset(Position(9, 0)) == 9
    # Inside of the pair of units that is the cat.
    assert lines.offset(Position(0, 5)) == 4


def test_only_ends_of_lines_of_the_protocol_count() -> None:
    assert TextLines("a\u2028b\x0bc\r\nd\re\n").starts == (0, 7, 9, 11)
