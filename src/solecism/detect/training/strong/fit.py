"""Fit the network: batches by length, AdamW, a cosine from warm-up to rest, weights averaged."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional

from solecism.detect.strong.encode import batches
from solecism.detect.training.strong.examples import NO_GAP, NOT_ASKED, NOT_HIDDEN, Examples
from solecism.detect.training.strong.network import Tensors, head, states
from solecism.detect.training.strong.start import Shape

Progress = Callable[[int, int], None]
_POOL_BATCHES = 40
_CLIP = 1.0
_HIDDEN_WEIGHT = 0.3
_FINAL_RATE = 0.02


@dataclass(frozen=True, slots=True)
class Course:
    """How long and how fast to learn; `averaged` is the share of the steps, at the end, whose
    weights are averaged."""

    n_steps: int
    rate: float
    n_pieces: int = 65_536
    n_warm: int = 300
    dropout: float = 0.1
    decay: float = 0.01
    averaged: float = 0.15


class Source:
    """Examples on the machine that learns, given in batches for ever."""

    def __init__(self, examples: Examples, *, device: str) -> None:
        encoded = examples.encoded
        self._lengths, self._n_places = encoded.lengths, np.diff(encoded.places)
        self._device = device

        def there(values: npt.NDArray[np.integer], kind: type) -> torch.Tensor:
            return torch.from_numpy(values.astype(kind)).to(device)

        self._pieces, self._cases = there(encoded.pieces, np.int32), there(encoded.cases, np.uint8)
        self._offsets, self._places = (
            there(encoded.offsets, np.int64),
            there(encoded.places, np.int64),
        )
        inside = encoded.firsts - np.repeat(encoded.offsets[:-1], self._n_places)
        self._firsts = there(inside, np.int32)
        self._words, self._gaps = there(examples.words, np.int32), there(examples.gaps, np.uint8)
        self._hidden = there(examples.hidden, np.uint8)

    def __len__(self) -> int:
        return len(self._lengths)

    def orders(self, n_pieces: int, rng: np.random.Generator) -> Iterator[npt.NDArray[np.int64]]:
        """Sentence numbers, batch by batch, in a new order each time round."""
        pool = max(1, int(_POOL_BATCHES * n_pieces / self._lengths.mean()))
        while True:
            order = rng.permutation(len(self))
            found = []
            for start in range(0, len(order), pool):
                part = order[start : start + pool]
                lengths = -(-self._lengths[part] // 8) * 8
                found += [part[each] for each in batches(lengths, max_pieces=n_pieces)]
            yield from (found[number] for number in rng.permutation(len(found)))

    def in_order(self, n_pieces: int) -> Iterator[npt.NDArray[np.int64]]:
        """Sentence numbers, batch by batch, once."""
        yield from batches(self._lengths, max_pieces=n_pieces)

    def batch(self, numbers: npt.NDArray[np.int64]) -> dict[str, torch.Tensor]:
        """Pieces and cases of a batch, and of its firsts the rows and what is asked there."""
        index = torch.from_numpy(numbers).to(self._device)
        length = min(-(-int(self._lengths[numbers].max()) // 8) * 8, Shape().max_pieces)
        at, is_there = self._spread(self._offsets, index, length)
        n_places = int(self._n_places[numbers].max())
        places, is_place = self._spread(self._places, index, n_places)
        rows = torch.arange(len(numbers), device=self._device)[:, None] * length
        firsts = self._firsts[places].long()
        is_place &= firsts < length
        kept = places[is_place]
        return {
            "pieces": torch.where(is_there, self._pieces[at].long(), 0),
            "cases": torch.where(is_there, self._cases[at].long(), 0),
            "rows": (rows + firsts)[is_place],
            "words": self._words[kept].long(),
            "gaps": self._gaps[kept].long(),
            "hidden": self._hidden[kept].long(),
            "places": kept,
        }

    def _spread(
        self, offsets: torch.Tensor, index: torch.Tensor, width: int
    ) -> tuple[torch.Tensor, torch.Tensor]:
        steps = torch.arange(width, device=self._device)[None]
        starts, ends = offsets[index], offsets[index + 1]
        at = starts[:, None] + steps
        return at.clamp_max(int(offsets[-1]) - 1), at < ends[:, None]


def fit(
    tensors: Tensors,
    sources: Sequence[tuple[Source, float]],
    course: Course,
    shape: Shape,
    *,
    seed: int,
    progress: Progress | None = None,
    told: Callable[[int, list[float]], None] | None = None,
) -> Tensors:
    """The weights after learning from the sources, each of which has a share of every step."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    device = next(iter(tensors.values())).device.type
    learning = [tensor for tensor in tensors.values() if tensor.requires_grad]
    optimiser = torch.optim.AdamW(
        learning, lr=course.rate, betas=(0.9, 0.98), weight_decay=course.decay
    )
    streams = [
        (source, source.orders(int(course.n_pieces * share), rng)) for source, share in sources
    ]
    average = Average(tensors, first=int((1 - course.averaged) * course.n_steps))
    sums = torch.zeros(3, device=device)
    for step in range(course.n_steps):
        for group in optimiser.param_groups:
            group["lr"] = course.rate * _pace(step, course)
        optimiser.zero_grad(set_to_none=True)
        for source, orders in streams:
            with torch.autocast(device, torch.bfloat16, enabled=device == "cuda"):
                found = losses(tensors, source.batch(next(orders)), shape, dropout=course.dropout)
            torch.autograd.backward(found[0] + found[1] + _HIDDEN_WEIGHT * found[2])
            sums += found.detach() / len(streams)
        torch.nn.utils.clip_grad_norm_(learning, _CLIP)
        optimiser.step()
        average.see(step)
        if told is not None and (step + 1) % 500 == 0:
            told(step + 1, (sums / 500).tolist())
            sums.zero_()
        if progress is not None:
            progress(step + 1, course.n_steps)
    return average.tensors()


class Average:
    """The mean of the weights over the last steps, every tenth of which is taken."""

    def __init__(self, tensors: Tensors, *, first: int) -> None:
        self._tensors, self._first, self._n = tensors, first, 0
        self._sums: Tensors = {}

    def see(self, step: int) -> None:
        """Take the weights as they are after a step, if it is one of those."""
        if step < self._first or step % 10:
            return
        self._n += 1
        with torch.no_grad():
            for name, tensor in self._tensors.items():
                if name in self._sums:
                    self._sums[name] += tensor
                else:
                    self._sums[name] = tensor.detach().clone()

    def tensors(self) -> Tensors:
        """The mean; the last weights where none were taken."""
        if not self._n:
            return {name: tensor.detach().clone() for name, tensor in self._tensors.items()}
        return {name: total / self._n for name, total in self._sums.items()}


def losses(
    tensors: Tensors, batch: dict[str, torch.Tensor], shape: Shape, *, dropout: float
) -> torch.Tensor:
    """What the network does not know of words, gaps and hidden prepositions."""
    state = states(tensors, batch["pieces"], batch["cases"], shape, dropout=dropout)
    asked = state.flatten(0, 1)[batch["rows"]]
    none = {"words": NOT_ASKED, "gaps": NO_GAP, "hidden": NOT_HIDDEN}
    return torch.stack(
        [
            _surprise(head(asked, tensors, name), batch[name], ignored)
            for name, ignored in none.items()
        ]
    )


def _surprise(scores: torch.Tensor, classes: torch.Tensor, ignored: int) -> torch.Tensor:
    total = functional.cross_entropy(scores.float(), classes, ignore_index=ignored, reduction="sum")
    return total / (classes != ignored).sum().clamp_min(1)


def _pace(step: int, course: Course) -> float:
    warm = min(1.0, (step + 1) / course.n_warm)
    wave = 0.5 * (1 + math.cos(math.pi * step / course.n_steps))
    return warm * (_FINAL_RATE + (1 - _FINAL_RATE) * wave)
