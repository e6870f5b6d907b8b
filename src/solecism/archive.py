"""Models as archives of arrays (.npz): bytes to named arrays and back, damage told in one line."""

from __future__ import annotations

import io
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.errors import ModelError

Arrays = dict[str, npt.NDArray[Any]]

# What numpy and zipfile raise for bytes that are no archive of arrays.
_UNREADABLE = (
    ValueError,
    TypeError,
    OSError,
    EOFError,
    LookupError,
    RuntimeError,
    MemoryError,
    ArithmeticError,
    SyntaxError,
    tokenize.TokenError,
    struct.error,
    zlib.error,
    zipfile.BadZipFile,
)


def parse(
    data: bytes, *, names: Iterable[str] | None = None, version: int, file: str, remedy: str
) -> Arrays:
    """The arrays of an archive, which has these names, if any are given, and this version."""
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as archive:
            found = {name: archive[name] for name in archive.files}
        is_fitting = names is None or sorted(found) == sorted([*names, "version"])
        is_fitting = is_fitting and int(found["version"]) == version
    except _UNREADABLE as error:
        raise ModelError(f"{file}: not a model, or damaged. {remedy}") from error
    if not is_fitting:
        raise ModelError(f"{file}: not a model of version {version}. {remedy}")
    return found


def format(
    arrays: Mapping[str, npt.NDArray[Any]], *, version: int, compressed: bool = True
) -> bytes:
    """The bytes of an archive; equal arrays give equal bytes."""
    stream = io.BytesIO()
    named: dict[str, Any] = {**arrays, "version": np.array(version)}
    (np.savez_compressed if compressed else np.savez)(stream, **named)
    return stream.getvalue()


def read_bytes(path: Path) -> bytes:
    """The bytes of a model's file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror or error}.") from error
