"""What is kept in a folder between runs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from solecism.system.caches import FolderCache, user_cache

VALUE = b"what took long to find"


def test_what_is_written_is_read_in_a_later_run(tmp_path: Path) -> None:
    FolderCache(tmp_path / "new" / "folder", max_size=1000).write("key", VALUE)
    later = FolderCache(tmp_path / "new" / "folder", max_size=1000)
    assert later.read("key") == VALUE
    assert later.read("other") is None


@pytest.mark.parametrize("damage", [b"", VALUE, VALUE[:3], bytes(200)], ids=repr)
def test_a_damaged_file_is_as_good_as_none(tmp_path: Path, damage: bytes) -> None:
    cache = FolderCache(tmp_path, max_size=1000)
    cache.write("key", VALUE)
    whole = (tmp_path / "key").read_bytes()
    for data in (damage, whole[:-1], whole[:-1] + b"?", whole + b"?"):
        (tmp_path / "key").write_bytes(data)
        assert cache.read("key") is None
    cache.write("key", VALUE)
    assert cache.read("key") == VALUE


def test_a_file_under_the_name_of_another_is_not_taken_for_it(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path, max_size=1000)
    cache.write("key", VALUE)
    (tmp_path / "key").rename(tmp_path / "other")
    assert cache.read("other") is None


@pytest.mark.parametrize("place", ["a file", os.devnull])
def test_where_no_folder_can_be_nothing_is_kept(tmp_path: Path, place: str) -> None:
    (tmp_path / "a file").write_text("something else")
    cache = FolderCache(tmp_path / place, max_size=1000)
    cache.write("key", VALUE)
    assert cache.read("key") is None
    assert (tmp_path / "a file").read_text() == "something else"


def test_what_was_not_asked_for_longest_makes_room(tmp_path: Path) -> None:
    cache = FolderCache(tmp_path, max_size=400)
    for hour, key in enumerate(["first", "second", "third"]):
        cache.write(key, bytes(100))
        os.utime(tmp_path / key, (3600 * hour, 3600 * hour))
    assert cache.read("first") is not None
    cache.write("fourth", bytes(100))
    assert {path.name for path in tmp_path.iterdir()} == {"first", "third", "fourth"}


def test_the_folder_of_the_user_can_be_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOLECISM_CACHE", str(tmp_path))
    assert user_cache().folder == tmp_path
    monkeypatch.delenv("SOLECISM_CACHE")
    assert user_cache().folder.name == "solecism"


@pytest.mark.parametrize(
    ("platform", "asked", "folder"),
    [
        ("linux", "", "/home/ann/.cache/solecism"),
        ("linux", "caches", "/home/ann/.cache/solecism"),
        ("linux", "/var/caches", "/var/caches/solecism"),
        ("darwin", "", "/home/ann/Library/Caches/solecism"),
        ("win32", "", "/home/ann/AppData/Local/solecism"),
    ],
)
def test_every_system_has_a_folder_for_what_can_be_made_again(
    platform: str, asked: str, folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOLECISM_CACHE", raising=False)
    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv("HOME", "/home/ann")
    monkeypatch.setenv("XDG_CACHE_HOME", asked)
    assert user_cache().folder == Path(folder)


def test_a_user_without_a_home_keeps_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_home() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("SOLECISM_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", no_home)
    cache = user_cache()
    cache.write("key", b"value")
    assert cache.read("key") is None
