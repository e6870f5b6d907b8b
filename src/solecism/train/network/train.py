"""Training of the network: on native text with made errors, then on learners' text as well."""

from __future__ import annotations

from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch

from solecism.detect.network.repairs import Repairs
from solecism.errors import InputError
from solecism.system import archive
from solecism.train.network.encoder import Weights
from solecism.train.network.examples import NetworkExamples, concatenated
from solecism.train.network.fit import Course, Progress, fit
from solecism.train.network.network import Tensors, with_heads
from solecism.train.network.source import Source
from solecism.train.network.start import Shape

VERSION = 1
NATIVE_STAGE, LEARNER_STAGE = "native.weights", "learner.weights"
_REMEDY = "Empty the work folder and train again."


@dataclass(frozen=True, slots=True)
class Plan:
    """The schedules of the two stages, native text and learners' text.

    The second stage is run `n_runs` times after the first, with different seeds, and the weights
    are averaged; `native_share` of each of its steps is native text.
    """

    native: Course
    learner: Course
    n_runs: int
    native_share: float = 0.5

    def of(self, *, n_steps: int, n_learner_steps: int, n_pieces: int) -> Plan:
        """The plan with other sizes; steps on learners' text have a quarter of the pieces."""
        sizes = ((self.native, n_steps, n_pieces), (self.learner, n_learner_steps, n_pieces // 4))
        native, learner = (
            replace(course, n_steps=steps, n_pieces=pieces, n_warm=min(course.n_warm, steps))
            for course, steps, pieces in sizes
        )
        return replace(self, native=native, learner=learner)


# Of the rates tried on learners' text, 2e-4 and 3e-4 were best on tuning data.
PLAN = Plan(
    native=Course(n_steps=24_000, rate=4e-4, n_warm=600, hidden=0.08),
    learner=Course(n_steps=1_000, rate=3e-4, n_pieces=16_384, n_warm=100, averaged=0.3),
    n_runs=3,
)


@dataclass(frozen=True, slots=True, eq=False)
class Texts:
    """The texts to train on, which are read when they are needed."""

    native: Sequence[Callable[[], NetworkExamples]]
    learner: Callable[[], NetworkExamples]

    def sources(self, device: str) -> tuple[Source, Source]:
        """Native and learners' text on the device that trains."""
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
    """The trained weights; finished stages are stored in `parts` and not run again."""
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
            parts[NATIVE_STAGE] = format_weights(learnt)
        start = parse_weights(parts[NATIVE_STAGE], file=NATIVE_STAGE)
        sources = [(learner, 1.0 - plan.native_share), (native, plan.native_share)]
        runs = [
            fit(
                trainable(start, device=device),
                sources,
                plan.learner,
                shape,
                seed=seed + number,
                progress=progress,
            )
            for number in range(plan.n_runs)
        ]
        parts[LEARNER_STAGE] = format_weights(_mean(runs))
    return parse_weights(parts[LEARNER_STAGE], file=LEARNER_STAGE)


def _mean(runs: Sequence[Tensors]) -> Tensors:
    """The mean weights of several runs."""
    return {name: torch.stack([run[name] for run in runs]).mean(0) for name in runs[0]}


def trainable(weights: Weights, *, device: str) -> Tensors:
    """The weights as tensors with gradients."""
    return {
        name: torch.tensor(values, device=device, requires_grad=True)
        for name, values in sorted(weights.items())
    }


def format_weights(tensors: Tensors) -> bytes:
    """The bytes of a file of weights, in 16 bits."""
    arrays = {name: tensor.cpu().numpy().astype(np.float16) for name, tensor in tensors.items()}
    return archive.format(arrays, version=VERSION, compressed=False)


def parse_weights(data: bytes, *, file: str) -> Weights:
    """The weights in the bytes of their file."""
    arrays = archive.parse(data, version=VERSION, file=file, remedy=_REMEDY)
    return {name: values.astype(np.float32) for name, values in arrays.items() if name != "version"}
