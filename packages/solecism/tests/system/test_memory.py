"""Free memory goes back to the system."""

from __future__ import annotations

import platform
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from solecism.system.processes import release_memory

# Larger than what Python keeps in pools of its own.
BLOCK, N_BLOCKS = 2_000, 50_000


def resident() -> int:
    """The bytes of memory that this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only GNU's C library can")
def test_what_is_free_between_objects_that_stay_goes_back() -> None:
    blocks = [bytes(BLOCK) for _ in range(N_BLOCKS)]
    staying = blocks[::1_000]
    del blocks
    before = resident()
    release_memory()
    assert before - resident() > 0.8 * BLOCK * N_BLOCKS
    assert len(staying) == N_BLOCKS / 1_000


LARGE_ARRAYS = """
import numpy as np
from pathlib import Path
from solecism.system.processes import release_large_arrays

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1])

release_large_arrays()
staying = []
np.ones(2_000_000)
array = np.ones(2_000_000)
staying.append(bytes(100_000))
before = resident()
del array
print(before - resident())
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only GNU's C library can")
def test_large_arrays_go_back_though_something_lies_behind_them() -> None:
    shown = subprocess.run(
        [sys.executable, "-c", LARGE_ARRAYS], capture_output=True, text=True, check=True
    ).stdout
    assert int(shown) * resource.getpagesize() > 15_000_000
