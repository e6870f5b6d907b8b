"""The page of the five papers: their runs, which are kept, their pictures, and docs/papers.md.

python docs/paper_page.py [--data FOLDER] [--work FOLDER] [PAPER...]   runs these papers again
python docs/paper_page.py --check [--data FOLDER] [PAPER...]           tells what is not as kept

A run is kept in docs/papers/PAPER.json: the command, the data, the seed, the version, the date, and
the tables that the page takes figures from. docs/papers/papers.toml says which figures the page
has, what a picture shows, and what is said about them. Without the name of a paper only the page
and the pictures are written again, from the runs that are kept.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from docs.paper_pictures import (  # noqa: E402 - found through the line above
    Axis,
    Line,
    Row,
    lines_picture,
    rows_picture,
)

from solecism.figure import Figure, Interval  # noqa: E402 - beside the other import
from solecism.formats.files import write_text  # noqa: E402 - the same
from solecism.version import __version__  # noqa: E402 - the same
from solecism_lab.papers.page import printed_figures  # noqa: E402 - the same

FOLDER, PAGE = ROOT / "docs" / "papers", ROOT / "docs" / "papers.md"
HEAD = """\
# The five papers

Solecism is based on five papers about usage errors and how people judge them. Each was run again \
with one command on open data, and this page shows what came out: first a picture, then what was \
asked and found, our figures beside the printed ones, and what differs and why. Where a printed \
figure or formula is wrong, the tests use the corrected one. People are never simulated silently: \
where a paper had raters and open data has none, the table says *simulated*.

In brackets are 95% intervals, if nothing else is said. All figures and pictures of this page come \
from runs that are kept in `docs/papers`, with their commands, seeds and dates; `$DATA` is the \
folder of open data. `make papers DATA=FOLDER` runs all five again and writes this page, and \
`make papers ONLY="turk nouns"` runs two; a run that was stopped goes on. It also writes a page \
for each paper into `build/papers`, with every table and figure. \
[Treebanks gone bad](treebank_experiments.md) has a page of its own, too.
"""
# A figure of the text: {name}, {name.printed} or {name.interval}.
_NAMED = re.compile(r"\{([a-z0-9_]+)(?:\.(printed|interval))?\}")
_DIGITS = 6
_MOST_LETTERS = 60


class StoredRunError(Exception):
    """A kept run has not the figure that the page is to show."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A figure of the page: where it comes from, how it is written, and what is printed."""

    label: str
    ours: Figure | str
    printed: tuple[float, ...]
    digits: int
    scale: float
    is_signed: bool
    unit: str
    simulated: bool
    group: str

    def value(self) -> str:
        """Our figure as the page has it."""
        return self.ours if isinstance(self.ours, str) else self.written(self.ours)

    def interval(self) -> str:
        """The interval in brackets; empty where there is none."""
        if isinstance(self.ours, str) or not self.ours.interval.is_defined:
            return ""
        ends = self.ours.interval.low, self.ours.interval.high
        low, high = map(self.written, ends)
        return f"[{low},\N{NO-BREAK SPACE}{high}]"

    def printed_values(self) -> str:
        """The printed figures; empty where there is none."""
        known = [self.written(value) for value in self.printed if not math.isnan(value)]
        return "; ".join(_as_printed(text) for text in known)

    def written(self, value: float) -> str:
        """A number with the digits of this figure, and a true minus sign."""
        text = f"{abs(value) * self.scale:,.{self.digits}f}"
        if self.digits > 1 and self.scale == 1:
            text = text.removeprefix("0") if text.startswith("0.") else text
        is_zero = not any(digit in text for digit in "123456789")
        sign = "" if is_zero else ("\N{MINUS SIGN}" if value < 0 else "+" * self.is_signed)
        return sign + text + self.unit


def _as_printed(text: str) -> str:
    """A printed figure with no more digits than the paper has."""
    return re.sub(r"(\.\d\d)0$", r"\1", text).replace(".0%", "%")


@cache
def papers() -> dict[str, dict[str, Any]]:
    """What the page shows of each paper, in its order."""
    return tomllib.loads((FOLDER / "papers.toml").read_text(encoding="utf-8"))


def kept_run(paper: str) -> dict[str, Any]:
    """The run of a paper that is kept."""
    run: dict[str, Any] = json.loads((FOLDER / f"{paper}.json").read_text(encoding="utf-8"))
    return run


# Running a paper.


def run_paper(paper: str, data: Path, work: Path | None) -> dict[str, Any]:
    """The run of a paper on this machine, with the tables that the page needs."""
    command = papers()[paper]["command"]
    extra = ["--json"]
    if work:
        work.mkdir(parents=True, exist_ok=True)
        extra += ["--work", str(work / "work"), "--out", str(work / f"{paper}.html")]
    scripts = str(Path(sys.executable).parent)
    done = subprocess.run(
        ["bash", "-c", f"{command} {shlex.join(extra)}"],
        cwd=ROOT,
        env={
            **os.environ,
            "PATH": os.pathsep.join([scripts, os.environ["PATH"]]),
            "DATA": str(data),
        },
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return as_kept(paper, json.loads(done.stdout))


def as_kept(paper: str, result: dict[str, Any]) -> dict[str, Any]:
    """What is kept of the output of a paper's command."""
    needed = {table for table, _, _ in map(_source, _sources(papers()[paper]))}
    return {
        "paper": paper,
        "title": result["title"],
        "command": papers()[paper]["command"],
        "data": papers()[paper]["data"],
        "signature": result["signature"],
        "version": __version__,
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "tables": [
            {
                "name": table["name"],
                "columns": table["columns"],
                "rows": [[_kept_cell(cell) for cell in row] for row in table["rows"]],
            }
            for section in result["sections"]
            for table in section["tables"]
            if table["name"] in needed
        ],
    }


def _kept_cell(cell: Any) -> Any:
    """A cell; a figure with an interval as three numbers, an interval alone as two."""
    if isinstance(cell, dict):
        ends = cell.get("interval", cell)
        both = [_rounded(ends["low"]), _rounded(ends["high"])]
        if "value" not in cell:
            return both
        return _rounded(cell["value"]) if None in both else [_rounded(cell["value"]), *both]
    return _rounded(cell) if isinstance(cell, float) else cell


def _rounded(value: float | None) -> float | None:
    return None if value is None else float(f"{value:.{_DIGITS}g}")


def format_run(run: dict[str, Any]) -> str:
    """A run as JSON with one row of a table per line."""
    head = {name: value for name, value in run.items() if name != "tables"}
    lines = [f"  {json.dumps(name)}: {_json(value)}," for name, value in head.items()]
    tables = []
    for table in run["tables"]:
        rows = ",\n".join(f"      {_json(row)}" for row in table["rows"])
        tables.append(
            f'    {{"name": {_json(table["name"])},\n     "columns": {_json(table["columns"])},\n'
            f'     "rows": [\n{rows}]}}'
        )
    return "\n".join(["{", *lines, '  "tables": [', ",\n".join(tables), "  ]", "}", ""])


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def n_figures(run: dict[str, Any]) -> int:
    """The number of numbers in the tables of a run."""
    return sum(1 for _ in _numbers(run["tables"]))


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, dict):
        yield from _numbers(value["rows"])
    elif isinstance(value, list):
        for each in value:
            yield from _numbers(each)
    elif isinstance(value, int | float):
        yield value


def differences(kept: dict[str, Any], now: dict[str, Any]) -> list[str]:
    """A line for each row of a table that is not as kept."""
    found = []
    for before, after in ((kept, now), (now, kept)):
        others = [(table["name"], table["columns"], table["rows"]) for table in after["tables"]]
        for table in before["tables"]:
            rows = [
                row
                for name, columns, rows in others
                if (name, columns) == (table["name"], table["columns"])
                for row in rows
            ]
            when = "kept" if before is kept else "measured"
            found += [
                f"{table['name']}: {when} {_json(each)}"
                for each in table["rows"]
                if each not in rows
            ]
    return found


# Figures of the page.


def _sources(paper: dict[str, Any]) -> Iterator[str]:
    yield from (row["from"] for row in paper["rows"])
    yield from (line["from"] for line in paper["picture"].get("lines", ()) if "from" in line)


def _source(text: str) -> tuple[str, str, str]:
    """The table, the beginnings of the first cells of a row, and the column."""
    table, row, column = (part.strip() for part in text.split(" / "))
    return table, row, column


def figures(paper: str, run: dict[str, Any]) -> dict[str, Shown]:
    """The figures of a paper by their names in papers.toml."""
    return {row["id"]: _shown(paper, row, run) for row in papers()[paper]["rows"]}


def _shown(paper: str, row: dict[str, Any], run: dict[str, Any]) -> Shown:
    name, label, column = _source(row["from"])
    columns, cells = _row(run, name, label, column)
    printed = row.get("printed", [])
    return Shown(
        row["label"],
        _cell(columns, cells, column, row.get("spread", "")),
        tuple(
            _printed(paper, source, run, columns, cells)
            for source in ([printed] if isinstance(printed, str) else printed)
        ),
        row.get("digits", papers()[paper].get("digits", 3)),
        row.get("scale", 1),
        row.get("signed", papers()[paper].get("signed", False)),
        row.get("unit", ""),
        row.get("simulated", False),
        row.get("group", ""),
    )


def _row(run: dict[str, Any], name: str, label: str, column: str) -> tuple[list[str], list[Any]]:
    """The columns and cells of the first row with these beginnings in a table with this column."""
    wanted = [part.strip() for part in label.split("|")]
    for table in run["tables"]:
        if table["name"] != name or column not in table["columns"]:
            continue
        for cells in table["rows"]:
            if all(str(cell).startswith(part) for cell, part in zip(cells, wanted, strict=False)):
                return table["columns"], cells
    raise StoredRunError(f"{run['paper']}: no table {name!r} with {label!r} and {column!r}")


def _cell(columns: list[str], cells: list[Any], column: str, spread: str) -> Figure | str:
    cell = cells[columns.index(column)]
    if isinstance(cell, str):
        return cell
    if isinstance(cell, list):
        value, low, high = cell
        return Figure(value, interval=Interval(low, high))
    wide = cells[columns.index(spread)] if spread and spread in columns else None
    if isinstance(wide, list):
        return Figure(cell, interval=Interval(*wide))
    if wide:
        return Figure(cell, interval=Interval(cell - wide, cell + wide))
    return Figure(math.nan if cell is None else cell)


def _printed(
    paper: str, source: str, run: dict[str, Any], columns: Sequence[str] = (), cells: Any = ()
) -> float:
    """A printed figure: in this row (`@column`), in another one, or by its names in printed/."""
    if " / " in source:
        columns, cells = _row(run, *_source(source))
        source = f"@{_source(source)[2]}"
    if source.startswith("@"):
        value = cells[columns.index(source[1:])]
        return math.nan if value is None else float(value)
    found: Any = printed_figures(paper)
    for part in source.split("/"):
        found = found[int(part)] if isinstance(found, list) else found[part]
    return float(found)


# The page.


def page() -> str:
    """docs/papers.md, from the runs that are kept."""
    return "\n".join([HEAD, *(section(paper) for paper in papers())])


def section(paper: str) -> str:
    """What the page has of a paper."""
    told, run = papers()[paper], kept_run(paper)
    shown = figures(paper, run)

    def filled(text: str) -> str:
        return _NAMED.sub(lambda found: _named(paper, shown, *found.groups()), text.strip())

    pieces = [
        f"## {told['title']}",
        f"![{picture_words(paper, run)}](papers/{paper}.svg)",
        told["reference"],
        f"**Asked:** {filled(told['asked'])} **Found:** {filled(told['found'])}",
        _table(told, shown),
        filled(told["differs"]),
        f"*We build*: {told['builds']}",
        f"```sh\n{_folded(run['command'])}\n```",
        f"{run['data']}; seed {_seed(run)}, version {run['version']}, {run['date']}: "
        f"{n_figures(run)} figures are in [papers/{paper}.json](papers/{paper}.json).",
    ]
    return "\n\n".join(pieces) + "\n"


def _named(paper: str, shown: dict[str, Shown], name: str, part: str | None) -> str:
    if name not in shown:
        raise StoredRunError(f"{paper}: {{{name}}} is no figure of papers.toml")
    each = shown[name]
    if part == "printed":
        return each.printed_values()
    return each.interval() if part else each.value()


def _seed(run: dict[str, Any]) -> str:
    """The seed in the signature of a run."""
    found = re.search(r"\|seed:(\d+)", run["signature"])
    if found is None:
        raise StoredRunError(f"{run['paper']}: the signature names no seed: {run['signature']}")
    return found[1]


def _folded(command: str) -> str:
    """A command with one option per line, if it is long."""
    return command if len(command) < _MOST_LETTERS else command.replace(" --", " \\\n  --")


def _table(told: dict[str, Any], shown: dict[str, Shown]) -> str:
    names = told.get("printed_names", [])
    lines = [
        f"| | {': '.join(filter(None, ['paper', '; '.join(names)]))} | ours |",
        "|---|---|---|",
    ]
    for each in shown.values():
        ours = " ".join(filter(None, [each.value(), each.interval()]))
        ours += " (simulated)" * each.simulated
        lines.append(f"| {each.label} | {each.printed_values()} | {ours} |")
    return "\n".join(lines)


# Pictures.


def picture_words(paper: str, run: dict[str, Any]) -> str:
    """The picture of a paper in words, for people who do not see it."""
    told = papers()[paper]
    shown = figures(paper, run)
    said = []
    for each in _pictured(told, shown):
        printed = each.printed_values()
        said.append(f"{each.label} {each.value()}" + (f" (printed {printed})" if printed else ""))
    return f"{told['picture']['title']}: {'; '.join(said)}".replace("*", "").replace("`", "")


def _pictured(told: dict[str, Any], shown: dict[str, Shown]) -> list[Shown]:
    return [shown[name] for name in told["picture"]["rows"]]


def picture(paper: str) -> str:
    """The picture of a paper as SVG."""
    told, run = papers()[paper], kept_run(paper)
    drawn = told["picture"]
    words = picture_words(paper, run)
    shown = figures(paper, run)
    if "lines" in drawn:
        lines = [_line(paper, each, run, shown) for each in drawn["lines"]]
        axes = _axis(drawn["x"]), _axis(drawn["y"])
        return lines_picture(drawn["title"], lines, *axes, words=words)
    rows = [
        Row(
            each.label.replace("*", "").replace("`", ""),
            Figure(float(each.ours)) if isinstance(each.ours, str) else each.ours,
            each.value(),
            each.printed,
            each.group,
        )
        for each in _pictured(told, shown)
    ]
    return rows_picture(
        drawn["title"],
        rows,
        _axis(drawn["x"]),
        printed_names=[f"paper: {name}" for name in told.get("printed_names", [])] or ["paper"],
        interval_name=drawn.get("interval", "95% interval"),
        words=words,
    )


def _axis(told: dict[str, Any]) -> Axis:
    ticks = tuple(map(float, told["ticks"]))
    return Axis(told["label"], told.get("low", ticks[0]), told.get("high", ticks[-1]), ticks)


def _line(paper: str, told: dict[str, Any], run: dict[str, Any], shown: dict[str, Shown]) -> Line:
    points = tuple(_points(paper, told, run, shown))
    if not points:
        raise StoredRunError(f"{paper}: no points for the line {told['name']!r}")
    return Line(
        told["name"],
        points,
        told["kind"],
        told.get("dashed", False),
        told.get("marks", True),
    )


def _points(
    paper: str, told: dict[str, Any], run: dict[str, Any], shown: dict[str, Shown]
) -> Iterable[tuple[float, Figure]]:
    """The points of a table (series, x, y); or figures, ours or printed, at given places."""
    if "from" in told:
        name, series, column = _source(told["from"])
        for table in run["tables"]:
            if table["name"] == name and column in table["columns"]:
                for cells in table["rows"]:
                    if cells[0] == series:
                        yield float(cells[1]), Figure(cells[table["columns"].index(column)])
        return
    for place, source in zip(told["at"], told["values"], strict=True):
        if source in shown:
            value = shown[source].ours
            if isinstance(value, str):
                raise StoredRunError(f"{paper}: {source!r} is no number")
            yield float(place), value
        else:
            yield float(place), Figure(_printed(paper, source, run))


def write_page() -> None:
    """Write the pictures and docs/papers.md from the runs that are kept."""
    for paper in papers():
        write_text(str(FOLDER / f"{paper}.svg"), [picture(paper)])
    write_text(str(PAGE), [page()])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run papers, and write the page or tell what differs; 1 if anything does."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("papers", nargs="*", metavar="PAPER", help=", ".join(papers()))
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--work", type=Path, help="folder for finished parts and whole pages")
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args(arguments)
    for paper in options.papers:
        if paper not in papers():
            parser.error(f"no paper is called {paper!r}: there are {', '.join(papers())}.")
    n_different, work = 0, options.work and options.work.resolve()
    for paper in options.papers:
        try:
            run = run_paper(paper, options.data.resolve(), work)
        except subprocess.CalledProcessError as error:
            parser.exit(1, f"{paper}: its command ended with exit code {error.returncode}.\n")
        if options.check:
            lines = differences(kept_run(paper), run)
            print(f"{paper}: {0 if lines else n_figures(run)} figures are as kept", flush=True)
            print("\n".join([*lines, f"{paper}: {len(lines)} rows differ"]), file=sys.stderr)
            n_different += len(lines)
        else:
            write_text(str(FOLDER / f"{paper}.json"), [format_run(run)])
            write_page()
    if not options.papers:
        write_page()
    return 1 if n_different else 0


if __name__ == "__main__":
    sys.exit(main())
