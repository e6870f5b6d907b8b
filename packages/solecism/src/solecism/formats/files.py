"""Files as streams of lines, which every format reads and writes.

Reading never holds more than one line, writing is atomic, and whatever is wrong with a file itself
(missing, a directory, not UTF-8, an endless line) is reported here, for all formats.
"""

from __future__ import annotations

import codecs
import errno
import gzip
import hashlib
import io
import lzma
import os
import sys
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import IO, Any, cast

from solecism.errors import FormatError, InputError
from solecism.system.display_text import well_formed

STANDARD_STREAM = "-"
MAX_LINE_BYTES = 4_000_000
_OPENERS: dict[str, Callable[[Path, str], Any]] = {".xz": lzma.open, ".gz": gzip.open}
_PIPE_PIECE = 1 << 20
_PIPE_SECONDS = 1.0
_PIECE = 1 << 16
_BLOCK = 1 << 17


def document_name(path: str) -> str:
    """The name that ids of a file's sentences begin with.

    >>> document_name("corpora/A.dev.m2"), document_name("-"), document_name("news.txt.xz")
    ('A.dev', 'stdin', 'news')
    """
    return "stdin" if path == STANDARD_STREAM else well_formed(unpacked(path).stem)


def distinct_names(paths: Sequence[str]) -> list[str]:
    """Names that tell files apart: without their endings, else with them, else whole paths.

    InputError for a file that is given twice.

    >>> distinct_names(["a.txt", "b.txt.gz"]), distinct_names(["test.ref0", "test.ref1"])
    (['a', 'b'], ['test.ref0', 'test.ref1'])
    """
    for name in (document_name, lambda path: unpacked(path).name, str):
        names = list(map(name, paths))
        if len(set(names)) == len(names):
            return names
    twice = next(path for place, path in enumerate(paths) if path in paths[:place])
    raise InputError(f"{shown_name(twice)}: is given twice. Give each corrected file once.")


def unpacked(path: str) -> Path:
    """The path without the suffix of a compressed file.

    >>> unpacked("news.txt.xz").name, unpacked("news.txt").name
    ('news.txt', 'news.txt')
    """
    name = Path(path)
    return name.with_suffix("") if name.suffix in _OPENERS else name


def shown_name(path: str) -> str:
    """The name of a file in messages and results, with escapes for bytes that are not UTF-8."""
    return "standard input" if path == STANDARD_STREAM else well_formed(path)


def read_lines(path: str) -> Iterator[str]:
    """The lines of a file (`-`: standard input; .gz and .xz unpacked), each with its line end."""
    with _explain_read_problems(path), _open_bytes(path) as stream:
        yield from _decoded_lines(stream, shown_name(path))


def read_blocks(path: str) -> Iterator[bytes]:
    """The bytes of a file in blocks of whole lines; only a line longer than a block is cut.

    For formats that check the text of their lines themselves.
    """
    with _explain_read_problems(path), _open_bytes(path) as stream:
        rest = stream.read(len(codecs.BOM_UTF8)).removeprefix(codecs.BOM_UTF8)
        while piece := stream.read(_BLOCK):
            end = piece.rfind(b"\n") + 1
            if end or len(rest) > MAX_LINE_BYTES:
                yield rest + piece[:end]
                rest = b""
            rest += piece[end:]
        if rest:
            yield rest


def decode_lines(block: bytes, *, file: str, first: int) -> list[str]:
    """The lines of a block, of which the first has this number; FormatError if it is not UTF-8."""
    return list(_decoded_lines(io.BytesIO(block), file, first=first))


def read_pieces(path: str) -> Iterator[str]:
    """The text of a file in pieces of any length, for formats in which lines have no meaning."""
    with _explain_read_problems(path), _open_bytes(path) as stream:
        yield from _decoded_pieces(stream, shown_name(path))


def head(path: str, size: int) -> bytes:
    """The first bytes of a file, unpacked."""
    with _explain_read_problems(path), _open_bytes(path) as stream:
        return stream.read(size)


def is_utf_8(path: str) -> bool:
    """Whether all of a file is UTF-8."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    with _explain_read_problems(path), _open_bytes(path) as stream:
        try:
            while piece := stream.read(_PIPE_PIECE):
                decoder.decode(piece)
            decoder.decode(b"", final=True)
        except UnicodeDecodeError:
            return False
    return True


def read_bytes(path: str) -> bytes:
    """All bytes of a file as they are, packed or not."""
    with _explain_read_problems(path):
        return sys.stdin.buffer.read() if path == STANDARD_STREAM else Path(path).read_bytes()


def read_unpacked(path: str, *, most: int) -> bytes:
    """All bytes of a file (.gz and .xz unpacked); InputError if there are more than `most`."""
    with _explain_read_problems(path), _open_bytes(path) as stream:
        data = stream.read(most + 1)
    if len(data) > most:
        file = shown_name(path)
        raise InputError(f"{file}: is larger than {most // 1_000_000:,} MB. Divide the file.")
    return data


def short_hash(paths: Iterable[str]) -> str | None:
    """The first eight hexadecimal digits of a hash of files in order; None with a pipe."""
    digest = hashlib.sha256()
    for path in paths:
        own = digest_of(path)
        if own is None:
            return None
        digest.update(bytes.fromhex(own))
    return digest.hexdigest()[:8]


def digest_of(path: str | os.PathLike[str]) -> str | None:
    """The SHA-256 of a file's bytes, packed or not.

    It is None for a pipe and standard input, which cannot be read a second time.
    """
    name = os.fspath(path)
    if name == STANDARD_STREAM or not Path(name).is_file():
        return None
    with _explain_read_problems(name), Path(name).open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextmanager
def _explain_read_problems(path: str) -> Iterator[None]:
    file = shown_name(path)
    try:
        yield
    except IsADirectoryError as error:
        raise InputError(f"{file}: is a directory. Give the name of a file to read.") from error
    except FileNotFoundError as error:
        raise InputError(f"{file}: there is no such file. Is the name right?") from error
    except (EOFError, lzma.LZMAError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(
            f"{file}: cannot be decompressed: {error}. Is the file complete?"
        ) from error
    except OSError as error:
        raise InputError(f"{file}: cannot be read: {error.strerror or error}.") from error


def write_text(path: str, pieces: Iterable[str | bytes]) -> None:
    """Write the pieces to a file, which appears whole or not at all (`-`: standard output).

    Text is written as UTF-8, bytes as they are. A link is followed, names in .gz and .xz are
    packed, and what is not an ordinary file (a device, a named pipe) is written piece by piece.
    """
    if path == STANDARD_STREAM:
        with _explain_write_problems("standard output"):
            _write_pipe(sys.stdout.buffer, pieces)
        return
    target = Path(path).resolve()
    if target.is_dir():
        raise InputError(f"{path}: is a directory. Give the name of a file to write.")
    with _explain_write_problems(path):
        if target.exists() and not target.is_file():
            with target.open("wb") as stream:
                _write_pipe(stream, pieces)
        else:
            _replace_file(target, pieces)


def write_bytes(path: str, data: bytes) -> None:
    """Write the bytes, whatever the file's name, to a file that appears whole or not at all."""
    target = Path(path).resolve()
    if target.is_dir():
        raise InputError(f"{path}: is a directory. Give the name of a file to write.")
    with _explain_write_problems(path):
        _replace_file(target, [data], is_packed=True)


_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def _replace_file(target: Path, pieces: Iterable[str | bytes], *, is_packed: bool = False) -> None:
    if target.exists() and not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    # Named before it is made: whoever interrupts us in between leaves no file behind.
    temporary = target.with_name(f".{target.name[:100]}.{os.urandom(8).hex()}")
    try:
        with os.fdopen(os.open(temporary, _NEW_FILE, 0o600), "wb") as stream:
            with nullcontext(stream) if is_packed else _packer(target, stream) as packed:
                packed.writelines(_encoded(pieces))
            stream.flush()
            os.fsync(stream.fileno())
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        temporary.chmod(mode)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


@contextmanager
def _explain_write_problems(path: str) -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except FileNotFoundError as error:
        folder = Path(path).resolve().parent
        raise InputError(f"{path}: there is no folder {folder}. Make it first.") from error
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror or error}.") from error


def _write_pipe(stream: IO[bytes], pieces: Iterable[str | bytes]) -> None:
    """Write in large pieces, so that a small input with an error writes nothing.

    Whoever reads the pipe need not wait for more than a second, if there is anything to read.
    """
    waiting: list[bytes] = []
    size = 0
    is_time = interval_timer(_PIPE_SECONDS)
    for piece in _encoded(pieces):
        waiting.append(piece)
        size += len(piece)
        if size >= _PIPE_PIECE or is_time():
            stream.write(b"".join(waiting))
            stream.flush()
            waiting.clear()
            size = 0
    stream.write(b"".join(waiting))
    stream.flush()


def _encoded(pieces: Iterable[str | bytes]) -> Iterator[bytes]:
    for piece in pieces:
        if isinstance(piece, bytes):
            yield piece
            continue
        try:
            yield piece.encode()
        except UnicodeEncodeError as error:
            value = piece[error.start]
            raise InputError(f"{value!r} is not a character, and cannot be written.") from error


@contextmanager
def _packer(target: Path, stream: IO[bytes]) -> Iterator[IO[bytes]]:
    if target.suffix == ".gz":
        # Neither name nor time goes in, so that equal text gives an equal file.
        with gzip.GzipFile("", "wb", fileobj=stream, mtime=0) as packed:
            yield cast(IO[bytes], packed)
    elif target.suffix == ".xz":
        with lzma.open(stream, "wb") as packed_lzma:
            yield cast(IO[bytes], packed_lzma)
    else:
        yield stream


@contextmanager
def _open_bytes(path: str) -> Iterator[IO[bytes]]:
    if path == STANDARD_STREAM:
        yield sys.stdin.buffer
        return
    with _OPENERS.get(Path(path).suffix, Path.open)(Path(path), "rb") as stream:
        yield stream


def _decoded_lines(stream: IO[bytes], file: str, *, first: int = 1) -> Iterator[str]:
    number = first - 1
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
                file,
                number,
                f"byte {error.start + 1} is {value!r}, which is not UTF-8. Save the file as UTF-8.",
            ) from error
        yield line.removeprefix("\ufeff") if number == 1 else line


def _decoded_pieces(stream: IO[bytes], file: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder("utf-8-sig")()
    number = 1
    while True:
        raw = stream.read(_PIECE)
        try:
            piece = decoder.decode(raw, final=not raw)
        except UnicodeDecodeError as error:
            number += error.object.count(b"\n", 0, error.start)
            value = error.object[error.start : error.start + 1]
            problem = f"holds {value!r}, which is not UTF-8. Save the file as UTF-8."
            raise FormatError(file, number, problem) from error
        yield piece
        if not raw:
            return
        number += piece.count("\n")


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def interval_timer(
    seconds: float, *, clock: Callable[[], float] = time.monotonic
) -> Callable[[], bool]:
    """A function that tells whether so many seconds have passed since it last said so.

    >>> times = iter([0.0, 0.5, 1.5, 2.0])
    >>> is_time = interval_timer(1.0, clock=lambda: next(times))
    >>> is_time(), is_time(), is_time()
    (False, True, False)
    """
    last = clock()

    def is_time() -> bool:
        nonlocal last
        now = clock()
        if now - last < seconds:
            return False
        last = now
        return True

    return is_time


def is_folder(output: str) -> bool:
    """Whether an output is a folder: one that exists, or a name that ends in a slash."""
    return output != STANDARD_STREAM and (output.endswith("/") or Path(output).is_dir())
