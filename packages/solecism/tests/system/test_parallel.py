"""One function over many items, in one process and in several."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from parallel_functions import complaint, process, square
from solecism.errors import FormatError, InputError
from solecism.system.processes import MAX_JOBS, ordered_map


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_results_come_in_the_order_of_the_items(n_jobs: int) -> None:
    assert list(ordered_map(square, range(9), n_jobs=n_jobs)) == [n * n for n in range(9)]


def test_one_job_is_this_process_and_two_are_others() -> None:
    assert set(ordered_map(process, range(3), n_jobs=1)) == {os.getpid()}
    others = set(ordered_map(process, range(9), n_jobs=2))
    assert os.getpid() not in others
    assert 1 <= len(others) <= 2


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_an_error_comes_through_after_the_results_before_it(n_jobs: int) -> None:
    results = ordered_map(partial(complaint, file="x"), range(9), n_jobs=n_jobs)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(FormatError, match="x:3: is three"):
        next(results)


def test_items_are_read_only_a_little_ahead() -> None:
    taken = []

    def items() -> Iterator[int]:
        for number in range(1_000):
            taken.append(number)
            yield number

    results = ordered_map(square, items(), n_jobs=2, n_ahead=3)
    assert next(results) == 0
    assert len(taken) == 7
    results.close()  # type: ignore[attr-defined]  # a generator


@pytest.mark.parametrize("n_jobs", [0, MAX_JOBS + 1])
def test_an_impossible_number_of_jobs_is_refused(n_jobs: int) -> None:
    with pytest.raises(InputError, match=f"{n_jobs} jobs are not possible. Give 1 to {MAX_JOBS}"):
        ordered_map(square, [], n_jobs=n_jobs)


def test_processes_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        "import os, time\n"
        "from solecism.system.processes import ordered_map\n"
        "def slow(number):\n"
        "    print(os.getpid(), flush=True)\n"
        "    time.sleep(600)\n"
        "if __name__ == '__main__':\n"
        "    list(ordered_map(slow, range(2), n_jobs=2))\n"
    )
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as parent:
        first = parent.stdout.readline() if parent.stdout is not None else ""
        parent.kill()
        # The output ends only when the last process that holds it has ended.
        parent.communicate(timeout=300)
    assert first.strip().isdecimal()
