"""The number of processes that a command uses: as asked for, or as the input is worth it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click

from solecism.system.parallel import MAX_JOBS

# A process takes a second or two to start: below this much text per process, it is not worth it.
_BYTES_PER_JOB = 1_500_000


def jobs_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --jobs, a number of processes, or None to choose it by the input."""
    return click.option(
        "--jobs",
        type=click.IntRange(1, MAX_JOBS),
        help="Number of processes to use; the output is the same. By default one per core, but "
        "only one for little text and for pipes.",
    )(command)


def n_jobs(asked: int | None, paths: Iterable[str]) -> int:
    """The number of processes for these files, if no number was asked for."""
    if asked is not None:
        return asked
    n_bytes = sum(Path(path).stat().st_size for path in paths if Path(path).is_file())
    return max(1, min(n_cores(), n_bytes // _BYTES_PER_JOB))


def n_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
