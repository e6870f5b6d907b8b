"""Default thresholds: the most errors found in learners' text for few flags in native text.

Every flag in native text costs the same, whatever its group. Each group takes the threshold with
the greatest gain, and the cost is raised until all groups together have few enough flags.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from solecism.detect.network.repairs import AGREEMENT, FLAGGED, ON_REQUEST, SPELLING
from solecism.detect.network.tuning import LEARNERS, NEVER, GroupTuning
from solecism.kind import DETERMINER, NUMBER, PREPOSITION
from solecism.numeric.arrays import Floats

_N_HALVINGS = 60


@dataclass(frozen=True, slots=True)
class Bounds:
    """The bounds on the default thresholds of some groups.

    The precision is that of each group on learners' tuning text, where a place is right if the
    annotator changed it. `max_alarms` is how many flags these groups together may have per
    thousand words of native text: edited text has fewer errors than what people write, so this is
    well below what we allow in essays.
    """

    groups: tuple[str, ...]
    precision: float
    max_alarms: float


# Usage comes first; wrong agreement, the plainest of all errors, is not to give way to what is less
# plain. What is flagged as misspelt in edited text mostly is, so that more of it is allowed.
_USAGE = (PREPOSITION, DETERMINER, NUMBER)
_REST = tuple(group for group in FLAGGED if group not in (*_USAGE, AGREEMENT, SPELLING))
DEFAULT_BOUNDS = (
    Bounds(_USAGE, precision=0.85, max_alarms=0.2),
    Bounds((AGREEMENT,), precision=0.85, max_alarms=0.08),
    Bounds(_REST, precision=0.85, max_alarms=0.04),
    Bounds((SPELLING,), precision=0.95, max_alarms=0.1),
    Bounds(ON_REQUEST, precision=0.9, max_alarms=0.5),
)


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """The thresholds of a group, with the errors that each finds and its flags in native text."""

    thresholds: Floats
    hits: Floats
    alarms: Floats

    def best(self, cost: float) -> int:
        return int((self.hits - cost * self.alarms).argmax())


def default_thresholds(
    groups: Mapping[str, GroupTuning],
    native: Mapping[str, Floats],
    *,
    n_words: float,
    bounds: Iterable[Bounds],
) -> dict[str, float]:
    """The threshold of each group; NEVER for groups without bounds.

    `native` has the probabilities at the places of each group in `n_words` native words.
    """
    thresholds = dict.fromkeys(groups, NEVER)
    for each in bounds:
        choices = {
            name: _choice(groups[name], native[name], each.precision) for name in each.groups
        }
        thresholds |= _affordable(choices, each.max_alarms * n_words / 1_000)
    return thresholds


def _affordable(choices: Mapping[str, _Choice], allowed: float) -> dict[str, float]:
    """The thresholds at the lowest cost of an alarm with which there are few enough."""
    # At the highest cost no errors found are worth an alarm.
    low, high = 0.0, 1.0 + max(each.hits.max() for each in choices.values())
    if _n_alarms(choices, low) <= allowed:
        high = low
    for _ in range(_N_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if _n_alarms(choices, middle) <= allowed else (middle, high)
    return {name: float(each.thresholds[each.best(high)]) for name, each in choices.items()}


def _n_alarms(choices: Mapping[str, _Choice], cost: float) -> float:
    return float(sum(each.alarms[each.best(cost)] for each in choices.values()))


def _choice(group: GroupTuning, native: Floats, precision: float) -> _Choice:
    rows = [row for row in group.curves[LEARNERS] if row[1] >= precision]
    thresholds = np.array([NEVER, *(row[0] for row in rows)])
    hits = np.array([0.0, *(row[2] * group.n_errors for row in rows)])
    ordered = np.sort(native)
    alarms = len(ordered) - np.searchsorted(ordered, thresholds, side="left")
    return _Choice(thresholds, hits, alarms.astype(np.float64))
