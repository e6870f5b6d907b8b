"""The model of the strong detector and its file: an 8-bit ONNX graph, pieces, repairs, tuning.

Older processors of Intel and AMD add up pairs of products of 8 bits in 16 bits, with saturation, so
that a network would find other errors on them. onnxruntime can be told to be exact there; that
takes more than twice the time, and newer processors, which have instructions for such sums, need
not be told.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from solecism.detect.network import reading
from solecism.detect.network.reading import Pieces, Reading
from solecism.detect.network.repairs import Repair, Repairs
from solecism.detect.network.tuning import Tuning, untuned
from solecism.errors import InputError, ModelError
from solecism.system import archive
from solecism.system.installation import model_path

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_LARGEST, _N = 255, 4
_SUM = _N * _LARGEST * 127
# A graph of one node, MatMulInteger, with a matrix of 4 times 16 weights, each the largest one.
_GRAPH = (
    b'\x08\x08:\x96\x01\n\x18\n\x01a\n\x01b\x12\x01c"\rMatMulInteger\x12\x01g*K'
    b"\x08\x04\x08\x10\x10\x03B\x01bJ@" + b"\x7f" * 64 + b"Z\x14\n\x01a\x12\x0f\n\r\x08\x02\x12\t\n"
    b"\x03\x12\x01n\n\x02\x08\x04b\x14\n\x01c\x12\x0f\n\r\x08\x06\x12\t\n\x03\x12\x01n\n\x02\x08\x10"
    b"B\x04\n\x00\x10\x11"
)
# One row, and several, are multiplied by different code.
_ROWS = (1, 8)


@cache
def are_products_exact() -> bool:
    """Whether onnxruntime adds up the largest products of 8 bits without being told to be exact."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(_GRAPH, options, providers=["CPUExecutionProvider"])
    return all(
        (session.run(None, {"a": np.full((n, _N), _LARGEST, np.uint8)})[0] == _SUM).all()
        for n in _ROWS
    )


BUNDLED_MODEL = model_path("strong.onnx")
NONE_INSTALLED = (
    "no network is installed. From a checkout of Solecism: `pip install ./open` (for every use) or "
    "`pip install ./models` (finds more; for non-commercial research only)."
)
VERSION = 4
# Older models have the same parts; only their tuning is another.
_TUNABLE = (3, VERSION)
NOTES = "solecism"
_REMEDY = "Train it again with `solecism train network`."
# What metadata of another form raises.
_UNREADABLE = (LookupError, TypeError, ValueError, AttributeError)
_TUNING_REMEDY = "Tune it again with `solecism train tuning`."


@dataclass(frozen=True, slots=True, eq=False)
class StrongModel:
    """A network ready to run, the pieces it reads, the repairs it predicts, and its tuning.

    `cascade` is the tuning with the light detector, whose probabilities are known as well. With a
    `partner`, a network of another kind with the same repairs, the mean of both is what counts.
    """

    session: InferenceSession
    pieces: Pieces
    repairs: Repairs
    tuning: Tuning
    cascade: Tuning
    partner: StrongModel | None = None

    def read(self, sentences: Sequence[Sequence[str]], *, n_threads: int = 1) -> Reading:
        """The probabilities of all repairs at all places of sentences."""
        own = reading.read(sentences, self.session, self.pieces, n_threads=n_threads)
        if self.partner is None:
            return own
        return reading.mean_of([own, self.partner.read(sentences, n_threads=n_threads)])


def parse(source: bytes | Path, *, file: str, tuning: str | None = None) -> StrongModel:
    """The model in a file or in the bytes of one, run by one thread.

    `tuning` is the content of a file beside the model, which goes before the tuning inside it.
    """
    network, notes = _parsed(source, file=file)
    if tuning is not None:
        notes |= _parsed_tuning(tuning, file=file)
    if notes["version"] != VERSION:
        raise ModelError(f"{file}: not tuned for this version. {_TUNING_REMEDY}")
    try:
        tunings = [Tuning.of(notes[name]) for name in ("tuning", "cascade")]
    except _UNREADABLE as error:
        raise ModelError(f"{file}: its tuning is damaged. {_TUNING_REMEDY}") from error
    return replace(network, tuning=tunings[0], cascade=tunings[1])


def with_partner(model: StrongModel, partner: StrongModel) -> StrongModel:
    """The model of which the mean with another network is taken."""
    if partner.repairs != model.repairs:
        raise ModelError("the two networks do not know the same repairs. Choose other ones.")
    return replace(model, partner=partner)


def _parsed_tuning(tuning: str, *, file: str) -> dict[str, Any]:
    try:
        content = json.loads(tuning)
        return {name: content[name] for name in ("version", "tuning", "cascade")}
    except _UNREADABLE as error:
        raise ModelError(f"{tuning_file(Path(file))}: damaged. {_TUNING_REMEDY}") from error


def tuning_file(model: Path) -> Path:
    """The file beside a model that has its tuning, if it was tuned again after it was trained."""
    return model.with_suffix(".tuning.json")


def parse_untuned(data: bytes, *, file: str) -> StrongModel:
    """The same without its tuning, which may be that of an older version."""
    return _parsed(data, file=file)[0]


def _parsed(source: bytes | Path, *, file: str) -> tuple[StrongModel, Any]:
    """The model without its tuning, and its metadata."""
    try:
        session = session_of(source)
        notes = json.loads(session.get_modelmeta().custom_metadata_map[NOTES])
        if notes["version"] not in _TUNABLE:
            raise ModelError(f"not a model of version {VERSION}.")
        return _untuned(session, notes), notes
    except InputError:
        raise
    except ModelError as error:
        raise ModelError(f"{file}: {error} {_REMEDY}") from error
    # onnxruntime has no base class of its exceptions.
    except Exception as error:
        raise ModelError(f"{file}: not a model, or damaged. {_REMEDY}") from error


def session_of(graph: bytes | Path) -> InferenceSession:
    """A graph ready to run, in one thread; bytes are kept in memory as long as it is."""
    try:
        import onnxruntime
    except ImportError as error:
        problem = "the strong detector needs onnxruntime: `pip install onnxruntime`."
        raise InputError(problem) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # Findings must not depend on the machine.
    if not are_products_exact():
        options.add_session_config_entry("session.x64quantprecision", "1")
    # Batches differ in size, so that memory kept from one to the next is seldom used again.
    options.enable_cpu_mem_arena = options.enable_mem_pattern = False
    # To plan which results share memory takes longer than all the rest of loading, and saves none.
    options.enable_mem_reuse = False
    # Without a second try of a damaged model, of which onnxruntime would print something.
    return onnxruntime.InferenceSession(
        graph, options, providers=["CPUExecutionProvider"], enable_fallback=0
    )


def _untuned(session: InferenceSession, notes: Any) -> StrongModel:
    return StrongModel(session, *classes_in(notes), untuned(), untuned())


def classes_in(notes: Any) -> tuple[Pieces, Repairs]:
    """The word pieces and the repairs in the metadata of a model."""
    words, gaps = (tuple(Repair(*each) for each in notes[name]) for name in ("words", "gaps"))
    return Pieces(notes["pieces"], notes.get("scores", ())), Repairs(words, gaps)


def notes_of(pieces: Pieces, repairs: Repairs, tuning: Tuning, cascade: Tuning) -> dict[str, str]:
    """The metadata of the graph."""
    content = {
        "pieces": pieces.vocabulary,
        **({"scores": pieces.scores} if pieces.scores else {}),
        "words": repairs.words,
        "gaps": repairs.gaps,
        **_tuning_content(tuning, cascade),
    }
    return {NOTES: json.dumps(content, ensure_ascii=False)}


def format_tuning(tuning: Tuning, cascade: Tuning) -> str:
    """The content of a file beside a model."""
    return f"{json.dumps(_tuning_content(tuning, cascade))}\n"


def _tuning_content(tuning: Tuning, cascade: Tuning) -> dict[str, Any]:
    return {"version": VERSION, "tuning": tuning.content(), "cascade": cascade.content()}


def read(path: Path = BUNDLED_MODEL, *, tuning: Path | None = None) -> StrongModel:
    """The model in a file, or the one that comes with this package.

    Its tuning is in the file beside it, or in another one that is named, if there is one.
    """
    archive.check_readable(path)
    beside = tuning or tuning_file(path)
    content = beside.read_text(encoding="utf-8") if beside.is_file() else None
    return parse(path, file=str(path), tuning=content)


def read_mean(path: Path, partner: Path, *, tuning: Path) -> StrongModel:
    """The mean of two models, with the tuning that was made for it."""
    archive.check_readable(tuning)
    return with_partner(read(path, tuning=tuning), read(partner))


@cache
def bundled() -> StrongModel:
    """The model that comes with this package, loaded when first asked for."""
    if not BUNDLED_MODEL.is_file():
        raise InputError(f"{NONE_INSTALLED} Or name a file with --model.")
    return read()
