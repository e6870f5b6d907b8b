"""Whoever committed comes back when the disk has it, and many come back at once."""

from __future__ import annotations

import errno
import threading
from pathlib import Path

import pytest

from solecism.errors import StoreError
from solecism_study.people.raters import join
from solecism_study.store import database
from solecism_study.store.database import GroupCommit
from studies import START, make_study


class Disk:
    """A disk that counts how often it is written, and waits where it is told to."""

    def __init__(self) -> None:
        self.n_written = 0
        self.is_free = threading.Event()
        self.is_free.set()
        self.is_at_work = threading.Event()
        self.problem: OSError | None = None

    def write(self, file: int) -> None:
        self.is_at_work.set()
        assert self.is_free.wait(timeout=30)
        if self.problem is not None:
            raise self.problem
        self.n_written += 1


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    made = Disk()
    monkeypatch.setattr(database, "_to_disk", made.write)
    return made


@pytest.fixture
def commits(tmp_path: Path) -> GroupCommit:
    log = tmp_path / "log"
    log.touch()
    return GroupCommit(log)


def test_nobody_leaves_a_write_before_the_disk_has_it(scratch: Path, disk: Disk) -> None:
    study = make_study(str(scratch / "study"))
    disk.is_free.clear()
    disk.is_at_work.clear()
    joining = threading.Thread(
        target=join, args=(study,), kwargs={"origin": "a", "external": "ann", "now": START}
    )
    joining.start()
    assert disk.is_at_work.wait(timeout=30)
    assert joining.is_alive()
    disk.is_free.set()
    joining.join(timeout=30)
    assert not joining.is_alive()
    study.close()


def test_one_write_is_enough_for_all_who_wait(commits: GroupCommit, disk: Disk) -> None:
    disk.is_free.clear()
    first = threading.Thread(target=commits.wait_for, args=(commits.committed(),))
    first.start()
    assert disk.is_at_work.wait(timeout=30)
    later = [commits.committed() for _ in range(10)]
    waiting = [threading.Thread(target=commits.wait_for, args=(one,)) for one in later]
    for thread in waiting:
        thread.start()
    disk.is_free.set()
    for thread in (first, *waiting):
        thread.join(timeout=30)
    assert disk.n_written == 2


def test_a_commit_after_a_write_is_not_taken_for_written(commits: GroupCommit, disk: Disk) -> None:
    commits.wait_for(commits.committed())
    commits.wait_for(commits.committed())
    assert disk.n_written == 2


def test_a_disk_that_failed_is_not_believed_again(commits: GroupCommit, disk: Disk) -> None:
    disk.problem = OSError(errno.EIO, "Input/output error")
    with pytest.raises(StoreError, match="the disk failed: Input/output error"):
        commits.wait_for(commits.committed())
    disk.problem = None
    with pytest.raises(StoreError, match=r"failed\. Stop the server"):
        commits.wait_for(commits.committed())


def test_what_has_left_the_log_is_safe(tmp_path: Path, disk: Disk) -> None:
    commits = GroupCommit(tmp_path / "no log")
    commits.wait_for(commits.committed())
    assert disk.n_written == 0
