"""A teacher: a trained network, usually a larger one, whose probabilities another one learns."""

from __future__ import annotations

from dataclasses import dataclass

import torch

from solecism.detect.network.pieces import Pieces
from solecism.detect.network.repairs import Repairs
from solecism.errors import InputError
from solecism.formats import files
from solecism.train.network.graph.weights import classes_of, network_of
from solecism.train.network.network import HEADS, Tensors, head, rounded, states
from solecism.train.network.source import Lessons, Likely, Source
from solecism.train.network.start import Shape

# Of each place the likeliest classes are kept; so many pieces are read at once.
_N_LIKELY = 8
_N_PIECES = 65_536


@dataclass(frozen=True, slots=True, eq=False)
class Teacher:
    """A trained network, and the share of the loss that is by its probabilities."""

    tensors: Tensors
    shape: Shape
    share: float = 0.7

    def teach(self, source: Source) -> None:
        """Read a source once, and leave in it what the teacher says about every place."""
        first = next(iter(self.tensors.values()))
        on_gpu = first.device.type == "cuda"
        tensors = rounded(self.tensors) if on_gpu else self.tensors
        sizes = {name: (source.n_places, _n_likely(tensors, name)) for name in HEADS}
        likely = {
            name: Likely(
                torch.zeros(size, dtype=torch.int16, device=first.device),
                torch.zeros(size, dtype=torch.bfloat16, device=first.device),
            )
            for name, size in sizes.items()
        }
        with torch.no_grad():
            for numbers in source.in_order(_N_PIECES):
                batch = source.batch(numbers)
                state = states(tensors, batch["pieces"], batch["cases"], self.shape)
                asked = state.flatten(0, 1).index_select(0, batch["rows"])
                for name, each in likely.items():
                    p = head(asked, tensors, name).float().softmax(-1)
                    top = p.topk(each.classes.shape[1])
                    each.classes[batch["places"]] = top.indices.short()
                    each.p[batch["places"]] = top.values.bfloat16()
        source.lessons = Lessons(likely, self.share)


def read_teacher(path: str, pieces: Pieces, repairs: Repairs, device: str) -> Teacher:
    """The network of a model file as a teacher."""
    data = files.read_bytes(path)
    known_pieces, known_repairs = classes_of(data, file=path)
    if known_pieces.vocabulary != pieces.vocabulary or known_repairs != repairs:
        raise InputError(
            f"{path}: has other word pieces or repairs. Copy pieces.json and repairs.json of the "
            "teacher's work folder into this one before the first run."
        )
    weights, shape = network_of(data)
    return Teacher(
        {name: torch.tensor(each, device=device) for name, each in weights.items()}, shape
    )


def _n_likely(tensors: Tensors, name: str) -> int:
    return min(_N_LIKELY, len(tensors[f"{name}.bias"]))
