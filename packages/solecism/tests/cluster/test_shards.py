"""Inputs in shards: however they are cut, the rows are the same, and bad ones say why."""

from __future__ import annotations

import csv
import gzip
import io
import json
import lzma
import tempfile
from pathlib import Path

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

from solecism.cluster.manifest import FinishedShard, Manifest
from solecism.cluster.shard_files import Rows, format_shard, read_shard
from solecism.cluster.shards import find_input, plan_shards
from solecism.cluster.storage import StoragePath
from solecism.errors import InputError

written = st.text(st.characters(codec="utf-8", exclude_characters="\n\r\x00"), max_size=12)
texts = st.lists(written.filter(str.strip), min_size=1, max_size=12)
sizes = st.integers(1, 60)


def rows_of(path: Path, size: int, column: str = "text") -> tuple[list[dict[str, object]], Rows]:
    """All rows of an input in shards of a size, and the last shard."""
    source = find_input(str(path))
    every = [
        read_shard(source.place, shard, source.format, column)
        for shard in plan_shards(source, column, size)
    ]
    problems = [problem for rows in every for problem in rows.problems]
    listed = [row for rows in every for row in rows.table.to_pylist()]
    return [{**row, "!": bad} for row, bad in zip(listed, problems, strict=True)], every[-1]


@given(texts, sizes, st.booleans())
def test_lines_of_text_are_the_same_in_shards_of_any_size(
    lines: list[str], size: int, ends: bool
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.txt"
        path.write_bytes(("\n".join(lines) + "\n" * ends).encode())
        rows, _ = rows_of(path, size)
        data = path.read_bytes()
    expected = [line.removeprefix("\ufeff") if not n else line for n, line in enumerate(lines)]
    assert [row["text"] for row in rows] == [line for line in expected if line.strip()]
    for row in rows:
        start = row["byte"]
        assert isinstance(start, int)
        assert data[start:].decode().removeprefix("\ufeff").startswith(str(row["text"]))


@given(texts, sizes)
def test_json_lines_are_the_same_in_shards_of_any_size(lines: list[str], size: int) -> None:
    objects = [{"id": n, "text": line} for n, line in enumerate(lines)]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.jsonl"
        path.write_text("".join(json.dumps(each) + "\n" for each in objects))
        rows, _ = rows_of(path, size)
    read = [{**json.loads(str(row["fields"])), "text": row["text"]} for row in rows]
    assert read == objects


@given(st.lists(st.text(st.sampled_from('a",\n é'), max_size=8), min_size=1, max_size=9), sizes)
def test_csv_is_the_same_in_shards_of_any_size(fields: list[str], size: int) -> None:
    buffer = io.StringIO(newline="")
    table = csv.writer(buffer)
    table.writerows([["id", "text"], *([str(n), field] for n, field in enumerate(fields))])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.csv"
        path.write_bytes(buffer.getvalue().encode())
        rows, _ = rows_of(path, size)
    assert [(row["id"], row["text"]) for row in rows] == [
        (str(n), field) for n, field in enumerate(fields)
    ]


@given(texts, sizes, st.integers(1, 5))
def test_parquet_is_the_same_in_shards_of_any_size(
    lines: list[str], size: int, n_rows: int
) -> None:
    table = pa.table({"text": lines, "n": list(range(len(lines)))})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.parquet"
        parquet.write_table(table, path, row_group_size=n_rows)
        rows, _ = rows_of(path, size)
    assert [(row["text"], row["n"]) for row in rows] == list(zip(lines, range(99), strict=False))


def test_small_files_share_a_shard_and_compressed_ones_are_read_whole(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.txt").write_text(f"line {number}\n")
    (tmp_path / "5.txt.gz").write_bytes(gzip.compress(b"line 5\nline 6\n"))
    (tmp_path / "6.txt.xz").write_bytes(lzma.compress(b"line 7\n"))
    (tmp_path / "notes.doc").write_text("not ours")
    (tmp_path / "_SUCCESS").write_text("")
    source = find_input(str(tmp_path))
    assert (len(plan_shards(source, "text", 1_000)), source.n_others) == (1, 1)
    for size in (1_000, 10):
        rows, _ = rows_of(tmp_path, size)
        assert [row["text"] for row in rows] == [f"line {number}" for number in range(8)]


def test_what_is_wrong_with_a_line_is_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = [
        b'{"text": "good"}',
        b"{no",
        b"[1]",
        b'{"body": 1}',
        b'{"text": 1}',
        b'{"text": "\xff"}',
    ]
    path.write_bytes(b"\n".join([*lines, b'{"text": "\\ud800"}']))
    rows, last = rows_of(path, 1_000)
    problems = [str(row["!"]).partition(": ")[2].partition(":")[0] for row in rows]
    assert problems == [
        "",
        "is no JSON",
        "is no JSON object.",
        "has no field 'text'.",
        "'text' is no text.",
        "",
        "'text' has half of a surrogate pair.",
    ]
    assert rows[5]["!"] == "byte 11 is b'\\xff', which is not UTF-8."
    # Nothing is lost: what could not be read stands beside the error.
    assert json.loads(str(rows[1]["fields"])) == "{no"
    assert json.loads(str(rows[4]["fields"])) == {"text": 1}
    made = format_shard(last.table, "jsonl", source="jsonl", added=("findings", "error"))
    assert len(made.splitlines()) == len(rows)


def test_a_long_field_of_csv_is_read_and_the_limit_of_others_stays(tmp_path: Path) -> None:
    limit = csv.field_size_limit()
    (tmp_path / "a.csv").write_text(f"id,text\n1,{'x' * (limit + 1)}\n")
    [row], _ = rows_of(tmp_path / "a.csv", 1_000)
    assert row["text"] == "x" * (limit + 1)
    assert csv.field_size_limit() == limit


def test_records_of_csv_with_other_numbers_of_fields_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b"id,text\n1,one\n2\n3,three,four\n4,\xff\n")
    rows, _ = rows_of(tmp_path / "a.csv", 1_000)
    assert [row["!"] for row in rows] == [
        None,
        "has 1 fields; the file has 2 columns.",
        "has 3 fields, among them 'four'; the file has 2 columns.",
        "holds bytes that are not UTF-8: '\\\\xff'.",
    ]


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({}, "there is no such file, or the folder is empty"),
        ({"a.doc": "x"}, "no file has one of the endings"),
        ({"a.txt": "x", "b.csv": "text\nx\n"}, "files of several formats, csv and text"),
    ],
)
def test_inputs_that_cannot_be_used_are_told(
    files: dict[str, str], message: str, tmp_path: Path
) -> None:
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    with pytest.raises(InputError, match=message):
        find_input(str(tmp_path))


def test_columns_that_are_not_there_and_damaged_files_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("id,body\n1,x\n")
    with pytest.raises(InputError, match=r"a.csv: has no column 'text'. There are id, body"):
        rows_of(tmp_path / "a.csv", 100)
    (tmp_path / "a.parquet").write_bytes(b"PAR1 nothing")
    with pytest.raises(InputError, match=r"a.parquet: cannot be used"):
        rows_of(tmp_path / "a.parquet", 100)
    (tmp_path / "b.txt.gz").write_bytes(b"not packed")
    with pytest.raises(InputError, match="cannot be used"):
        rows_of(tmp_path / "b.txt.gz", 100)
    with pytest.raises(InputError, match="cannot be used"):
        find_input("nowhere://bucket/a.txt")


def test_an_address_is_the_same_place_as_a_path(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one\n")
    by_path, by_address = find_input(str(tmp_path)), find_input(f"file://{tmp_path}")
    assert by_address.fingerprint() == by_path.fingerprint()
    [shard] = plan_shards(by_address, "text")
    assert read_shard(by_address.place, shard, "text", "text").table["text"].to_pylist() == ["one"]
    StoragePath.of(f"file://{tmp_path}/new/folder").write("b.txt", b"two")
    assert (tmp_path / "new" / "folder" / "b.txt").read_bytes() == b"two"


def test_json_lines_get_their_own_fields_back() -> None:
    table = pa.table({"text": ["a", "b"], "fields": ['{"id": 7}', '{"error": 1}']})
    made = table.append_column("error", pa.array([None, None], pa.string()))
    lines = format_shard(made, "jsonl", source="jsonl", added=("error",)).splitlines()
    assert list(map(json.loads, lines)) == [
        {"text": "a", "error": None, "id": 7},
        {"text": "b", "error": None, "fields": {"error": 1}},
    ]


def finished(file: str, data: bytes) -> FinishedShard:
    return FinishedShard.of(file, data, rows=1, words=1, found=0, errors=0)


def test_a_manifest_goes_on_with_what_is_there_and_whole(tmp_path: Path) -> None:
    folder, job = StoragePath.of(str(tmp_path / "out")), {"operation": "check", "kinds": ()}
    first = Manifest(folder, job, 3)
    for name in ("part-00000.jsonl", "part-00001.jsonl"):
        folder.write(name, b"{}\n")
        first.add(finished(name, b"{}\n"))
    (tmp_path / "out" / ".part-00002.jsonl.ab12").write_bytes(b"half")
    (tmp_path / "out" / "part-00001.jsonl").write_bytes(b"{")
    second = Manifest(folder, job, 3)
    folder.remove_unfinished()
    assert [each.file for each in second.finished] == ["part-00000.jsonl"]
    assert sorted(each.name for each in (tmp_path / "out").iterdir()) == [
        "manifest.json",
        "part-00000.jsonl",
        "part-00001.jsonl",
    ]


def test_a_folder_of_another_job_or_of_none_is_refused(tmp_path: Path) -> None:
    folder = StoragePath.of(str(tmp_path))
    first = Manifest(folder, {"precision": 0.9, "input": "ab"}, 1)
    folder.write("part-00000.jsonl", b"{}\n")
    first.add(finished("part-00000.jsonl", b"{}\n"))
    with pytest.raises(InputError, match=r"manifest.json: precision was 0.9 and is not given"):
        Manifest(folder, {"precision": None, "input": "ab"}, 1)
    with pytest.raises(InputError, match="the input has changed since the job began"):
        Manifest(folder, {"precision": 0.9, "input": "cd"}, 1)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(InputError, match=r"manifest\.json"):
        Manifest(folder, {}, 1)
    (tmp_path / "manifest.json").unlink()
    with pytest.raises(InputError, match="has files that are not of a job"):
        Manifest(folder, {}, 1)
