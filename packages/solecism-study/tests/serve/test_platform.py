"""The studies of papers 002 and 004 from the documentation alone, with a simulated platform."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx2
import pytest

from places import ROOT
from rater_client import work_through
from rater_pages import NOW, served
from shell import run
from simulated_platform import SimulatedPlatform
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.people.reminders import due_raters
from solecism_study.serve.app import make_app
from solecism_study.status.progress import progress
from solecism_study.study import Study, open_study
from solecism_study.units import HOUR

PAGE = ROOT / "docs" / "studies.md"
HOST = "https://panel.example"
Stage = tuple[Study, "Clock", SimulatedPlatform, str]


class Clock:
    """The study's time, which the test moves."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now

    def pass_time(self, milliseconds: int) -> None:
        """Move the time on."""
        self.now += milliseconds


def commands(heading: str) -> list[str]:
    """The commands of the first console block under a heading of the documentation."""
    section = PAGE.read_text().split(f"\n### {heading}\n")[1]
    block = re.search(r"```console\n(.*?)```", section, re.DOTALL)
    assert block is not None
    joined = block[1].replace("\\\n", " ")
    return [line[2:] for line in joined.splitlines() if line.startswith("$ ")]


@pytest.fixture
def staged(tmp_path: Path) -> Iterator[Callable[[str, str], Stage]]:
    """Follows a section of the documentation, with a real server for study and platform each."""
    with ExitStack() as stack:

        def make(heading: str, code: str) -> Stage:
            platform = SimulatedPlatform(parameter="worker", codes=[code])
            address = stack.enter_context(served(platform.app))
            assert run("examples", folder=tmp_path).returncode == 0
            for command in commands(heading):
                line = command.replace(HOST, address)
                if line.startswith("solecism study new"):
                    done = run(*shlex.split(line)[1:], folder=tmp_path)
                    assert done.returncode == 0, done.stderr
                    name = shlex.split(line)[3]
                elif line.startswith("head -n"):
                    _, _, n, source, _, target = shlex.split(line)
                    lines = (tmp_path / source).read_text().splitlines(keepends=True)
                    (tmp_path / target).write_text("".join(lines[: int(n)]))
            study, clock = open_study(str(tmp_path / name)), Clock()
            stack.callback(study.close)
            platform.study = stack.enter_context(served(make_app(study, clock=clock)))
            return study, clock, platform, address

        yield make


def take(
    address: str, worker: str, clock: Clock, cookies: httpx2.Cookies | None = None
) -> httpx2.Response:
    """One worker from the platform's page through all questions; the study's last page.

    `cookies` are those of their browser, which are kept for another time.
    """
    with httpx2.Client(follow_redirects=True, timeout=60, verify=False, cookies=cookies) as browser:
        page = browser.get(f"{address}/take/{worker}")
        page = work_through(browser, page, worker, tick=lambda: clock.pass_time(5000))
        back = re.search(r'class="action" rel="noreferrer" href="([^"]+)"', page.text)
        if back is not None:
            browser.get(back[1].replace("&amp;", "&"))
        if cookies is not None:
            cookies.update(browser.cookies)
        return page


def test_twenty_raters_of_paper_002_come_and_are_paid(
    staged: Callable[[str, str], Stage],
) -> None:
    study, clock, platform, address = staged("Twenty raters from a platform", "C0MPLETE")
    assert study.configuration.n_judgments == 20
    workers = [f"w{number:02}" for number in range(20)]
    for worker in workers:
        page = take(address, worker, clock)
        assert "All done" in page.text
    assert platform.completed == {worker: ["C0MPLETE"] for worker in workers}
    [stage] = progress(study, now=clock.now).stages
    assert (stage.n_answered, stage.n_complete) == (20 * stage.n_items, stage.n_items)
    raters = {one.rater for one in recorded_judgments(study)}
    assert len(raters) == 20
    assert not raters & set(workers)
    # The twenty-first finds nothing to do, and whoever makes up a code is refused.
    late = take(address, "w99", clock)
    assert "completion code" not in late.text
    with httpx2.Client(verify=False) as browser:
        assert browser.get(f"{address}/done?cc=GUESS&who=w99").status_code == 403
    assert "w99" not in platform.completed


def test_the_two_stages_of_paper_004_are_days_apart(
    staged: Callable[[str, str], Stage],
) -> None:
    study, clock, platform, address = staged("Two stages, days apart", "N0UNS")
    assert study.configuration.stage_delay_hours == 48
    workers = ["w1", "w2"]
    kept = {worker: httpx2.Cookies() for worker in workers}
    for worker in workers:
        page = take(address, worker, clock, kept[worker])
        assert "The first round is done" in page.text
        assert "completion code" not in page.text
    assert platform.completed == {}
    first, second = progress(study, now=clock.now).stages
    assert (first.n_answered, second.n_answered) == (first.n_wanted, 0)
    assert due_raters(study, now=clock.now) == []
    clock.now += 49 * HOUR
    assert [one.id for one in due_raters(study, now=clock.now)] == workers
    for worker in workers:
        page = take(address, worker, clock, kept[worker])
        assert "All done" in page.text
    assert platform.completed == {worker: ["N0UNS"] for worker in workers}
    first, second = progress(study, now=clock.now).stages
    assert second.n_answered == second.n_wanted
    assert {one.stage for one in recorded_judgments(study)} == {"no-context", "in-context"}
    assert due_raters(study, now=clock.now + 99 * HOUR) == []
