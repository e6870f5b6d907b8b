"""Fitting of the network: AdamW, a cosine schedule after warm-up, averaged weights, resumable.

On a GPU weights are rounded to 16 bits for every step. Some pieces of native text may be masked at
random, differently each time, and are predicted besides: it prevents overfitting to the text, and
language modelling helps to detect errors (Rei 2017).

A network may be taught by a larger one: then most of the loss is by the probabilities that the
teacher gives (Hinton et al. 2015), also for text that nobody has annotated (`teacher.py`).
"""

from __future__ import annotations

import io
import math
import pickle
import time
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from solecism.detect.network.reading import MASK, SPECIAL
from solecism.errors import ModelError
from solecism_lab.train.network.batches import Lessons, Likely, Source
from solecism_lab.train.network.encoder import Shape
from solecism_lab.train.network.examples import NO_GAP, NOT_ASKED, NOT_HIDDEN
from solecism_lab.train.network.network import HEADS, Tensors, head, rounded, states

Progress = Callable[[int, int], None]
Batch = dict[str, torch.Tensor]
_CLIP = 1.0
# The weights of the losses of words, gaps, hidden prepositions and masked pieces.
_WEIGHTS = (1.0, 1.0, 0.5, 0.1)
# The heads, and the class of each that stands for nothing.
_NONE = dict(zip(HEADS, (NOT_ASKED, NO_GAP, NOT_HIDDEN), strict=True))
_FINAL_RATE = 0.02
_BETAS = (0.9, 0.98)


@dataclass(frozen=True, slots=True)
class Course:
    """The schedule of a fit.

    `hidden` is the share of pieces that are masked; `averaged` is the share of the steps, at the
    end, whose weights are averaged; after every `keep_every` steps the state of a run is stored.
    With `minutes` the run has no more time than that, and its schedule follows the clock where
    that is ahead of the steps.
    """

    n_steps: int
    rate: float
    n_pieces: int = 65_536
    n_warm: int = 300
    dropout: float = 0.1
    decay: float = 0.01
    hidden: float = 0.0
    averaged: float = 0.15
    keep_every: int = 2_000
    minutes: float = math.inf

    def share_done(self, step: int, seconds: float) -> float:
        """The share of the run that is behind, by steps or by time, whichever is more."""
        return max(step / self.n_steps, seconds / (60 * self.minutes))


def fit(
    tensors: Tensors,
    source: Source,
    course: Course,
    shape: Shape,
    *,
    seed: int,
    progress: Progress | None = None,
    name: str = "run",
    parts: MutableMapping[str, bytes] | None = None,
) -> Tensors:
    """The weights fitted to a source, and to its lessons if it has any.

    The state of a run is stored among the parts under its name, from which it can be resumed.
    """
    parts = {} if parts is None else parts
    file = f"{name}.state"
    run = _Run(tensors, source, course, shape, seed=seed)
    if file in parts:
        run.resume(parts[file], file=file)
    while run.share_done < 1:
        run.step()
        if run.n_done % course.keep_every == 0 and run.share_done < 1:
            parts[file] = run.state()
        if progress is not None:
            progress(int(min(1.0, run.share_done) * course.n_steps), course.n_steps)
    parts.pop(file, None)
    return run.average.tensors()


class _Run:
    """The weights, the optimiser and the order of batches after some steps."""

    def __init__(
        self,
        tensors: Tensors,
        source: Source,
        course: Course,
        shape: Shape,
        *,
        seed: int,
    ) -> None:
        torch.manual_seed(seed)
        rng = np.random.default_rng(seed)
        self._tensors, self._course, self._shape = tensors, course, shape
        self._device = next(iter(tensors.values())).device.type
        is_gpu = self._device == "cuda"
        self._losses = _rounded_losses if is_gpu else losses
        self._weights = torch.tensor(_WEIGHTS, device=self._device)
        self._learning = [tensor for tensor in tensors.values() if tensor.requires_grad]
        self._optimiser = torch.optim.AdamW(
            self._learning,
            lr=course.rate,
            betas=_BETAS,
            weight_decay=course.decay,
            fused=is_gpu,
        )
        self._source, self._orders = source, source.orders(course.n_pieces, rng)
        self.average = _Average(tensors)
        self.n_done = 0
        self._start = time.monotonic()

    @property
    def share_done(self) -> float:
        """The share of the run that is behind."""
        return self._course.share_done(self.n_done, self._seconds())

    def _seconds(self) -> float:
        return time.monotonic() - self._start

    def step(self) -> None:
        """One step, on one batch."""
        share = self.share_done
        for group in self._optimiser.param_groups:
            group["lr"] = self._course.rate * _pace(self.n_done, share, self._course)
        self._optimiser.zero_grad(set_to_none=True)
        batch = with_hidden(self._source.batch(next(self._orders)), self._course.hidden)
        values = self._losses(
            self._tensors,
            batch,
            self._shape,
            dropout=self._course.dropout,
            lessons=self._source.lessons and self._source.lessons.of(batch["places"]),
        )
        torch.autograd.backward(torch.dot(values, self._weights))
        torch.nn.utils.clip_grad_norm_(self._learning, _CLIP)
        self._optimiser.step()
        if share >= 1 - self._course.averaged:
            self.average.add(self.n_done)
        self.n_done += 1

    def state(self) -> bytes:
        """The bytes from which the run can be resumed."""
        state = {
            "n_done": self.n_done,
            "seconds": self._seconds(),
            "tensors": {name: tensor.detach() for name, tensor in self._tensors.items()},
            "optimiser": self._optimiser.state_dict(),
            "average": (self.average.n, self.average.sums),
            "chance": self._chance(),
        }
        stream = io.BytesIO()
        torch.save(state, stream)
        return stream.getvalue()

    def resume(self, data: bytes, *, file: str) -> None:
        """Resume a run from its stored state."""
        try:
            state: Any = torch.load(io.BytesIO(data), map_location=self._device, weights_only=True)
            with torch.no_grad():
                for name, tensor in self._tensors.items():
                    tensor.copy_(state["tensors"][name])
            self._optimiser.load_state_dict(state["optimiser"])
            self.average.n, self.average.sums = state["average"]
            self.n_done = int(state["n_done"])
            self._start = time.monotonic() - float(state["seconds"])
        except (
            RuntimeError,
            LookupError,
            TypeError,
            ValueError,
            EOFError,
            pickle.PickleError,
        ) as e:
            raise ModelError(f"{file}: not the state of this run. Empty the work folder.") from e
        for _ in range(self.n_done):
            next(self._orders)
        chance = state["chance"].cpu()
        (torch.cuda.set_rng_state if self._device == "cuda" else torch.set_rng_state)(chance)

    def _chance(self) -> torch.Tensor:
        return torch.cuda.get_rng_state() if self._device == "cuda" else torch.get_rng_state()


class _Average:
    """The mean of the weights over the last steps; every tenth is used."""

    def __init__(self, tensors: Tensors) -> None:
        self._tensors, self.n = tensors, 0
        self.sums: Tensors = {}

    def add(self, step: int) -> None:
        """Add the weights after a step, if it is a tenth one."""
        if step % 10:
            return
        self.n += 1
        with torch.no_grad():
            for name, tensor in self._tensors.items():
                if name in self.sums:
                    self.sums[name] += tensor
                else:
                    self.sums[name] = tensor.detach().clone()

    def tensors(self) -> Tensors:
        """The mean; the last weights where none were added."""
        if not self.n:
            return {name: tensor.detach().clone() for name, tensor in self._tensors.items()}
        return {name: total / self.n for name, total in self.sums.items()}


def with_hidden(batch: Batch, share: float) -> Batch:
    """A batch with some pieces masked; words and gaps there are not classified."""
    pieces = batch["pieces"].flatten()
    rows = torch.randint(len(pieces), (int(share * len(pieces)),), device=pieces.device)
    drawn = pieces[rows]
    is_hidden = torch.zeros_like(pieces, dtype=torch.bool).index_fill(0, rows, 1)
    is_hidden &= pieces >= len(SPECIAL)
    is_asked_there = is_hidden[batch["rows"]]
    return {
        **batch,
        "pieces": torch.where(is_hidden, SPECIAL.index(MASK), pieces).view_as(batch["pieces"]),
        "words": torch.where(is_asked_there, NOT_ASKED, batch["words"]),
        "gaps": torch.where(is_asked_there, NO_GAP, batch["gaps"]),
        "is_read": batch["is_read"] & ~is_asked_there,
        "hidden_rows": rows,
        "hidden_pieces": torch.where(drawn >= len(SPECIAL), drawn, NOT_ASKED),
    }


def losses(
    tensors: Tensors,
    batch: Batch,
    shape: Shape,
    *,
    dropout: float,
    lessons: Lessons | None = None,
) -> torch.Tensor:
    """The cross-entropy of words, gaps, hidden prepositions and masked pieces."""
    state = states(tensors, batch["pieces"], batch["cases"], shape, dropout=dropout).flatten(0, 1)
    asked, hidden = (state.index_select(0, batch[name]) for name in ("rows", "hidden_rows"))
    log_p = {name: head(asked, tensors, name).float().log_softmax(-1) for name in _NONE}
    values = [_mean_loss(log_p[name], batch[name], none) for name, none in _NONE.items()]
    if lessons is not None:
        is_taught = {
            "words": batch["is_read"] & ~batch["is_end"],
            "gaps": batch["is_read"],
            "hidden": batch["hidden"] != NOT_HIDDEN,
        }
        values = [
            (1 - lessons.share) * value
            + lessons.share * _taught_loss(log_p[name], lessons.likely[name], is_taught[name])
            for value, name in zip(values, _NONE, strict=True)
        ]
    guesses = functional.linear(hidden, tensors["pieces"])
    log_guesses = guesses.float().log_softmax(-1)
    return torch.stack([*values, _mean_loss(log_guesses, batch["hidden_pieces"], NOT_ASKED)])


def _rounded_losses(
    tensors: Tensors,
    batch: Batch,
    shape: Shape,
    *,
    dropout: float,
    lessons: Lessons | None = None,
) -> torch.Tensor:
    return losses(rounded(tensors), batch, shape, dropout=dropout, lessons=lessons)


def _taught_loss(log_p: torch.Tensor, likely: Likely, is_taught: torch.Tensor) -> torch.Tensor:
    each = -(likely.p.float() * log_p.gather(1, likely.classes.long())).sum(-1)
    return (each * is_taught).sum() / is_taught.sum().clamp_min(1)


def _mean_loss(log_p: torch.Tensor, classes: torch.Tensor, ignored: int) -> torch.Tensor:
    total = functional.nll_loss(log_p, classes, ignore_index=ignored, reduction="sum")
    return total / (classes != ignored).sum().clamp_min(1)


def _pace(step: int, share: float, course: Course) -> float:
    """The rate of a step as a share of the greatest; `share` of the run is behind."""
    warm = min(1.0, (step + 1) / course.n_warm)
    wave = 0.5 * (1 + math.cos(math.pi * min(1.0, share)))
    return warm * (_FINAL_RATE + (1 - _FINAL_RATE) * wave)
