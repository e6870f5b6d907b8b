"""Edits of corrected text beside those of ERRANT 2.3 and of annotators, and how fast we make them.

`python benchmarks/align.py [--data ../shared/data] [--errant errant_parallel] [--jobs 2]`

ERRANT's own edits of six systems on W&I+LOCNESS dev and CoNLL-2014 are compared with ours. The
rules were developed on sentences with even numbers (counted from 0); those with odd numbers were
only looked at in this table. `--errant` is the command of an ERRANT on this machine, to be timed
on the same sentences.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.figures.record import record

from solecism.edit import Edit, apply
from solecism.figure import f_score
from solecism.formats import m2
from solecism.formats.files import read_lines
from solecism.formats.hypotheses import edits_of_lines
from solecism.scoring.edit_scores import score_edits
from solecism.sentence import Sentence

SETS = ("wi-dev", "conll14")
LEVELS = ("A", "B", "C", "N")
REFERENCES = {
    "wi-dev": [f"wi/{level}.dev.m2" for level in LEVELS],
    "conll14": ["conll14/NUCLE.m2"],
}
HALVES = {"developed on": 0, "checked on": 1}
TIMED_SYSTEM = "T5-11B"
N_TIMED_BY_ERRANT = 1_000
N_COPIES = 10


@dataclass
class Agreement:
    """Counts of our edits and of others', of those with equal spans, words and types."""

    n_ours: int = 0
    n_theirs: int = 0
    n_spans: int = 0
    n_corrections: int = 0
    types: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, ours: Iterable[Edit], theirs: Iterable[Edit]) -> None:
        """Count the edits of a sentence; those that change nothing leave no trace in our text."""
        mine = {(e.start, e.end, e.after): e.kind for e in ours}
        other = {(e.start, e.end, e.after): e.kind for e in theirs if e.before != e.after}
        self.n_ours += len(mine)
        self.n_theirs += len(other)
        self.n_spans += len({key[:2] for key in mine} & {key[:2] for key in other})
        self.n_corrections += len(mine.keys() & other.keys())
        self.types.update((mine[key], other[key]) for key in mine.keys() & other.keys())

    def __iadd__(self, other: Agreement) -> Agreement:
        self.n_ours += other.n_ours
        self.n_theirs += other.n_theirs
        self.n_spans += other.n_spans
        self.n_corrections += other.n_corrections
        self.types += other.types
        return self

    def row(self, name: str) -> str:
        """F1 of spans, of spans with words, of both with types; the share of equal types."""
        n_types = sum(n for (ours, theirs), n in self.types.items() if ours == theirs)
        spans, corrections, all_three = (
            f_score(n, self.n_ours, self.n_theirs)
            for n in (self.n_spans, self.n_corrections, n_types)
        )
        same = n_types / self.n_corrections
        figures = "".join(f"{100 * x:9.2f}" for x in (spans, corrections, all_three, same))
        return f"{name:42}{self.n_theirs:8,}{figures}"


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--errant", metavar="COMMAND", help="errant_parallel of an ERRANT.")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    print(f"{'':42}{'edits':>8}{'spans':>9}{'+ words':>9}{'+ types':>9}{'types':>9}")
    checked = print_errant(options.data)
    print_annotators(options.data)
    print_scores(options.data)
    print_types(checked)
    print_speed(options.data / "systems" / "wi-dev", options.errant, options.jobs)


def print_errant(data: Path) -> Agreement:
    """Agreement with ERRANT by half, set and system; that of the half that is checked."""
    by_half = {}
    for half, first in HALVES.items():
        whole = by_half[half] = Agreement()
        for name in SETS:
            of_set = Agreement()
            for path in sorted((data / "systems" / "errant").glob(f"{name}.*.m2.xz")):
                system = path.name.split(".", 1)[1].removesuffix(".m2.xz")
                one = Agreement()
                for ours, theirs in islice(both(data, name, system, path), first, None, 2):
                    one.add(ours, theirs)
                print(one.row(f"{half} {name} {system}"))
                of_set += one
            print(of_set.row(f"{half} {name}"))
            whole += of_set
        print(whole.row(f"{half} both sets"), "\n")
    return by_half["checked on"]


def both(
    data: Path, name: str, system: str, path: Path
) -> Iterator[tuple[tuple[Edit, ...], tuple[Edit, ...]]]:
    """Our edits of each sentence of a system's output, and those of ERRANT."""
    sentences = annotated(path)
    lines = read_lines(str(data / "systems" / name / f"{system}.txt"))
    ours = edits_of_lines(lines, sentences, file=system)
    return zip(ours, map(annotators_edits, sentences), strict=True)


def annotators_edits(sentence: Sentence) -> tuple[Edit, ...]:
    """The edits of the first annotator."""
    return sentence.annotations[0].edits if sentence.annotations else ()


def print_scores(data: Path) -> None:
    """F0.5 of each system by our edits and by those of ERRANT, against the same reference."""
    print(f"\n{'F0.5 against annotators':42}{'our edits':>12}{'ERRANT':>12}")
    for name, parts in REFERENCES.items():
        reference = [sentence for part in parts for sentence in annotated(data / "learner" / part)]
        for path in sorted((data / "systems" / "errant").glob(f"{name}.*.m2.xz")):
            system = path.name.split(".", 1)[1].removesuffix(".m2.xz")
            ours, theirs = map(list, zip(*both(data, name, system, path), strict=True))
            scores = score_edits(
                {"ours": ours, "ERRANT": theirs},
                reference,
                references=("errant",),
                matchings=("correction",),
                rng=np.random.default_rng(0),
                n_draws=1,
            )
            figures = [float(one.figures["F0.5"]) for one in scores.scores]
            print(f"{name} {system:{41 - len(name)}}{figures[0]:12.4f}{figures[1]:12.4f}")


def annotated(path: Path) -> list[Sentence]:
    """The sentences of an M2 file."""
    return list(m2.parse(read_lines(str(path)), document=path.stem, file=str(path)))


def print_annotators(data: Path) -> None:
    """Agreement with the annotators of W&I+LOCNESS dev, whose spans people chose."""
    whole = Agreement()
    for level in LEVELS:
        sentences = annotated(data / "learner" / "wi" / f"{level}.dev.m2")
        theirs = list(map(annotators_edits, sentences))
        lines = (
            " ".join(apply(sentence.words, edits)) + "\n"
            for sentence, edits in zip(sentences, theirs, strict=True)
        )
        one = Agreement()
        for ours, other in zip(edits_of_lines(lines, sentences, file=level), theirs, strict=True):
            one.add(ours, other)
        print(one.row(f"annotators of W&I {level} dev"))
        whole += one
    print(whole.row("annotators of W&I dev"))


def print_types(agreement: Agreement) -> None:
    """Precision and recall of each of ERRANT's types on equal edits, most frequent first."""
    ours, theirs = Counter[str](), Counter[str]()
    for (own, other), n in agreement.types.items():
        ours[own] += n
        theirs[other] += n
    print(f"\n{'type (checked on)':20}{'edits':>7}{'P':>8}{'R':>8}")
    for kind, n in theirs.most_common():
        same = agreement.types[kind, kind]
        print(f"{kind:20}{n:7,}{100 * same / max(ours[kind], 1):8.1f}{100 * same / n:8.1f}")


def print_speed(folder: Path, errant: str | None, jobs: int) -> None:
    """Pairs of sentences per second, of processor time and of real time."""
    with tempfile.TemporaryDirectory() as name:
        pair = []
        for path in (folder / "SOURCE.txt", folder / f"{TIMED_SYSTEM}.txt"):
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            for size, part in (("short", lines[:N_TIMED_BY_ERRANT]), ("long", lines * N_COPIES)):
                (Path(name) / f"{size}.{path.stem}").write_text("".join(part), encoding="utf-8")
            n_long = len(lines) * N_COPIES
            pair.append(path.stem)
        print(f"\npairs per second ({TIMED_SYSTEM} on W&I+LOCNESS dev, with tagging and start)")
        long, short = ([f"{name}/{size}.{stem}" for stem in pair] for size in ("long", "short"))
        convert = [sys.executable, "-m", "solecism", "convert", "--from", "corrected", "--to", "m2"]
        for n_jobs in dict.fromkeys((1, jobs)):
            command = [*convert, "--jobs", str(n_jobs), *long, f"{name}/{n_jobs}.m2"]
            print_rate(f"solecism, {n_jobs} jobs, {n_long:,} pairs", command, n_long)
        outputs = {Path(f"{name}/{n_jobs}.m2").read_bytes() for n_jobs in (1, jobs)}
        print(f"the same bytes with {jobs} jobs: {'yes' if len(outputs) == 1 else 'NO'}")
        if errant is not None:
            command = [errant, "-orig", short[0], "-cor", short[1], "-out", f"{name}/errant.m2"]
            print_rate(f"ERRANT, {N_TIMED_BY_ERRANT:,} pairs", command, N_TIMED_BY_ERRANT)


def print_rate(name: str, command: list[str], n_pairs: int) -> None:
    """A line for a command that aligns pairs of sentences."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    after, elapsed = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - start
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(
        f"{name:40}{n_pairs / seconds:10,.0f} per second of processor time"
        f"{n_pairs / elapsed:10,.0f} per second",
        flush=True,
    )
    record(name, "pairs/s", [n_pairs / seconds])


if __name__ == "__main__":
    main()
