"""Models as archives of arrays (.npz): bytes to named arrays and back, and checks of the arrays.

A damaged or unreadable file is a ModelError.
"""

from __future__ import annotations

import io
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from solecism.errors import ModelError
from solecism.system.installation import unreadable

Arrays = dict[str, npt.NDArray[Any]]

# Where the header before a zip member has the lengths of its name and of what follows that.
_LENGTHS, _LENGTHS_AT = struct.Struct("<2H"), 26
_LONGEST_HEAD = 12 + 65_535

# What numpy and zipfile raise for bytes that are not an archive of arrays.
_UNREADABLE = (
    ValueError,
    TypeError,
    OSError,
    EOFError,
    LookupError,
    RuntimeError,
    MemoryError,
    ArithmeticError,
    AttributeError,
    SyntaxError,
    tokenize.TokenError,
    struct.error,
    zlib.error,
    zipfile.BadZipFile,
)


def parse(
    data: bytes,
    *,
    names: Iterable[str] | None = None,
    version: int,
    file: str,
    remedy: str,
    views: bool = False,
) -> Arrays:
    """The arrays of an archive, which has these names, if any are given, and this version.

    With `views` they lie in `data` as far as it is not packed, and cannot be written to.
    """
    try:
        arrays = dict(_views(data))
        is_fitting = names is None or sorted(arrays) == sorted([*names, "version"])
        is_fitting = is_fitting and int(arrays["version"]) == version
    except _UNREADABLE as error:
        raise ModelError(f"{file}: not a model, or damaged. {remedy}") from error
    if not is_fitting:
        raise ModelError(f"{file}: not a model of version {version}. {remedy}")
    return arrays if views else {name: array.copy(order="K") for name, array in arrays.items()}


@contextmanager
def explain_damage(file: str, *, remedy: str) -> Iterator[None]:
    """Raise ModelError where the arrays of a model do not have what is expected of them."""
    try:
        yield
    except _UNREADABLE as error:
        raise ModelError(f"{file}: not a model, or damaged: {error}. {remedy}") from error


def _views(data: bytes) -> Iterator[tuple[str, npt.NDArray[Any]]]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for member in archive.infolist():
            if member.compress_type == zipfile.ZIP_STORED:
                array = _view(_stored(data, member))
            else:
                array = _view(memoryview(archive.read(member)))
            yield member.filename.removesuffix(".npy"), array


def _stored(data: bytes, member: zipfile.ZipInfo) -> memoryview:
    """The bytes of a member that is not packed; unlike `zipfile`, nothing is copied."""
    n_name, n_extra = _LENGTHS.unpack_from(data, member.header_offset + _LENGTHS_AT)
    start = member.header_offset + _LENGTHS_AT + _LENGTHS.size + n_name + n_extra
    content = memoryview(data)[start : start + member.file_size]
    if zlib.crc32(content) != member.CRC:
        raise zipfile.BadZipFile(f"{member.filename} has another checksum.")
    return content


def _view(data: memoryview) -> npt.NDArray[Any]:
    head = io.BytesIO(data[:_LONGEST_HEAD])
    if np.lib.format.read_magic(head) != (1, 0):
        raise ValueError("not an array of version 1.0.")
    shape, is_fortran, dtype = np.lib.format.read_array_header_1_0(head)
    if dtype.hasobject:
        raise ValueError("an array of objects, which a model has none of.")
    order: Literal["F", "C"] = "F" if is_fortran else "C"
    return np.ndarray(shape, dtype, buffer=data, offset=head.tell(), order=order)


def format(
    arrays: Mapping[str, npt.NDArray[Any]], *, version: int, compressed: bool = True
) -> bytes:
    """The bytes of an archive; equal arrays give equal bytes."""
    stream = io.BytesIO()
    named: dict[str, Any] = {**arrays, "version": np.array(version)}
    (np.savez_compressed if compressed else np.savez)(stream, **named)
    return stream.getvalue()


def check_readable(path: Path) -> None:
    """ModelError if the file of a model cannot be opened."""
    try:
        path.open("rb").close()
    except OSError as error:
        raise unreadable(path, error) from error


class ArraySpec(NamedTuple):
    """The type of an array's numbers, and the size of each of its dimensions.

    A size is a number, or a name for a size that is the same wherever the name stands.
    """

    dtype: str
    shape: tuple[int | str, ...] = ()


def spec(dtype: str, *shape: int | str) -> ArraySpec:
    """The form of an array; one without sizes is a single number."""
    return ArraySpec(dtype, shape)


def check_arrays(
    arrays: Mapping[str, npt.NDArray[Any]],
    forms: Mapping[str, ArraySpec],
    *,
    sizes: Mapping[str, int] | None = None,
) -> dict[str, int]:
    """The sizes by name; ValueError if an array has another form, or a number that is not finite.

    >>> arrays = {"keys": np.zeros(3, np.uint8), "rows": np.zeros((3, 2), np.float32)}
    >>> check_arrays(arrays, {"keys": spec("uint8", "n"), "rows": spec("float32", "n", "width")})
    {'n': 3, 'width': 2}
    """
    known = dict(sizes or {})
    for name, (dtype, shape) in forms.items():
        array = arrays[name]
        is_right = array.dtype.kind == "U" if dtype == "str" else array.dtype == np.dtype(dtype)
        if not is_right or array.ndim != len(shape):
            raise ValueError(f"{name} is {array.dtype}{array.shape}, not {dtype}{shape}")
        for size, expected in zip(array.shape, shape, strict=True):
            wanted = known.setdefault(expected, size) if isinstance(expected, str) else expected
            if size != wanted:
                raise ValueError(f"{name} has the shape {array.shape}, which does not fit")
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise ValueError(f"{name} has a number that is not finite")
    return known


def check_range(
    name: str, numbers: npt.NDArray[Any], least: float, below: float = float("inf")
) -> None:
    """Raise ValueError if a number is less than `least`, or not less than `below`."""
    if numbers.size and not (numbers.min() >= least and numbers.max() < below):
        shown = f"{numbers.min()} to {numbers.max()}"
        raise ValueError(f"{name} has numbers from {shown}, not from {least} to below {below}")


def check_ascending(name: str, numbers: npt.NDArray[Any]) -> None:
    """Raise ValueError if the numbers do not ascend."""
    if not (numbers[1:] > numbers[:-1]).all():
        raise ValueError(f"{name} is not in ascending order")
