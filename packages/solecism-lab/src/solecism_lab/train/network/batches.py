"""Examples in batches of sentences of similar length, on the device that trains."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch

from solecism.detect.network.reading import padded_batches
from solecism.numeric import Ints
from solecism_lab.train.network.examples import NO_GAP, NOT_ASKED, NOT_HIDDEN, NetworkExamples

# Batches of similar length are made from the sentences of this many batches.
_POOL_BATCHES = 40
# Of longer sentences the beginning is read.
_MAX_PIECES = 256


class Likely(NamedTuple):
    """The likeliest classes of each place, and their probabilities."""

    classes: torch.Tensor
    p: torch.Tensor


@dataclass(frozen=True, slots=True, eq=False)
class Lessons:
    """What a teacher says about places, by head, and its share of the loss."""

    likely: dict[str, Likely]
    share: float

    def of(self, places: torch.Tensor) -> Lessons:
        """The lessons for some places, in their order."""
        return Lessons(
            {name: Likely(*(part[places] for part in each)) for name, each in self.likely.items()},
            self.share,
        )


class Source:
    """Examples on the device that trains, in an endless stream of batches.

    `lessons` is what a teacher says about their places, if there is one.
    """

    lessons: Lessons | None = None
    _shares: Sequence[tuple[range, float]] = ()

    def __init__(self, examples: NetworkExamples, *, device: str) -> None:
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
        self._words, self._gaps = there(examples.words, np.int32), there(examples.gaps, np.int32)
        self._hidden = there(examples.hidden, np.uint8)

    def __len__(self) -> int:
        return len(self._lengths)

    @property
    def n_places(self) -> int:
        """The number of words and sentence ends of all examples."""
        return len(self._firsts)

    def mixed(self, shares: Sequence[tuple[range, float]]) -> Source:
        """The source, of which some ranges of sentences have given shares of the pieces.

        The first range is read once per epoch, and the others as often as their shares ask for.
        """
        source = copy.copy(self)
        source._shares = shares
        return source

    def in_order(self, n_pieces: int) -> Iterator[Ints]:
        """The numbers of the sentences of each batch, from short sentences to long, once."""
        return iter(padded_batches(_padded(self._lengths), max_pieces=n_pieces))

    def orders(self, n_pieces: int, rng: np.random.Generator) -> Iterator[Ints]:
        """The numbers of the sentences of each batch, in a new order each epoch."""
        pool = max(1, int(_POOL_BATCHES * n_pieces / self._lengths.mean()))
        while True:
            order = rng.permutation(self._epoch(rng))
            for start in range(0, len(order), pool):
                part = order[start : start + pool]
                batches = padded_batches(_padded(self._lengths[part]), max_pieces=n_pieces)
                yield from (part[batches[place]] for place in rng.permutation(len(batches)))

    def _epoch(self, rng: np.random.Generator) -> Ints:
        """The numbers of the sentences of an epoch."""
        if not self._shares:
            return np.arange(len(self))
        first, share = self._shares[0]
        n_pieces = self._lengths[first.start : first.stop].sum() / share
        return np.concatenate(
            [self._drawn(part, share * n_pieces, rng) for part, share in self._shares]
        )

    def _drawn(self, part: range, n_pieces: float, rng: np.random.Generator) -> Ints:
        """Sentences of a range with so many pieces in all, each about equally often."""
        n = round(n_pieces / self._lengths[part.start : part.stop].mean())
        times, n_more = divmod(n, len(part))
        more = part.start + rng.choice(len(part), n_more, replace=False, shuffle=False)
        return np.concatenate([np.tile(np.arange(part.start, part.stop), times), more])

    def batch(self, numbers: Ints) -> dict[str, torch.Tensor]:
        """Pieces and cases of a batch, and the rows and classes of its firsts.

        All sizes are computed on this side, so that nothing waits for the device.
        """
        index = self._sent(numbers)
        length = min(int(_padded(self._lengths[numbers]).max()), _MAX_PIECES)
        steps = torch.arange(length, device=self._device)[None]
        starts, ends = self._offsets[index][:, None], self._offsets[index + 1][:, None]
        at = (starts + steps).clamp_max(len(self._pieces) - 1)
        is_there = starts + steps < ends
        owners, places = self._places_of(index, int(self._n_places[numbers].sum()))
        firsts = self._firsts[places].long()
        is_read = firsts < length
        return {
            "pieces": torch.where(is_there, self._pieces[at].long(), 0),
            "cases": torch.where(is_there, self._cases[at].long(), 0),
            "places": places,
            "is_read": is_read,
            "is_end": places == self._places[index + 1][owners] - 1,
            "rows": owners * length + firsts.clamp_max(length - 1),
            "words": torch.where(is_read, self._words[places].long(), NOT_ASKED),
            "gaps": torch.where(is_read, self._gaps[places].long(), NO_GAP),
            "hidden": torch.where(is_read, self._hidden[places].long(), NOT_HIDDEN),
        }

    def _places_of(self, index: torch.Tensor, n: int) -> tuple[torch.Tensor, torch.Tensor]:
        """For each first of a batch its sentence in the batch, and its number among all firsts."""
        starts, sizes = self._places[index], self._places[index + 1] - self._places[index]
        rows = torch.arange(len(index), device=self._device)
        owners = torch.repeat_interleave(rows, sizes, output_size=n)
        before = sizes.cumsum(0) - sizes
        return owners, torch.arange(n, device=self._device) + (starts - before)[owners]

    def _sent(self, numbers: Ints) -> torch.Tensor:
        values = torch.from_numpy(numbers)
        if self._device == "cpu":
            return values
        return values.pin_memory().to(self._device, non_blocking=True)


def _padded(lengths: Ints) -> Ints:
    """The lengths to which sentences are padded: multiples of eight."""
    return np.asarray(-(-lengths // 8) * 8)
