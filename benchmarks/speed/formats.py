"""How fast the formats are read, and that memory does not grow with the file."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice, repeat
from pathlib import Path

from solecism.formats import conllu, files, jsonl, m2, penn
from solecism.judgment import Judgment

N_JUDGMENTS = 1_000_000
N_SENTENCES = 1_000_000


def rate(read: Callable[[], Iterable[object]], *, n_rounds: int = 3) -> float:
    """The best of some rounds, in objects per second of processor time."""
    best = 0.0
    for _ in range(n_rounds):
        start = time.process_time()
        count = sum(1 for _ in read())
        best = max(best, count / (time.process_time() - start))
    return best


def reading_rates(data: Path) -> dict[str, float]:
    """Sentences per second, by format, from lines that are in memory."""
    learner = list(
        chain.from_iterable(
            files.read_lines(str(data / "learner" / "wi" / f"{level}.train.m2")) for level in "ABC"
        )
    )
    as_json = list(jsonl.format(m2.parse(learner, document="x", file="x")))
    universal = list(files.read_lines(str(data / "ud" / "ewt-train.conllu.xz")))
    brackets = list(files.read_lines(str(data / "treebank" / "wsj00.mrg")))
    return {
        "m2 (W&I train)": rate(lambda: m2.parse(learner, document="x", file="x")),
        "jsonl (the same)": rate(lambda: jsonl.parse(as_json, file="x")),
        "conllu (EWT train)": rate(lambda: conllu.parse(universal, document="x", file="x")),
        "penn (WSJ 00)": rate(lambda: penn.parse(brackets, document="x", file="x")),
    }


def judgment_seconds() -> float:
    """Seconds to read a million judgments from lines of JSON."""
    lines = [
        f'{{"site":"essay{number % 5000}.3:4-5:preposition","rater":"r{number % 50}",'
        f'"answer":"error","seconds":{number % 30}.5}}\n'
        for number in range(N_JUDGMENTS // 10)
    ]
    every = chain.from_iterable(repeat(lines, 10))
    start = time.process_time()
    if sum(1 for _ in jsonl.parse(every, Judgment, file="x")) != N_JUDGMENTS:
        raise AssertionError("judgments were lost")
    return time.process_time() - start


def memory_growth(data: Path) -> float:
    """MiB that the peak of memory grows by while a million sentences of M2 are read."""
    lines = list(files.read_lines(str(data / "learner" / "wi" / "A.dev.m2")))
    endless: Iterator[str] = chain.from_iterable(repeat(lines))
    sentences = m2.parse(endless, document="x", file="x")
    for _ in islice(sentences, 10_000):
        pass
    before = _peak()
    for _ in islice(sentences, N_SENTENCES):
        pass
    return _peak() - before


def main(data: Path) -> None:
    """Print all figures."""
    for name, figure in reading_rates(data).items():
        print(f"{name:24}{figure:12,.0f} sentences/s")
    print(f"{'jsonl, 1M judgments':24}{judgment_seconds():12.2f} s")
    print(f"{'m2, 1M sentences':24}{memory_growth(data):12.1f} MiB more than 10,000")


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "../shared/data"))
