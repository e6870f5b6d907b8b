"""The commands for platforms: what they ask for, what they send, and what they never repeat."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rater_pages import served
from simulated_prolific import TOKEN, SimulatedProlific, Submission
from solecism.cli.main import cli
from solecism_study.configuration import Pay, Platform
from solecism_study.people.platforms import completion, platform_named
from solecism_study.people.raters import consent, join, rater_by_id
from solecism_study.study import Study
from solecism_study.work.assignment import next_questions
from studies import START, make_study, work

ANN, BEA = "5f00aa5f00aa5f00aa5f00aa", "5f00bb5f00bb5f00bb5f00bb"
NO_DATA = "You have handed in the code, but the study was never finished. Write to us if it was."


class Account:
    """A study on the simulated Prolific, and the command line of whoever runs it."""

    def __init__(self, folder: Path, address: str, prolific: SimulatedProlific) -> None:
        self.prolific, self._folder = prolific, str(folder / "study")
        self._address = f"{address}/api/v1"
        platform = Platform(name="prolific", id_parameter="PROLIFIC_PID", code="C0DE")
        self.study = make_study(
            self._folder, n_items=3, platform=platform, access="platform", pay=Pay(price=50_000)
        )

    def run(self, *arguments: str, token: str | None = TOKEN) -> Result:
        """`solecism study prolific STUDY ...`."""
        environment = {"PROLIFIC_TOKEN": token, "PROLIFIC_API": self._address}
        return CliRunner().invoke(
            cli, ["study", "prolific", self._folder, *arguments], env=environment
        )

    def published(self) -> str:
        """Create and publish the study; its number."""
        where = ("--url", "https://study.example", "--places", "5", "--reward", "0.10")
        assert self.run("--create", *where, "--send").exit_code == 0
        assert self.run("--publish", "--send").exit_code == 0
        return next(iter(self.prolific.studies))

    def hand_in(self, number: str, participant: str, *, n: int) -> None:
        """Somebody answers n questions and hands in the code of the study."""
        rater = join(self.study, origin="prolific", external=participant, now=START)
        rater = consent(self.study, rater.id, now=START)
        work(self.study, rater.id, n=n)
        waiting = next_questions(self.study, rater.id, now=START).waiting
        if waiting is not None:
            completion(self.study, rater_by_id(self.study, rater.id), waiting, now=START)
        one = Submission(f"s{participant}", participant, number)
        self.prolific.submissions[one.id] = one
        self.prolific.hand_in(participant, "C0DE")


@pytest.fixture
def account(scratch: Path) -> Iterator[Account]:
    prolific = SimulatedProlific()
    with served(prolific.app) as address:
        made = Account(scratch, address, prolific)
        yield made
        made.study.close()


def said(result: Result) -> str:
    """What a command says is wrong."""
    return f"{result.stderr}{result.exception or ''}"


def sent(account: Account) -> list[str]:
    return [one for one in account.prolific.requests if one.startswith("POST")]


def test_without_send_nothing_is_changed_on_prolific(account: Account) -> None:
    where = ("--url", "https://study.example", "--places", "5", "--reward", "0.10")
    shown = account.run("--create", *where, token=None)
    assert shown.exit_code == 0
    assert json.loads(shown.stdout.partition("\n")[2])["reward"] == 10
    number = account.published()
    account.hand_in(number, ANN, n=3)
    before = sent(account)
    for step in (("--publish",), ("--approve",), ("--pay",), ()):
        assert account.run(*step).exit_code == 0
    assert sent(account) == before


def test_the_code_of_the_study_is_worth_nothing_to_who_was_not_shown_it(account: Account) -> None:
    number = account.published()
    account.hand_in(number, ANN, n=3)
    account.hand_in(number, BEA, n=1)
    listed = account.run().stdout
    assert f"{ANN}\tawaiting\tcomplete\t0.15 USD" in listed
    assert f"{BEA}\tawaiting\twrong code\t0.05 USD" in listed
    assert account.run("--approve", "--send").exit_code == 0
    assert account.prolific.paid == {ANN: 10}


def test_a_rejection_has_a_reason_and_what_was_earned_is_still_owed(account: Account) -> None:
    number = account.published()
    account.hand_in(number, BEA, n=1)
    which = ("--reject", f"s{BEA}", "--category", "NO_DATA", "--message")
    short = account.run(*which, "No.", "--send")
    assert (short.exit_code, "at least 100 characters" in said(short)) == (1, True)
    told = f"{NO_DATA} {NO_DATA}"
    assert account.run("--reject", "other", *which[2:], told, "--send").exit_code == 1
    assert account.run(*which, told).exit_code == 0
    assert account.prolific.submissions[f"s{BEA}"].status == "AWAITING REVIEW"
    assert account.run(*which, told, "--send").exit_code == 0
    assert account.prolific.submissions[f"s{BEA}"].status == "REJECTED"
    assert account.run("--pay", "--send").exit_code == 0
    account.prolific.settle()
    assert account.prolific.paid == {BEA: 5}


def test_bonuses_are_not_paid_twice_while_prolific_is_still_paying(account: Account) -> None:
    number = account.published()
    account.hand_in(number, ANN, n=3)
    assert account.run("--approve", "--send").exit_code == 0
    assert account.run("--pay", "--send").exit_code == 0
    again = account.run("--pay", "--send")
    assert again.exit_code == 1
    assert "try again then" in said(again)
    account.prolific.settle()
    done = account.run("--pay", "--send")
    assert (done.exit_code, "No bonus is due" in done.stderr) == (0, True)
    assert account.prolific.paid == {ANN: 15}


def test_a_list_that_was_never_paid_can_be_paid_after_that_is_recorded(account: Account) -> None:
    number = account.published()
    account.hand_in(number, ANN, n=3)
    assert account.run("--approve", "--send").exit_code == 0
    asked = account.run("--pay", "--send").stdout
    bonuses = asked.rpartition("(")[2].partition(")")[0]
    # Prolific forgets the order: what was set up is never paid.
    account.prolific._asked.clear()
    assert account.run("--not-paid", "another").exit_code == 1
    assert account.run("--not-paid", bonuses).exit_code == 0
    assert account.run("--pay", "--send").exit_code == 0
    account.prolific.settle()
    assert account.prolific.paid == {ANN: 15}


@pytest.mark.parametrize(
    ("arguments", "token", "problem"),
    [
        (("--publish", "--pay"), TOKEN, "Give one step at a time: --publish or --pay."),
        (("--create",), TOKEN, "--create needs --url and --places."),
        (("--publish", "--send"), TOKEN, "is not on Prolific yet"),
        (("--stage", "2"), TOKEN, "the study has 1 stage"),
        ((), None, "PROLIFIC_TOKEN"),
        (("--reject", "s1"), TOKEN, "needs --category and --message"),
        (
            ("--create", "--url", "https://a.example", "--places", "1", "--reward", "0.105"),
            TOKEN,
            "whole cents",
        ),
        (("--create", "--url", "https://a.example", "--places", "1"), TOKEN, "'--reward'"),
    ],
)
def test_what_is_missing_is_told_before_anything_is_sent(
    account: Account, arguments: tuple[str, ...], token: str | None, problem: str
) -> None:
    told = account.run(*arguments, token=token)
    assert told.exit_code in (1, 2)
    assert problem in said(told)
    assert account.prolific.requests == []


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((), "Give --hit FILE to write one, or --results FILE"),
        (("--hit", "hit.json"), "--hit needs --url"),
        (("--hit", "hit.json", "--url", "https://a.example"), "--hit needs --assignments"),
        (
            ("--hit", "hit.json", "--url", "http://a.example", "--assignments", "3"),
            "'--reward'",
        ),
        (("--hit", "q.xml", "--url", "http://a.example"), "by HTTPS only"),
        (("--results", "none.json", "--reward", "1"), "none.json"),
    ],
)
def test_a_hit_or_its_results_need_what_they_need(
    scratch: Path, arguments: tuple[str, ...], problem: str
) -> None:
    folder = str(scratch / "study")
    study: Study = make_study(folder, platform=platform_named("mturk"), access="platform")
    study.close()
    told = CliRunner().invoke(cli, ["study", "mturk", folder, *arguments])
    assert told.exit_code in (1, 2)
    assert problem in said(told)
    assert not list(Path().glob("hit.json"))
