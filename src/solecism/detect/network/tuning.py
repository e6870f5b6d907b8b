"""How sure the network must be, group by group: calibration, operating curve, share of readers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.arrays import Floats
from solecism.detect.network.repairs import GROUPS
from solecism.errors import InputError
from solecism.link_functions import expit, logit

Curve = tuple[tuple[float, float, float], ...]
# The register of the text that the network was tuned on.
LEARNERS = "learners"
# A threshold that nothing reaches.
NEVER = 2.0
# What the opinions of network and light path count.
NETWORK_ALONE = (1.0, 0.0)


@dataclass(frozen=True, slots=True)
class Line:
    """A logistic curve through log odds."""

    slope: float = 1.0
    shift: float = 0.0

    def __call__(self, shares: npt.NDArray[np.floating[Any]]) -> Floats:
        """The probabilities that shares of the network stand for."""
        return expit(self.slope * logit(shares) + self.shift)


@dataclass(frozen=True, slots=True)
class Plane:
    """A logistic curve through the log odds of the network and of another detector."""

    network: float
    other: float
    shift: float

    def __call__(
        self, shares: npt.NDArray[np.floating[Any]], others: npt.NDArray[np.floating[Any]]
    ) -> Floats:
        """The probabilities that the two stand for together."""
        return expit(self.network * logit(shares) + self.other * logit(others) + self.shift)


@dataclass(frozen=True, slots=True)
class GroupTuning:
    """Of one group: probabilities, the share of readers who object, and from when on to flag.

    `second` is for places of which another detector has an opinion too; `readers` leads from
    probabilities to shares of readers, where these are known. `curves` have threshold, precision
    and recall on tuning data of each register, from the surest flags on.
    """

    calibration: Line = Line()
    second: Plane | None = None
    readers: Line | None = None
    threshold: float = 0.5
    curves: Mapping[str, Curve] = field(default_factory=dict)

    def probabilities(
        self,
        shares: npt.NDArray[np.floating[Any]],
        opinions: npt.NDArray[np.floating[Any]] | None = None,
    ) -> Floats:
        """How probable errors are by the network's shares, and another's opinions or nan."""
        found = self.calibration(shares)
        if self.second is not None and opinions is not None:
            is_said = ~np.isnan(opinions)
            found[is_said] = self.second(shares[is_said], opinions[is_said])
        return found

    def at(self, precision: float, *, register: str = LEARNERS) -> float:
        """The lowest probability from which on flags were so precise; above 1 where none is."""
        rows = self.curves.get(register, ())
        return min((row[0] for row in rows if row[1] >= precision), default=NEVER)


@dataclass(frozen=True, slots=True)
class Tuning:
    """The tuning of every group, and the doubts from which on a cascade asks the network.

    `gates` are precisions on learners' text, lowest first, and the doubt that goes with each;
    `default_gate` goes with the groups' own thresholds. `selection` is what the log probabilities
    of the network and the light path count where a hidden preposition is guessed.
    """

    groups: Mapping[str, GroupTuning]
    default_gate: float = 0.0
    gates: tuple[tuple[float, float], ...] = ()
    selection: tuple[float, float] = NETWORK_ALONE

    @property
    def registers(self) -> tuple[str, ...]:
        """The kinds of text that there are curves of."""
        return tuple(dict.fromkeys(name for each in self.groups.values() for name in each.curves))

    def thresholds(
        self,
        *,
        precision: float | None = None,
        threshold: float | None = None,
        register: str = LEARNERS,
    ) -> dict[str, float]:
        """From which probability on each group is flagged."""
        if threshold is not None:
            return dict.fromkeys(self.groups, threshold)
        if precision is None:
            return {name: each.threshold for name, each in self.groups.items()}
        if not 0 < precision < 1:
            raise InputError(f"precision {precision} is not between 0 and 1.")
        if register not in self.registers:
            known = ", ".join(self.registers)
            raise InputError(f"there is no curve of {register!r} text. There are {known}.")
        found = {name: each.at(precision, register=register) for name, each in self.groups.items()}
        if min(found.values()) > 1:
            raise InputError(f"no threshold reaches precision {precision:g} on tuning data.")
        return found

    def gate(self, *, precision: float | None = None, threshold: float | None = None) -> float:
        """The doubt from which on a sentence is worth reading; 0 where any may be."""
        if threshold is not None:
            return 0.0
        if precision is None:
            return self.default_gate
        return max(
            ((known, doubt) for known, doubt in self.gates if known <= precision),
            default=(0.0, 0.0),
        )[1]

    def content(self) -> dict[str, Any]:
        """The tuning as it is kept in a file."""
        return asdict(self)

    @classmethod
    def of(cls, content: Any) -> Tuning:
        """The tuning that was kept."""
        groups = {
            name: GroupTuning(
                Line(**each["calibration"]),
                None if each["second"] is None else Plane(**each["second"]),
                None if each["readers"] is None else Line(**each["readers"]),
                float(each["threshold"]),
                {
                    name: tuple((float(a), float(b), float(c)) for a, b, c in curve)
                    for name, curve in each["curves"].items()
                },
            )
            for name, each in content["groups"].items()
        }
        gates = tuple((float(precision), float(doubt)) for precision, doubt in content["gates"])
        network, light = map(float, content.get("selection", NETWORK_ALONE))
        return cls(groups, float(content["default_gate"]), gates, (network, light))


def untuned() -> Tuning:
    """What the network says, as it says it."""
    return Tuning({group: GroupTuning() for group in GROUPS})
