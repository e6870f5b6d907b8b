"""The studies of papers 003 and 004 from the documentation alone: set up, done, reviewed and paid.

Every command of the page is run as it is written, but for the addresses: the study's is that of a
real server, and each platform is a small server that behaves as its documentation says.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest

from places import ROOT
from rater_client import forms, work_through
from rater_pages import NOW, served
from shell import program, run
from simulated_prolific import COMPLETE, TOKEN, SimulatedProlific
from simulated_turk import HOST, SimulatedTurk
from solecism_study.configuration import UNIT
from solecism_study.people.payments import payments
from solecism_study.serve.app import make_app
from solecism_study.study import Study, open_study
from solecism_study.units import HOUR

PAGE = (ROOT / "docs" / "platforms.md").read_text()
ADDRESS = "https://study.example"
CENT = UNIT // 100


class Researcher:
    """Somebody who follows a section of the page in a folder of their own.

    `at` is where the study is served, `now` the time there.
    """

    def __init__(self, heading: str, folder: Path, **environment: str) -> None:
        section = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
        blocks = re.findall(r"```(console|bash)\n(.*?)```", section, re.DOTALL)
        self._blocks = iter([_commands(kind, text) for kind, text in blocks])
        self._folder, self._programs = folder, folder / "programs"
        self._environment = {**os.environ, **environment}
        self._programs.mkdir()
        aws = self._programs / "aws"
        aws.write_text(
            f'#!/bin/sh\nexec {sys.executable} -I {ROOT}/tests/support/aws_mturk.py "$@"'
        )
        aws.chmod(0o755)
        self.now = NOW
        assert run("examples", folder=folder).returncode == 0

    def next_block(self) -> str:
        """Run the next block of commands; what they print."""
        path = [str(self._programs), str(Path(program()).parent), self._environment["PATH"]]
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", f"{self._setting}{next(self._blocks)}"],
            cwd=self._folder,
            env={**self._environment, "PATH": os.pathsep.join(path)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    @property
    def _setting(self) -> str:
        """The shell's variables that an earlier block has set."""
        return "".join(f"{line}\n" for line in re.findall(r"^turk=.*$", PAGE, re.MULTILINE))

    def tick(self) -> None:
        """Five seconds pass."""
        self.now += 5000


def _commands(kind: str, text: str) -> str:
    if kind == "bash":
        return text
    return "\n".join(line[2:] for line in text.splitlines() if line.startswith("$ "))


pytestmark = pytest.mark.slow


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def serve(stack: ExitStack, folder: Path, researcher: Researcher) -> tuple[Study, str]:
    study = open_study(str(folder))
    stack.callback(study.close)
    return study, stack.enter_context(served(make_app(study, clock=lambda: researcher.now)))


def earned_cents(study: Study, stage: int) -> dict[str, int]:
    """What each person has earned at a stage by the study's ledger, in cents, rounded up."""
    earned: dict[str, int] = {}
    for one in payments(study):
        if one.stage == stage:
            earned[one.id] = earned.get(one.id, 0) + one.earned
    return {who: -(-amount // CENT) for who, amount in earned.items()}


def rows(printed: str) -> dict[str, list[str]]:
    """The lines of the table of submissions, by worker."""
    table = [line.split("\t") for line in printed.splitlines() if "\t" in line]
    return {row[1]: row for row in table[1:]}


class TurkWorkers:
    """Workers of Mechanical Turk, whose hosts are those of the simulated one and the study's."""

    def __init__(self, researcher: Researcher, turk: str, study: str) -> None:
        self._researcher, self._turk, self._study = researcher, turk, study

    def real(self, address: str) -> str:
        """Where an address leads in the test."""
        return address.replace(HOST, self._turk).replace(ADDRESS, self._study)

    def frame(self, page: httpx2.Response) -> str:
        """The address that the page of Mechanical Turk shows in its frame."""
        source = re.search(r'<iframe[^>]* src="([^"]+)"', page.text)
        assert source is not None, page.text
        return self.real(source[1].replace("&amp;", "&"))

    def work(
        self, hit: str, worker: str, *, most: int | None = None, code: str | None = None
    ) -> str:
        """Accept the HIT, answer, and submit the code; the code that was shown."""
        with httpx2.Client(follow_redirects=True, timeout=60, verify=False) as browser:
            framed = browser.get(self.frame(browser.get(f"{self._turk}/accept/{hit}/{worker}")))
            assert framed.status_code == 200, framed.text
            [form] = forms(framed)
            link = re.search(r'class="action" href="([^"]+)" target="_blank"', framed.text)
            assert link is not None
            page = browser.get(str(framed.url.join(link[1])))
            page = work_through(browser, page, worker, tick=self._researcher.tick, most=most)
            if most is not None:
                csrf = next(one.value("csrf") for one in forms(page) if one.action == "/leave")
                page = browser.post(str(page.url.join("/leave")), data={"csrf": csrf})
            shown = re.search(r'<p class="code">([^<]+)</p>', page.text)
            assert shown is not None, page.text
            sent = {"assignmentId": form.value("assignmentId"), "code": code or shown[1]}
            assert browser.post(self.real(form.action), data=sent).status_code == 200
            return shown[1]


def test_paper_003_on_the_simulated_turk_is_paid_to_the_cent(
    tmp_path: Path, stack: ExitStack
) -> None:
    turk = SimulatedTurk()
    at_turk = stack.enter_context(served(turk.app))
    researcher = Researcher("Mechanical Turk", tmp_path, TURK_SANDBOX=at_turk)
    researcher.next_block()
    study, at_study = serve(stack, tmp_path / "examples" / "turk", researcher)
    researcher.next_block()
    [hit] = turk.hits.values()
    assert (hit.reward, hit.n_assignments) == (20, 24)
    workers = TurkWorkers(researcher, at_turk, at_study)

    n_items = len(study.all_items())
    # Three who stop early leave all questions open to eighteen others.
    whole = [f"A{number:02}WHOLEWORK" for number in range(18)]
    codes = [workers.work(hit.id, worker) for worker in whole]
    stopped, forger, thief = "A99STOPSEARLY", "A88MAKESUPCODE", "A77TAKESACODE"
    workers.work(hit.id, stopped, most=4)
    workers.work(hit.id, forger, most=3, code="MADEUPC0DE")
    workers.work(hit.id, thief, most=2, code=codes[0])

    reviewed = rows(researcher.next_block())
    assert {reviewed[worker][3] for worker in whole} == {"complete"}
    assert reviewed[stopped][3] == "stopped"
    assert {reviewed[forger][3], reviewed[thief][3]} == {"wrong code"}
    assert turk.paid == dict.fromkeys(whole, 20)

    researcher.next_block()
    ledger = earned_cents(study, 1)
    assert ledger[whole[0]] == 2 * n_items
    assert turk.paid == {worker: ledger[worker] for worker in whole}
    # The same file once more pays nothing: Mechanical Turk knows its tokens.
    line = (tmp_path / "bonuses.jsonl").read_text().splitlines()[0]
    again = subprocess.run(
        [str(tmp_path / "programs" / "aws"), "mturk", "send-bonus", "--cli-input-json", line],
        env={**os.environ, "TURK_SANDBOX": at_turk},
        capture_output=True,
        text=True,
        check=False,
    )
    assert again.returncode != 0
    assert "was used for an earlier request" in again.stderr
    assert turk.paid == {worker: ledger[worker] for worker in whole}


def test_paper_004_on_the_simulated_prolific_is_paid_to_the_cent(
    tmp_path: Path, stack: ExitStack
) -> None:
    prolific = SimulatedProlific()
    at_prolific = stack.enter_context(served(prolific.app))
    researcher = Researcher(
        "Prolific", tmp_path, PROLIFIC_TOKEN=TOKEN, PROLIFIC_API=f"{at_prolific}/api/v1"
    )
    researcher.next_block()
    assert prolific.requests == []
    study, at_study = serve(stack, tmp_path / "examples" / "nouns", researcher)
    researcher.next_block()
    [first] = prolific.studies.values()
    assert (first["status"], first["reward"]) == ("ACTIVE", 150)
    participants = ["5f00aa5f00aa5f00aa5f00aa", "5f00bb5f00bb5f00bb5f00bb"]
    kept = {one: httpx2.Cookies() for one in participants}

    def take(participant: str, number: str) -> str:
        """Follow the link from Prolific to the end of a stage, and back with the code."""
        with httpx2.Client(timeout=60, verify=False, cookies=kept[participant]) as browser:
            sent = browser.get(f"{at_prolific}/take/{number}/{participant}")
            if sent.status_code != 302:
                return "not open"
            browser.follow_redirects = True
            page = browser.get(sent.headers["location"].replace(ADDRESS, at_study))
            page = work_through(browser, page, participant, tick=researcher.tick)
            back = re.search(r'class="action" rel="noreferrer" href="([^"]+)"', page.text)
            assert back is not None, page.text
            address = urlsplit(back[1].replace("&amp;", "&"))
            assert f"{address.scheme}://{address.netloc}{address.path}" == COMPLETE
            kept[participant].update(browser.cookies)
            code = address.query.removeprefix("cc=")
            prolific.hand_in(participant, code)
            return code

    assert [take(one, first["id"]) for one in participants] == ["F1RST", "F1RST"]
    printed = researcher.next_block()
    assert printed.count("\tcomplete\t") == 3 * len(participants)
    assert prolific.paid == dict.fromkeys(participants, 150)
    prolific.settle()
    ledger = earned_cents(study, 1)
    assert ledger == dict.fromkeys(participants, 10 * len(study.all_items()))
    assert prolific.paid == ledger

    # The commands ask the computer what time it is: the first stage was done long ago.
    researcher.now += 73 * HOUR
    researcher.next_block()
    second = next(one for one in prolific.studies.values() if one["id"] != first["id"])
    assert second["filters"][0]["selected_values"] == participants
    kept["5f00cc5f00cc5f00cc5f00cc"] = httpx2.Cookies()
    assert take("5f00cc5f00cc5f00cc5f00cc", second["id"]) == "not open"
    assert [take(one, second["id"]) for one in participants] == ["SEC0ND", "SEC0ND"]
    researcher.next_block()
    prolific.settle()
    both = {who: cents + earned_cents(study, 2)[who] for who, cents in ledger.items()}
    assert prolific.paid == both
    assert TOKEN not in "".join(
        path.read_bytes().decode("latin-1")
        for path in (tmp_path / "examples" / "nouns").rglob("*")
        if path.is_file()
    )
