"""What is assumed of simulated raters: their number, pace and accuracy."""

from __future__ import annotations

from dataclasses import dataclass

from solecism.errors import InputError

USUAL_SECONDS = 12.0
"""The time per judgment that is assumed where none has been measured."""


@dataclass(frozen=True, slots=True)
class SimulatedRaters:
    """How many simulated raters there are, how fast they work, and how many are careless.

    `seconds` is the mean time per judgment and `spread` the standard deviation of its logarithm.
    `careless` is the share of raters who answer at random.
    """

    n_raters: int = 10
    seconds: float = USUAL_SECONDS
    spread: float = 0.4
    careless: float = 0.1
    accuracy: float = 0.9
    careless_accuracy: float = 0.5

    def __post_init__(self) -> None:
        if self.n_raters < 1:
            raise InputError(f"{self.n_raters} simulated raters. Give at least 1.")
        if not self.seconds > 0:
            raise InputError(f"{self.seconds:g} seconds per judgment. Give a positive number.")
        if not 0 <= self.careless < 1:
            raise InputError(
                f"a share of {self.careless:g} careless raters. Give a share from 0 to below 1."
            )
