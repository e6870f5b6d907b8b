"""Mutations of files, drawn at random: of bytes, of words in text, of archives and of arrays."""

from __future__ import annotations

import io
import warnings
import zipfile
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

Mutation = Callable[[bytes, Random], bytes]

# What has broken readers before, here or elsewhere.
TOKENS = (
    *(
        b"",
        b"\0",
        b"\r",
        b"\n",
        b"\t",
        b" ",
        b'"',
        b"'",
        b"\\",
        b",",
        b"|||",
        b"{",
        b"}",
        b"[",
        b"(",
    ),
    *(b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b"\xf0\x9f\x98\x80"),
    *(
        b"\x1b[31m",
        b"\x85",
        b"\\ud800",
        b'"\\udfff"',
        b"\\u0000",
        b"&#0;",
        b"&lt;",
        b"<!--",
        b"]]>",
    ),
    *(b"-1", b"0", b"1e999", b"-0.0", b"NaN", b"Infinity", b"9223372036854775808", b"9" * 40),
    *(b"1" * 5_000, b"1_0", b"0x1", b"+1", b" 1"),
    *(b"null", b"true", b"[]", b"{}", b'""', b"[" * 3_000, b"(" * 3_000, b'{"a":' * 2_000),
    *(b"%s", b"%00", b"../../x", b"\xd9\xa3", b"\xc2\xb2", b"a" * 5_000, b"\\begin{", b"{\\rtf"),
)


def mutated_bytes(data: bytes, rng: Random) -> bytes:
    """The data with some bytes changed, cut, doubled, moved, or replaced by a token."""
    for _ in range(rng.choice((1, 1, 1, 2, 4, 16))):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.choice((0, 1, 1, 4, 20, len(data))))
        part = data[start:end]
        choice = rng.randrange(6)
        if choice == 0:
            part = bytes(rng.randrange(256) for _ in part[:64])
        elif choice == 1:
            part = b""
        elif choice == 2:
            part += part[:1_000]
        elif choice == 3:
            part = rng.choice(TOKENS)
        elif choice == 4:
            at = rng.randrange(len(data) + 1)
            part = data[at : at + 50]
        else:
            part = bytes(byte ^ 1 << rng.randrange(8) for byte in part[:4]) + part[4:]
        data = data[:start] + part + data[end:]
    return data


def mutated_zip(data: bytes, rng: Random) -> bytes:
    """An archive with a file in it changed, left out, renamed or doubled; or with other bytes."""
    if rng.random() < 0.5:
        return mutated_bytes(data, rng)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = [(name, archive.read(name)) for name in archive.namelist()]
    number = rng.randrange(len(parts))
    name, content = parts[number]
    choice = rng.randrange(8)
    if choice == 0:
        del parts[number]
    elif choice == 1:
        parts[number] = (rng.choice(("../x", "/x", "", "a/b", name.upper())), content)
    else:
        parts[number] = (name, mutated_bytes(content, rng))
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts:
            archive.writestr(name or "x", content)
    return stream.getvalue()


def mutated_arrays(data: bytes, rng: Random) -> bytes:
    """A model with one array of other numbers, shape or type; or with other bytes."""
    if rng.random() < 0.25:
        return mutated_bytes(data, rng)
    with np.load(io.BytesIO(data)) as archive:
        arrays = {name: archive[name] for name in archive.files}
    for _ in range(rng.choice((1, 1, 2))):
        name = rng.choice(sorted(arrays))
        arrays[name] = _altered(arrays[name], rng)
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def _altered(array: npt.NDArray[Any], rng: Random) -> npt.NDArray[Any]:
    if array.dtype == np.uint8 and array.ndim == 1 and rng.random() < 0.7:
        # Text, such as JSON or a list of words.
        return np.frombuffer(mutated_bytes(array.tobytes(), rng), np.uint8)
    return rng.choice(_ALTERATIONS)(array, rng)


def _numbers(array: npt.NDArray[Any], rng: Random) -> npt.NDArray[Any]:
    """Some numbers changed to extreme ones, or to others nearby."""
    array = array.copy()
    flat = array.reshape(-1)
    if not len(flat) or array.dtype.kind not in "iuf":
        return array
    extremes: Sequence[Any]
    if array.dtype.kind == "f":
        extremes = (np.nan, np.inf, -np.inf, 0.0, -1.0, 1e30, 1e-30)
    else:
        limits = np.iinfo(array.dtype)
        extremes = (limits.min, limits.max, 0, 1)
    for _ in range(rng.choice((1, 3, min(100, len(flat) // 2)))):
        place = rng.randrange(len(flat))
        with np.errstate(all="ignore"):
            flat[place] = (
                rng.choice(extremes) if rng.random() < 0.6 else flat[rng.randrange(len(flat))]
            )
    return array


def _cut(array: npt.NDArray[Any], rng: Random) -> npt.NDArray[Any]:
    return array[: rng.randrange(len(array) + 1)] if array.ndim else array.reshape(1)


def _longer(array: npt.NDArray[Any], rng: Random) -> npt.NDArray[Any]:
    return np.concatenate([array, array[:2]]) if array.ndim else np.stack([array, array])


def _reshaped(array: npt.NDArray[Any], rng: Random) -> npt.NDArray[Any]:
    return rng.choice((array.reshape(-1), array.reshape(1, -1), array.T, array[..., None]))


def _retyped(array: npt.NDArray[Any], rng: Random) -> npt.NDArray[Any]:
    kind = rng.choice(("f8", "i1", "u4", "i8", "c16", "?", "U3", "S2", "M8[s]", ">i4", "f2"))
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return array.astype(kind)
    # A date as two letters is a RuntimeError.
    except (ValueError, TypeError, RuntimeError):
        return np.zeros(array.shape, kind)


def _shuffled(array: npt.NDArray[Any], rng: Random) -> npt.NDArray[Any]:
    if not array.ndim:
        return array
    return np.random.default_rng(rng.getrandbits(32)).permutation(array)


_ALTERATIONS = (_numbers, _numbers, _numbers, _cut, _longer, _reshaped, _retyped, _shuffled)
