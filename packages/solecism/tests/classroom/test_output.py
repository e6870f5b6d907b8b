"""The folder of pages: whole or not at all, and nothing of anybody else's is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from solecism.classroom.class_folder import MANIFEST, check_output, write_folder
from solecism.errors import InputError

FILES = [("index.html", "one"), ("students/a.html", "two\r\n")]


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != MANIFEST
    }


def test_a_folder_is_written_with_all_files(tmp_path: Path) -> None:
    write_folder(tmp_path / "new" / "class", FILES)
    assert contents(tmp_path / "new" / "class") == {
        "index.html": b"one",
        "students/a.html": b"two\r\n",
    }
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["class"]
    assert (tmp_path / "new" / "class").stat().st_mode & 0o777 == (
        tmp_path / "new"
    ).stat().st_mode & 0o777


def test_a_folder_of_ours_is_replaced_as_a_whole(tmp_path: Path) -> None:
    write_folder(tmp_path / "class", FILES)
    write_folder(tmp_path / "class", [("index.html", "new")])
    assert contents(tmp_path / "class") == {"index.html": b"new"}
    assert [path.name for path in tmp_path.iterdir()] == ["class"]


def test_an_empty_folder_and_a_link_to_a_folder_are_filled(tmp_path: Path) -> None:
    (tmp_path / "class").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "class")
    write_folder(tmp_path / "link", FILES)
    assert contents(tmp_path / "class").keys() == {"index.html", "students/a.html"}
    assert (tmp_path / "link").is_symlink()


def test_nothing_changes_if_a_page_cannot_be_made(tmp_path: Path) -> None:
    write_folder(tmp_path / "class", FILES)

    def broken() -> Iterator[tuple[str, str]]:
        yield "index.html", "half"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        write_folder(tmp_path / "class", broken())
    assert contents(tmp_path / "class")["index.html"] == b"one"
    assert [path.name for path in tmp_path.iterdir()] == ["class"]


def test_the_old_folder_comes_back_if_the_new_one_cannot_be_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_folder(tmp_path / "class", FILES)
    rename = Path.rename

    def failing(self: Path, target: Path) -> Path:
        if self.name == "new":
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", failing)
    with pytest.raises(InputError, match="cannot be written: No space left on device"):
        write_folder(tmp_path / "class", [("index.html", "new")])
    assert contents(tmp_path / "class")["index.html"] == b"one"


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(InputError, match="was not written by this command"):
        write_folder(tmp_path, FILES)
    assert contents(tmp_path) == {"mine.txt": b"mine"}


def test_a_file_that_was_added_is_not_lost(tmp_path: Path) -> None:
    write_folder(tmp_path / "class", FILES)
    (tmp_path / "class" / "students" / "notes.txt").write_text("mine")
    with pytest.raises(InputError, match=r"contains 'students/notes\.txt', which was not written"):
        write_folder(tmp_path / "class", FILES)
    assert "students/notes.txt" in contents(tmp_path / "class")


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "class").write_text("mine")
    with pytest.raises(InputError, match="is a file"):
        write_folder(tmp_path / "class", FILES)


@pytest.mark.parametrize("output", ["essays", "essays/class", "."])
def test_pages_are_not_mixed_with_texts(tmp_path: Path, output: str) -> None:
    (tmp_path / "essays").mkdir()
    with pytest.raises(InputError, match="lies in the folder of the texts, or around it"):
        check_output(tmp_path / output, folder=tmp_path / "essays")
    check_output(tmp_path / "class", folder=tmp_path / "essays")
