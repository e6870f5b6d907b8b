"""The list of mutants fits the sources: each formula is found where the list says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

RUN = Path(__file__).with_name("run.py")
LEAST_MUTANTS = 290


def test_every_formula_of_the_list_is_found_exactly_once() -> None:
    command = [sys.executable, str(RUN), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) >= LEAST_MUTANTS
