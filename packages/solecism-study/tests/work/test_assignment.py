"""Who gets which item, and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from sqlalchemy import select, text

from databases import new_database
from solecism.errors import ConflictError
from solecism_study.configuration import Batch, Control, Pay
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.log_verification import verify_study
from solecism_study.status.progress import BatchProgress, progress
from solecism_study.store.tables import assignments, openings
from solecism_study.study import Study, set_open
from solecism_study.work.assignment import next_questions, release_leases
from solecism_study.work.lease import Waiting, heartbeat
from solecism_study.work.submission import undo
from studies import MINUTE, START, answer, data_items, make_study, new_rater, work

Made = Callable[..., Study]


def test_every_item_gets_exactly_the_judgments_that_were_asked_for(study_of: Made) -> None:
    study = study_of(n_items=5, n_judgments=2)
    for name in ("ann", "bea", "cid"):
        finished = work(study, new_rater(study, name))
        assert finished.waiting is not None
        assert finished.waiting.reason == "finished"
    counts = Counter(judgment.site for judgment in recorded_judgments(study))
    assert set(counts.values()) == {2}
    assert len(counts) == 5
    assert verify_study(study).problems == ()


def test_no_rater_judges_an_item_twice(study_of: Made) -> None:
    study = study_of(n_items=8, n_judgments=3)
    for name in ("ann", "bea"):
        work(study, new_rater(study, name))
    pairs = Counter((judgment.site, judgment.rater) for judgment in recorded_judgments(study))
    assert set(pairs.values()) == {1}


def test_a_rater_gets_the_same_question_until_it_is_answered(study_of: Made) -> None:
    study = study_of(n_items=4)
    ann = new_rater(study)
    first = next_questions(study, ann, now=START)
    assert next_questions(study, ann, now=START + MINUTE).leases == first.leases
    assert len(first.leases) == 2


def test_the_item_leased_ahead_is_the_next_one(study_of: Made) -> None:
    study = study_of(n_items=4)
    ann = new_rater(study)
    first = next_questions(study, ann, now=START)
    assert first.current is not None
    _, second = answer(study, ann, first.current, now=START + 1000)
    assert second.current == first.leases[1]


def test_a_lease_ends_after_its_time_and_the_slot_is_free_for_others(study_of: Made) -> None:
    study = study_of(n_items=1, n_judgments=1)
    ann, bea = new_rater(study, "ann"), new_rater(study, "bea")
    assert next_questions(study, ann, now=START).current is not None
    assert next_questions(study, bea, now=START + 14 * MINUTE).current is None
    assert next_questions(study, bea, now=START + 15 * MINUTE).current is not None


def test_a_heartbeat_holds_the_lease(study_of: Made) -> None:
    study = study_of(n_items=1, n_judgments=1)
    ann, bea = new_rater(study, "ann"), new_rater(study, "bea")
    next_questions(study, ann, now=START)
    assert heartbeat(study, ann, now=START + 10 * MINUTE) == START + 25 * MINUTE
    assert heartbeat(study, bea, now=START + 10 * MINUTE) is None
    assert next_questions(study, bea, now=START + 20 * MINUTE).current is None


def test_a_rater_may_take_an_item_again_whose_lease_ended(study_of: Made) -> None:
    study = study_of(n_items=1, n_judgments=1)
    ann = new_rater(study)
    first = next_questions(study, ann, now=START)
    again = next_questions(study, ann, now=START + 60 * MINUTE)
    assert again.current is not None
    assert first.current is not None
    assert again.current.token == first.current.token


def test_what_a_rater_gives_back_is_free_at_once(study_of: Made) -> None:
    study = study_of(n_items=2, n_judgments=1)
    ann, bea = new_rater(study, "ann"), new_rater(study, "bea")
    next_questions(study, ann, now=START)
    assert next_questions(study, bea, now=START).current is None
    assert release_leases(study, ann, now=START) == 2
    assert len(next_questions(study, bea, now=START).leases) == 2


def test_items_that_others_began_come_first(study_of: Made) -> None:
    study = study_of(n_items=40, n_judgments=2)
    work(study, new_rater(study, "ann"), n=6)
    with study.database.read() as connection:
        begun = select(openings.c.item).where(openings.c.is_begun)
        first = set(connection.execute(begun).scalars())
    bea = new_rater(study, "bea")
    work(study, bea, n=6)
    with study.database.read() as connection:
        hers = select(assignments.c.item).where(
            assignments.c.rater == bea, assignments.c.state == "answered"
        )
        assert set(connection.execute(hers).scalars()) < first


def test_the_order_of_items_is_each_raters_own_and_follows_from_the_seed(
    sqlite_study: Made,
) -> None:
    orders = []
    for seed in (1, 1, 2):
        study = sqlite_study(n_items=12, n_judgments=5, seed=seed, items=data_items(12))
        study.secret = b"the same in all studies, as names of raters hang on it"
        for name in ("ann", "bea"):
            work(study, new_rater(study, name))
        judgments = list(recorded_judgments(study))
        raters = list(dict.fromkeys(judgment.rater for judgment in judgments))
        orders.append([[j.site for j in judgments if j.rater == rater] for rater in raters])
    assert orders[0] == orders[1]
    assert orders[0] != orders[2]
    assert orders[0][0] != orders[0][1]


def test_a_batch_is_judged_by_all_raters(study_of: Made) -> None:
    study = study_of(n_items=12, n_judgments=1, batches=(Batch(name="first", size=4, after=3),))
    for name in ("ann", "bea", "cid"):
        work(study, new_rater(study, name))
    everyone = Counter(
        judgment.site for judgment in recorded_judgments(study) if judgment.batch == "first"
    )
    assert sorted(everyone.values()) == [3, 3, 3, 3]
    assert progress(study, now=START).batches == (BatchProgress("first", 4, 12, 3),)


def test_a_batch_waits_until_a_rater_has_done_so_many_others(study_of: Made) -> None:
    study = study_of(n_items=12, n_judgments=1, batches=(Batch(name="late", size=4, after=3),))
    work(study, new_rater(study))
    batches = [judgment.batch for judgment in recorded_judgments(study)]
    assert batches[:3] == [None, None, None]
    assert "late" in batches[3:9]


def test_a_rater_is_done_after_as_many_answers_as_one_may_give(study_of: Made) -> None:
    study = study_of(n_items=12, n_judgments=1, most_each=5)
    ann = new_rater(study)
    assert work(study, ann).waiting == Waiting("finished")
    assert len(list(recorded_judgments(study))) == 5
    assert undo(study, ann, request="take it back", now=START).current is not None
    work(study, ann)
    work(study, new_rater(study, "bea"))
    assert len(list(recorded_judgments(study))) == 10


def test_control_items_are_mixed_in_at_their_share(study_of: Made) -> None:
    study = study_of(n_items=30, n_gold=10, control=Control(share=0.2))
    work(study, new_rater(study), answers=lambda lease: {"answer": ["error"]})
    gold = [judgment.gold is not None for judgment in recorded_judgments(study)]
    assert sum(gold) == pytest.approx(len(gold) * 0.2, abs=1)


def test_a_closed_study_gives_no_questions_but_takes_answers(study_of: Made) -> None:
    study = study_of(n_items=4)
    ann = new_rater(study)
    first = next_questions(study, ann, now=START)
    set_open(study, is_open=False, now=START, actor="boss")
    closed = next_questions(study, ann, now=START)
    assert closed.waiting is not None
    assert closed.waiting.reason == "closed"
    assert first.current is not None
    receipt, _ = answer(study, ann, first.current, now=START + 1000)
    assert not receipt.is_surplus


def test_nobody_is_asked_before_they_agree(study_of: Made) -> None:
    from solecism_study.people.raters import join

    study = study_of()
    rater = join(study, origin="test", external="dora", now=START)
    waiting = next_questions(study, rater.id, now=START).waiting
    assert waiting is not None
    assert waiting.reason == "consent"


def test_no_more_is_given_out_than_the_budget_pays_for(study_of: Made) -> None:
    pay = Pay(price=100_000, fee_share=0.2, budget=5 * 120_000 + 1)
    study = study_of(n_items=10, pay=pay)
    ended = [work(study, new_rater(study, name)) for name in ("ann", "bea")]
    assert [one.waiting.reason for one in ended if one.waiting] == ["budget", "budget"]
    found = progress(study, now=START)
    assert found.earned == 500_000
    assert found.cost == found.committed == 600_000


def test_money_set_aside_for_a_lease_that_lapsed_is_there_for_others(study_of: Made) -> None:
    pay = Pay(price=100_000, budget=300_000)
    study = study_of(n_items=10, pay=pay, late_minutes=60)
    ann, bea = new_rater(study, "ann"), new_rater(study, "bea")
    assert len(work(study, ann, n=1).leases) == 2
    later = START + 30 * MINUTE
    assert next_questions(study, bea, now=later).current is None
    assert next_questions(study, bea, now=later + 70 * MINUTE).current is not None


def test_who_only_looks_holds_no_money(study_of: Made) -> None:
    pay = Pay(price=100_000, budget=200_000)
    study = study_of(n_items=10, pay=pay)
    for number in range(5):
        looking = next_questions(study, new_rater(study, f"idle{number}"), now=START)
        assert len(looking.leases) == 2
    assert progress(study, now=START).committed == 0
    ann = new_rater(study, "ann")
    work(study, ann)
    assert progress(study, now=START).earned == 200_000


def test_a_first_answer_that_cannot_be_paid_is_not_taken(study_of: Made) -> None:
    study = study_of(n_items=10, pay=Pay(price=100_000, budget=200_000))
    ann, bea = new_rater(study, "ann"), new_rater(study, "bea")
    lease = next_questions(study, bea, now=START).current
    assert lease is not None
    work(study, ann)
    with pytest.raises(ConflictError, match="used up before your first answer"):
        answer(study, bea, lease, now=START + 9000)
    waiting = next_questions(study, bea, now=START + 9000).waiting
    assert waiting is not None
    assert waiting.reason == "budget"
    assert verify_study(study).problems == ()


def test_a_page_left_open_does_not_hold_its_questions_forever(study_of: Made) -> None:
    study = study_of(lease_minutes=15)
    ann = new_rater(study, "ann")
    next_questions(study, ann, now=START)
    renewed = [heartbeat(study, ann, now=START + n * 10 * MINUTE) for n in range(1, 20)]
    assert renewed[0] is not None
    assert renewed[-1] is None


def test_a_judgment_reads_few_rows_however_many_answers_came_before(postgresql: str) -> None:
    study = make_study(new_database(postgresql), n_items=150, n_judgments=2)
    raters = [new_rater(study, name) for name in ("ann", "bea")]
    read = []
    for is_analyzed in (False, False, True):
        if is_analyzed:
            # What PostgreSQL then knows is that the tables are small.
            with study.database.write() as connection:
                connection.execute(text("ANALYZE"))
        before = rows_read(study)
        for rater in raters:
            work(study, rater, n=40)
        read.append((rows_read(study) - before) / 80)
    study.close()
    # Without an index that leads to one row, it was one row per earlier answer and more.
    assert max(read) < 60, read


def rows_read(study: Study) -> int:
    """How many rows PostgreSQL has read of all tables of a study."""
    counted = "SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables"
    with study.database.read() as connection:
        connection.execute(text("SELECT pg_stat_force_next_flush()"))
    with study.database.read() as connection:
        connection.execute(text("SELECT pg_stat_clear_snapshot()"))
        return int(connection.execute(text(counted)).scalar_one())
