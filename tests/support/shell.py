"""`solecism` run as a shell runs it, with its output and exit code."""

from __future__ import annotations

import atexit
import os
import subprocess
from contextlib import ExitStack
from functools import cache
from pathlib import Path

from command_server import command_on_path

_OPENED = ExitStack()


@cache
def program() -> str:
    """The path of a `solecism` that is run by a process with everything loaded.

    Only the start of Python differs from the command itself: tests of what is decided there, such
    as the encoding of a terminal, start a Python of their own.
    """
    atexit.register(_OPENED.close)
    return str(_OPENED.enter_context(command_on_path()) / "solecism")


def run(
    *arguments: str, folder: Path | None = None, text: str | None = ""
) -> subprocess.CompletedProcess[str]:
    """The command, run in a folder with a text on its standard input."""
    return subprocess.run(
        [program(), *arguments],
        input=text,
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
