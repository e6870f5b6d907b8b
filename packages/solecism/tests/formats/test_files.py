"""Files: streams of lines in, whole files or none out."""

from __future__ import annotations

import gzip
import lzma
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from solecism.errors import FormatError, InputError
from solecism.formats import files


def broken_pieces() -> Iterator[str]:
    yield "new"
    raise InputError("something is wrong in the middle")


def test_lines_keep_their_ends_and_lose_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\x0bmore\nthree")
    assert list(files.read_lines(str(path))) == ["one\r\n", "two\x0bmore\n", "three"]


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz"])
def test_packed_files_are_written_and_read(tmp_path: Path, suffix: str) -> None:
    path = str(tmp_path / f"a.txt{suffix}")
    files.write_text(path, ["é", "\n", "b\n"])
    assert list(files.read_lines(path)) == ["é\n", "b\n"]
    packed = Path(path).read_bytes()
    unpacked = {".gz": gzip.decompress, ".xz": lzma.decompress}.get(suffix, lambda same: same)
    assert unpacked(packed) == "é\nb\n".encode()


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz"])
def test_bytes_are_written_as_they_are_whatever_the_name(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"model{suffix}"
    files.write_bytes(str(path), b"\x00packed already")
    assert path.read_bytes() == b"\x00packed already"


@pytest.mark.parametrize("suffix", ["", ".gz", ".xz"])
def test_the_bytes_of_a_file_are_read_up_to_a_limit(tmp_path: Path, suffix: str) -> None:
    path = str(tmp_path / f"a.txt{suffix}")
    files.write_text(path, [b"\xff\xfe", "é" * 1_000])
    assert files.head(path, 4) == b"\xff\xfe\xc3\xa9"
    assert len(files.read_unpacked(path, most=2_002)) == 2_002
    with pytest.raises(InputError, match="is larger than"):
        files.read_unpacked(path, most=2_001)


@pytest.mark.parametrize(
    ("data", "is_utf_8"),
    [(b"", True), ("é".encode() * 600_001, True), (b"caf\xe9", False), (b"a\xc3", False)],
)
def test_utf_8_is_told_from_other_encodings(tmp_path: Path, data: bytes, is_utf_8: bool) -> None:
    (tmp_path / "a.txt").write_bytes(data)
    assert files.is_utf_8(str(tmp_path / "a.txt")) == is_utf_8


def test_equal_text_gives_equal_packed_files(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        files.write_text(str(tmp_path / name), ["same"])
    assert (tmp_path / "a.gz").read_bytes() == (tmp_path / "b.gz").read_bytes()


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("a.txt", b"ok\ncaf\xe9\n", r"a.txt:2: byte 4 is b'\\xe9', which is not UTF-8"),
        ("a.txt", b"x" * 10_000_000, "a.txt:1: a line longer than 4,000,000 bytes"),
        ("a.txt.xz", lzma.compress(b"hello" * 1000)[:-20], "cannot be decompressed"),
        ("a.txt.xz", b"hello", "cannot be decompressed"),
        ("a.txt.gz", gzip.compress(b"hello\n" * 1000)[:-9], "cannot be decompressed"),
        ("a.txt.gz", gzip.compress(b"hello" * 1000)[:10] + b"\xff" * 30, "cannot be decompressed"),
        ("a.txt.gz", b"hello", "cannot be decompressed"),
    ],
    ids=["latin-1", "endless", "cut xz", "no xz", "cut gz", "damaged gz", "no gz"],
)
def test_bad_files_are_told(tmp_path: Path, name: str, content: bytes, problem: str) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(InputError, match=problem):
        list(files.read_lines(str(path)))


def test_a_directory_and_a_missing_file_are_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a directory"):
        list(files.read_lines(str(tmp_path)))
    with pytest.raises(InputError, match="is a directory"):
        files.write_text(str(tmp_path), ["a"])
    with pytest.raises(InputError, match="there is no such file"):
        list(files.read_lines(str(tmp_path / "none.txt")))
    with pytest.raises(InputError, match=r"there is no folder .*none. Make it first"):
        files.write_text(str(tmp_path / "none" / "a.txt"), ["a"])


def test_an_error_in_the_middle_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(InputError, match="in the middle"):
        files.write_text(str(path), broken_pieces())
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_killed_writer_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    program = (
        "import os, signal, sys\n"
        "from solecism.formats.files import write_text\n"
        "def pieces():\n"
        "    yield 'new' * 1_000_000\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
        "write_text(sys.argv[1], pieces())\n"
    )
    done = subprocess.run([sys.executable, "-c", program, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert path.read_text() == "old"


def test_a_full_disk_is_told_and_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    program = (
        "import resource, sys\n"
        "from solecism.errors import InputError\n"
        "from solecism.formats.files import write_text\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "try:\n"
        "    write_text(sys.argv[1], ['new' * 1_000_000])\n"
        "except InputError as error:\n"
        "    print(error)\n"
    )
    command = [sys.executable, "-c", program, str(path)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout == f"{path}: cannot be written: File too large.\n"
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_link_is_followed(tmp_path: Path) -> None:
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old")
    link.symlink_to(target)
    files.write_text(str(link), ["new"])
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_what_is_no_ordinary_file_is_written_through() -> None:
    files.write_text("/dev/null", ["gone"])
    assert not Path("/dev/null").is_file()
    with pytest.raises(InputError, match="/dev/full: cannot be written: No space left"):
        files.write_text("/dev/full", ["x" * 3_000_000])


def test_permissions_are_kept_and_respected(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o640)
    files.write_text(str(path), ["new"])
    assert path.stat().st_mode & 0o777 == 0o640
    umask = os.umask(0o027)
    try:
        files.write_text(str(tmp_path / "b.txt"), ["new"])
    finally:
        os.umask(umask)
    assert (tmp_path / "b.txt").stat().st_mode & 0o777 == 0o640


@pytest.mark.skipif(os.geteuid() == 0, reason="everything is allowed to the superuser")
def test_a_file_that_may_not_be_written_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    path.chmod(0o444)
    with pytest.raises(InputError, match="Permission denied"):
        files.write_text(str(path), ["new"])


@pytest.mark.parametrize("name", ["a.txt", "-", "/dev/null"])
def test_what_is_no_character_is_told(
    tmp_path: Path, name: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    path = str(tmp_path / name) if name == "a.txt" else name
    with pytest.raises(InputError, match=r"'\\ud800' is not a character"):
        files.write_text(path, ["fine", "\ud800"])
    assert capfdbinary.readouterr().out == b""


def test_standard_output_is_utf8_with_the_given_line_ends(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    files.write_text("-", ["é\r\n", "x" * 2_000_000])
    assert capfdbinary.readouterr().out == b"\xc3\xa9\r\n" + b"x" * 2_000_000


def test_an_error_names_the_line_of_a_packed_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt.xz"
    path.write_bytes(lzma.compress(b"ok\n\xff\n"))
    with pytest.raises(FormatError) as caught:
        list(files.read_lines(str(path)))
    assert caught.value.line == 2


def test_pieces_of_a_file_make_its_text(tmp_path: Path) -> None:
    path = tmp_path / "a.json.gz"
    files.write_text(str(path), ["\ufeff", "é" * 100_001, "\n", "x" * 5_000_000])
    assert "".join(files.read_pieces(str(path))) == "é" * 100_001 + "\n" + "x" * 5_000_000


def test_a_piece_that_is_not_utf8_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_bytes(b"x" * 100_000 + b"\n" * 9 + b"\xff\n")
    with pytest.raises(FormatError, match=r"a.json:10: holds b'\\xff', which is not UTF-8"):
        list(files.read_pieces(str(path)))


def test_a_short_hash_depends_on_every_byte_and_on_the_order(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("a")
    other.write_text("b")
    paths = [str(one), str(other)]
    assert files.short_hash(paths) == files.short_hash(paths)
    assert files.short_hash(paths) != files.short_hash(paths[::-1])
    assert files.short_hash([*paths, "-"]) is None


def test_a_pipe_gets_what_there_is_after_a_second(tmp_path: Path) -> None:
    fifo = tmp_path / "pipe"
    os.mkfifo(fifo)
    script = (
        "import time\n"
        "from solecism.formats import files\n"
        "def pieces():\n"
        "    yield 'first '\n"
        "    time.sleep(1.1)\n"
        "    yield 'second '\n"
        "    input()\n"
        "    yield 'third'\n"
        f"files.write_text({str(fifo)!r}, pieces())\n"
    )
    command = [sys.executable, "-c", script]
    with (
        subprocess.Popen(command, stdin=subprocess.PIPE, text=True) as process,
        fifo.open("rb", buffering=0) as stream,
    ):
        assert stream.read(100) == b"first second "
        process.communicate("go on\n")
        assert stream.read(100) == b"third"
