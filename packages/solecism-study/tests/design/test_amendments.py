"""Amendments: money and numbers follow them at once, and each is on the record."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from sqlalchemy import select

from solecism.errors import InputError
from solecism_study.configuration import Changes, Pay
from solecism_study.design import amend, amendments_of
from solecism_study.log_verification import verify_study
from solecism_study.people.raters import consent
from solecism_study.status.progress import progress
from solecism_study.store.tables import judgments, openings, purses
from solecism_study.study import Study, open_study
from solecism_study.work.assignment import next_questions
from solecism_study.work.submission import undo
from studies import START, new_rater, work

Made = Callable[..., Study]


def test_a_new_price_holds_from_now_on_in_every_process(study_of: Made, location: str) -> None:
    study = study_of(n_items=4, pay=Pay(price=1000, fee_share=0.5, budget=100_000))
    other = open_study(location)
    ann = new_rater(study)
    work(study, ann, n=1)
    amend(other, Changes(price=3000), reason="too low", now=START, actor="boss")
    waiting = next_questions(study, ann, now=START + 2000)
    assert study.configuration.pay.price == 3000
    assert study.original.pay.price == 1000
    assert waiting.current is not None
    consent(study, ann, now=START + 2000)
    work(study, ann, n=1, now=START + 2000)
    with study.database.read() as connection:
        assert connection.execute(select(judgments.c.paid)).scalars().all() == [1000, 3000]
    so_far = progress(study, now=START)
    assert (so_far.earned, so_far.cost) == (4000, 1500 + 4500)
    undo(study, ann, request="undo the last", now=START + 5000)
    assert progress(study, now=START).earned == 1000
    other.close()
    reopened = open_study(location)
    assert reopened.configuration.pay.price == 3000
    reopened.close()
    assert verify_study(study).problems == ()


def test_what_is_reserved_is_counted_at_the_new_price(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=8, pay=Pay(price=1000, budget=5000))
    ann = new_rater(study)
    work(study, ann, n=1)
    with study.database.read() as connection:
        assert connection.execute(select(purses.c.committed)).scalar() == 3000
    with pytest.raises(InputError, match="spent or reserved"):
        amend(study, Changes(budget=2000), reason="less", now=START, actor="boss")
    amend(study, Changes(price=2000), reason="more", now=START, actor="boss")
    with study.database.read() as connection:
        assert connection.execute(select(purses.c.committed)).scalar() == 1000 + 2 * 2000
    consent(study, ann, now=START)
    assert len(list(next_questions(study, ann, now=START + 2000).leases)) == 2
    work(study, ann, now=START + 2000)
    assert progress(study, now=START).earned == 5000


@pytest.mark.parametrize(("n", "wanted"), [(5, [5, 5, 5]), (1, [1, 2, 2])])
def test_a_new_number_of_judgments_keeps_what_items_have(
    study_of: Made, n: int, wanted: list[int]
) -> None:
    study = study_of(n_items=3, n_judgments=3)
    for name in ("ann", "bea"):
        work(study, new_rater(study, name), n=2, now=START)
    for rater in (1, 2):
        from solecism_study.work.assignment import release_leases

        release_leases(study, rater, now=START)
    amend(study, Changes(n_judgments=n), reason="power", now=START, actor="boss")
    with study.database.read() as connection:
        rows = connection.execute(select(openings).order_by(openings.c.wanted)).all()
    assert sorted(row.wanted for row in rows) == sorted(
        max(n, row.n_answered) if n < 3 else n for row in rows
    )
    assert all(row.is_open == (row.n_answered < n) for row in rows)
    assert len(rows) == len(wanted)
    assert verify_study(study).problems == ()


def test_every_amendment_needs_a_reason_and_a_change(sqlite_study: Made) -> None:
    study = sqlite_study()
    with pytest.raises(InputError, match="reason"):
        amend(study, Changes(price=1), reason=" ", now=START, actor="boss")
    with pytest.raises(InputError, match="changes nothing"):
        amend(study, Changes(n_judgments=3), reason="none", now=START, actor="boss")
    assert amendments_of(study) == []
    made = amend(study, Changes(most_each=9), reason="shorter", now=START, actor="boss")
    assert amendments_of(study) == [made]
    assert study.configuration.most_each == 9
