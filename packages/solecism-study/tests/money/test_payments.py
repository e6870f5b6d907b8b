"""Who is owed what."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism_study.configuration import Pay
from solecism_study.exchange.bundle import methods_paragraph
from solecism_study.exchange.imports import import_judgments
from solecism_study.log_verification import log_entries
from solecism_study.people.payments import (
    format_bonuses,
    format_identities,
    format_payments,
    identities,
    payments,
)
from solecism_study.people.raters import all_raters
from solecism_study.people.removal import remove_rater
from solecism_study.simulation import SimulatedRaters, simulate
from solecism_study.status.progress import progress
from solecism_study.study import Study
from solecism_study.units import format_money, parse_money, plain_amount
from solecism_study.work.assignment import next_questions, release_leases
from solecism_study.work.submission import Submission, submit
from studies import MINUTE, START, new_rater, work

Made = Callable[..., Study]


def test_all_answers_are_paid_by_id_and_nobody_is_told_by_pseudonym(study_of: Made) -> None:
    study = study_of(n_items=3, n_judgments=2, pay=Pay(price=50_000))
    bea = new_rater(study, "=bea")
    for rater in (bea, new_rater(study, "ann")):
        work(study, rater)
    new_rater(study, "idle")
    import_judgments(study, [Judgment("essay.0:2-3:preposition", "elsewhere", "ok")], now=START)
    remove_rater(study, bea, reason="test", now=START, actor="ann")
    lines = list(format_payments(payments(study)))
    assert lines[0] == (
        "origin,id,stage,code,outcome,answers,surplus,active_minutes,earned,bonus,currency\n"
    )
    assert [line.split(",")[:2] for line in lines[1:]] == [["test", "'=bea"], ["test", "ann"]]
    assert [line.split(",")[5:] for line in lines[1:]] == [
        ["3", "0", "0.1", "0.150000", "0.150000", "USD\n"],
        ["3", "0", "0.1", "0.150000", "0.150000", "USD\n"],
    ]
    assert not any(rater.pseudonym in "".join(lines) for rater in all_raters(study))


def test_a_bonus_is_what_the_platform_does_not_pay_by_itself(study_of: Made) -> None:
    study = study_of(n_items=3, n_judgments=2, pay=Pay(price=33_333))
    work(study, new_rater(study, "ann"))
    work(study, new_rater(study, "bea"), n=1)
    owed = payments(study, paid_already={1: 50_000})
    assert [(one.id, one.earned, one.bonus) for one in owed] == [
        ("ann", 99_999, 49_999),
        ("bea", 33_333, 0),
    ]
    assert list(format_bonuses(owed)) == ["ann,0.05\n"]


def test_late_answers_are_counted_as_surplus_and_paid(study_of: Made) -> None:
    study = study_of(n_items=1, n_judgments=1, pay=Pay(price=50_000))
    late, other = new_rater(study, "late"), new_rater(study, "other")
    held = next_questions(study, late, now=START).current
    assert held is not None
    later = START + 60 * MINUTE
    work(study, other, now=later)
    sent = Submission(held.token, {"answer": ["ok"]}, "a late answer")
    submit(study, late, sent, now=later + MINUTE)
    owed = {one.id: (one.n_answers, one.n_surplus, one.earned) for one in payments(study)}
    assert owed == {"late": (1, 1, 50_000), "other": (1, 0, 50_000)}


def test_who_is_who_is_told_and_the_log_keeps_who_asked(study_of: Made) -> None:
    study = study_of()
    work(study, new_rater(study, "=ann"))
    [rater] = all_raters(study)
    people = identities(study, now=START, actor="boss")
    assert list(format_identities(people)) == [
        "pseudonym,origin,id\n",
        f"{rater.pseudonym},test,'=ann\n",
    ]
    asked = log_entries(study)[0]
    assert (asked.actor, asked.action, dict(asked.detail)) == ("boss", "identities", {"raters": 1})


@pytest.mark.parametrize("text", ["-1", "nan", "inf", "one", "1,50", "1e99"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="is not an amount"):
        parse_money(text)


def test_an_amount_is_told_with_all_its_digits() -> None:
    assert format_money(17_600, "USD") == "0.0176 USD"
    assert format_money(1_234_500_001, "EUR") == "1,234.500001 EUR"
    assert format_money(0, "USD") == "0.00 USD"
    assert plain_amount(10**15 - 1) == "999999999.999999"


@pytest.mark.parametrize("text", ["0.0176", "0.1", "0.000001", "999999999.999999"])
def test_an_amount_is_read_exactly(text: str) -> None:
    assert plain_amount(parse_money(text)).rstrip("0") == text


@pytest.mark.parametrize("text", ["1e10", "0.0000001", "sNaN"])
def test_an_amount_that_cannot_be_kept_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_money(text)


def test_fees_are_exact() -> None:
    assert Pay(price=17_600, fee_share=0.33).cost == 17_600 + 5_808
    assert Pay(price=10, fee_share=0.1).cost == 11
    assert Pay(price=1, fee_share=0.1).cost == 2


def test_the_methods_paragraph_has_the_price_and_counts_who_answered(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=3, n_judgments=1, pay=Pay(price=17_600))
    ann = new_rater(study, "ann")
    work(study, ann, n=1)
    release_leases(study, ann, now=START)
    rest = SimulatedRaters(n_raters=12, careless=0.0)
    simulate(study, rest, rng=np.random.default_rng(1), now=START)
    so_far = progress(study, now=START)
    text = methods_paragraph(study, so_far, n_problems=0)
    assert "Each judgment was paid 0.0176 USD" in text
    # Most of the simulated raters came when nothing was left, and made no judgment.
    n_raters = sum(one.n_answered > 0 for one in so_far.raters)
    assert n_raters < len(so_far.raters)
    assert text.startswith(f"{n_raters} raters made 3 judgments")
    were = "was" if n_raters == 2 else "were"
    assert f"{n_raters - 1} of the raters {were} simulated" in text
