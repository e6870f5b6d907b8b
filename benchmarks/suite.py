"""Runs benchmarks one after another, and writes all their figures to one JSON file.

`python benchmarks/suite.py [--parts language judgments ...] [--data ../shared/data] [-o FILE]`

The file is written again after each part, so that a run that is stopped loses nothing. A part whose
data or peers are missing is said and skipped. `benchmarks/compare.py` compares two such files.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.figures.machine import ROOT, machine
from benchmarks.figures.record import FILE_VARIABLE

FORM = 1
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")


@dataclass(frozen=True, slots=True)
class Part:
    """A benchmark: its arguments, and the data and packages without which it cannot run.

    `is_long` is true of those that run only when they are named.
    """

    arguments: tuple[str, ...]
    data: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    takes_data: bool = True
    is_long: bool = False

    def missing(self, data: Path) -> list[str]:
        """What the part needs and this machine does not have."""
        files = [str(data / name) for name in self.data if not (data / name).exists()]
        return files + [name for name in self.packages if importlib.util.find_spec(name) is None]

    def command(self, data: Path) -> list[str]:
        """The command that runs it."""
        options = ["--data", str(data)] if self.takes_data else []
        return [sys.executable, *self.arguments, *options]


def script(name: str, *data: str, **settings: Any) -> Part:
    """The part that is a script of this folder, or of one in it."""
    return Part((f"benchmarks/{name}.py",), data, **settings)


_UD, _NEWS = "ud/ewt-test.conllu.xz", "native/wikinews.txt.xz"
PARTS = {
    "language": script("language/all_parts", _UD, _NEWS),
    "judgments": script(
        "judgments", packages=("krippendorff", "nltk", "statsmodels", "crowdkit", "sklearn")
    ),
    "commands": script("speed/commands", takes_data=False),
    "corrupt": script("speed/corrupt", "ud/ewt-train.conllu.xz", _NEWS),
    "check": script("check", packages=("harper",)),
    "parse": script("parsing/parse", "treebank"),
    "parseval": script("parsing/parseval", "treebank", packages=("PYEVALB",)),
    "editors": script("editors", packages=("harper", "pygls"), takes_data=False),
    "write": script("write", takes_data=False),
    "align": script("align", "learner/wi"),
    "spelling": script("spelling", "learner/wi", packages=("harper", "spellchecker")),
    "prepositions": script("detection/prepositions", "learner/wi"),
    "articles": script("detection/articles", "learner/wi"),
    "extraneous": script("detection/extraneous", "learner/wi"),
    "textbook": script("textbook", takes_data=False),
    "advice": script("advice", "learner/fce", is_long=True),
    "nouns": script("language/nouns", _UD, is_long=True),
    "strong": script("strong", "learner/wi", is_long=True),
    "collect": Part(
        ("-m", "benchmarks.collect"), packages=("psycopg",), takes_data=False, is_long=True
    ),
    "scale": script("scale", "native", is_long=True),
}


def run_part(part: Part, data: Path, *, limit: float) -> dict[str, Any]:
    """What a part measured: its figures, what it printed, and how it ended."""
    missing = part.missing(data)
    if missing:
        return {"status": f"skipped: {', '.join(missing)} missing", "figures": [], "text": ""}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "figures.jsonl"
        before = _processor_seconds()
        status, text = _run(part.command(data), path, limit)
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {
        "status": status,
        "command": " ".join(part.command(data)[1:]),
        "processor_seconds": round(_processor_seconds() - before, 1),
        "figures": [json.loads(line) for line in lines],
        "text": text,
    }


def _run(command: Sequence[str], path: Path, limit: float) -> tuple[str, str]:
    # Threads of array arithmetic wait for one another, and their waiting is processor time too.
    environment = {**dict.fromkeys(_THREADS, "1"), **os.environ}
    environment |= {FILE_VARIABLE: str(path), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            text, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            process.kill()
            text, _ = process.communicate()
            return f"stopped after {limit:.0f} s", text
    return ("done" if process.returncode == 0 else f"failed with {process.returncode}"), text


def _processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def write(path: Path, run: dict[str, Any]) -> None:
    """Write the file, which is whole at every moment."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_suffix(".new")
    new.write_text(json.dumps(run, indent=1) + "\n", encoding="utf-8")
    new.replace(path)


def show(name: str, result: dict[str, Any]) -> None:
    """Print how a part ended, and its figures beside those of the peers."""
    print(f"\n== {name}: {result['status']}", flush=True)
    if result["status"].startswith("failed"):
        print("\n".join(result["text"].splitlines()[-5:]))
    for each in result["figures"]:
        ratio = each["times_peer"]
        beside = "" if ratio is None else f"   {ratio:.1f} times {each['peer']}"
        print(f"{each['median']:>14,.4g} {each['unit']:12} {each['name']}{beside}", flush=True)


def main(arguments: list[str] | None = None) -> int:
    """Run the parts; the exit code is 1 if one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--parts", nargs="*", choices=PARTS, metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="open corpora")
    parser.add_argument("--limit", type=float, default=1800, help="seconds for each part")
    parser.add_argument("-o", "--output", type=Path, help="JSON file to write")
    chosen = parser.parse_args(arguments)
    names = chosen.parts or [name for name, part in PARTS.items() if not part.is_long]
    run: dict[str, Any] = {"form": FORM, "machine": machine(), "parts": {}}
    stamp = f"{run['machine']['date'][:19]}-{run['machine']['commit'][:10]}".replace(":", "")
    path = chosen.output or ROOT / "build" / "bench" / f"{stamp}.json"
    for name in names:
        run["parts"][name] = run_part(PARTS[name], chosen.data.absolute(), limit=chosen.limit)
        show(name, run["parts"][name])
        write(path, run)
    print(f"\nThe figures are in {path}.")
    return int(any(each["status"].startswith("failed") for each in run["parts"].values()))


if __name__ == "__main__":
    sys.exit(main())
