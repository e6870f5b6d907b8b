"""Figures of benchmarks with all their runs, kept where `make bench` asks for them.

A script calls `record` for every figure. That prints nothing, so a script that is run alone is as
it was; `benchmarks/suite.py` names a file in the environment variable SOLECISM_FIGURES, and there
the figures are gathered, one JSON object per line.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

FILE_VARIABLE = "SOLECISM_FIGURES"
N_RUNS = 5
_N_LOOPS = 60_000


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure of one part: all its runs, and those of a peer that does the same work.

    `machine` has the seconds that a fixed piece of work took beside each run, and is empty where
    that was not measured. `is_exact` is true of figures that do not depend on the machine.
    """

    name: str
    unit: str
    runs: tuple[float, ...]
    is_higher_better: bool
    is_exact: bool = False
    machine: tuple[float, ...] = ()
    peer: str = ""
    peer_runs: tuple[float, ...] = ()

    @property
    def median(self) -> float:
        """The median of the runs."""
        return median(self.runs)

    @property
    def times_peer(self) -> float | None:
        """How many times as good as its peer it is; None without a peer."""
        if not self.peer_runs:
            return None
        ratio = self.median / median(self.peer_runs)
        return ratio if self.is_higher_better else 1 / ratio

    def as_json(self) -> dict[str, object]:
        """All fields, with the median and the ratio to the peer for people who read the file."""
        return {**asdict(self), "median": self.median, "times_peer": self.times_peer}


@dataclass(frozen=True, slots=True)
class Timing:
    """The processor seconds of each run of a piece of work, and of the machine beside it."""

    seconds: tuple[float, ...]
    machine: tuple[float, ...]

    def rates(self, n: float) -> tuple[float, ...]:
        """How many of `n` things are done per second, in each run."""
        return tuple(n / each for each in self.seconds)

    @property
    def best(self) -> float:
        """The shortest run."""
        return min(self.seconds)


def record(
    name: str,
    unit: str,
    runs: Sequence[float],
    *,
    is_higher_better: bool = True,
    is_exact: bool = False,
    machine: Sequence[float] = (),
    peer: str = "",
    peer_runs: Sequence[float] = (),
) -> None:
    """Keep a figure if somebody gathers them."""
    path = os.environ.get(FILE_VARIABLE)
    if not path:
        return
    sides = (tuple(map(float, runs)), tuple(map(float, machine)), tuple(map(float, peer_runs)))
    figure = Figure(name, unit, sides[0], is_higher_better, is_exact, sides[1], peer, sides[2])
    with Path(path).open("a", encoding="utf-8") as stream:
        stream.write(json.dumps(figure.as_json()) + "\n")


def timed(work: Callable[[], object], n_runs: int = N_RUNS) -> Timing:
    """The processor time of each of some runs, each beside a run of the fixed piece of work."""
    return timed_together({"": work}, n_runs)[""]


def timed_together(
    works: Mapping[str, Callable[[], object]], n_runs: int = N_RUNS
) -> dict[str, Timing]:
    """The same for several pieces of work in turn, so that a slow minute is slow for all."""
    seconds: dict[str, list[float]] = {name: [] for name in works}
    machine: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(n_runs):
        for name, work in works.items():
            machine[name].append(machine_seconds())
            seconds[name].append(processor_seconds(work))
    return {name: Timing(tuple(seconds[name]), tuple(machine[name])) for name in works}


def processor_seconds(work: Callable[[], object]) -> float:
    """The processor time of one call in this process."""
    start = time.process_time()
    work()
    return time.process_time() - start


def machine_seconds() -> float:
    """How fast the machine is now: the best of three runs of work that never changes."""
    return min(processor_seconds(fixed_work) for _ in range(3))


def fixed_work() -> int:
    """Some hundredths of a second of work."""
    counts: dict[str, int] = {}
    for number in range(_N_LOOPS):
        word = f"word{number % 997}"
        counts[word] = counts.get(word, 0) + len(word)
    return len(counts)
