"""The tests themselves: what they hear, how they are shared out, and what they say was skipped."""

from __future__ import annotations

import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from inherited_signals import INHERITED, hear_signals_in_children
from places import ROOT

PACKAGES = sorted(path.parent for path in (ROOT / "packages").glob("*/src/*/__init__.py"))
SHOW = "import signal, sys; print(signal.getsignal(int(sys.argv[1])) == signal.SIG_IGN)"
TESTS = """
import pytest

@pytest.fixture(params=["sqlite", "postgresql"])
def location(request): ...

@pytest.fixture
def browser(): ...

def test_store(location): ...
def test_page(browser): ...

@pytest.mark.parametrize("number", range(3))
def test_data(number):
    pytest.skip("no real corpora")

@pytest.mark.skip(reason="no LibreOffice")
def test_office(): ...
"""


@pytest.fixture(params=INHERITED)
def ignored(request: pytest.FixtureRequest) -> Iterator[signal.Signals]:
    before = signal.signal(request.param, signal.SIG_IGN)
    yield request.param
    signal.signal(request.param, before)


def test_what_ignores_a_signal_starts_processes_that_hear_it(ignored: signal.Signals) -> None:
    def is_ignored_in_a_child() -> str:
        command = [sys.executable, "-c", SHOW, str(int(ignored))]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()

    assert is_ignored_in_a_child() == "True"
    hear_signals_in_children()
    assert is_ignored_in_a_child() == "False"
    signal.raise_signal(ignored)


@pytest.fixture(scope="module")
def tests_run(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., list[str]]:
    """Runs a file of tests with our settings and hooks; the lines that are printed."""
    folder = tmp_path_factory.mktemp("tests")
    file = folder / "test_some.py"
    file.write_text(TESTS)

    def run(*options: str) -> list[str]:
        ours = ["-c", str(ROOT / "pyproject.toml"), "-p", "conftest", "-p", "no:cacheprovider"]
        path = os.pathsep.join([str(ROOT), str(ROOT / "tests" / "support")])
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *ours, *options, str(file)],
            env={**os.environ, "PYTHONPATH": path},
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.stdout.splitlines()

    return run


@pytest.fixture(scope="module")
def by_two(tests_run: Callable[..., list[str]]) -> list[str]:
    """What is printed where two processes share the tests."""
    return tests_run("-n", "2", "--dist", "loadgroup", "--no-loadscope-reorder", "-v")


def test_what_was_skipped_is_counted_by_reason(by_two: list[str]) -> None:
    start = next(number for number, line in enumerate(by_two) if "not tested" in line)
    assert by_two[start + 1 : start + 3] == [
        "skipped: 3 tests, no real corpora",
        "skipped: 1 test, no LibreOffice",
    ]


@pytest.mark.parametrize(
    ("mark", "expected"), [("postgresql", "test_store[postgresql]"), ("browser", "test_page")]
)
def test_a_test_is_marked_by_what_it_asks_for(
    mark: str, expected: str, tests_run: Callable[..., list[str]]
) -> None:
    printed = tests_run("-m", mark, "--collect-only", "-q")
    assert [line.rpartition("::")[2] for line in printed if "::" in line] == [expected]


def test_tests_of_one_group_run_in_one_process(by_two: list[str]) -> None:
    ran = [line.split() for line in by_two if line.startswith("[gw")]
    processes = {words[-1].split("::")[1]: words[0] for words in ran}
    with_postgresql = processes.pop("test_store[postgresql]")
    assert len(processes) == 6
    assert {with_postgresql, *processes.values()} == {"[gw0]", "[gw1]"}
    assert len(set(processes.values())) == 1


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_every_module_can_be_imported(package: Path) -> None:
    for path in sorted(package.rglob("*.py")):
        if path.stem != "__main__" and "migrations" not in path.parts:
            names = path.relative_to(package.parent).with_suffix("").parts
            importlib.import_module(".".join(names).removesuffix(".__init__"))
