"""Whether memory stays flat over ten million words, and what several processes give.

    python benchmarks/scale.py [--data ../shared/data] [--words 10000000] [--small] [--plot FILE]

The text is native text, repeated with changes: in every repetition a part of the words is altered,
so that new words keep coming, as in a corpus, and nothing is found in a cache only because the text
is the same. `check` and `corrupt` run over it, each in a process of its own whose memory is read
several times a second. Memory has grown if the last third of the run needs more than the third
before it by over 3%; a process may have 350 MB. The exit code is 1 if one of these fails.

`--small` takes a million words, during which tables of words still fill: 10% are allowed then.
`--plot` writes the curves as SVG or PNG.
"""

from __future__ import annotations

import argparse
import lzma
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SMALL = 1_000_000
MOST_MEGABYTES = 350.0
MOST_GROWTH, MOST_GROWTH_SMALL = 1.03, 1.10
ALTERED = 0.004
SECONDS_BETWEEN = 0.25
# A plot has about so many points per curve.
PLOTTED = 300
LETTERS = "abcdefghijklmnopqrstuvwxyz"
SOURCES = ("wikinews.txt.xz", "blogs.txt.xz", "ted.txt.xz", "race.txt.xz")


@dataclass(frozen=True, slots=True)
class Curve:
    """The memory of a process, in megabytes at times in seconds, and its processor time."""

    name: str
    seconds: list[float]
    megabytes: list[float]
    n_words: int
    processor: float

    @property
    def growth(self) -> float:
        """The most that the last third of the run needed, as a multiple of the third before."""
        third = len(self.megabytes) // 3
        middle, last = self.megabytes[third : 2 * third], self.megabytes[2 * third :]
        return max(last) / max(middle) if middle else 1.0

    @property
    def is_flat(self) -> bool:
        """Whether memory neither grew nor was too much."""
        most = MOST_GROWTH_SMALL if self.n_words < 2 * SMALL else MOST_GROWTH
        return self.growth <= most and max(self.megabytes) <= MOST_MEGABYTES

    def row(self) -> str:
        """A line for people."""
        rate = self.n_words / self.seconds[-1]
        return (
            f"{self.name:<18} {max(self.megabytes):>5.0f} MB, growth {self.growth:.3f}, "
            f"{rate:>8,.0f} words/s, {self.seconds[-1]:>6.1f} s, processor {self.processor:.1f} s"
            f"{'' if self.is_flat else '   NOT FLAT'}"
        )


def altered(line: str, rng: random.Random) -> str:
    """The line with some of its words changed by a letter."""
    words = line.split(" ")
    for place, word in enumerate(words):
        if rng.random() < ALTERED and len(word) > 3 and word.isalpha():
            cut = rng.randrange(1, len(word) - 1)
            words[place] = word[:cut] + rng.choice(LETTERS) + word[cut + 1 :]
    return " ".join(words)


def native_lines(data: Path) -> Iterator[str]:
    """The lines of the native files, again and again, altered from the second time on."""
    rng = random.Random(7)
    is_first = True
    while True:
        for name in SOURCES:
            with lzma.open(data / "native" / name, "rt", encoding="utf-8") as stream:
                yield from stream if is_first else (altered(line, rng) for line in stream)
        is_first = False


def write_corpus(target: Path, data: Path, n_words: int) -> int:
    """Write at least so many words, and return how many."""
    written = 0
    with target.open("w", encoding="utf-8") as stream:
        for line in native_lines(data):
            stream.write(line)
            written += len(line.split())
            if written >= n_words:
                return written
    raise AssertionError("the lines do not end")


def megabytes_of(process: int) -> float:
    """The memory of a process and of those that it has started; the largest of them."""
    sizes = []
    for each in [process, *children_of(process)]:
        try:
            pages = int(Path(f"/proc/{each}/statm").read_text().split()[1])
        except (OSError, IndexError):
            continue
        sizes.append(pages * os.sysconf("SC_PAGE_SIZE") / 1e6)
    return max(sizes, default=0.0)


def children_of(process: int) -> list[int]:
    """The processes that a process has started."""
    try:
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    return [int(each) for each in text.split()]


def watched(name: str, arguments: list[str], n_words: int) -> Curve:
    """The curve of a command."""
    command = [sys.executable, "-m", "solecism", *arguments]
    before = sum(os.times()[2:4])
    start = time.monotonic()
    seconds, sizes = [], []
    with subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL) as process:
        while process.poll() is None:
            time.sleep(SECONDS_BETWEEN)
            if size := megabytes_of(process.pid):
                seconds.append(time.monotonic() - start)
                sizes.append(size)
        _, problem = process.communicate()
    if process.returncode not in (0, 1):
        raise SystemExit(problem.decode())
    return Curve(name, seconds, sizes, n_words, sum(os.times()[2:4]) - before)


def draw(curves: list[Curve], target: Path) -> None:
    """The curves as a plot."""
    import matplotlib

    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 3.2), layout="constrained")
    for curve in curves:
        step = max(len(curve.seconds) // PLOTTED, 1)
        starts = range(0, len(curve.seconds), step)
        most = [max(curve.megabytes[start : start + step]) for start in starts]
        axes.plot(curve.seconds[::step], most, label=curve.name, linewidth=1.2)
    axes.axhline(MOST_MEGABYTES, color="0.6", linewidth=0.8, linestyle="--")
    axes.set(xlabel="seconds", ylabel="MB of memory per process", ylim=(0, None))
    axes.legend(frameon=False, loc="lower right")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(target, dpi=120)


def main() -> None:
    """Run the commands over the corpus, and show their curves."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--words", type=int, default=10_000_000)
    parser.add_argument("--small", action="store_true", help="a million words")
    parser.add_argument("--detector", default="cascade")
    parser.add_argument("--jobs", type=int, nargs="*", default=[1, 2])
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        corpus = Path(folder) / "corpus.txt"
        n_words = write_corpus(corpus, options.data, SMALL if options.small else options.words)
        print(f"{n_words:,} words, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
        runs = {
            f"{name} --jobs {n}": [*arguments, "--jobs", str(n)]
            for name, arguments in (
                ("check", ["check", "--detector", options.detector, "--format", "jsonl"]),
                ("corrupt", ["corrupt", "--quiet", "--to", "m2"]),
            )
            for n in options.jobs
        }
        curves = []
        for name, arguments in runs.items():
            target = str(Path(folder) / "out")
            is_check = name.startswith("check")
            files = ["-o", target, str(corpus)] if is_check else [str(corpus), target]
            curves.append(watched(name, [*arguments, *files], n_words))
            print(curves[-1].row(), flush=True)
    if options.plot:
        draw(curves, options.plot)
    sys.exit(0 if all(curve.is_flat for curve in curves) else 1)


if __name__ == "__main__":
    main()
