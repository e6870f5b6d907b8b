"""The rule by which a figure has changed between two runs of the benchmarks.

A run is first made comparable: divided by its peer's run of the same file where both files have
at least three, otherwise by what a fixed piece of work took on the machine beside it. What remains
is noise, and the spread of the runs tells how much. A figure has changed if no run of one file
overlaps the runs of the other, and the medians differ by more than the least change that matters
and by more than twice the spread.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Literal

from benchmarks.figures.record import Figure

Verdict = Literal["slower", "faster", "worse", "better", "same", "too few runs"]
LEAST_RUNS = 3
LEAST_CHANGE = 0.05
# A normal distribution's standard deviation, from the median distance to its median.
_DEVIATIONS = 1.4826
_EXACT = 1e-9
BAD: frozenset[Verdict] = frozenset(("slower", "worse"))


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a figure: `gain` is 0.1 where it is a tenth better, -0.1 a tenth worse."""

    name: str
    unit: str
    before: float
    after: float
    gain: float
    spread: float
    by: str
    verdict: Verdict


def change(name: str, before: Figure, after: Figure, *, least: float = LEAST_CHANGE) -> Change:
    """The change from one file's figure to the other's."""
    by = _measured_by(before, after)
    first, second = _logs(before, by), _logs(after, by)
    distance = median(second) - median(first)
    spread = _spread(first, second)
    return Change(
        name,
        after.unit,
        before.median,
        after.median,
        math.expm1(distance),
        spread,
        by,
        _verdict(first, second, distance, spread, least, is_exact=after.is_exact),
    )


def _measured_by(before: Figure, after: Figure) -> str:
    if before.is_exact or after.is_exact:
        return "itself"
    n_peer_runs = min(len(before.peer_runs), len(after.peer_runs))
    if before.peer == after.peer and n_peer_runs >= LEAST_RUNS:
        return before.peer
    return "machine" if before.machine and after.machine else "itself"


def _logs(figure: Figure, by: str) -> list[float]:
    """The logarithms of the runs, higher for better ones."""
    sign = 1 if figure.is_higher_better else -1
    if by == "itself":
        return [sign * _log(run) for run in figure.runs]
    if by == "machine":
        # A rate on a machine that is slow just now is worth more than it looks.
        slow = [sign * _log(seconds) for seconds in _paired(figure.machine, figure.runs)]
    else:
        slow = [-_log(run) for run in _paired(figure.peer_runs, figure.runs)]
    return [sign * (_log(run) + each) for run, each in zip(figure.runs, slow, strict=True)]


def _paired(others: Sequence[float], runs: Sequence[float]) -> list[float]:
    """The other runs one by one where there are as many, or else their median for all."""
    return list(others) if len(others) == len(runs) else [median(others)] * len(runs)


def _log(value: float) -> float:
    return math.log(max(value, 1e-300))


def _spread(first: Sequence[float], second: Sequence[float]) -> float:
    """The standard deviation of a difference of runs, from the distances to their medians."""
    return math.hypot(*(_DEVIATIONS * _distance(runs) for runs in (first, second)))


def _distance(runs: Sequence[float]) -> float:
    middle = median(runs)
    return median(abs(run - middle) for run in runs)


def _verdict(
    first: Sequence[float],
    second: Sequence[float],
    distance: float,
    spread: float,
    least: float,
    *,
    is_exact: bool,
) -> Verdict:
    if is_exact:
        if abs(distance) <= _EXACT:
            return "same"
        return "better" if distance > 0 else "worse"
    if min(len(first), len(second)) < LEAST_RUNS:
        return "too few runs"
    is_apart = min(first) > max(second) or min(second) > max(first)
    if not is_apart or abs(distance) <= 2 * spread or abs(math.expm1(distance)) <= least:
        return "same"
    return "faster" if distance > 0 else "slower"
