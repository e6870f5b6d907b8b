"""Files as streams of lines: what every format reads from and writes to.

Reading never holds more than one line, writing is atomic, and whatever is wrong with a file
itself (missing, a directory, not UTF-8, an endless line) is said here, once for all formats.
"""

from __future__ import annotations

import gzip
import lzma
import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, cast

from solecism.errors import FormatError, InputError

STANDARD_STREAM = "-"
MAX_LINE_BYTES = 4_000_000
_OPENERS = {".xz": lzma.open, ".gz": gzip.open}


def document_name(path: str) -> str:
    """The name that ids of a file's sentences begin with.

    >>> document_name("corpora/A.dev.m2"), document_name("-"), document_name("news.txt.xz")
    ('A.dev', 'stdin', 'news')
    """
    if path == STANDARD_STREAM:
        return "stdin"
    name = Path(path)
    if name.suffix in _OPENERS:
        name = name.with_suffix("")
    return name.stem


def read_lines(path: str) -> Iterator[str]:
    """The lines of a file (`-`: standard input; .gz and .xz unpacked), each with its line end."""
    file = "standard input" if path == STANDARD_STREAM else path
    try:
        with _open_bytes(path) as stream:
            yield from _decoded_lines(stream, file)
    except OSError as error:
        raise InputError(f"{file}: {error.strerror or error}.") from error
    except (EOFError, lzma.LZMAError) as error:
        raise InputError(f"{file}: cannot be unpacked: {error}") from error


def write_text(path: str, pieces: Iterable[str]) -> None:
    """Write the pieces to a file, which appears whole or not at all (`-`: standard output)."""
    if path == STANDARD_STREAM:
        for piece in pieces:
            sys.stdout.write(piece)
        sys.stdout.flush()
        return
    target = Path(path)
    if target.is_dir():
        raise InputError(f"{path}: is a directory. Give the name of a file to write.")
    try:
        descriptor, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}.") from error
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as stream:
            stream.writelines(pieces)
            stream.flush()
            os.fsync(stream.fileno())
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        Path(temporary).chmod(mode)
        Path(temporary).replace(target)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _open_bytes(path: str) -> IO[bytes]:
    if path == STANDARD_STREAM:
        return os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    opener = _OPENERS.get(Path(path).suffix)
    if opener is None:
        return Path(path).open("rb")
    return cast(IO[bytes], opener(path, "rb"))


def _decoded_lines(stream: IO[bytes], file: str) -> Iterator[str]:
    number = 0
    while raw := stream.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(raw) > MAX_LINE_BYTES:
            raise FormatError(
                file, number, f"a line longer than {MAX_LINE_BYTES:,} bytes. Is this a text file?"
            )
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError as error:
            value = raw[error.start : error.start + 1]
            raise FormatError(
                file, number, f"byte {error.start + 1} is {value!r}, which is not UTF-8."
            ) from error
        yield line.removeprefix("\ufeff") if number == 1 else line


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
