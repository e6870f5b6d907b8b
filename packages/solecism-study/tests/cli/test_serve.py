"""`solecism study serve`: what it says before it serves, and what it refuses."""

from __future__ import annotations

import subprocess
from pathlib import Path

from rater_pages import study_for
from shell import run
from solecism.web import bind
from solecism_study.serve.server import lock_against_other_servers


def serve(*words: str) -> subprocess.CompletedProcess[str]:
    return run("study", "serve", *words)


def test_a_dry_run_says_what_would_be_served(scratch: Path) -> None:
    study_for(scratch / "study", "cloze").close()
    words = ("--port", "0", "--dry-run", "--address", "https://study.example")
    done = serve(str(scratch / "study"), *words)
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "Trial (Fill the blank) at https://study.example",
        "administrators at https://study.example/admin. Ctrl+C stops.",
    ]


def test_a_port_in_use_is_one_line(scratch: Path) -> None:
    study_for(scratch / "study", "cloze").close()
    with bind("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        done = serve(str(scratch / "study"), "--port", port)
    assert done.returncode == 1
    problem = (
        f"solecism: 127.0.0.1:{port}: Address already in use. Choose another port with --port.\n"
    )
    assert done.stderr == problem


def test_a_study_that_is_served_already_is_one_line(scratch: Path) -> None:
    study = study_for(scratch / "study", "cloze")
    with lock_against_other_servers(study):
        done = serve(str(scratch / "study"), "--port", "0")
    study.close()
    assert done.returncode == 1
    assert done.stderr.endswith("another process serves this study already. Stop it first.\n")
    assert done.stderr.count("\n") == 1


def test_no_study_is_one_line(scratch: Path) -> None:
    done = serve(str(scratch / "nothing"))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
