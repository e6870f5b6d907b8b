"""What the commands that train have in common."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from solecism.cli.terminal.progress import Folder, counted, progress_bar
from solecism.errors import InputError


class Terminal(io.StringIO):
    """Something to write on that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_shows_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    with progress_bar("Reading", "Learning") as progress:
        assert progress is not None
        progress(3, 4)
    assert "Learning" in screen.getvalue()
    assert "75%" in screen.getvalue()


def test_a_pipe_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe = io.StringIO()
    monkeypatch.setattr(sys, "stderr", pipe)
    with progress_bar("Reading", "Learning") as progress:
        assert progress is None
    assert pipe.getvalue() == ""


@pytest.mark.parametrize(("n_items", "told"), [(0, []), (7, [7]), (250, [100, 200, 250])])
def test_items_are_counted_by_the_hundred_and_at_the_end(n_items: int, told: list[int]) -> None:
    calls: list[tuple[int, int]] = []
    items = list(range(n_items))
    assert list(counted(items, lambda done, total: calls.append((done, total)))) == items
    assert calls == [(done, n_items) for done in told]
    assert counted(items, None) is items


def test_a_folder_keeps_bytes_by_name(tmp_path: Path) -> None:
    folder = Folder(str(tmp_path / "new" / "work"))
    assert list(folder) == []
    folder["b.1"], folder["a"] = b"one", b"two"
    assert (list(folder), len(folder), folder["b.1"]) == (["a", "b.1"], 2, b"one")
    assert "a" in folder
    del folder["a"]
    assert "a" not in folder
    assert dict(Folder(str(tmp_path / "new" / "work"))) == {"b.1": b"one"}


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="Give another folder"):
        Folder(str(tmp_path / "file"))
