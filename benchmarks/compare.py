"""What got slower or faster between two runs of the benchmarks, with noise taken into account.

`python benchmarks/compare.py BEFORE.json AFTER.json [--least 5]`

The files are those of `make bench`. The exit code is 1 if a figure got slower or worse.
`benchmarks/figures/rule.py` has the rule.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.figures.record import Figure
from benchmarks.figures.rule import BAD, LEAST_CHANGE, Change, change

_FIELDS = [field.name for field in fields(Figure)]


def read(path: Path) -> dict[str, Any]:
    """The file of a run; SystemExit with one line if it is none."""
    try:
        run: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        figures(run)
    except (OSError, ValueError, TypeError, LookupError, AttributeError) as error:
        raise SystemExit(f"{path}: is not a file of `make bench`: {error}.") from error
    return run


def figures(run: Mapping[str, Any]) -> dict[str, Figure]:
    """The figures of a run by the names of their parts and their own."""
    return {
        f"{part}: {each['name']}": _figure(each)
        for part, one in run["parts"].items()
        for each in one["figures"]
    }


def _figure(each: Mapping[str, Any]) -> Figure:
    values = {name: each[name] for name in _FIELDS}
    for name in ("runs", "machine", "peer_runs"):
        values[name] = tuple(map(float, values[name]))
    if not values["runs"]:
        raise ValueError(f"{each['name']} has no run")
    return Figure(**values)


def changes(
    before: Mapping[str, Any], after: Mapping[str, Any], *, least: float = LEAST_CHANGE
) -> list[Change]:
    """The changes of all figures that both runs have, the worst first."""
    first, second = figures(before), figures(after)
    found = [
        change(name, first[name], second[name], least=least) for name in first if name in second
    ]
    return sorted(
        found, key=lambda each: (each.verdict not in BAD, each.verdict == "same", each.gain)
    )


def show(before: Mapping[str, Any], after: Mapping[str, Any], found: list[Change]) -> None:
    """Print what the runs are, a row for every figure, and what only one of them has."""
    for name, run in (("before", before), ("after", after)):
        machine = run["machine"]
        commit = f"{machine['commit'][:10]}{' with changes' if machine['is_changed'] else ''}"
        load = ", ".join(map(str, machine["load"]))
        print(f"{name:6}  {commit}  {machine['date']}  {machine['processor']}, load {load}")
    if before["machine"]["processor"] != after["machine"]["processor"]:
        print("The processors differ: figures that are not measured by a peer say little.")
    print(f"\n{'':12}  {'gain':>7}  {'spread':>6}  {'before':>12}  {'after':>12}  figure (by)")
    for each in found:
        print(
            f"{each.verdict:12}  {each.gain:+7.1%}  {each.spread:6.1%}  {each.before:12,.4g}  "
            f"{each.after:12,.4g}  {each.name}, {each.unit} ({each.by})"
        )
    first, second = figures(before), figures(after)
    for name in sorted(first.keys() - second.keys()):
        print(f"only before   {name}")
    for name in sorted(second.keys() - first.keys()):
        print(f"only after    {name}")


def main(arguments: list[str] | None = None) -> int:
    """Compare two files; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("before", type=Path, metavar="BEFORE.json")
    parser.add_argument("after", type=Path, metavar="AFTER.json")
    parser.add_argument(
        "--least",
        type=float,
        default=100 * LEAST_CHANGE,
        help="least change in per cent that matters (default: %(default)s)",
    )
    chosen = parser.parse_args(arguments)
    before, after = read(chosen.before), read(chosen.after)
    found = changes(before, after, least=chosen.least / 100)
    show(before, after, found)
    n_bad = sum(each.verdict in BAD for each in found)
    print(f"\n{n_bad} of {len(found)} figures got slower or worse.")
    return 1 if n_bad else 0


if __name__ == "__main__":
    sys.exit(main())
