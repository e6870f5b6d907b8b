"""Figures of README.md and of these pages, measured again by the commands in claims.toml.

python docs/claims.py [--all] [--only TEXT] [--data FOLDER] [--write]
python docs/claims.py --take        puts figures that were changed on a page into claims.toml

Each command is run once. A claim names a page and the text of a line that has the figures, in
braces; `{}` stands for any number there, and `...` for any text. The figures are compared with
what the command prints, and with --write those that are stale are replaced, on the page and in
claims.toml. By default the commands run that take up to three minutes and whose corpora, programs
and networks are there; --all runs the others, too. The exit code is 1 if a figure is stale or
cannot be read.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[1]
CLAIMS = ROOT / "claims.toml"
MOST_SECONDS = 180
_ANY_NUMBER = r"[-+−]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)%?"
_NUMBER = re.compile(rf"(?<![\w.]){_ANY_NUMBER}")
_FIGURE = re.compile(r"\{([^{}]+)\}")
_PART = re.compile(r"(\{[^{}]*\}|\.\.\.)")
_EXACT = 1e-9


class UnreadError(Exception):
    """The output of a command does not have the figure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where figures stand in an output: the so-manyth numbers behind a text in a line.

    The line is the first with the text `line`, or the first such below a line with `below`.
    """

    line: str
    numbers: tuple[int, ...] = (1,)
    below: str = ""

    def read(self, output: str) -> list[float]:
        """The figures; UnreadError where one is missing."""
        lines = iter(output.splitlines())
        if self.below and not any(self.below in line for line in lines):
            raise UnreadError(f"no line has {self.below!r}")
        found = next((line for line in lines if self.line in line), None)
        if found is None:
            raise UnreadError(
                f"no line has {self.line!r}" + (f" below {self.below!r}" * bool(self.below))
            )
        printed = _NUMBER.findall(found.split(self.line, 1)[1])
        if len(printed) < max(self.numbers):
            raise UnreadError(
                f"{found.strip()[:80]!r} has {len(printed)} numbers behind {self.line!r}"
            )
        return [value_of(printed[number - 1]) for number in self.numbers]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Figures on a line of a page, in braces, and where they are in the output of a command.

    A measured figure must be that of the page when it is rounded to as many digits, or as near as
    `tolerance`; it is multiplied by `scale` before (100 where the page has per cent). With a
    `peer`, which has the second figure, only the ratio of the two is compared, because speeds
    belong to a machine: it may be off by `factor`.
    """

    page: str
    text: str
    place: Place
    peer: Place | None = None
    factor: float = 1.5
    scale: float = 1.0
    tolerance: float | None = None

    @property
    def shown(self) -> str:
        """The text without the braces."""
        return _FIGURE.sub(r"\1", self.text)

    @property
    def figures(self) -> list[str]:
        """The figures in braces."""
        return _FIGURE.findall(self.text)

    def on_page(self, *, with_any: bool = False) -> tuple[int, re.Match[str]] | None:
        """The number of the line that has the text, and the place of each figure there.

        If it is found `with_any` figures, those of the page may be others.
        """
        text = self.shown_with(["?"] * len(self.figures)) if with_any else self.text
        pattern = re.compile("".join(map(_pattern, _PART.split(text))))
        lines = (ROOT / self.page).read_text(encoding="utf-8").splitlines()
        found = ((number, pattern.search(line)) for number, line in enumerate(lines, 1))
        return next(((number, match) for number, match in found if match), None)

    def shown_with(self, figures: Iterable[str]) -> str:
        """The text with other figures in the braces."""
        others = iter(figures)
        return _FIGURE.sub(lambda _: f"{{{next(others)}}}", self.text)

    def measured(self, output: str) -> list[float]:
        """The figures as an output has them; UnreadError where one is missing."""
        values = [value * self.scale for value in self.place.read(output)]
        return [*values, *self.peer.read(output)] if self.peer else values

    def problem(self, output: str) -> str:
        """What is wrong with the figures by an output; empty where nothing is."""
        try:
            measured = self.measured(output)
        except UnreadError as error:
            return f"cannot be read: {error}"
        if self.peer:
            return self._problem_of_ratio(*measured)
        return "; ".join(
            f"measured {value:.6g}, the page has {figure}"
            for figure, value in zip(self.figures, measured, strict=True)
            if not self.is_near(figure, value)
        )

    def is_near(self, figure: str, value: float) -> bool:
        """Whether a measured figure is that of the page as far as the page shows it."""
        return abs(value - value_of(figure)) <= self._tolerance(figure) + _EXACT

    def _tolerance(self, figure: str) -> float:
        return half_a_digit(figure) if self.tolerance is None else self.tolerance

    def _problem_of_ratio(self, measured: float, peer: float) -> str:
        first, second = self.figures
        ratio, told = measured / peer, value_of(first) / value_of(second)
        if 1 / self.factor <= ratio / told <= self.factor:
            return ""
        return (
            f"measured {measured:.6g} and {peer:.6g}, a ratio of {ratio:.3g}; the page has "
            f"{first} and {second}, {told:.3g}"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command, its seconds on one core, what it needs, and the figures that it prints."""

    run: str
    seconds: float
    claims: tuple[Claim, ...]
    data: tuple[str, ...] = ()
    modules: tuple[str, ...] = ()
    network: str = ""
    gpu: bool = False

    def lacks(self, data: Path) -> str:
        """What is missing to run it here; empty where nothing is."""
        networks = {
            "default": "solecism_models",
            "large": "solecism_large",
            "open": "solecism_open",
        }
        modules = [*self.modules, *filter(None, [networks.get(self.network)])]
        missing = [str(data / name) for name in self.data if not (data / name).exists()]
        missing += [f"the package {name}" for name in modules if find_spec(name) is None]
        return ", ".join(missing)

    def is_long(self) -> bool:
        """Whether it runs with --all only."""
        return self.gpu or self.seconds > MOST_SECONDS

    def output(self, data: Path) -> str:
        """What it prints; UnreadError where it fails."""
        paths = [str(Path(sys.executable).parent), os.environ["PATH"]]
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", self.run],
            cwd=ROOT,
            env={**os.environ, "PATH": os.pathsep.join(paths), "DATA": str(data)},
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            last = done.stderr.strip().splitlines()[-1:]
            raise UnreadError(f"exit code {done.returncode}: {''.join(last)}")
        return done.stdout


def read(path: Path = CLAIMS) -> list[Command]:
    """The commands of claims.toml with their claims."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["command"]
    return msgspec.convert(tables, list[Command])


def _pattern(part: str) -> str:
    """A part of a claim's text as a regular expression."""
    if part in ("...", "{}"):
        return ".*?" if part == "..." else _ANY_NUMBER
    if part == "{?}":
        return f"({_ANY_NUMBER})"
    return f"({re.escape(part[1:-1])})" if part.startswith("{") else re.escape(part)


def value_of(text: str) -> float:
    """The number that a page or an output shows.

    >>> value_of("9,342"), value_of("−.3"), value_of("51%")
    (9342.0, -0.3, 51.0)
    """
    return float(text.replace(",", "").replace("−", "-").rstrip("%"))


def half_a_digit(text: str) -> float:
    """Half of one in the last digit that is shown.

    >>> half_a_digit(".703"), half_a_digit("51%"), half_a_digit("9,342")
    (0.0005, 0.5, 0.5)
    """
    _, _, digits = text.rstrip("%").partition(".")
    return 0.5 * 10.0 ** -len(digits)


def formatted(value: float, like: str) -> str:
    """A number as a page writes another one.

    >>> formatted(0.7046, ".703"), formatted(51.26, "50%"), formatted(12345.6, "9,342")
    ('.705', '51%', '12,346')
    """
    _, _, digits = like.rstrip("%").partition(".")
    text = f"{abs(value):{',' if ',' in like else ''}.{len(digits)}f}"
    if like.lstrip("-+−").startswith("."):
        text = text.removeprefix("0")
    sign = ("−" if "−" in like else "-") if value < 0 else "+" * like.startswith("+")
    return sign + text + "%" * like.endswith("%")


def write_figures(claim: Claim, output: str) -> None:
    """Replace the figures of a claim that are stale, on its page and in claims.toml."""
    found = claim.on_page()
    if claim.peer or found is None:
        return
    number, match = found
    new = [
        old if claim.is_near(old, value) else formatted(value, old)
        for old, value in zip(claim.figures, claim.measured(output), strict=True)
    ]
    path = ROOT / claim.page
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    line = lines[number - 1]
    for group, figure in reversed(list(enumerate(new, 1))):
        line = line[: match.start(group)] + figure + line[match.end(group) :]
    lines[number - 1] = line
    path.write_text("".join(lines), encoding="utf-8")
    _put_into_claims(claim, new)


def take_figures() -> int:
    """Put the figures of pages into claims.toml where only they differ; how many claims changed."""
    n_changed = 0
    for claim in (claim for command in read(CLAIMS) for claim in command.claims):
        found = claim.on_page(with_any=True) if claim.on_page() is None else None
        if found is not None:
            _put_into_claims(claim, found[1].groups())
            n_changed += 1
    return n_changed


def _put_into_claims(claim: Claim, figures: Iterable[str]) -> None:
    toml = CLAIMS.read_text(encoding="utf-8")
    CLAIMS.write_text(toml.replace(claim.text, claim.shown_with(figures)), encoding="utf-8")


def stale(command: Command, data: Path, *, is_written: bool = False) -> Iterator[str]:
    """A line for each claim that is not what the command prints; `is_written` replaces it."""
    try:
        output = command.output(data)
    except UnreadError as error:
        yield f"{command.run}: {error}"
        return
    for claim in command.claims:
        problem = claim.problem(output)
        if problem:
            number, _ = claim.on_page() or (0, None)
            yield f"{claim.page}:{number}: {claim.shown!r}: {problem} ({command.run})"
            if is_written and not problem.startswith("cannot be read"):
                write_figures(claim, output)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the commands and print what is stale; 1 if anything is."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data")
    parser.add_argument("--all", action="store_true", help="also what takes over three minutes")
    parser.add_argument("--only", default="", help="commands and pages with this text")
    parser.add_argument("--write", action="store_true", help="replace stale figures")
    parser.add_argument("--take", action="store_true", help="take the figures of pages, and stop")
    options = parser.parse_args(arguments)
    if options.take:
        print(f"{take_figures()} claims have other figures now.")
        return 0
    data = options.data.resolve()
    n_right = n_stale = 0
    for command in read():
        if options.only not in " ".join([command.run, *(each.page for each in command.claims)]):
            continue
        lacking = command.lacks(data)
        if lacking or (command.is_long() and not options.all):
            why = (
                f"needs {lacking}" if lacking else f"takes {command.seconds:g} seconds; give --all"
            )
            print(f"left out: {command.run} ({why})", flush=True)
            continue
        lines = list(stale(command, data, is_written=options.write))
        print("\n".join([f"{len(command.claims)} claims: {command.run}", *lines]), flush=True)
        n_stale += len(lines)
        n_right += max(0, len(command.claims) - len(lines))
    print(f"{n_right} claims are as measured, {n_stale} are stale or could not be read.")
    return 1 if n_stale else 0


if __name__ == "__main__":
    sys.exit(main())
