"""Processor time of whole commands, start included.

`python benchmarks/speed/commands.py [--judgments 1000000] [--lines 20000] [--runs 3]`

`agree` and `score` read judgments drawn at random, `corrupt` and `tag` the text of the examples
again and again. Every figure is that of processes of their own, on one core, in turn.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.figures.record import machine_seconds, record

N_RATERS = 20
TEXTS = Path(__file__).parents[2] / "examples" / "texts"


def write_judgments(folder: Path, n_judgments: int) -> None:
    """Judgments of raters of different quality, and the flags of a system that errs at times."""
    rng = np.random.default_rng(1)
    n_items = n_judgments // N_RATERS
    is_error = rng.random(n_items) < 0.1
    is_right = rng.random((n_items, N_RATERS)) < rng.uniform(0.7, 0.97, N_RATERS)
    answers = np.where(is_right, is_error[:, None], ~is_error[:, None]).tolist()
    flags = (is_error ^ (rng.random(n_items) < 0.2)).tolist()
    with (
        (folder / "judgments.jsonl").open("w", encoding="utf-8") as judged,
        (folder / "flags.jsonl").open("w", encoding="utf-8") as flagged,
    ):
        for number, row in enumerate(answers):
            place = f"{number % 4 * 3 + 1}-{number % 4 * 3 + 2}"
            site = f"essay{number // 200}.{number % 200 // 4 + 1}:{place}:preposition"
            for rater, answer in enumerate(row, 1):
                said = "error" if answer else "ok"
                judged.write(f'{{"site":"{site}","rater":"rater{rater}","answer":"{said}"}}\n')
            flagged.write(json.dumps({"site": site, "system": "a", "error": flags[number]}) + "\n")


def write_text(path: Path, n_lines: int) -> None:
    """So many lines of the bundled texts, one paragraph each."""
    texts = [each.read_text(encoding="utf-8") for each in sorted(TEXTS.glob("*.txt"))]
    lines = [line for text in texts for line in text.splitlines() if line.strip()]
    repeated = (lines * (n_lines // len(lines) + 1))[:n_lines]
    path.write_text("\n\n".join(repeated) + "\n", encoding="utf-8")


def command_seconds(arguments: list[str]) -> float:
    """Processor seconds of a command, which must not fail."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
    subprocess.run(
        [sys.executable, "-m", "solecism", *arguments],
        env=environment,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print and record the figures."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--judgments", type=int, default=1_000_000)
    parser.add_argument("--lines", type=int, default=6_000)
    parser.add_argument("--runs", type=int, default=3)
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_judgments(folder, chosen.judgments)
        write_text(folder / "text.txt", chosen.lines)
        judgments, flags, text = (
            str(folder / name) for name in ("judgments.jsonl", "flags.jsonl", "text.txt")
        )
        commands = {
            f"agree, {chosen.judgments:,} judgments": ["agree", judgments],
            f"score, {chosen.judgments:,} judgments": ["score", flags, judgments],
            f"corrupt, {chosen.lines:,} lines": ["corrupt", "--jobs", "1", "--quiet", text, "-"],
            f"tag, {chosen.lines:,} lines": ["tag", "--jobs", "1", text],
        }
        seconds: dict[str, list[float]] = {each: [] for each in commands}
        machine: dict[str, list[float]] = {each: [] for each in commands}
        for _ in range(chosen.runs):
            for each, arguments in commands.items():
                machine[each].append(machine_seconds())
                seconds[each].append(command_seconds(arguments))
    for each, runs in seconds.items():
        print(f"{each:32}{median(runs):8.2f} s  (best {min(runs):.2f} of {len(runs)})")
        record(each, "s", runs, is_higher_better=False, machine=machine[each])


if __name__ == "__main__":
    main()
