"""Detectors of extraneous prepositions: a scorer of sites, and the calibration of its scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.detect.detector import EXTRANEOUS_PREPOSITION
from solecism.errors import ModelError
from solecism.locate.sites import located
from solecism.numeric import Floats, expit
from solecism.sentence import Sentence
from solecism.site import PREPOSITION, Flag, Site, Suggestion
from solecism.system.processes import batches

LEAVE_OUT = ""
CALIBRATION = "calibration"

PlaceScorer = Callable[[Sequence[Sentence], Sequence[Sequence[int]]], Floats]


@dataclass(frozen=True, slots=True)
class PlattCalibration:
    """The threshold of scores, and their probabilities.

    The probability of an error is the logistic function of `slope * score + intercept` (Platt
    1999), for prepositions as they come in learners' essays.
    """

    threshold: float = 0.0
    slope: float = 1.0
    intercept: float = 0.0

    def p_error(self, scores: Floats) -> Floats:
        """The probability that each site is an error."""
        return expit(np.clip(self.slope * scores + self.intercept, -30, 30))

    def numbers(self) -> Floats:
        """The three numbers as a model file stores them."""
        return np.array([self.threshold, self.slope, self.intercept])


def calibration_of(numbers: npt.NDArray[Any], *, file: str) -> PlattCalibration:
    """The calibration in a model's file."""
    is_whole = numbers.shape == (3,) and numbers.dtype.kind == "f"
    if not is_whole or not np.isfinite(numbers).all():
        raise ModelError(f"{file}: its calibration is damaged. Is the file complete?")
    return PlattCalibration(*numbers.astype(np.float64).tolist())


@dataclass(frozen=True, slots=True)
class ExtraneousDetector:
    """Flags prepositions whose score is above the threshold.

    `scorer` gives the scores of places in sentences; a place is the number of a word.
    """

    name: str
    scorer: PlaceScorer
    calibration: PlattCalibration
    kinds: tuple[str, ...] = (EXTRANEOUS_PREPOSITION,)

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """One flag per preposition; at most a thousand sentences are read ahead."""
        for batch in batches(sentences):
            sites = [list(located(sentence, kinds=(PREPOSITION,))) for sentence in batch]
            scores = self.scorer(batch, [[site.start for site in each] for each in sites])
            all_sites = [site for each in sites for site in each]
            yield from self._flags(all_sites, scores)

    def _flags(self, sites: Sequence[Site], scores: Floats) -> Iterator[Flag]:
        is_error = scores > self.calibration.threshold
        p_error = self.calibration.p_error(scores)
        for site, error, p in zip(sites, is_error.tolist(), p_error.tolist(), strict=True):
            if error:
                suggestions = (Suggestion(LEAVE_OUT, p),)
                yield Flag(site.id, self.name, True, EXTRANEOUS_PREPOSITION, p, suggestions)
            else:
                yield Flag(site.id, self.name, False, confidence=p)
