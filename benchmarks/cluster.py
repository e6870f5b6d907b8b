"""Words per second on Ray beside plain processes, and what many machines would do with a billion.

    python benchmarks/cluster.py [--data ../shared/data] [--words 5000000] [--runs 3]

The same native text is checked by `--jobs 1` and `--jobs 2`, and on Ray clusters of one and of two
nodes of one core each. Runs are interleaved, and medians shown. A cluster is started before its
run, and the time is that of the command, which connects, starts its actors and loads the models.

Asked for: two nodes at least 1.7 times one node, and Ray less than 15% slower than plain processes
of the same number. The exit code is 1 if one of these fails. With few words the start is most of
the time: the figures are meant for five million, and those without the starts are told beside them.

Further figures: the cost of a cluster's start, of a job's start (a job of one row), of a shard (a
job of many rows with a shard each), and of counting n-grams, in which counts travel between nodes.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.scale import write_corpus

LEAST_RATIO, MOST_OVERHEAD = 1.7, 0.15
BILLION = 1_000_000_000
CORES_PER_NODE = 16
BYTES_PER_WORD = 5.8
SHARD_BYTES = 1_000_000
N_TINY_SHARDS = 200
LEAST_SHARDS = 16
NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 200_000_000}


class Seconds(NamedTuple):
    """The time that something took, and the time that processors worked for it."""

    passed: float
    worked: float


@dataclass(frozen=True, slots=True)
class Costs:
    """What a job takes besides its words: to start, and per shard in seconds of one core.

    `plain` is the start of a process without Ray.
    """

    start: Seconds
    plain: Seconds
    per_shard: float


def solecism(*arguments: object) -> Seconds:
    """The seconds that a command takes."""
    begin, worked = time.monotonic(), processor_seconds()
    command = [sys.executable, "-m", "solecism", *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.stderr)
    return Seconds(time.monotonic() - begin, processor_seconds() - worked)


def processor_seconds() -> float:
    """The processor time of all processes that this one has started, those that ended included."""
    parents, times = {}, {}
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        parents[int(entry.name)] = int(fields[1])
        times[int(entry.name)] = sum(map(int, fields[11:15]))
    own = {os.getpid()}
    while more := {each for each, parent in parents.items() if parent in own} - own:
        own |= more
    return sum(times[each] for each in own) / os.sysconf("SC_CLK_TCK")


@contextmanager
def nodes(n: int) -> Iterator[tuple[str, float]]:
    """The address of a cluster of nodes of one core, and the seconds that it took to start."""
    os.environ.setdefault("RAY_raylet_start_wait_time_s", "180")
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    from ray.cluster_utils import Cluster

    begin = time.monotonic()
    head = {**NODE, "num_cpus": 0, "include_dashboard": False}
    cluster: Any = Cluster(initialize_head=True, head_node_args=head)
    try:
        for _ in range(n):
            cluster.add_node(**NODE)
        yield cluster.address, time.monotonic() - begin
    finally:
        cluster.shutdown()


class Bench:
    """The runs over a corpus, each with an output of its own."""

    def __init__(self, folder: Path, corpus: Path, detector: str) -> None:
        self._folder = folder
        self._corpus = corpus
        # A short corpus has smaller shards, so that every node has several.
        self._shard_size = min(SHARD_BYTES, corpus.stat().st_size / LEAST_SHARDS) / 1e6
        self._detector = ("--detector", detector)
        self._n_runs = 0

    def target(self) -> Path:
        """A name that has not been used."""
        self._n_runs += 1
        return self._folder / f"out{self._n_runs}"

    def plain(self, n_jobs: int) -> Seconds:
        """The seconds of a check by processes of this machine."""
        return self._by_processes(self._corpus, n_jobs)

    def _by_processes(self, source: Path, n_jobs: int) -> Seconds:
        output = ("--exit-zero", "--format", "jsonl", "-o", self.target())
        return solecism("check", *self._detector, *output, "--jobs", n_jobs, source)

    def on_ray(self, n: int) -> tuple[Seconds, float]:
        """The seconds of a check on a cluster of so many nodes, and those of its start."""
        with nodes(n) as (address, started):
            size = ("--shard-size", self._shard_size)
            return self.job(address, self._corpus, *size), started

    def job(self, address: str, source: Path, *options: object) -> Seconds:
        """The seconds of a check on a cluster that is there."""
        ray = ("--engine", "ray", "--address", address)
        return solecism("check", *self._detector, *ray, *options, source, self.target())

    def costs(self) -> Costs:
        """The cost of a job of one row, and of each further shard, on one node."""
        one, many = self._folder / "one.txt", self._folder / "many.txt"
        one.write_text("I depend on you.\n")
        many.write_text("I depend on you.\n" * N_TINY_SHARDS)
        with nodes(1) as (address, _):
            start = self.job(address, one)
            # As many bytes as a line has: every shard has one.
            total = self.job(address, many, "--shard-size", 17e-6)
        per_shard = max(0.0, total.passed - start.passed) / N_TINY_SHARDS
        return Costs(start, self._by_processes(one, 1), per_shard)

    def counting(self) -> tuple[Seconds, Seconds]:
        """The seconds of counting n-grams by one process, and on two nodes of one core."""
        train = ("train", "lm", self._corpus, "--out")
        plain = solecism(*train, self._folder / "plain.npz")
        with nodes(2) as (address, _):
            ray = ("--engine", "ray", "--address", address)
            on_ray = solecism(*train, self._folder / "ray.npz", *ray)
        if (self._folder / "plain.npz").read_bytes() != (self._folder / "ray.npz").read_bytes():
            raise SystemExit("the counts differ.")
        return plain, on_ray


def outlook(rate: float, efficiency: float, costs: Costs) -> Iterator[str]:
    """What clusters of many nodes would do with a billion words, line by line.

    `rate` is in words per second and core, `efficiency` the share of it that is left with several.
    Shards are worked on side by side, but started one after another by one process.
    """
    n_shards = BILLION * BYTES_PER_WORD / SHARD_BYTES
    yield "| nodes of 16 cores | cores | shards of 1 MB | hours | words per second |"
    yield "|---:|---:|---:|---:|---:|"
    for n in (1, 10, 100):
        n_cores = n * CORES_PER_NODE
        working = BILLION / (rate * efficiency * n_cores)
        seconds = costs.start.passed + max(working, n_shards * costs.per_shard)
        figures = f"{n_shards:,.0f} | {seconds / 3600:.2f} | {BILLION / seconds:,.0f}"
        yield f"| {n} | {n_cores} | {figures} |"


@dataclass(slots=True)
class Times:
    """The seconds of every run by number of processes or nodes, and of the clusters' starts."""

    n_words: int
    plain: dict[int, list[Seconds]] = field(default_factory=lambda: {1: [], 2: []})
    on_ray: dict[int, list[Seconds]] = field(default_factory=lambda: {1: [], 2: []})
    starts: list[float] = field(default_factory=list)

    def run(self, bench: Bench) -> None:
        """Run everything once more."""
        for n in (1, 2):
            self.plain[n].append(bench.plain(n))
            seconds, start = bench.on_ray(n)
            self.on_ray[n].append(seconds)
            self.starts.append(start)
            print(f"{n}: plain {self.plain[n][-1].passed:.1f} s, Ray {seconds.passed:.1f} s")

    def ratio(self, start: float = 0.0) -> float:
        """How many times as fast two nodes are as one, without the seconds of the start."""
        one, two = (middle(self.on_ray[n]).passed - start for n in (1, 2))
        return one / max(1e-9, two)

    def overhead(self, n: int, start: float = 0.0, plain: float = 0.0) -> float:
        """How much more time Ray takes than plain processes of the same number, as a share.

        `start` and `plain` are the seconds of their starts, which are left out.
        """
        on_ray, others = middle(self.on_ray[n]).passed, middle(self.plain[n]).passed
        return (on_ray - start) / max(1e-9, others - plain) - 1

    @property
    def is_good(self) -> bool:
        """Whether the figures are those that were asked for."""
        return self.ratio() >= LEAST_RATIO and max(map(self.overhead, (1, 2))) < MOST_OVERHEAD

    def show(self, costs: Costs) -> None:
        """Print the figures."""
        print(f"\n{'':<26} {'seconds':>8} {'words/s':>8} {'processor s':>12} {'words/s':>8}")
        rows = {
            **{f"--jobs {n}": times for n, times in self.plain.items()},
            **{f"Ray, nodes of one core: {n}": times for n, times in self.on_ray.items()},
        }
        for name, times in rows.items():
            passed, worked = middle(times)
            by_clock, by_work = self.n_words / passed, self.n_words / worked
            print(f"{name:<26} {passed:>8.1f} {by_clock:>8,.0f} {worked:>12.1f} {by_work:>8,.0f}")
        start, worked = costs.start
        without = f"without the start {self.ratio(start):.2f}"
        print(f"two nodes to one: {self.ratio():.2f}, {without} (asked for {LEAST_RATIO})")
        for n in (1, 2):
            without = f"without the starts {self.overhead(n, start, costs.plain.passed):+.1%}"
            asked = f"asked for under {MOST_OVERHEAD:.0%}"
            print(f"Ray to --jobs {n}: {self.overhead(n):+.1%}, {without} ({asked})")
        print(f"start of a cluster {median(self.starts):.1f} s; of a job {start:.1f} s, of which")
        print(f"processors work {worked:.1f} s; a shard {1000 * costs.per_shard:.0f} ms; ", end="")
        print(f"load {os.getloadavg()[0]:.1f}\n")
        # By processor time, which other work on the machine changes less than the clock's.
        rate = self.n_words / max(1e-9, middle(self.on_ray[1]).worked - worked)
        efficiency = min(1.0, self.ratio() / 2)
        print(
            f"A billion words, at {rate:,.0f} words/s per core, of which {efficiency:.0%} is left"
        )
        print("with several cores:\n")
        print("\n".join(outlook(rate, efficiency, costs)))


def middle(times: Sequence[Seconds]) -> Seconds:
    """The medians of some runs."""
    return Seconds(median(each.passed for each in times), median(each.worked for each in times))


def main() -> None:
    """Run everything, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--words", type=int, default=5_000_000)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--detector", default="cascade")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        corpus = Path(name) / "corpus.txt"
        times = Times(write_corpus(corpus, options.data, options.words))
        bench = Bench(Path(name), corpus, options.detector)
        print(f"{times.n_words:,} words, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
        for _ in range(options.runs):
            times.run(bench)
        times.show(bench.costs())
        plain, on_ray = bench.counting()
        print(f"\ncounting n-grams: one process {plain.passed:.1f} s, ", end="")
        print(f"two nodes {on_ray.passed:.1f} s")
    sys.exit(0 if times.is_good else 1)


if __name__ == "__main__":
    main()
