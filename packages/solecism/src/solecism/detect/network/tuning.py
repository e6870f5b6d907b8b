"""The tuning of the network by group of errors, and the point at which it is then operated.

The tuning is calibration, operating curves and shares of readers. A finding is shown with the
probability that an annotator would correct its place, whatever the kind of the correction. The
names of fields are keys in model files, but for the curve.

An operating point says which errors are shown: it has the thresholds of the groups for a reader, a
precision and a writer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from solecism.detect.detector import AUTO, LEARNER, MISSPELLING, NATIVE
from solecism.detect.network.repairs import GROUPS, NETWORK_KINDS, OPERATIONS, kind_of
from solecism.detect.network.writer import Writer
from solecism.errors import InputError
from solecism.numeric import Floats, Ints, expit, logit
from solecism.site import KINDS, Flag, split_id

_AnyFloats = npt.NDArray[np.floating[Any]]
Curve = tuple[tuple[float, float, float], ...]
# Model files name the text that their lines and curves were measured on. Those of version 0.2.0
# have some of other text, too, which are not read.
_LEARNERS = "learners"
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

    `second` is the calibration where a second detector has a probability too. `places` leads from
    the probability of any error to that of a correction, at places where this group is the most
    probable one; `readers` leads on to the share of readers who object, where this is known.
    `curve` has threshold, precision and recall of these places in learners' tuning text, from the
    most certain on; recall counts only errors of the group. `n_errors` is the number of these.
    """

    calibration: CalibrationLine = CalibrationLine()
    second: CalibrationPlane | None = None
    places: CalibrationLine = CalibrationLine()
    readers: CalibrationLine | None = None
    threshold: float = 0.5
    curve: Curve = ()
    n_errors: int = 0

    def probabilities(self, network_p: _AnyFloats, second_p: _AnyFloats | None = None) -> Floats:
        """The calibrated probabilities; `second_p` is NaN where the second detector has none."""
        p_error = self.calibration(network_p)
        if self.second is not None and second_p is not None:
            has_second = ~np.isnan(second_p)
            p_error[has_second] = self.second(network_p[has_second], second_p[has_second])
        return p_error

    def threshold_for(self, precision: float) -> float:
        """The lowest threshold at which flags had this precision; above 1 where there is none.

        It is never so low that the least sure findings would be much less sure than all together.
        """
        lowest = min((row[0] for row in self.curve if row[1] >= precision), default=NEVER)
        return max(lowest, round(precision - _MARGIN, 4))

    def highest_precision(self) -> float:
        """The highest precision that any threshold had on tuning data."""
        return max((row[1] for row in self.curve), default=0.0)

    def content(self) -> dict[str, Any]:
        """The tuning of the group as a file stores it."""
        content = asdict(self)
        content["places"] = {_LEARNERS: content["places"]}
        content["curves"] = {_LEARNERS: content.pop("curve")}
        return content


@dataclass(frozen=True, slots=True)
class Gate:
    """The lowest probability of an error by the light detector with which a sentence is read.

    Only long batches are skimmed like that.
    """

    least: float = 0.0


@dataclass(frozen=True, slots=True)
class Tuning:
    """The tuning of every group, and which sentences the network reads when it skims.

    `writer` is how probabilities follow from how many errors a text seems to have. `gate` goes with
    the default thresholds; at all others everything is read. `selection` are the weights of the log
    probabilities of the network and of the light models where a hidden preposition is guessed.
    """

    groups: Mapping[str, GroupTuning]
    writer: Writer = field(default_factory=Writer)
    gate: Gate = Gate()
    selection: tuple[float, float] = NETWORK_ALONE

    def thresholds(
        self, *, precision: float | None = None, threshold: float | None = None
    ) -> dict[str, float]:
        """The threshold of each group."""
        if threshold is not None:
            return dict.fromkeys(self.groups, threshold)
        if precision is None:
            return {name: each.threshold for name, each in self.groups.items()}
        if not 0 < precision < 1:
            raise InputError(f"precision {precision} is not between 0 and 1.")
        thresholds = self.thresholds_at(precision)
        if min(thresholds.values()) > 1:
            highest = max(self.unreachable(precision).values())
            raise InputError(
                f"no threshold reaches precision {precision:g} on tuning data. "
                f"The highest is {highest:.2f}."
            )
        return thresholds

    def thresholds_at(self, precision: float) -> dict[str, float]:
        """The threshold of each group for a precision; above 1 where none reaches it."""
        return {name: each.threshold_for(precision) for name, each in self.groups.items()}

    def unreachable(self, precision: float) -> dict[str, float]:
        """The groups that do not reach a precision, with the highest that each reaches."""
        return {
            name: each.highest_precision()
            for name, each in self.groups.items()
            if each.threshold_for(precision) > 1
        }

    def p_corrected(self, groups: Ints, p_any: Floats, documents: Ints) -> Floats:
        """The probability that an annotator corrects a place, given its most probable group.

        `p_any` is that of any error, `documents` has the number of the text that each place is in.
        """
        return self.p_corrected_given(groups, self.writer.shifted(p_any, documents))

    def p_corrected_given(self, groups: Ints, p_any: Floats) -> Floats:
        """The same, given the probability of any error after the shift for its text."""
        p = np.zeros(len(p_any))
        for number in set(groups.tolist()):
            rows = groups == number
            p[rows] = self.groups[GROUPS[number]].places(p_any[rows])
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
        groups = {name: each.content() for name, each in self.groups.items()}
        return asdict(replace(self, groups={})) | {"groups": groups}

    @classmethod
    def of(cls, content: Any) -> Tuning:
        """The tuning that a file stores; groups that it does not know are never flagged."""
        groups = {group: GroupTuning(threshold=NEVER) for group in GROUPS} | {
            name: _group_of(each) for name, each in content["groups"].items()
        }
        network, light = map(float, content["selection"])
        writer, gate = Writer(**content["writer"]), Gate(float(content["gate"]["least"]))
        return cls(groups, writer, gate, (network, light))


def _group_of(content: Any) -> GroupTuning:
    """The tuning of one group that a file stores."""
    return GroupTuning(
        CalibrationLine(**content["calibration"]),
        None if content["second"] is None else CalibrationPlane(**content["second"]),
        CalibrationLine(**content["places"].get(_LEARNERS, {})),
        None if content["readers"] is None else CalibrationLine(**content["readers"]),
        float(content["threshold"]),
        tuple((float(a), float(b), float(c)) for a, b, c in content["curves"].get(_LEARNERS, ())),
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


# Of findings in the text of learners so many shall be right, where authors are shown what is sure.
_PRECISION_FOR_LEARNERS = 0.85
# In 272,000 words of native tuning text of twelve sources 64 of 202 findings were plainly wrong;
# of those at least this sure, and of spellings with a suggestion at least this probable, 17 of 84.
_LEAST_FOR_NATIVES, _LEAST_SPELLING_FOR_NATIVES = 0.85, 0.45


class DocumentContext(NamedTuple):
    """What a document says about each of its sentences.

    The log odds of errors are shifted by `shift`; its writer seems to be a learner, or not, or is
    surely none.
    """

    shift: float
    is_learners: bool
    is_natives: bool = False


class OperatingPoint:
    """The thresholds at which errors are shown, for each of the two sorts of writers.

    At most one of `precision` and `threshold` is given, and then both sorts have the same.
    Otherwise native writers are shown what is hardly ever wrong in native text, and learners what
    is sure in learners' text; in a text that is surely a native writer's, even surer errors alone
    are shown, and unknown words only where it is known what they should be. `always` are rules
    whose findings are shown in any case.
    """

    def __init__(
        self,
        tuning: Tuning,
        *,
        precision: float | None = None,
        threshold: float | None = None,
        writer: str = AUTO,
        always: Iterable[str] = (),
    ) -> None:
        self._tuning, self._writer, self._always = tuning, writer, frozenset(always)
        least = tuning.thresholds(precision=precision, threshold=threshold)
        of_learners = dict(least)
        if precision is None and threshold is None:
            for group, lower in tuning.thresholds_at(_PRECISION_FOR_LEARNERS).items():
                of_learners[group] = min(least[group], lower)
        # By whether the writer is a learner.
        self._thresholds = least, of_learners
        self._of_rules = _threshold_of_rules(precision, threshold)
        self._is_default = precision is None and threshold is None
        self.note = "" if precision is None else self._unreachable_note(precision)

    @property
    def least(self) -> float:
        """The lowest threshold of any group."""
        return min(min(each.values()) for each in self._thresholds)

    @property
    def unreachable(self) -> tuple[str, ...]:
        """The kinds of error that are never shown, because no threshold is good enough."""
        groups = [group for group in GROUPS if any(each[group] <= 1 for each in self._thresholds)]
        reached = {kind_of(group, each) for group in groups for each in OPERATIONS}
        return tuple(kind for kind in NETWORK_KINDS if kind not in reached)

    def contexts(self, n_errors: Floats, n_places: Floats) -> list[DocumentContext]:
        """The context that each document gives to its sentences, by its probable errors.

        `n_errors` are the sums of the probabilities of errors at so many places. Where the writer
        is known, a native writer's odds are never raised, and those of a learner never lowered.
        """
        writer = self._tuning.writer
        shifts = writer.shifts(n_errors, n_places)
        are_learners = writer.are_learners(n_errors, n_places)
        are_natives = writer.are_natives(n_errors, n_places)
        are_learners &= ~are_natives
        if self._writer == LEARNER:
            shifts, are_learners = np.maximum(shifts, 0), np.ones_like(are_learners)
            are_natives = ~are_learners
        elif self._writer == NATIVE:
            shifts, are_natives = np.minimum(shifts, 0), np.ones_like(are_learners)
            are_learners = ~are_natives
        columns = (shifts.tolist(), are_learners.tolist(), are_natives.tolist())
        return [DocumentContext(*each) for each in zip(*columns, strict=True)]

    def shown(self, flags: Iterable[Flag], context: object) -> Iterator[Flag]:
        """The flags of a sentence; errors below their threshold are correct sites, or no sites."""
        known = context if isinstance(context, DocumentContext) else None
        thresholds = self._thresholds[known is not None and known.is_learners]
        is_strict = self._is_default and known is not None and known.is_natives
        for flag in flags:
            least = thresholds.get(split_id(flag.site)[3], 0.0)
            if flag.rule:
                least = min(least, self._of_rules)
            if is_strict:
                least = max(least, _LEAST_FOR_NATIVES)
            is_shown = not flag.error or flag.rule in self._always or flag.confidence is None
            if is_shown or (flag.confidence or 0.0) >= least:
                if not (is_strict and _is_unknown_word(flag)):
                    yield flag
            elif _is_site(flag):
                yield flag.as_correct

    def _unreachable_note(self, precision: float) -> str:
        """The groups of errors that are never flagged, because they do not reach a precision."""
        unreachable = self._tuning.unreachable(precision)
        groups = [f"{name} ({10 * p:.1f})" for name, p in unreachable.items()]
        if not groups:
            return ""
        return (
            f"errors of these groups are not shown, because fewer than {10 * precision:g} of 10 "
            f"findings would be right: {', '.join(groups)}. In brackets is how many of 10 would be."
        )


def _threshold_of_rules(precision: float | None, threshold: float | None) -> float:
    """The threshold of errors that a rule finds, for everybody, whatever their kind is.

    Rules are measured one by one, so those of a kind of error that is seldom sure may be sure. Of
    79 hits in native tuning text of 206,000 words 28 are shown, and nearly all of these are errors.
    """
    if threshold is not None:
        return threshold
    return (_PRECISION_FOR_LEARNERS if precision is None else precision) - _MARGIN


def _is_site(flag: Flag) -> bool:
    """Whether the place of an error is one at which a correct choice is flagged, too."""
    _, start, end, kind = split_id(flag.site)
    return kind in KINDS and end - start == 1


def _is_unknown_word(flag: Flag) -> bool:
    """Whether a word is called misspelt, and no correction of it is probable."""
    best = flag.suggestions[0].p if flag.suggestions else 0.0
    is_probable = best is None or best >= _LEAST_SPELLING_FOR_NATIVES
    return flag.error and flag.kind == MISSPELLING and not is_probable
