"""Mutate files at random, and see that every reader gives what is in them or one of our errors.

    python tests/fuzz/run.py [--only TEXT] [-n 1000] [--seed 0] [--jobs 2]

A reader that raises anything but a SolecismError, or works for longer than the limit, has failed:
the mutated file is written to a folder, and the table at the end counts it. Readers run in
processes of their own with limited memory, so that a crash is counted too.
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from pathlib import Path

import click

from fuzzed_models import models
from fuzzed_readers import Reader, readers
from fuzzing import Outcome, fuzzed, mutation
from solecism.cli.terminal.output import progress_bar
from solecism.cli.terminal.result_tables import show

# Beyond what a process has when it starts.
_MOST_BYTES = 3 << 30
_PIECE = 250
_READERS: dict[str, Reader] = {}


def all_readers(only: str = "") -> dict[str, Reader]:
    """The readers with this text in their names."""
    return {one.name: one for one in (*readers(), *models()) if only in one.name}


def _limit_memory() -> None:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + _MOST_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _run(name: str, start: int, end: int, seed: int) -> Outcome:
    return fuzzed(_READERS[name], range(start, end), seed=seed)


def outcomes(names: Sequence[str], n: int, *, seed: int, jobs: int) -> Iterator[Outcome]:
    """The outcomes of pieces of the work as they are done; a crash counts as a failure."""
    context = multiprocessing.get_context("fork")
    for name in names:
        pieces = [(start, min(n, start + _PIECE)) for start in range(0, n, _PIECE)]
        pool = ProcessPoolExecutor(jobs, context, initializer=_limit_memory)
        futures = {pool.submit(_run, name, *piece, seed): piece for piece in pieces}
        try:
            for future in as_completed(futures):
                start, end = futures[future]
                try:
                    yield future.result()
                except BrokenProcessPool:
                    crash = {start: f"the process crashed at one of {start} to {end - 1}"}
                    yield Outcome(name, end - start, 0, crash, 0.0)
        finally:
            pool.shutdown(cancel_futures=True)


@click.command()
@click.option("--only", default="", help="Mutate files of readers with this text in their name.")
@click.option("-n", default=1_000, show_default=True, help="Number of mutations per reader.")
@click.option("--seed", default=0, show_default=True, help="Seed of the mutations.")
@click.option("--jobs", default=2, show_default=True, help="Number of processes.")
@click.option(
    "--failed",
    default="build/fuzz",
    show_default=True,
    help="Folder to write the files to that made a reader fail.",
)
def main(only: str, n: int, seed: int, jobs: int, failed: str) -> None:
    """Mutate files at random, and see that every reader tells what is wrong with them."""
    _READERS.update(all_readers(only))
    if not _READERS:
        raise click.ClickException(f"no reader has {only!r} in its name.")
    total: dict[str, Outcome] = {}
    # After Ctrl-C the table has what was done so far.
    with suppress(KeyboardInterrupt), progress_bar("", "mutations", seconds=0.0) as progress:
        done = 0
        for outcome in outcomes(list(_READERS), n, seed=seed, jobs=jobs):
            total[outcome.name] = total.get(outcome.name, Outcome(outcome.name)) + outcome
            _tell(outcome, seed, Path(failed))
            done += outcome.n
            if progress is not None:
                progress(done, n * len(_READERS))
    columns = ("reader", "mutations", "errors told", "tracebacks", "slowest")
    show("Mutated files", columns, [outcome.cells() for outcome in total.values()])
    sys.exit(any(outcome.failures for outcome in total.values()))


def _tell(outcome: Outcome, seed: int, folder: Path) -> None:
    """Print what went wrong, and write the files that it went wrong with."""
    for number, problem in sorted(outcome.failures.items()):
        click.echo(f"{outcome.name} {number}: {problem}", err=True)
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{outcome.name.replace(' ', '_')}.{number}"
        (folder / name).write_bytes(mutation(_READERS[outcome.name], number, seed=seed))


if __name__ == "__main__":
    main()
