"""Default thresholds: as many errors of learners found as a few flags in native text allow.

Every flag in native text has one price, whatever its group: each group flags as far down as its
finds are worth their price, and the price rises until all groups together are quiet enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solecism.arrays import Floats
from solecism.detect.network.repairs import AGREEMENT, OTHER, SPELLING, VERB
from solecism.detect.network.tuning import LEARNERS, NEVER, GroupTuning
from solecism.kind import DETERMINER, NUMBER, PREPOSITION

_N_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Bounds:
    """What the default thresholds of some groups keep to.

    The precision is that of each group on learners' tuning text, where only the annotator's own
    group and place count as right. `max_alarms` is how many flags these groups together may have
    in a thousand words of native text: edited text has fewer errors than what people write, so
    this is well under what we allow on their essays.
    """

    groups: tuple[str, ...]
    precision: float
    max_alarms: float


# What people ask a checker of usage about comes first. Edited text tells little of misspellings,
# of which essays are full: there precision must do.
DEFAULT_BOUNDS = (
    Bounds((PREPOSITION, DETERMINER, NUMBER), precision=0.65, max_alarms=0.42),
    Bounds((AGREEMENT, VERB, OTHER), precision=0.75, max_alarms=0.08),
    Bounds((SPELLING,), precision=0.9, max_alarms=0.08),
)


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """A group's thresholds: how many errors each finds, and how often it flags native text."""

    thresholds: Floats
    hits: Floats
    alarms: Floats

    def best(self, price: float) -> int:
        return int((self.hits - price * self.alarms).argmax())


def default_thresholds(
    groups: Mapping[str, GroupTuning],
    n_errors: Mapping[str, int],
    native: Mapping[str, Floats],
    *,
    n_words: float,
    bounds: Iterable[Bounds],
) -> dict[str, float]:
    """From which probability on each group is flagged; never where no bounds are given.

    `n_errors` are the errors of each group in learners' tuning text, `native` its probabilities at
    the words and gaps of so many native words.
    """
    found = dict.fromkeys(groups, NEVER)
    for each in bounds:
        choices = {
            name: _choice(groups[name], n_errors[name], native[name], each.precision)
            for name in each.groups
        }
        found |= _affordable(choices, each.max_alarms * n_words / 1_000)
    return found


def _affordable(choices: Mapping[str, _Choice], allowed: float) -> dict[str, float]:
    """The thresholds at the lowest price of an alarm at which there are few enough."""
    # At the highest price no finds are worth an alarm.
    low, high = 0.0, 1.0 + max(each.hits.max() for each in choices.values())
    if _n_alarms(choices, low) <= allowed:
        high = low
    for _ in range(_N_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if _n_alarms(choices, middle) <= allowed else (middle, high)
    return {name: float(each.thresholds[each.best(high)]) for name, each in choices.items()}


def _n_alarms(choices: Mapping[str, _Choice], price: float) -> float:
    return float(sum(each.alarms[each.best(price)] for each in choices.values()))


def _choice(
    group: GroupTuning, n_errors: int, native: npt.NDArray[np.float64], precision: float
) -> _Choice:
    rows = [row for row in group.curves[LEARNERS] if row[1] >= precision]
    thresholds = np.array([NEVER, *(row[0] for row in rows)])
    hits = np.array([0.0, *(row[2] * n_errors for row in rows)])
    ordered = np.sort(native)
    alarms = len(ordered) - np.searchsorted(ordered, thresholds, side="left")
    return _Choice(thresholds, hits, alarms.astype(np.float64))
