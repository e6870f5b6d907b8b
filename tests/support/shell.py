"""`solecism` run in a process of its own, with its output and exit code."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def run(
    *arguments: str, folder: Path | None = None, text: str = ""
) -> subprocess.CompletedProcess[str]:
    """The command, run in a folder with a text on its standard input."""
    return subprocess.run(
        [sys.executable, "-m", "solecism", *arguments],
        input=text,
        cwd=folder,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
