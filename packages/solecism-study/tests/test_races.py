"""Many raters at once, and servers that die in the middle."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable

import pytest
from sqlalchemy import update

from places import ROOT
from races import race
from solecism_study.configuration import Control, Pay
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.log_verification import verify_study
from solecism_study.status.progress import progress
from solecism_study.store.tables import openings
from solecism_study.study import Study, open_study
from solecism_study.work.assignment import next_questions
from solecism_study.work.lease import NextQuestions
from studies import START, new_rater

Made = Callable[..., Study]
N_RACES = 3
N_KILLS = 4


@pytest.mark.parametrize("number", range(N_RACES))
def test_ten_raters_racing_for_36_slots_fill_exactly_36(study_of: Made, number: int) -> None:
    study = study_of(n_items=12, n_judgments=3, seed=number)
    race(study, n_raters=10)
    counts = Counter(one.site for one in recorded_judgments(study))
    assert sorted(counts.values()) == [3] * 12
    assert verify_study(study).problems == ()


def test_no_acknowledged_judgment_is_lost_or_doubled_by_kill_9(
    study_of: Made, location: str
) -> None:
    study = study_of(n_items=400, n_judgments=4)
    acknowledged: list[str] = []
    for number in range(N_KILLS):
        acknowledged += killed_while_submitting(location, number)
    kept = Counter(f"{one.rater} {one.site}" for one in recorded_judgments(study))
    assert acknowledged
    assert not set(acknowledged) - set(kept)
    assert set(kept.values()) == {1}
    assert verify_study(study).problems == ()


def killed_while_submitting(location: str, number: int) -> list[str]:
    """What a process said it had kept before it was killed."""
    worker = ROOT / "tests" / "support" / "races.py"
    command = [sys.executable, str(worker), location, f"rater{number % 2}", str(number)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(5 + 3 * number)]
        time.sleep(0.001 * number)
        os.kill(process.pid, signal.SIGKILL)
        lines += process.stdout.readlines()
    return [line.rstrip("\n") for line in lines if line.endswith("\n")]


def test_racing_raters_spend_the_whole_budget_and_no_more(study_of: Made) -> None:
    pay = Pay(price=1000, fee_share=0.5, budget=17 * 1500 + 1499)
    study = study_of(n_items=20, n_judgments=2, pay=pay)
    race(study, n_raters=10)
    assert len(list(recorded_judgments(study))) == 17
    found = progress(study, now=START)
    assert found.cost == found.committed == 17 * 1500
    assert verify_study(study).problems == ()


def test_a_study_can_be_opened_again_where_it_was_left(study_of: Made, location: str) -> None:
    study = study_of(n_items=4, n_judgments=1)
    race(study, n_raters=2)
    again = open_study(location)
    assert list(recorded_judgments(again)) == list(recorded_judgments(study))
    again.close()


def test_raters_who_are_removed_in_the_middle_leave_no_slot_behind(study_of: Made) -> None:
    study = study_of(
        n_items=20,
        n_gold=12,
        n_judgments=2,
        control=Control(share=0.5, least=3),
        pay=Pay(price=1000, budget=150_000),
    )
    race(study, n_raters=8, answers=("error", "ok"))
    found = progress(study, now=START)
    states = Counter(rater.state for rater in found.raters)
    assert states["removed"] >= 1
    assert found.budget is not None
    assert found.earned <= found.committed <= found.budget
    counts = Counter(one.site for one in recorded_judgments(study, with_control=False))
    assert max(counts.values()) <= 2
    assert verify_study(study).problems == ()


def test_nobody_is_sent_away_while_somebody_else_takes_another_slot(study_of: Made) -> None:
    study = study_of(n_items=1, n_judgments=2)
    bea = new_rater(study, "bea")
    found: list[NextQuestions] = []
    thread = threading.Thread(target=lambda: found.append(next_questions(study, bea, now=START)))
    with study.database.write() as connection:
        connection.execute(update(openings).values(n_leased=openings.c.n_leased))
        thread.start()
        thread.join(timeout=0.3)
    thread.join()
    assert found[0].current is not None
