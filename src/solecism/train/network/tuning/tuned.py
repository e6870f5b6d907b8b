"""A model file with another tuning: the graph stays, its metadata is written anew."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, MutableMapping

import onnx

from solecism.detect.network import model
from solecism.detect.network.repairs import Repairs
from solecism.detect.network.tuning import Tuning
from solecism.train.network.tuning.readings import Readings
from solecism.train.network.tuning.tunings import TuningText, tunings


def tuned(
    data: bytes,
    text: TuningText,
    *,
    file: str,
    n_jobs: int = 1,
    parts: MutableMapping[str, bytes] | None = None,
    progress: Callable[[int, int | None], None] | None = None,
) -> tuple[bytes, Tuning]:
    """The bytes of a model that is tuned on its own output, and its tuning in the cascade.

    Readings of the text are stored in `parts`, and not made again.
    """
    network = model.parse_untuned(data, file=file)
    digest = _digest(data, network.repairs)
    readings = Readings(
        data,
        digest=digest,
        n_jobs=n_jobs,
        parts=parts,
        progress=progress,
        is_alone=text.is_made,
    )
    alone, cascade = tunings(readings, text)
    notes = model.notes_of(network.pieces, network.repairs, alone, cascade)
    return with_notes(data, notes), cascade


def with_notes(data: bytes, notes: Mapping[str, str]) -> bytes:
    """The graph in the bytes of a file, with other metadata."""
    graph = onnx.load_model_from_string(data)
    del graph.metadata_props[:]
    onnx.helper.set_model_props(graph, dict(notes))
    return bytes(graph.SerializeToString())


def _digest(data: bytes, repairs: Repairs) -> str:
    """The digest of a graph and of its classes, whatever its tuning."""
    return hashlib.sha256(with_notes(data, {"repairs": repr(repairs)})).hexdigest()
