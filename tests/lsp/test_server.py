"""A real server, driven as editors drive it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from editor import Editor
from lsprotocol import types

LETTER = "# A letter\n\nI depend of you. 🐈 I depend of my cat.\n"


def places(diagnostics: list[types.Diagnostic]) -> list[tuple[str, int, int, int]]:
    """The kind, line, first and last column of each diagnostic."""
    return [
        (
            str(each.code),
            each.range.start.line,
            each.range.start.character,
            each.range.end.character,
        )
        for each in diagnostics
    ]


@pytest.fixture(scope="module")
def editor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    with Editor(tmp_path_factory.mktemp("project")) as editor:
        yield editor


def test_an_opened_document_has_diagnostics_at_the_words(editor: Editor) -> None:
    diagnostics = editor.open("letter.md", LETTER)
    assert places(diagnostics) == [
        ("wrong-preposition", 2, 9, 11),
        ("wrong-preposition", 2, 29, 31),
    ]
    assert all(each.source == "solecism" for each in diagnostics)
