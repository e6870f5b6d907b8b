"""Commands that are interrupted end quietly, with the right code, and leave nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow
TEXT = b"We depend of the weather. I listen music every day.\n\n"
# More than a pipe holds: when all of it is written, the command has read much of it. With less, the
# signal comes just after the file is made, and SIGINT often ended Python itself (-2, not 130).
LONG = TEXT * 3_000
COMMAND = [sys.executable, "-m", "solecism", "check", "--detector", "light", "--format", "jsonl"]


@contextmanager
def at_work(
    folder: Path, *options: str, before: tuple[str, ...] = ()
) -> Iterator[subprocess.Popen[bytes]]:
    """A command that has begun to write a file, and waits for more of its input."""
    command = [*before, *COMMAND, *options, "-o", str(folder / "out.jsonl"), "-"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        process.stdin.write(LONG)
        process.stdin.flush()
        for _ in range(3_000):
            if any(folder.iterdir()):
                break
            time.sleep(0.05)
        yield process
        process.kill()


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
)
def test_a_signal_ends_a_command_quietly_and_no_file_stays(
    number: signal.Signals, code: int, jobs: str, tmp_path: Path
) -> None:
    with at_work(tmp_path, "--jobs", jobs) as process:
        assert [path.name[:11] for path in tmp_path.iterdir()] == [".out.jsonl."]
        process.send_signal(number)
        out, err = process.communicate(timeout=300)
    assert (process.returncode, out, err) == (code, b"", b"")
    assert list(tmp_path.iterdir()) == []


def test_a_closed_pipe_ends_a_command_quietly(tmp_path: Path) -> None:
    text = tmp_path / "long.txt"
    text.write_bytes(LONG)
    reading, writing = os.pipe()
    with subprocess.Popen([*COMMAND, str(text)], stdout=writing, stderr=subprocess.PIPE) as process:
        os.close(writing)
        os.close(reading)
        _, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (141, b"")


def test_what_is_started_by_nohup_outlives_its_terminal(tmp_path: Path) -> None:
    with at_work(tmp_path, before=("nohup",)) as process:
        process.send_signal(signal.SIGHUP)
        process.communicate(timeout=300)
    assert process.returncode == 1
    assert (tmp_path / "out.jsonl").read_text().startswith('{"site":"stdin.1:')
