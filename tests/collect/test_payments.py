"""Who is owed what."""

from __future__ import annotations

from collections.abc import Callable

from solecism.collect.configuration import Pay
from solecism.collect.imports import take_judgments
from solecism.collect.lifecycle import remove_rater
from solecism.collect.payments import format, payments
from solecism.collect.raters import all_raters
from solecism.collect.study import Study
from solecism.judgment import Judgment
from studies import START, new_rater, work

Made = Callable[..., Study]


def test_all_answers_are_paid_by_id_and_nobody_is_told_by_pseudonym(study_of: Made) -> None:
    study = study_of(n_items=3, n_judgments=2, pay=Pay(price=50_000))
    bea = new_rater(study, "=bea")
    for rater in (bea, new_rater(study, "ann")):
        work(study, rater)
    new_rater(study, "idle")
    take_judgments(study, [Judgment("essay.0:2-3:preposition", "elsewhere", "ok")], now=START)
    remove_rater(study, bea, reason="test", now=START, actor="ann")
    lines = list(format(payments(study, now=START)))
    assert lines[0] == "origin,id,code,answers,active_minutes,earned,currency\n"
    assert [line.split(",")[:2] for line in lines[1:]] == [["test", "'=bea"], ["test", "ann"]]
    assert [line.split(",")[3:] for line in lines[1:]] == [
        ["3", "0.1", "0.150000", "USD\n"],
        ["3", "0.1", "0.150000", "USD\n"],
    ]
    assert not any(rater.pseudonym in "".join(lines) for rater in all_raters(study))
