"""`solecism` run as a shell runs it, with its output and exit code."""

from __future__ import annotations

import os
import subprocess
from contextlib import ExitStack
from functools import cache
from pathlib import Path

from command_server import command_on_path

_OPENED = ExitStack()


@cache
def _programs() -> Path:
    """A folder with `solecism`, run by a process that has everything loaded until the tests end."""
    import atexit

    atexit.register(_OPENED.close)
    return _OPENED.enter_context(command_on_path())


def run(
    *arguments: str, folder: Path | None = None, text: str | None = ""
) -> subprocess.CompletedProcess[str]:
    """The command, run in a folder with a text on its standard input."""
    return subprocess.run(
        [str(_programs() / "solecism"), *arguments],
        input=text,
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
