"""Make each formula in mutants.toml wrong, one at a time, and see whether a test fails.

    python tests/mutants/run.py [--only TEXT] [--jobs 2] [--check]

The list is our own rather than that of mutmut or cosmic-ray: these are formulas with a meaning,
each tried against the few tests that should know it, which takes minutes instead of hours.

    [[mutant]]
    name = "what is wrong with the formula"
    file = "solecism/room/module.py"   # the module's file, with its package
    text = "n / (n - 1)"               # what is replaced, found exactly once in the file
    replacement = "1"
    tests = ["packages/solecism/tests/room/test_module.py"]   # one of them must fail

Every mutant is run on a copy of all packages in a temporary folder: the checkout is never changed.
Tests run in forked processes, which find numpy, scipy and the like loaded already.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import shutil
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import wait
from pathlib import Path
from typing import NoReturn

import click
import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = {
    path.parent.name: path.parent
    for path in sorted((ROOT / "packages").glob("*/src/*/__init__.py"))
}
LIST = Path(__file__).with_name("mutants.toml")
KILLED, TIMED_OUT, SURVIVED = "killed", "killed (time limit)", "SURVIVED"
SHARED_MODULES = ("scipy.stats", "sklearn.metrics", "statsmodels.api", "sqlalchemy")
_FORK = multiprocessing.get_context("fork")


@dataclass(frozen=True, slots=True)
class Mutant:
    """A formula made wrong, and the tests of which one must fail."""

    name: str
    file: str
    text: str
    replacement: str
    tests: tuple[str, ...]

    @property
    def path(self) -> Path:
        """The file in the checkout."""
        package, _, below = self.file.partition("/")
        return PACKAGES.get(package, ROOT / package) / below

    @property
    def source(self) -> str:
        """The file as it is."""
        return self.path.read_text(encoding="utf-8")

    @property
    def place(self) -> str:
        """The file and line of the formula."""
        line = self.source[: self.source.index(self.text)].count("\n") + 1
        return f"{self.path.relative_to(ROOT)}:{line}"

    def mutated(self) -> str:
        """The file with the formula made wrong."""
        return self.source.replace(self.text, self.replacement)

    def problems(self) -> Iterator[str]:
        """Why the mutant cannot be run."""
        if not self.path.is_file():
            yield f"{self.name}: no package has the file {self.file}."
            return
        count = self.source.count(self.text)
        if count != 1:
            yield f"{self.name}: {self.text!r} is found {count} times in {self.file}, not once."
        if self.text == self.replacement:
            yield f"{self.name}: the replacement changes nothing."
        try:
            compile(self.mutated(), self.file, "exec")
        except SyntaxError as error:
            yield f"{self.name}: the replacement is not valid Python ({error})."
        for test in self.tests or ("",):
            if not (ROOT / test).is_file():
                yield f"{self.name}: there is no test file {test!r}."


@dataclass(frozen=True, slots=True)
class Run:
    """Tests that run in a process of their own, and when they have taken too long."""

    mutant: Mutant | None
    process: multiprocessing.process.BaseProcess
    deadline: float

    def outcome(self) -> str:
        """What became of the mutant; tests that are still running count as failed."""
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
            return TIMED_OUT
        return KILLED if self.process.exitcode else SURVIVED


def read_mutants(path: Path = LIST) -> list[Mutant]:
    """All mutants of the list."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]
    return [Mutant(**{**row, "tests": tuple(row["tests"])}) for row in rows]


def problems(mutants: Sequence[Mutant]) -> list[str]:
    """What is wrong with the list itself."""
    names = [mutant.name for mutant in mutants]
    twice = [f"{name}: there are two of this name." for name in names if names.count(name) > 1]
    return twice + [problem for mutant in mutants for problem in mutant.problems()]


@contextmanager
def copied_sources(mutant: Mutant | None) -> Iterator[Path]:
    """A temporary folder with all packages as links to the checkout's files, but for the mutant."""
    with tempfile.TemporaryDirectory(prefix="mutant") as folder:
        copy = Path(folder) / "src"
        for name, package in PACKAGES.items():
            shutil.copytree(package, copy / name, copy_function=os.symlink)
        if mutant is not None:
            path = copy / mutant.file
            path.unlink()
            path.write_text(mutant.mutated(), encoding="utf-8")
        yield copy


def run_tests(mutant: Mutant | None, tests: Sequence[str]) -> NoReturn:
    """Leave this process with pytest's exit code, with the mutant in its package."""
    os.chdir(ROOT)
    if mutant is not None:
        _be_silent()
    with copied_sources(mutant) as sources:
        # Commands that tests start import the copy, too.
        os.environ["PYTHONPATH"] = str(sources)
        # A failing example of a mutant must not be tried again in ordinary runs.
        os.environ["HYPOTHESIS_STORAGE_DIRECTORY"] = str(sources.parent / "hypothesis")
        sys.path.insert(0, str(sources))
        sys.dont_write_bytecode = True
        options = ["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-seed=0"]
        code = int(pytest.main([*options, *tests]))
        imported = [str(sys.modules[name].__file__) for name in PACKAGES if name in sys.modules]
        if not imported or not all(file.startswith(str(sources)) for file in imported):
            code = pytest.ExitCode.INTERNAL_ERROR
    os._exit(code)


def _be_silent() -> None:
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())
        os.dup2(nowhere.fileno(), sys.stderr.fileno())


def started(mutant: Mutant | None, tests: Sequence[str], *, limit: float) -> Run:
    """The tests, begun."""
    process = _FORK.Process(target=run_tests, args=(mutant, tests))
    process.start()
    return Run(mutant, process, time.monotonic() + limit)


def finished(mutants: Sequence[Mutant], *, jobs: int, limit: float) -> Iterator[Run]:
    """The run of each mutant, some at a time, in the order in which they end."""
    waiting, running = list(mutants), list[Run]()
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                mutant = waiting.pop(0)
                running.append(started(mutant, mutant.tests, limit=limit))
            wait([run.process.sentinel for run in running], timeout=1.0)
            now = time.monotonic()
            over = [run for run in running if not run.process.is_alive() or now > run.deadline]
            running = [run for run in running if run not in over]
            yield from over
    finally:
        for run in running:
            run.process.kill()


def check_unmutated(mutants: Sequence[Mutant]) -> None:
    """Stop unless the tests pass on a copy in which nothing was changed."""
    tests = sorted({test for mutant in mutants for test in mutant.tests})
    run = started(None, tests, limit=float("inf"))
    run.process.join()
    if run.outcome() != SURVIVED:
        raise click.ClickException("the tests fail on sources in which nothing was changed.")


@click.command()
@click.option("--only", default="", help="Run only mutants with this text in their name or file.")
@click.option("--jobs", default=2, show_default=True, help="Number of mutants to run at a time.")
@click.option("--limit", default=300.0, show_default=True, help="Seconds allowed per mutant.")
@click.option("--check", is_flag=True, help="Check the list itself, and run nothing.")
def main(only: str, jobs: int, limit: float, check: bool) -> None:
    """Make each formula of the list wrong in turn, and see whether a test fails."""
    mutants = [one for one in read_mutants() if only in one.name or only in one.file]
    if not mutants:
        raise click.ClickException(f"no mutant has {only!r} in its name or file.")
    if found := problems(mutants):
        raise click.ClickException("\n".join(found))
    if check:
        click.echo(f"{len(mutants)} mutants can be run.")
        return
    for name in SHARED_MODULES:
        importlib.import_module(name)
    check_unmutated(mutants)
    survivors = []
    for run in finished(mutants, jobs=jobs, limit=limit):
        outcome = run.outcome()
        if mutant := run.mutant:
            click.echo(f"{outcome}: {mutant.place} {mutant.name}")
            survivors += [mutant] if outcome == SURVIVED else []
    click.echo(f"\n{len(mutants) - len(survivors)} of {len(mutants)} mutants killed.")
    for mutant in survivors:
        click.echo(f"Survived: {mutant.place} {mutant.name}: {mutant.text} -> {mutant.replacement}")
    sys.exit(bool(survivors))


if __name__ == "__main__":
    main()
