"""A pretrained encoder in a folder: its pieces (tokenizer.json) and weights (model.safetensors).

BERT (Devlin et al. 2019) and MPNet (Song et al. 2020) have the same pieces, except the special
ones: MPNet has BERT's too, but learnt with others.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.detect.network.pieces import END, MASK, PADDING, SPECIAL, START
from solecism.errors import ModelError

Weights = dict[str, npt.NDArray[np.float32]]
_TYPES: dict[str, np.dtype[Any]] = {"F32": np.dtype("<f4"), "F16": np.dtype("<f2")}
_HEADER_LENGTH = 8
# The special pieces of MPNet, and our names of them.
_MPNET = {"<s>": START, "<pad>": PADDING, "</s>": END, "<mask>": MASK}
_MAX_HEADER = 100_000_000


def read_pieces(folder: Path) -> tuple[str, ...]:
    """The encoder's pieces, in the order of their numbers."""
    path = folder / "tokenizer.json"
    try:
        numbers = json.loads(path.read_text(encoding="utf-8"))["model"]["vocab"]
        pieces = tuple(sorted(numbers, key=lambda piece: int(numbers[piece])))
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror or error}.") from error
    except (ValueError, LookupError, TypeError) as error:
        raise ModelError(f"{path}: contains no vocabulary of pieces: {error}.") from error
    if set(_MPNET).issubset(pieces):
        pieces = tuple(map({**_MPNET, **{b: a for a, b in _MPNET.items()}}.get, pieces, pieces))
    if not set(SPECIAL).issubset(pieces):
        raise ModelError(f"{path}: lacks some of {', '.join(SPECIAL)}. Is it a BERT encoder?")
    return pieces


def read_weights(folder: Path) -> Weights:
    """The arrays of the encoder by name, without the prefix "bert."."""
    path = folder / "model.safetensors"
    try:
        data = path.read_bytes()
        return dict(_parsed(data))
    except OSError as error:
        raise ModelError(f"{path}: {error.strerror or error}.") from error
    except (ValueError, LookupError, TypeError, struct.error) as error:
        raise ModelError(f"{path}: not weights in safetensors: {error}.") from error


def _parsed(data: bytes) -> list[tuple[str, npt.NDArray[np.float32]]]:
    (length,) = struct.unpack_from("<Q", data)
    if length > _MAX_HEADER:
        raise ValueError(f"a header of {length} bytes")
    header: Mapping[str, Any] = json.loads(data[_HEADER_LENGTH : _HEADER_LENGTH + length])
    body = memoryview(data)[_HEADER_LENGTH + length :]
    arrays = []
    for name, about in header.items():
        if name == "__metadata__" or about["dtype"] not in _TYPES:
            continue
        start, end = about["data_offsets"]
        values = np.frombuffer(body[start:end], _TYPES[about["dtype"]]).reshape(about["shape"])
        arrays.append((name.removeprefix("bert."), values.astype(np.float32)))
    return arrays
