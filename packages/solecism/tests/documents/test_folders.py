"""Folders: which files are read, in which order, and what is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.documents.reading import list_documents


@pytest.fixture
def essays(tmp_path: Path) -> Path:
    folder = tmp_path / "essays"
    for name in ("b.txt", "a.docx", "C.PDF", "sub/d.tex", "sub/e.txt.gz", "old.doc", "sub/f.rst"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"text")
    return folder


def names(folder: Path, *paths: str) -> list[str]:
    """What is listed, relative to a folder."""
    return [str(Path(path).relative_to(folder)) for path in list_documents(paths).paths]


def test_documents_are_listed_in_the_order_of_their_names(essays: Path) -> None:
    expected = ["C.PDF", "a.docx", "b.txt", "old.doc", "sub/d.tex", "sub/e.txt.gz", "sub/f.rst"]
    assert names(essays, str(essays)) == expected
    assert list_documents([str(essays)]).notes == ()


def test_what_is_left_out_is_counted_in_one_note(essays: Path) -> None:
    for name in (".hidden.txt", "~$a.docx", "picture.png", "sub/flags.jsonl", "sub/run.py"):
        (essays / name).write_bytes(b"x")
    (essays / "binary.txt").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    (essays / ".git").mkdir()
    (essays / ".git" / "log.txt").write_bytes(b"x")
    listing = list_documents([str(essays)])
    assert len(listing.paths) == 7
    assert listing.notes == (
        f"{essays}: 6 files were left out: hidden, or not of a kind that can be read.",
    )


def test_links_are_followed_but_not_in_circles(essays: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "f.txt").write_bytes(b"x")
    (essays / "linked").symlink_to(other)
    (essays / "sub" / "circle").symlink_to(essays)
    (other / "back").symlink_to(essays / "sub")
    found = names(essays, str(essays))
    assert found.count("linked/f.txt") == 1
    assert len(found) == 8
    assert len({Path(essays / name).resolve() for name in found}) == 8


def test_files_and_folders_mix_and_no_file_comes_twice(essays: Path) -> None:
    paths = [str(essays / "sub"), "-", str(essays / "b.txt"), str(essays), str(essays / "a.docx")]
    listing = list_documents(paths)
    assert listing.paths[:5] == (
        str(essays / "sub" / "d.tex"),
        str(essays / "sub" / "e.txt.gz"),
        str(essays / "sub" / "f.rst"),
        "-",
        str(essays / "b.txt"),
    )
    assert sorted(listing.paths) == sorted({*listing.paths})


def test_a_folder_without_documents_is_told(tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"x")
    [problem] = list_documents([str(tmp_path)]).problems
    assert problem == f"{tmp_path}: has no documents that can be read. Is it the right folder?"


def test_files_that_do_not_exist_are_left_to_the_reader() -> None:
    assert list_documents(["none.docx", "none.docx"]).paths == ("none.docx", "none.docx")
