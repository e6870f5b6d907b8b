"""Examples on the machine that learns, given in batches by length."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import torch

from solecism.detect.strong.encode import batches
from solecism.detect.training.strong.examples import Examples
from solecism.detect.training.strong.start import Shape

# Batches of like length are cut from so many of them at a time.
_POOL_BATCHES = 40


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
