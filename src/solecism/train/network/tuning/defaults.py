"""Default thresholds: the most errors found in learners' text for few flags in native text.

Every flag in native text counts the same, whatever its group: they go to the groups that find the
most errors by them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from solecism.detect.network.repairs import AGREEMENT, FLAGGED, ON_REQUEST, SPELLING
from solecism.detect.network.tuning import LEARNERS, NEVER, GroupTuning
from solecism.kind import DETERMINER, NUMBER, PREPOSITION
from solecism.numeric.arrays import Floats, Ints

# What a product of a rate and a number of words may lack.
_ROUNDING = 1e-9


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
    Bounds((SPELLING,), precision=0.95, max_alarms=0.15),
    Bounds(ON_REQUEST, precision=0.9, max_alarms=0.5),
)


@dataclass(frozen=True, slots=True, eq=False)
class _Choice:
    """The thresholds of a group, with the errors that each finds and its flags in native text."""

    thresholds: Floats
    hits: Floats
    alarms: Ints


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


def _affordable(choices: dict[str, _Choice], allowed: float) -> dict[str, float]:
    """The thresholds that find the most errors together, with so many alarms at most.

    Group by group, for each number of alarms, the best row of this group is that which finds the
    most together with what the groups before it find by the other alarms.
    """
    n_at_most = sum(int(each.alarms.max()) for each in choices.values())
    n_allowed = int(min(allowed + _ROUNDING, n_at_most))
    hits = np.zeros(n_allowed + 1)
    rows: list[Ints] = []
    for each in choices.values():
        together = np.full((len(each.thresholds), n_allowed + 1), -np.inf)
        for row, n_alarms in enumerate(each.alarms.tolist()):
            if n_alarms <= n_allowed:
                together[row, n_alarms:] = hits[: n_allowed + 1 - n_alarms] + each.hits[row]
        rows.append(together.argmax(axis=0))
        hits = together.max(axis=0)
    thresholds: dict[str, float] = {}
    left = n_allowed
    for (name, each), best in zip(reversed(choices.items()), reversed(rows), strict=True):
        row = best[left]
        thresholds[name] = float(each.thresholds[row])
        left -= each.alarms[row]
    return thresholds


def _choice(group: GroupTuning, native: Floats, precision: float) -> _Choice:
    rows = [row for row in group.curves[LEARNERS] if row[1] >= precision]
    thresholds = np.array([NEVER, *(row[0] for row in rows)])
    hits = np.array([0.0, *(row[2] * group.n_errors for row in rows)])
    ordered = np.sort(native)
    alarms = len(ordered) - np.searchsorted(ordered, thresholds, side="left")
    return _Choice(thresholds, hits, alarms)
