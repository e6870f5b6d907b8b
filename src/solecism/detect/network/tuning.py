"""The tuning of the network by group of errors: calibration, operating curves, readers.

The names of fields are keys in model files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.detect.network.repairs import GROUPS
from solecism.errors import InputError
from solecism.numeric.arrays import Floats
from solecism.numeric.link_functions import expit, logit

_AnyFloats = npt.NDArray[np.floating[Any]]
Curve = tuple[tuple[float, float, float], ...]
# The register of the text that the network was tuned on.
LEARNERS = "learners"
# A threshold that no probability reaches.
NEVER = 2.0
# The weights of the network and of the light models where they guess a preposition together.
NETWORK_ALONE = (1.0, 0.0)


@dataclass(frozen=True, slots=True)
class Line:
    """A logistic curve through the log odds of one probability."""

    slope: float = 1.0
    shift: float = 0.0

    def __call__(self, p: _AnyFloats) -> Floats:
        """The calibrated probabilities."""
        return expit(self.slope * logit(p) + self.shift)


@dataclass(frozen=True, slots=True)
class Plane:
    """A logistic plane through the log odds of the network and of a second detector."""

    network: float
    other: float
    shift: float

    def __call__(self, network_p: _AnyFloats, second_p: _AnyFloats) -> Floats:
        """The calibrated probabilities given both."""
        return expit(self.network * logit(network_p) + self.other * logit(second_p) + self.shift)


@dataclass(frozen=True, slots=True)
class GroupTuning:
    """The tuning of one group: calibration, shares of readers, threshold and operating curves.

    `second` is the calibration where a second detector has a probability too; `readers` leads from
    probabilities to the share of readers who object, where this is known. `curves` have threshold,
    precision and recall on tuning data of each register, from the most certain flags on.
    `n_errors` is the number of errors of the group in learners' tuning text.
    """

    calibration: Line = Line()
    second: Plane | None = None
    readers: Line | None = None
    threshold: float = 0.5
    curves: Mapping[str, Curve] = field(default_factory=dict)
    n_errors: int = 0

    def probabilities(self, network_p: _AnyFloats, second_p: _AnyFloats | None = None) -> Floats:
        """The calibrated probabilities; `second_p` is NaN where the second detector has none."""
        p_error = self.calibration(network_p)
        if self.second is not None and second_p is not None:
            has_second = ~np.isnan(second_p)
            p_error[has_second] = self.second(network_p[has_second], second_p[has_second])
        return p_error

    def threshold_for(self, precision: float, *, register: str = LEARNERS) -> float:
        """The lowest threshold at which flags had this precision; above 1 where there is none."""
        rows = self.curves.get(register, ())
        return min((row[0] for row in rows if row[1] >= precision), default=NEVER)


@dataclass(frozen=True, slots=True)
class Tuning:
    """The tuning of every group, and when the network reads a sentence in a cascade.

    A gate is the lowest probability of an error by the light detector with which a sentence is
    read. `gates` are pairs of a precision on learners' text, lowest first, and its gate;
    `default_gate` goes with the default thresholds. `selection` are the weights of the log
    probabilities of the network and of the light models where a hidden preposition is guessed.
    """

    groups: Mapping[str, GroupTuning]
    default_gate: float = 0.0
    gates: tuple[tuple[float, float], ...] = ()
    selection: tuple[float, float] = NETWORK_ALONE

    @property
    def registers(self) -> tuple[str, ...]:
        """The kinds of text that have curves."""
        return tuple(dict.fromkeys(name for each in self.groups.values() for name in each.curves))

    def thresholds(
        self,
        *,
        precision: float | None = None,
        threshold: float | None = None,
        register: str = LEARNERS,
    ) -> dict[str, float]:
        """The threshold of each group."""
        if threshold is not None:
            return dict.fromkeys(self.groups, threshold)
        if precision is None:
            return {name: each.threshold for name, each in self.groups.items()}
        if not 0 < precision < 1:
            raise InputError(f"precision {precision} is not between 0 and 1.")
        if register not in self.registers:
            known = ", ".join(self.registers)
            raise InputError(f"there is no curve of {register!r} text. There are {known}.")
        thresholds = {
            name: each.threshold_for(precision, register=register)
            for name, each in self.groups.items()
        }
        if min(thresholds.values()) > 1:
            raise InputError(f"no threshold reaches precision {precision:g} on tuning data.")
        return thresholds

    def gate(self, *, precision: float | None = None, threshold: float | None = None) -> float:
        """The lowest probability of an error with which a sentence is read; 0 where all are."""
        if threshold is not None:
            return 0.0
        if precision is None:
            return self.default_gate
        return max(
            ((reached, gate) for reached, gate in self.gates if reached <= precision),
            default=(0.0, 0.0),
        )[1]

    def content(self) -> dict[str, Any]:
        """The tuning as a file stores it."""
        return asdict(self)

    @classmethod
    def of(cls, content: Any) -> Tuning:
        """The tuning that a file stores; groups that it does not know are never flagged."""
        groups = {group: GroupTuning(threshold=NEVER) for group in GROUPS} | {
            name: GroupTuning(
                Line(**each["calibration"]),
                None if each["second"] is None else Plane(**each["second"]),
                None if each["readers"] is None else Line(**each["readers"]),
                float(each["threshold"]),
                {
                    name: tuple((float(a), float(b), float(c)) for a, b, c in curve)
                    for name, curve in each["curves"].items()
                },
                int(each.get("n_errors", 0)),
            )
            for name, each in content["groups"].items()
        }
        gates = tuple((float(precision), float(gate)) for precision, gate in content["gates"])
        network, light = map(float, content.get("selection", NETWORK_ALONE))
        return cls(groups, float(content["default_gate"]), gates, (network, light))


def untuned() -> Tuning:
    """A tuning that leaves the probabilities of the network as they are."""
    return Tuning({group: GroupTuning() for group in GROUPS})
