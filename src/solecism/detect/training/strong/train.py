"""Train the network: on native text with made errors, then on learners' text beside it."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from solecism import archive
from solecism.detect.strong.repairs import Repairs
from solecism.detect.training.strong.encoder import Weights
from solecism.detect.training.strong.examples import Examples, concatenated
from solecism.detect.training.strong.fit import Course, Progress, fit
from solecism.detect.training.strong.network import Tensors, with_heads
from solecism.detect.training.strong.source import Source
from solecism.detect.training.strong.start import Shape
from solecism.errors import InputError

VERSION = 1
NATIVE_STAGE, LEARNER_STAGE = "native.weights", "learner.weights"
_REMEDY = "Empty the work folder and train anew."
LEARNER_RATE = 2e-4
_NATIVE = Course(n_steps=24_000, rate=4e-4, n_warm=600)
_LEARNER = Course(n_steps=1_000, rate=LEARNER_RATE, n_pieces=16_384, n_warm=100, averaged=0.3)


@dataclass(frozen=True, slots=True)
class Plan:
    """What can be chosen; these did best on tuning data.

    Learning from learners' text is done `n_runs` times from where native text has led, by
    different seeds, and the weights are averaged; `native_share` of each step is native text.
    """

    native: Course = _NATIVE
    learner: Course = _LEARNER
    n_runs: int = 3
    native_share: float = 0.5


def train(
    native: Sequence[Callable[[], Examples]],
    learner: Callable[[], Examples],
    encoder: Weights,
    repairs: Repairs,
    *,
    shape: Shape,
    plan: Plan,
    seed: int,
    device: str,
    parts: MutableMapping[str, bytes],
    progress: Progress | None = None,
) -> dict[str, npt.NDArray[np.float32]]:
    """The trained weights; what is done is put into `parts` and taken from there."""
    if LEARNER_STAGE in parts:
        return weights_of(parts[LEARNER_STAGE], file=LEARNER_STAGE)
    if not native:
        raise InputError("there is no native text to learn from.")
    texts = Source(concatenated([read() for read in native]), device=device)
    if NATIVE_STAGE not in parts:
        tensors = with_heads(
            encoder,
            n_words=len(repairs.words),
            n_gaps=len(repairs.gaps),
            seed=seed,
            device=device,
        )
        sources = [(texts, 1.0)]
        parts[NATIVE_STAGE] = kept(
            fit(
                tensors,
                sources,
                plan.native,
                shape,
                seed=seed,
                progress=progress,
                name="native",
                parts=parts,
            )
        )
    start = weights_of(parts[NATIVE_STAGE], file=NATIVE_STAGE)
    sources = [
        (Source(learner(), device=device), 1.0 - plan.native_share),
        (texts, plan.native_share),
    ]
    runs = []
    for number in range(plan.n_runs):
        tensors = learning(start, device=device)
        runs.append(
            fit(tensors, sources, plan.learner, shape, seed=seed + number, progress=progress)
        )
    parts[LEARNER_STAGE] = kept(mean(runs))
    return weights_of(parts[LEARNER_STAGE], file=LEARNER_STAGE)


def mean(runs: Sequence[Tensors]) -> Tensors:
    """The weights in the middle of those of several runs."""
    return {name: torch.stack([run[name] for run in runs]).mean(0) for name in runs[0]}


def learning(weights: Weights, *, device: str) -> Tensors:
    """Weights that can learn."""
    return {
        name: torch.tensor(values, device=device, requires_grad=True)
        for name, values in sorted(weights.items())
    }


def kept(tensors: Tensors) -> bytes:
    """The bytes of a file of weights, in 16 bits."""
    arrays = {name: tensor.cpu().numpy().astype(np.float16) for name, tensor in tensors.items()}
    return archive.format(arrays, version=VERSION, compressed=False)


def weights_of(data: bytes, *, file: str) -> dict[str, npt.NDArray[np.float32]]:
    """The weights in the bytes of their file."""
    found = archive.parse(data, version=VERSION, file=file, remedy=_REMEDY)
    return {name: values.astype(np.float32) for name, values in found.items() if name != "version"}
