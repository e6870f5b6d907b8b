"""The model of the strong detector and its file: an 8-bit ONNX graph, pieces, repairs, tuning."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solecism.detect.network.bundled import BUNDLED_MODEL
from solecism.detect.network.pieces import Pieces
from solecism.detect.network.repairs import Repair, Repairs
from solecism.detect.network.tuning import Tuning
from solecism.errors import InputError, ModelError
from solecism.system import archive

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

VERSION = 3
NOTES = "solecism"
_REMEDY = "Train it again with `solecism train network`."


@dataclass(frozen=True, slots=True, eq=False)
class StrongModel:
    """A network ready to run, the pieces it reads, the repairs it predicts, and its tuning.

    `cascade` is the tuning for the cascade, where the light detector has probabilities too.
    """

    session: InferenceSession
    pieces: Pieces
    repairs: Repairs
    tuning: Tuning
    cascade: Tuning


def parse(data: bytes, *, file: str) -> StrongModel:
    """The model in the bytes of its file, run by one thread."""
    try:
        session = session_of(data)
        notes = json.loads(session.get_modelmeta().custom_metadata_map[NOTES])
        return _model(session, notes)
    except InputError:
        raise
    except ModelError as error:
        raise ModelError(f"{file}: {error} {_REMEDY}") from error
    # onnxruntime has no base class of its exceptions.
    except Exception as error:
        raise ModelError(f"{file}: not a model, or damaged. {_REMEDY}") from error


def session_of(graph: bytes) -> InferenceSession:
    """A graph ready to run, in one thread."""
    try:
        import onnxruntime
    except ImportError as error:
        problem = "the strong detector needs onnxruntime: `pip install onnxruntime`."
        raise InputError(problem) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # Batches differ in size, so that memory kept from one to the next is seldom used again.
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    return onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])


def _model(session: InferenceSession, notes: Any) -> StrongModel:
    if notes["version"] != VERSION:
        raise ModelError(f"not a model of version {VERSION}.")
    words, gaps = (tuple(Repair(*each) for each in notes[name]) for name in ("words", "gaps"))
    return StrongModel(
        session,
        Pieces(notes["pieces"]),
        Repairs(words, gaps),
        Tuning.of(notes["tuning"]),
        Tuning.of(notes["cascade"]),
    )


def notes_of(pieces: Pieces, repairs: Repairs, tuning: Tuning, cascade: Tuning) -> dict[str, str]:
    """The metadata of the graph."""
    content = {
        "version": VERSION,
        "pieces": pieces.vocabulary,
        "words": repairs.words,
        "gaps": repairs.gaps,
        "tuning": tuning.content(),
        "cascade": cascade.content(),
    }
    return {NOTES: json.dumps(content, ensure_ascii=False)}


def read(path: Path = BUNDLED_MODEL) -> StrongModel:
    """The model in a file, or the one that comes with this package."""
    return parse(archive.read_bytes(path), file=str(path))


@cache
def bundled() -> StrongModel:
    """The model that comes with this package, loaded when first asked for."""
    if not BUNDLED_MODEL.is_file():
        raise InputError(
            "no model of the strong detector comes with this version. Train one with "
            "`solecism train network` and name it with --model, or choose --detector light."
        )
    return read()
