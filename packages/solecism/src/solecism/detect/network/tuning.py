"""The tuning of the network by group of errors: calibration, operating curves, readers.

A finding is shown with the probability that an annotator would correct its place, whatever the kind
of the correction. The names of fields are keys in model files.

Errors are more probable in a text that seems to have many. Saerens et al. (2002) estimate from a
text's own probabilities how frequent a class is in it, and shift their odds by that frequency over
the usual one. This is the first step of their iteration, drawn to the usual frequency as if so many
more errors had been seen, and raised to a power that is learnt from texts of learners and of
native writers. Further steps go too far: they end with no errors at all in the essays of good
learners, whose correct sentences differ, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from solecism.detect.network.repairs import GROUPS
from solecism.errors import InputError
from solecism.numeric import Floats, Ints, expit, logit

# Log odds are shifted in steps of 1/32, which change a probability by at most 0.004: an edit of a
# long text then leaves most findings elsewhere in it exactly as they were, and they can be kept.
_STEPS = 32


@dataclass(frozen=True, slots=True)
class Writer:
    """What is usual for a writer, and how far one text may differ from it.

    `rate` is the mean probability of an error per place in learners' text, `strength` the number
    of errors that it counts for, and `power` that of the ratio by which odds are multiplied.
    """

    rate: float = 0.0
    strength: float = 1.0
    power: float = 0.0

    def shifted(self, p: Floats, documents: Ints, *, rate: float | None = None) -> Floats:
        """The probabilities of errors at places of texts, given all places of each text."""
        n_errors = np.asarray(np.bincount(documents, p), np.float64)
        shifts = self.shifts(n_errors, np.bincount(documents), rate=rate)
        return expit(logit(p) + shifts[documents])

    def shifts(
        self, n_errors: Floats, n_places: Floats | Ints, *, rate: float | None = None
    ) -> Floats:
        """How far the log odds of all errors of each text are shifted, in steps.

        `n_errors` are the sums of the probabilities of errors at all places of each text.

        >>> usual = Writer(rate=0.3, strength=0.4, power=1.0)
        >>> usual.shifts(np.array([1.0, 1.01, 0.2]), np.array([2, 2, 2])).tolist()
        [0.34375, 0.34375, -0.5]
        """
        shifts = self.power * self._log_ratios(n_errors, n_places, rate=rate)
        return np.asarray(np.round(shifts * _STEPS) / _STEPS)

    def log_ratios(self, p: Floats, documents: Ints) -> Floats:
        """For each place, the logarithm of its text's errors over the usual number of them.

        >>> p, usual = np.array([0.5, 0.5, 0.1, 0.1]), Writer(rate=0.3, strength=0.4)
        >>> np.exp(usual.log_ratios(p, np.array([0, 0, 1, 1]))).round(2).tolist()
        [1.4, 1.4, 0.6, 0.6]
        """
        n_errors = np.asarray(np.bincount(documents, p), np.float64)
        return np.asarray(self._log_ratios(n_errors, np.bincount(documents))[documents])

    def _log_ratios(
        self, n_errors: Floats, n_places: Floats | Ints, *, rate: float | None = None
    ) -> Floats:
        n_usual = n_places * (self.rate if rate is None else rate) + self.strength
        return np.asarray(np.log((n_errors + self.strength) / n_usual))


_AnyFloats = npt.NDArray[np.floating[Any]]
Curve = tuple[tuple[float, float, float], ...]
# The register of the text that the network was tuned on.
LEARNERS = "learners"
# A threshold that no probability reaches.
NEVER = 2.0
# Where so many of ten findings are to be right, none is shown that is less sure by more than this.
_MARGIN = 0.2
# The probability of a place that has several errors is kept below one.
_MOST_PROBABLE = 0.9999
# The weights of the network and of the light models where they guess a preposition together.
NETWORK_ALONE = (1.0, 0.0)


@dataclass(frozen=True, slots=True)
class CalibrationLine:
    """A logistic curve through the log odds of one probability."""

    slope: float = 1.0
    shift: float = 0.0

    def __call__(self, p: _AnyFloats) -> Floats:
        """The calibrated probabilities."""
        return expit(self.slope * logit(p) + self.shift)


@dataclass(frozen=True, slots=True)
class CalibrationPlane:
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

    `second` is the calibration where a second detector has a probability too. `places` leads, in
    each register, from the probability of any error to that of a correction, at places where this
    group is the most probable one; `readers` leads on to the share of readers who object, where
    this is known. `curves` have threshold, precision and recall of these places on tuning data of
    each register, from the most certain on; recall counts only errors of the group. `n_errors` is
    the number of these in learners' tuning text.
    """

    calibration: CalibrationLine = CalibrationLine()
    second: CalibrationPlane | None = None
    places: Mapping[str, CalibrationLine] = field(default_factory=dict)
    readers: CalibrationLine | None = None
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

    def place_line(self, register: str) -> CalibrationLine:
        """The line of a register, or else that of learners' text."""
        return self.places.get(register) or self.places.get(LEARNERS, CalibrationLine())

    def threshold_for(self, precision: float, *, register: str = LEARNERS) -> float:
        """The lowest threshold at which flags had this precision; above 1 where there is none.

        It is never so low that the least sure findings would be much less sure than all together.
        """
        rows = self.curves.get(register, ())
        lowest = min((row[0] for row in rows if row[1] >= precision), default=NEVER)
        return max(lowest, round(precision - _MARGIN, 4))

    def highest_precision(self, *, register: str = LEARNERS) -> float:
        """The highest precision that any threshold had on tuning data."""
        return max((row[1] for row in self.curves.get(register, ())), default=0.0)


@dataclass(frozen=True, slots=True)
class Gate:
    """The lowest probability of an error by the light detector with which a sentence is read.

    `rate` is the mean probability of an error at the places of learners' sentences that are read,
    where these are not all.
    """

    least: float = 0.0
    rate: float | None = None


@dataclass(frozen=True, slots=True)
class Tuning:
    """The tuning of every group, and when the network reads a sentence in a cascade.

    `writer` is how probabilities follow from how many errors a text seems to have. `gate` goes with
    the default thresholds; at all others everything is read. `selection` are the weights of the log
    probabilities of the network and of the light models where a hidden preposition is guessed.
    """

    groups: Mapping[str, GroupTuning]
    writer: Writer = field(default_factory=Writer)
    gate: Gate = Gate()
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
            highest = max(self.unreachable(precision, register=register).values())
            raise InputError(
                f"no threshold reaches precision {precision:g} on tuning data of {register}. "
                f"The highest is {highest:.2f}."
            )
        return thresholds

    def unreachable(self, precision: float, *, register: str = LEARNERS) -> dict[str, float]:
        """The groups that do not reach a precision, with the highest that each reaches."""
        return {
            name: each.highest_precision(register=register)
            for name, each in self.groups.items()
            if each.threshold_for(precision, register=register) > 1
        }

    def p_corrected(
        self,
        groups: Ints,
        p_any: Floats,
        documents: Ints,
        *,
        register: str = LEARNERS,
        rate: float | None = None,
    ) -> Floats:
        """The probability that an annotator corrects a place, given its most probable group.

        `p_any` is that of any error, `documents` has the number of the text that each place is in.
        The texts of learners have this mean probability of an error, or that of the writer's.
        """
        p_any = self.writer.shifted(p_any, documents, rate=rate)
        return self.p_corrected_given(groups, p_any, register=register)

    def p_corrected_given(self, groups: Ints, p_any: Floats, *, register: str = LEARNERS) -> Floats:
        """The same, given the probability of any error after the shift for its text."""
        p = np.zeros(len(p_any))
        for number, group in enumerate(GROUPS):
            rows = groups == number
            p[rows] = self.groups[group].place_line(register)(p_any[rows])
        return p

    def reader_shares(self, errors: Sequence[tuple[str, float]]) -> list[float | None]:
        """The share of readers who object to each error, given its group and probability."""
        shares: list[float | None] = [None] * len(errors)
        rows_of: dict[str, list[int]] = {}
        for number, (group, _) in enumerate(errors):
            rows_of.setdefault(group, []).append(number)
        for group, rows in rows_of.items():
            readers = self.groups[group].readers
            if readers is not None:
                objecting = readers(np.array([errors[number][1] for number in rows]))
                for number, share in zip(rows, objecting.tolist(), strict=True):
                    shares[number] = share
        return shares

    def content(self) -> dict[str, Any]:
        """The tuning as a file stores it."""
        return asdict(self)

    @classmethod
    def of(cls, content: Any) -> Tuning:
        """The tuning that a file stores; groups that it does not know are never flagged."""
        groups = {group: GroupTuning(threshold=NEVER) for group in GROUPS} | {
            name: _group_of(each) for name, each in content["groups"].items()
        }
        network, light = map(float, content["selection"])
        writer, gate = Writer(**content["writer"]), Gate(**content["gate"])
        return cls(groups, writer, gate, (network, light))


def _group_of(content: Any) -> GroupTuning:
    """The tuning of one group that a file stores."""
    return GroupTuning(
        CalibrationLine(**content["calibration"]),
        None if content["second"] is None else CalibrationPlane(**content["second"]),
        {register: CalibrationLine(**line) for register, line in content["places"].items()},
        None if content["readers"] is None else CalibrationLine(**content["readers"]),
        float(content["threshold"]),
        {
            register: tuple((float(a), float(b), float(c)) for a, b, c in curve)
            for register, curve in content["curves"].items()
        },
        int(content["n_errors"]),
    )


def any_error(p_groups: Floats) -> tuple[Ints, Floats]:
    """The most probable group at each place (row), and the probability of an error of any group.

    >>> groups, p = any_error(np.array([[0.1, 0.3], [0.9, 0.6]]))
    >>> groups.tolist(), p.round(4).tolist()
    ([1, 0], [0.4, 0.9999])
    """
    return p_groups.argmax(axis=1), np.minimum(p_groups.sum(axis=1), _MOST_PROBABLE)


def untuned() -> Tuning:
    """A tuning that leaves the probabilities of the network as they are."""
    return Tuning({group: GroupTuning() for group in GROUPS})
