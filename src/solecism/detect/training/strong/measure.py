"""How well the network knows tuning data, to choose between variants of its training."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from solecism.detect.strong.repairs import GROUPS, Repair, Repairs
from solecism.detect.training.strong.examples import NO_GAP, NOT_ASKED, NOT_HIDDEN
from solecism.detect.training.strong.network import Tensors, head, states
from solecism.detect.training.strong.source import Source
from solecism.detect.training.strong.start import Shape

_N_PIECES = 65_536
_BETA_SQUARED = 0.25
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Figures:
    """Of one group: average precision, and the best F0.5 with its precision and recall."""

    group: str
    average_precision: float
    f: float
    precision: float
    recall: float


def selection_accuracy(tensors: Tensors, source: Source, shape: Shape) -> float:
    """The share of hidden prepositions that the network guesses."""
    n_right = n = 0
    for batch, asked in _read(tensors, source, shape):
        is_hidden = batch["hidden"] != NOT_HIDDEN
        guessed = head(asked[is_hidden].float(), tensors, "hidden").argmax(-1)
        n_right += int((guessed == batch["hidden"][is_hidden]).sum())
        n += int(is_hidden.sum())
    return n_right / max(n, 1)


def detection(tensors: Tensors, source: Source, repairs: Repairs, shape: Shape) -> list[Figures]:
    """The figures of each group over words and gaps together."""
    scores: dict[str, list[Floats]] = {group: [] for group in GROUPS}
    errors: dict[str, list[Floats]] = {group: [] for group in GROUPS}
    for batch, asked in _read(tensors, source, shape):
        for name, classes, ignored in (
            ("words", repairs.words, NOT_ASKED),
            ("gaps", repairs.gaps, NO_GAP),
        ):
            is_asked = batch[name] != ignored
            shares = head(asked[is_asked].float(), tensors, name).softmax(-1).cpu().numpy()
            right = batch[name][is_asked].cpu().numpy()
            for group in GROUPS:
                mine = members(classes, group)
                scores[group].append(shares[:, mine].sum(axis=1, dtype=np.float64))
                errors[group].append(mine[right].astype(np.float64))
    return [
        _figures(group, np.concatenate(scores[group]), np.concatenate(errors[group]))
        for group in GROUPS
    ]


def members(classes: Sequence[Repair], group: str) -> npt.NDArray[np.bool_]:
    """Which classes are of a group."""
    return np.array([repair.group == group for repair in classes])


def _read(
    tensors: Tensors, source: Source, shape: Shape
) -> Iterator[tuple[dict[str, torch.Tensor], torch.Tensor]]:
    device = next(iter(tensors.values())).device.type
    with torch.no_grad():
        for numbers in source.in_order(_N_PIECES):
            batch = source.batch(numbers)
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                state = states(tensors, batch["pieces"], batch["cases"], shape)
            yield batch, state.flatten(0, 1)[batch["rows"]]


def _figures(group: str, scores: Floats, is_error: Floats) -> Figures:
    hits = np.cumsum(is_error[np.argsort(-scores, kind="stable")])
    n_errors = max(float(is_error.sum()), 1.0)
    precision, recall = hits / np.arange(1, len(hits) + 1), hits / n_errors
    steps = np.diff(hits, prepend=0.0)
    f = (1 + _BETA_SQUARED) * precision * recall
    f /= np.maximum(_BETA_SQUARED * precision + recall, 1e-9)
    best = int(f.argmax())
    return Figures(
        group,
        float((precision * steps).sum() / n_errors),
        float(f[best]),
        float(precision[best]),
        float(recall[best]),
    )
