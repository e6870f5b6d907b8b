"""What tests and examples in docstrings share: marks, signals, threads, and what was skipped.

Tests that need a program or a server are marked by what they ask for, so that nobody has to
remember it: `pytest -m "not browser and not ray"` leaves those out. Where several processes share
the work (`--dist loadgroup`), the tests of one mark stay in one process, which starts its browser
or server once; all other tests stay with those of their file, which share fixtures.
"""

from __future__ import annotations

import gc
import os
from collections import Counter
from collections.abc import Generator, Iterator
from pathlib import Path

# Each process of the tests has a core of its own. Threads of its arithmetic would wait for one
# another: on a busy machine, words are tagged eight times as fast without them. numpy reads this
# when it is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")
# Nothing is kept from one run of the tests to the next.
os.environ["SOLECISM_CACHE"] = os.devnull

import pytest
from _pytest.doctest import DoctestModule

from inherited_signals import hear_signals_in_children

ROOT = Path(__file__).parent
SOURCES = ROOT / "packages" / "solecism" / "src" / "solecism"
API = SOURCES / "api"
pytest_plugins = ["shared_fixtures"]
# The mark that a fixture, or a parameter of the fixture `location`, gives to a test.
MARK_OF_FIXTURE = {
    "browser": "browser",
    "nodes": "ray",
    "postgresql": "postgresql",
    "programs": "docs",
    "shared_data": "data",
}
# What is started once, the longest first, so that no process is left with it at the end: a part of
# the tests' names, and the group of tests that it means.
STARTED_ONCE = {
    "tests/browser/": "browser",
    "tests/test_docs.py": "docs",
    "solecism/tests/cluster/": "ray",
    "[postgresql": "postgresql",
    "-postgresql": "postgresql",
    "solecism-write/tests/lsp/": "editor",
    "solecism-write/tests/": "write",
    "tests/reporting/": "figures",
    "tests/cli/measure/": "figures",
    "tests/cli/papers/": "figures",
}


def pytest_configure(config: pytest.Config) -> None:
    """Let the processes that tests start hear signals, even where this one was told not to."""
    if config.getoption("dist", "no") == "no" or hasattr(config, "workerinput"):
        hear_signals_in_children()


@pytest.fixture(autouse=True)
def folder_with_examples(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Go to a folder in which an example may write, and find the bundled files."""
    if API in request.path.parents:
        folder = request.getfixturevalue("tmp_path")
        (folder / "examples").symlink_to(SOURCES / "examples")
        monkeypatch.chdir(folder)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Do not look for garbage among what stays: a third of the time of collecting the tests."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for examples only where there are any: to import a module for nothing takes time."""
    found = yield
    if file_path.suffix != ".py" or ">>> " in file_path.read_text(encoding="utf-8"):
        return found
    return [each for each in found if not isinstance(each, DoctestModule)]


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark a test by what it needs."""
    for name in marks_by_fixtures(item):
        item.add_marker(name)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let several processes begin with what takes longest."""
    if hasattr(config, "workerinput"):
        order = list(dict.fromkeys(STARTED_ONCE.values()))
        items.sort(
            key=lambda item: (
                order.index(one) if (one := group(item.nodeid)) in order else len(order)
            )
        )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Keep the tests of a group in one process (xdist's own groups need an older pytest)."""
    from xdist.scheduler import LoadScopeScheduling

    class ByGroup(LoadScopeScheduling):
        """Hands out one group of tests after the other."""

        def _split_scope(self, nodeid: str) -> str:
            return group(nodeid)

    return ByGroup(config, log) if config.getoption("dist") == "loadgroup" else None


def marks_by_fixtures(item: pytest.Item) -> Iterator[str]:
    """The marks that follow from the fixtures of a test."""
    asked = set(getattr(item, "fixturenames", ()))
    if call := getattr(item, "callspec", None):
        asked.add(call.params.get("location"))
    for fixture, mark in MARK_OF_FIXTURE.items():
        if fixture in asked:
            yield mark


def group(name: str) -> str:
    """What a test of this name shares with others in the same process: a server, or its file."""
    for part, shared in STARTED_ONCE.items():
        if part in name:
            return shared
    return name.partition("::")[0]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests were skipped for each reason."""
    skipped = terminalreporter.stats.get("skipped", [])
    reasons = Counter(reason(report) for report in skipped)
    if reasons:
        terminalreporter.section("not tested")
    for why, n_tests in reasons.most_common():
        tests = "test" if n_tests == 1 else "tests"
        terminalreporter.line(f"skipped: {n_tests} {tests}, {why}")


def reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Why a test was skipped, in its own words."""
    text = report.longrepr[-1] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return str(text).removeprefix("Skipped: ")
