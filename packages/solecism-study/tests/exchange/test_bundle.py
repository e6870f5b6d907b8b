"""Bundles that are damaged, too large or made by somebody else."""

from __future__ import annotations

import io
import os
import struct
import zipfile
from pathlib import Path

import pytest

from solecism.errors import InputError
from solecism_study.cli.exchange import import_command
from solecism_study.exchange import bundle as bundles
from solecism_study.exchange.bundle import bundle, read_bundle
from studies import make_study


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    """The bundle of a small study."""
    study = make_study(str(tmp_path / "study"), n_gold=1)
    data = bundle(study, now=2)
    study.close()
    return data


def repacked(data: bytes, **changes: bytes) -> bytes:
    """The bundle with other files in it."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(stream, "w", 8) as new:
        contents = {name: old.read(name) for name in old.namelist()} | changes
        for name, content in contents.items():
            new.writestr(name, content)
    return stream.getvalue()


def test_an_offset_before_the_beginning_is_told(whole: bytes) -> None:
    # The directory is said to begin later than it does, so that files seem to begin before the
    # archive: zipfile seeks to a negative place.
    end = whole.rindex(b"PK\x05\x06")
    size, offset = struct.unpack_from("<2I", whole, end + 12)
    damaged = whole[: end + 12] + struct.pack("<2I", size, offset + 7) + whole[end + 20 :]
    with pytest.raises(InputError, match=r"b\.zip: is not the bundle of a study"):
        read_bundle(damaged, file="b.zip")


def test_a_bundle_cut_anywhere_is_told(whole: bytes) -> None:
    for end in range(0, len(whole), 97):
        with pytest.raises(InputError):
            read_bundle(whole[:end], file="b.zip")


def test_no_more_is_unpacked_than_a_study_may_have(
    whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundles, "_MAX_BYTES", 100_000)
    assert read_bundle(whole, file="b.zip").items
    bomb = repacked(whole, **{"items.jsonl": b"\n" * 50_000_000})
    assert len(bomb) < 100_000
    with pytest.raises(InputError, match=r"items\.jsonl has more than 100,000 bytes"):
        read_bundle(bomb, file="b.zip")


def test_nothing_is_written_beside_the_study(whole: bytes, tmp_path: Path) -> None:
    names = ("../outside.txt", "/tmp/solecism-outside.txt", "a/../../outside.txt")
    path = tmp_path / "in" / "b.zip"
    path.parent.mkdir()
    path.write_bytes(repacked(whole, **dict.fromkeys(names, b"x")))
    before = {entry.name for entry in os.scandir(tmp_path)}
    import_command.main([str(path.parent / "new"), str(path)], standalone_mode=False)
    assert {entry.name for entry in os.scandir(tmp_path)} == before
    assert {entry.name for entry in os.scandir(path.parent)} == {"b.zip", "new"}
    assert not Path("/tmp/solecism-outside.txt").exists()
