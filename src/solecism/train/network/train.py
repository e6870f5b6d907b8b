"""Train the network: on native text with made errors, then on learners' text beside it."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import torch

from solecism import archive
from solecism.detect.network.repairs import Repairs
from solecism.errors import InputError
from solecism.train.network.encoder import Weights
from solecism.train.network.examples import Examples, concatenated
from solecism.train.network.fit import Course, Progress, fit
from solecism.train.network.network import Tensors, with_heads
from solecism.train.network.source import Source
from solecism.train.network.start import Shape

VERSION = 1
NATIVE_STAGE, LEARNER_STAGE = "native.weights", "learner.weights"
_REMEDY = "Empty the work folder and train anew."


@dataclass(frozen=True, slots=True)
class Plan:
    """How to learn, first from native text, then from learners'.

    Learning from learners' text is done `n_runs` times from where native text has led, by
    different seeds, and the weights are averaged; `native_share` of each step is native text.
    """

    native: Course
    learner: Course
    n_runs: int
    native_share: float = 0.5

    def of(self, *, n_steps: int, n_learner_steps: int, n_pieces: int) -> Plan:
        """The same with so many steps of so many pieces, a quarter of them on learners' text."""
        sizes = ((self.native, n_steps, n_pieces), (self.learner, n_learner_steps, n_pieces // 4))
        native, learner = (
            replace(course, n_steps=steps, n_pieces=pieces, n_warm=min(course.n_warm, steps))
            for course, steps, pieces in sizes
        )
        return replace(self, native=native, learner=learner)


# Of the rates that were tried on learners' text, 2e-4 and 3e-4 did best on tuning data.
PLAN = Plan(
    native=Course(n_steps=24_000, rate=4e-4, n_warm=600, hidden=0.08),
    learner=Course(n_steps=1_000, rate=3e-4, n_pieces=16_384, n_warm=100, averaged=0.3),
    n_runs=3,
)


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """What is learnt from, read when it is needed."""

    native: Sequence[Callable[[], Examples]]
    learner: Callable[[], Examples]

    def sources(self, device: str) -> tuple[Source, Source]:
        """Native and learners' text on the machine that learns."""
        if not self.native:
            raise InputError("there is no native text to learn from.")
        native = concatenated([read() for read in self.native])
        return Source(native, device=device), Source(self.learner(), device=device)


def train(
    texts: Texts,
    encoder: Weights,
    repairs: Repairs,
    *,
    shape: Shape,
    plan: Plan,
    seed: int,
    device: str,
    parts: MutableMapping[str, bytes],
    progress: Progress | None = None,
) -> Weights:
    """The trained weights; what is done is put into `parts` and taken from there."""
    if LEARNER_STAGE not in parts:
        native, learner = texts.sources(device)
        if NATIVE_STAGE not in parts:
            sizes = {"n_words": len(repairs.words), "n_gaps": len(repairs.gaps)}
            learnt = fit(
                with_heads(encoder, **sizes, seed=seed, device=device),
                [(native, 1.0)],
                plan.native,
                shape,
                seed=seed,
                progress=progress,
                name="native",
                parts=parts,
            )
            parts[NATIVE_STAGE] = kept(learnt)
        start = weights_of(parts[NATIVE_STAGE], file=NATIVE_STAGE)
        sources = [(learner, 1.0 - plan.native_share), (native, plan.native_share)]
        runs = [
            fit(
                learning(start, device=device),
                sources,
                plan.learner,
                shape,
                seed=seed + number,
                progress=progress,
            )
            for number in range(plan.n_runs)
        ]
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
