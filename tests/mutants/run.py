"""Mutation testing: each formula in mutants.toml is made wrong, one at a time; a test must fail.

    python tests/mutants/run.py [--only NAME] [--jobs 2] [--check]

The list is our own rather than that of mutmut or cosmic-ray: these are formulas with a meaning,
each tried against the few tests that should know it, which takes minutes instead of hours.

    [[mutant]]
    name = "what is wrong with the formula"
    file = "room/module.py"                 # in src/solecism
    text = "n / (n - 1)"                    # what is replaced, found exactly once in the file
    replacement = "1"
    tests = ["tests/room/test_module.py"]   # one of them must fail

Every mutant is run on a copy of the sources in a temporary folder: the checkout is never changed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "solecism"
LIST = Path(__file__).with_name("mutants.toml")
KILLED, TIMED_OUT, SURVIVED = "killed", "killed (time limit)", "SURVIVED"
# pytest's exit codes: all passed, and some failed; any other one is a mistake in the list.
_PASSED, _FAILED, _INTERRUPTED = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Mutant:
    """A formula made wrong, and the tests of which one must fail."""

    name: str
    file: str
    text: str
    replacement: str
    tests: tuple[str, ...]

    @property
    def source(self) -> str:
        """The file as it is."""
        return (PACKAGE / self.file).read_text(encoding="utf-8")

    @property
    def place(self) -> str:
        """The file and line of the formula."""
        line = self.source[: self.source.index(self.text)].count("\n") + 1
        return f"src/solecism/{self.file}:{line}"

    def problems(self) -> Iterator[str]:
        """Why the mutant cannot be run."""
        if not (PACKAGE / self.file).is_file():
            yield f"{self.name}: there is no file src/solecism/{self.file}."
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

    def mutated(self) -> str:
        """The file with the formula made wrong."""
        return self.source.replace(self.text, self.replacement)


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
def copied_sources() -> Iterator[Path]:
    """A temporary folder with the package in it, as links to the files of the checkout."""
    with tempfile.TemporaryDirectory(prefix="mutant") as folder:
        copy = Path(folder) / "src"
        shutil.copytree(
            PACKAGE,
            copy / "solecism",
            copy_function=os.symlink,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        yield copy


def run_tests(sources: Path, tests: Sequence[str], *, limit: float | None = None) -> int | None:
    """pytest's exit code with the package in `sources`; None where the time limit was reached."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(sources),
        "PYTHONDONTWRITEBYTECODE": "1",
        # A failing example of a mutant must not be tried again in ordinary runs.
        "HYPOTHESIS_STORAGE_DIRECTORY": str(sources.parent / "hypothesis"),
    }
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider"]
    try:
        done = subprocess.run(
            [*command, "--hypothesis-seed=0", *tests],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=limit,
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode not in (_PASSED, _FAILED, _INTERRUPTED):
        raise click.ClickException(f"pytest could not run {', '.join(tests)}:\n{done.stdout}")
    return done.returncode


def outcome(mutant: Mutant, *, limit: float) -> str:
    """Whether a test fails for the mutant; a run that reaches the time limit has failed, too."""
    with copied_sources() as sources:
        path = sources / "solecism" / mutant.file
        path.unlink()
        path.write_text(mutant.mutated(), encoding="utf-8")
        code = run_tests(sources, mutant.tests, limit=limit)
    if code is None:
        return TIMED_OUT
    return SURVIVED if code == _PASSED else KILLED


def check_unmutated(mutants: Sequence[Mutant]) -> None:
    """Stop unless the tests pass on a copy that nothing was changed in, and import that copy."""
    tests = sorted({test for mutant in mutants for test in mutant.tests})
    with copied_sources() as sources:
        program = "import solecism; print(solecism.__file__)"
        environment = {**os.environ, "PYTHONPATH": str(sources)}
        imported = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True
        )
        if not imported.stdout.startswith(str(sources)):
            raise click.ClickException(f"the copied package is not imported: {imported.stdout}")
        if run_tests(sources, tests) != _PASSED:
            raise click.ClickException("the tests fail on sources that nothing was changed in.")


@click.command()
@click.option("--only", default="", help="Run only mutants with this text in their name or file.")
@click.option("--jobs", default=2, show_default=True, help="Number of mutants to run at a time.")
@click.option("--limit", default=120.0, show_default=True, help="Seconds allowed per mutant.")
@click.option("--check", is_flag=True, help="Check the list itself, and run nothing.")
def main(only: str, jobs: int, limit: float, check: bool) -> None:
    """Make each formula of the list wrong in turn, and see whether a test fails."""
    mutants = [one for one in read_mutants() if only in one.name or only in one.file]
    if found := problems(mutants):
        raise click.ClickException("\n".join(found))
    if not mutants:
        raise click.ClickException(f"no mutant has {only!r} in its name or file.")
    if check:
        click.echo(f"{len(mutants)} mutants can be run.")
        return
    check_unmutated(mutants)
    survivors = []
    with ThreadPoolExecutor(jobs) as pool:
        outcomes = pool.map(partial(outcome, limit=limit), mutants)
        for mutant, found_outcome in zip(mutants, outcomes, strict=True):
            click.echo(f"{found_outcome}: {mutant.place} {mutant.name}")
            if found_outcome == SURVIVED:
                survivors.append(mutant)
    click.echo(f"\n{len(mutants) - len(survivors)} of {len(mutants)} mutants killed.")
    for mutant in survivors:
        click.echo(f"Survived: {mutant.place} {mutant.name}: {mutant.text} -> {mutant.replacement}")
    sys.exit(bool(survivors))


if __name__ == "__main__":
    main()
