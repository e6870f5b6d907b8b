"""Where commands write their output."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.cli.terminal.output import WorkFolder
from solecism.errors import InputError


def test_a_folder_keeps_bytes_by_name(tmp_path: Path) -> None:
    folder = WorkFolder(str(tmp_path / "new" / "work"))
    assert list(folder) == []
    folder["b.1"], folder["a"] = b"one", b"two"
    assert (list(folder), len(folder), folder["b.1"]) == (["a", "b.1"], 2, b"one")
    assert "a" in folder
    del folder["a"]
    assert "a" not in folder
    assert dict(WorkFolder(str(tmp_path / "new" / "work"))) == {"b.1": b"one"}


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="Give another folder"):
        WorkFolder(str(tmp_path / "file"))
