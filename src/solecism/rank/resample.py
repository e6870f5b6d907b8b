"""Resampling for a bootstrap of rankings: of sentences, raters or systems."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from solecism.numeric.arrays import Floats, Ints
from solecism.uncertainty.bootstrap import resample_counts

SENTENCES, RATERS, SYSTEMS = "sentences", "raters", "systems"
KINDS = (SENTENCES, RATERS, SYSTEMS)


@dataclass(frozen=True, slots=True, eq=False)
class Resamples:
    """How often each sentence and each rater occurs in each draw.

    The first row is the data itself: everything comes up once.
    """

    sentences: Floats
    raters: Floats

    def __len__(self) -> int:
        return len(self.sentences)

    @property
    def is_drawn(self) -> bool:
        """Whether sentences or raters were resampled at all."""
        return bool((self.sentences != 1).any() or (self.raters != 1).any())

    def first(self, n_draws: int) -> Resamples:
        """The data and the first draws, up to this number."""
        return Resamples(self.sentences[: n_draws + 1], self.raters[: n_draws + 1])

    def cells(self, sentence: Ints, rater: Ints) -> Floats:
        """How often each pair of a sentence and a rater occurs."""
        return self.sentences[:, sentence] * self.raters[:, rater]


def resamples(
    n_sentences: int,
    n_raters: int,
    *,
    over: Collection[str],
    n_draws: int,
    rng: np.random.Generator,
) -> Resamples:
    """The data and `n_draws` resamples of whatever `over` names; the rest stays as it is."""
    return Resamples(
        _counts(n_sentences, SENTENCES in over, n_draws, rng),
        _counts(n_raters, RATERS in over, n_draws, rng),
    )


def drawn_systems(n_systems: int, n_draws: int, *, rng: np.random.Generator) -> Ints:
    """Numbers of systems drawn with replacement; the first row has each system once."""
    drawn = rng.integers(n_systems, size=(n_draws, n_systems))
    return np.vstack([np.arange(n_systems), drawn])


def _counts(n: int, is_drawn: bool, n_draws: int, rng: np.random.Generator) -> Floats:
    data = np.ones((1, n))
    if not is_drawn:
        return np.repeat(data, n_draws + 1, axis=0)
    drawn = resample_counts(np.ones(n, dtype=np.int64), n_draws=n_draws, rng=rng)
    return np.concatenate([data, *drawn])
