"""The tagger's layers: from numbers of words to numbers of tags, block by block.

The first layer is linear up to its activation, so what a word adds at each place of the window is
computed once per word: for the commonest words it is cached, for the others computed again.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from solecism.language.tagging.tag_model import (
    LARGEST_ACTIVATION,
    LARGEST_INPUT,
    LEAK,
    REACH,
    WINDOW,
    TagModel,
)
from solecism.numeric.arrays import Floats32

# How many words on either side can change a tag: two layers of windows.
CONTEXT = 2 * REACH
# A block and what is made of it fit the processor's cache.
_BLOCK = 1_024
# Types are numbered as they are met, so the commonest come first. Each fills 2 KB.
_N_KEPT = 4_096
# In a table of tags: of a word whose tag the layers find.
UNDECIDED = 255

Tags = npt.NDArray[np.uint8]
Places = npt.NDArray[np.intp]


class Layers:
    """A model's layers, with a cache of the first layer's sums for frequent words."""

    def __init__(self, model: TagModel) -> None:
        self._model = model
        self._n_near = model.near.shape[1] // WINDOW
        self._sums = np.zeros((0, model.near.shape[1]), dtype=np.float32)
        self._n_kept = 0

    def keep(self, n_types: int) -> None:
        """Keep only the first so many types, because the numbers of the others have changed."""
        self._n_kept = min(self._n_kept, n_types)

    def best_tags(self, vectors: Floats32, n_types: int, places: Places, decided: Tags) -> Tags:
        """The tag at each place but the first and last four, whatever it is at a gap.

        `vectors` has a row for each type and `decided` its tag, or `UNDECIDED`. `places` names one
        type per place and 0 at gaps: four before all sentences and behind, at least two between
        them.
        """
        self._store(vectors[: min(n_types, _N_KEPT)])
        n_tags = max(0, len(places) - 2 * CONTEXT)
        best = decided.take(places[CONTEXT : CONTEXT + n_tags])
        near = np.zeros((_BLOCK + 2 * CONTEXT, self._n_near), dtype=np.float32)
        for start in range(0, n_tags, _BLOCK):
            asked = np.flatnonzero(best[start : start + _BLOCK] == UNDECIDED)
            block = places[start : start + _BLOCK + 2 * CONTEXT]
            scores = self._scores(near[: len(block)], block, vectors, asked)
            best[start + asked] = scores.argmax(axis=1)
        return best

    def _store(self, vectors: Floats32) -> None:
        n_known, n_all = self._n_kept, len(vectors)
        if n_all <= n_known:
            return
        # Behind the rows that are kept is room for those of one block.
        n_rows = n_all + _BLOCK + 2 * CONTEXT
        if n_rows > len(self._sums):
            n_most = _N_KEPT + _BLOCK + 2 * CONTEXT
            larger = np.empty((min(2 * n_rows, n_most), self._sums.shape[1]), dtype=np.float32)
            larger[:n_known] = self._sums[:n_known]
            self._sums = larger
        self._sums[n_known:n_all] = self._shares(vectors[n_known:])
        self._n_kept = n_all

    def _shares(self, vectors: Floats32) -> Floats32:
        """What words with these vectors add to the first layer at each place of its window."""
        inputs = np.maximum(vectors, np.rint(vectors * np.float32(LEAK)))
        np.clip(inputs, -LARGEST_INPUT, LARGEST_INPUT, out=inputs)
        shares: Floats32 = inputs @ self._model.near
        shares[:, REACH * self._n_near : (REACH + 1) * self._n_near] += self._model.near_bias
        return shares

    def _rows(self, block: Places, vectors: Floats32) -> Places:
        """The rows of the sums for the word at each place; those not in the cache are computed."""
        others = np.flatnonzero(block >= self._n_kept)
        if not len(others):
            return block
        types, numbers = np.unique(block[others], return_inverse=True)
        self._sums[self._n_kept : self._n_kept + len(types)] = self._shares(vectors[types])
        rows = block.copy()
        rows[others] = self._n_kept + numbers
        return rows

    def _scores(self, near: Floats32, block: Places, vectors: Floats32, asked: Places) -> Floats32:
        """A row of scores of tags for each place asked for, counted from the fifth of the block.

        `near` is room for the first layer.
        """
        model, n_near = self._model, self._n_near
        self._fill_near(near, block, vectors)
        windows = near.take((asked + REACH)[:, None] + np.arange(WINDOW), axis=0)
        windows = windows.reshape(len(asked), WINDOW * n_near)
        far: Floats32 = windows @ model.far
        far += model.far_bias
        _activate(far, model.far_factor)
        middle = windows[:, REACH * n_near : (REACH + 1) * n_near]
        scores: Floats32 = middle @ model.last[:n_near]
        scores += far @ model.last[n_near:]
        scores += model.last_bias
        return scores

    def _fill_near(self, near: Floats32, block: Places, vectors: Floats32) -> None:
        """Fill all rows of the first layer but the first and last two, which stay 0."""
        n_near, n_places = self._n_near, len(block) - 2 * REACH
        rows = self._rows(block, vectors) * WINDOW
        shares = self._sums.reshape(-1, n_near)
        middle, room = near[REACH:-REACH], np.empty((n_places, n_near), dtype=np.float32)
        # With mode="clip" numpy writes to the output without a copy; all rows are in range.
        shares.take(rows[:n_places], axis=0, out=middle, mode="clip")
        for place in range(1, WINDOW):
            shares.take(rows[place : place + n_places] + place, axis=0, out=room, mode="clip")
            middle += room
        _activate(middle, self._model.near_factor)
        middle[block[REACH:-REACH] == 0] = 0
        near[-REACH:] = 0


def _activate(sums: Floats32, factor: Floats32) -> None:
    sums *= factor
    np.rint(sums, out=sums)
    np.clip(sums, 0, LARGEST_ACTIVATION, out=sums)
