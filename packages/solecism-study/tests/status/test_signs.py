"""Time limits, signs of careless work, the rules made of them, and results without some raters."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from solecism.errors import InputError
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.log_verification import verify_study
from solecism_study.people.raters import rater_by_id
from solecism_study.people.removal import reinstate_rater
from solecism_study.people.sessions import record_device
from solecism_study.screening.rater_rules import Limits, Signs
from solecism_study.status.results import results, what_if
from solecism_study.status.signs import apply_signs, rater_signs
from solecism_study.study import Study
from solecism_study.work.assignment import next_questions
from solecism_study.work.lease import Lease
from solecism_study.work.submission import Submission, submit
from studies import MINUTE, START, data_items, new_rater, say, work

Made = Callable[..., Study]


def answer_in(study: Study, rater: int, seconds: list[float], *, answers: str = "ok") -> None:
    """Let a rater answer one question per number of seconds."""
    now = START
    for number, duration in enumerate(seconds):
        lease = next_questions(study, rater, now=now).current
        assert lease is not None
        now += int(duration * 1000)
        sent = Submission(lease.token, {"answer": [answers]}, f"answer {rater} {number}", 10**7)
        submit(study, rater, sent, now=now)


def test_an_answer_over_the_limit_is_paid_and_asked_again(study_of: Made) -> None:
    study = study_of(n_items=2, n_judgments=1, limits=Limits(item_seconds=30))
    ann, bea = new_rater(study), new_rater(study, "bea")
    answer_in(study, ann, [30, 31])
    assert len(list(recorded_judgments(study))) == 1
    assert len(list(recorded_judgments(study, with_surplus=True))) == 2
    answer_in(study, bea, [5])
    assert len(list(recorded_judgments(study))) == 2
    assert verify_study(study).problems == ()


def test_after_a_session_there_is_a_break(study_of: Made) -> None:
    study = study_of(n_items=50, limits=Limits(session_minutes=10, break_minutes=5))
    ann = new_rater(study)
    answer_in(study, ann, [240, 240])
    assert next_questions(study, ann, now=START + 9 * MINUTE).current is not None
    answer_in_at = START + 11 * MINUTE
    work(study, ann, n=1, now=answer_in_at - 61_000)
    waiting = next_questions(study, ann, now=answer_in_at).waiting
    assert waiting is not None
    assert waiting.reason == "break"
    last = answer_in_at - 60_000
    assert waiting.until == last + 5 * MINUTE
    assert next_questions(study, ann, now=waiting.until).current is not None


def test_signs_are_shown_by_their_limits(sqlite_study: Made) -> None:
    signs = Signs(fast_seconds=2, fast_share=0.3, same_in_a_row=6, one_device=True, least=5)
    study = sqlite_study(n_items=10, signs=signs)
    ann, bea, cy = (new_rater(study, name) for name in ("ann", "bea", "cy"))
    answer_in(study, ann, [1, 1, 9, 9, 9])
    answer_in(study, bea, [9, 9, 9, 9, 9, 9])
    answer_in(study, cy, [1, 1])
    for rater, browser in ((ann, "a"), (bea, "b"), (cy, "b")):
        record_device(study, rater, "browser", browser)
        record_device(study, rater, "browser", browser)
        record_device(study, rater, "network", "n")
    by_name = {one.pseudonym: one for one in rater_signs(study)}
    of_ann, of_bea, of_cy = (by_name[rater_by_id(study, one).pseudonym] for one in (ann, bea, cy))
    assert of_ann.declared == ("fast",)
    assert of_ann.share_fast == 0.4
    assert of_bea.declared == ("same", "device")
    assert (of_bea.share_fast, of_bea.longest_run) == (0.0, 6)
    assert of_cy.declared == ("device",)
    assert of_cy.same_browser == (of_bea.pseudonym,)
    assert len(of_cy.same_network) == 2


def test_an_answer_and_a_share_at_their_limits_are_no_sign(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=10, signs=Signs(fast_seconds=2, fast_share=0.4, least=5))
    ann = new_rater(study)
    answer_in(study, ann, [1, 1, 2, 9, 9])
    [signs] = rater_signs(study)
    assert (signs.share_fast, signs.declared) == (0.4, ())


def test_the_longest_run_of_the_same_answer_counts_wherever_it_is(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=10)
    given = iter(["ok", "error", "error", "error", "ok", "ok"])
    work(study, new_rater(study), answers=lambda lease: {"answer": [next(given)]}, n=6)
    assert rater_signs(study)[0].longest_run == 3


def test_straight_lining_goes_by_place_where_the_order_varies(sqlite_study: Made) -> None:
    from dataclasses import replace

    offers = {"writer": "of", "system": "on"}
    items = [replace(item, offers=offers) for item in data_items(12)]
    study = sqlite_study(task="choice", items=items)
    ann = new_rater(study)

    def first(lease: Lease) -> dict[str, list[str]]:
        return {"answer": [lease.question.fields[0].options[0].value]}

    work(study, ann, answers=first)
    [signs] = rater_signs(study)
    assert len({one.answer for one in recorded_judgments(study)}) == 2
    assert signs.longest_run == 12


def test_a_declared_rule_removes_and_a_reinstated_rater_stays(study_of: Made) -> None:
    signs = Signs(same_in_a_row=3, fast_seconds=5, least=3, remove=("fast",))
    study = study_of(n_items=6, signs=signs)
    ann, bea = new_rater(study), new_rater(study, "bea")
    answer_in(study, ann, [1, 1, 1, 1])
    answer_in(study, bea, [9, 9, 9, 9])
    assert apply_signs(study, now=START) == 1
    assert [rater_by_id(study, one).state for one in (ann, bea)] == ["removed", "active"]
    assert len(list(recorded_judgments(study))) == 4
    reinstate_rater(study, ann, reason="a fast reader", now=START, actor="boss")
    assert apply_signs(study, now=START) == 0
    assert rater_by_id(study, ann).state == "active"
    assert verify_study(study).problems == ()


def test_nothing_is_removed_without_a_rule(sqlite_study: Made) -> None:
    study = sqlite_study(signs=Signs(fast_seconds=5, least=1))
    answer_in(study, new_rater(study), [1, 1])
    assert rater_signs(study)[0].declared == ("fast",)
    assert apply_signs(study, now=START) == 0


def test_results_without_a_rater_are_those_of_the_others(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=8, n_judgments=3)

    def by_item(lease: Lease) -> dict[str, list[str]]:
        number = int(lease.question.passage.before.split()[1])
        return {"answer": ["error" if number % 2 else "ok"]}

    ann, bea, odd = (new_rater(study, name) for name in ("ann", "bea", "odd"))
    work(study, ann, answers=by_item)
    work(study, bea, answers=by_item)
    work(study, odd, answers=say("error"))
    name = rater_by_id(study, odd).pseudonym
    compared = what_if(study, [name])
    assert (compared.n_everybody, compared.n_rest) == (24, 16)
    [alpha] = [one for one in compared.comparisons if one.name == "alpha"]
    assert alpha.rest is not None
    assert float(alpha.rest) == 1.0
    assert float(alpha.everybody) == float(
        next(one for one in results(study).agreements["all"] if one.name == "alpha")
    )
    assert float(alpha.everybody) < 0.6
    with pytest.raises(InputError, match="no rater 'nobody'"):
        what_if(study, ["nobody"])
