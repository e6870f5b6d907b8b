"""Completion codes: by stage and outcome, when they are earned and never before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from rater_pages import item_for
from solecism.locate.sites import CONSTRUCTIONS
from solecism_study.configuration import Pay, Platform, Qualification
from solecism_study.people.payments import format_bonuses, payments
from solecism_study.people.platforms import Completion, completion, individual_code, shown_codes
from solecism_study.people.raters import join, rater_by_id
from solecism_study.people.removal import remove_rater
from solecism_study.people.sessions import Sessions
from solecism_study.serve.service import Service
from solecism_study.serve.study_raters import withdraw_rater
from solecism_study.study import Study, set_open
from solecism_study.work.assignment import next_questions
from solecism_study.work.submission import undo
from studies import START, answer, new_rater, say, work

Made = Callable[..., Study]
DAY = 86_400_000
URL = "https://panel.example/done?cc={code}&who={id}"
PANEL = Platform(
    name="panel",
    id_parameter="w",
    code="C0 DE",
    return_url=URL,
    codes={"screened-out": "OUT", "no-work": "NONE", "removed": "GONE"},
)
TWO_STAGES = Platform(name="panel", id_parameter="w", code="C0 DE", codes={"1:complete": "ONE"})


def code_of(study: Study, rater: int, *, now: int = START) -> Completion | None:
    """The code that a rater is shown who asks for their next question."""
    waiting = next_questions(study, rater, now=now).waiting
    if waiting is None:
        return None
    return completion(study, rater_by_id(study, rater), waiting, now=now)


def yes_to_all(lease: Any) -> dict[str, list[str]]:
    return {name: ["yes"] for name in CONSTRUCTIONS}


def test_the_code_comes_with_the_last_answer_and_not_before(study_of: Made) -> None:
    study = study_of(n_items=3, platform=PANEL, most_each=2)
    ann = new_rater(study)
    assert code_of(study, ann) is None
    work(study, ann, n=1)
    assert code_of(study, ann) is None
    work(study, ann, n=1, now=START + 5000)
    url = "https://panel.example/done?cc=C0%20DE&who=ann"
    assert code_of(study, ann, now=START + 9000) == Completion("C0 DE", url, "complete", 1)


def test_each_stage_has_its_own_code(study_of: Made) -> None:
    study = study_of(
        task="article-number",
        items=[item_for("article-number", number) for number in range(3)],
        platform=TWO_STAGES,
        stage_delay_hours=24.0,
        most_each=2,
    )
    ann = new_rater(study)
    work(study, ann, answers=yes_to_all)
    first = code_of(study, ann, now=START + 9000)
    assert first is not None
    assert (first.code, first.outcome, first.stage) == ("ONE", "complete", 1)
    # The second round has as many questions as the first, and a code of its own at its end.
    later = START + 2 * DAY
    work(study, ann, answers=yes_to_all, now=later, n=1)
    assert code_of(study, ann, now=later + 5000) is None
    work(study, ann, answers=yes_to_all, now=later + 9000)
    second = code_of(study, ann, now=later + 20_000)
    assert second is not None
    assert (second.code, second.stage) == ("C0 DE", 2)
    assert [one.code for one in shown_codes(study)[ann]] == ["ONE", "C0 DE"]


def test_between_two_stages_there_is_a_code_only_if_one_is_given(sqlite_study: Made) -> None:
    study = sqlite_study(
        task="article-number",
        items=[item_for("article-number", number) for number in range(3)],
        platform=Platform(name="panel", id_parameter="w", code="C0 DE", return_url=URL),
        stage_delay_hours=24.0,
    )
    ann = new_rater(study)
    work(study, ann, answers=yes_to_all)
    assert code_of(study, ann, now=START + 9000) is None
    work(study, ann, answers=yes_to_all, now=START + 2 * DAY)
    done = code_of(study, ann, now=START + 2 * DAY + 9000)
    assert done is not None
    assert (done.code, done.stage) == ("C0 DE", 2)


def test_who_withdraws_gets_the_code_for_that_and_returns_with_their_id(
    sqlite_study: Made,
) -> None:
    codes = {"withdrawn": "BYE"}
    study = sqlite_study(platform=msgspec.structs.replace(PANEL, codes=codes))
    ann = join(study, origin="panel", external="ann", now=START)
    gone = withdraw_rater(Service(study, lambda: START, Sessions(study)), ann.id, with_answers=True)
    assert gone is not None
    assert (gone.code, gone.outcome) == ("BYE", "withdrawn")
    assert gone.url == "https://panel.example/done?cc=BYE&who=ann"


def test_a_pause_shows_no_code_to_those_who_have_work_left(study_of: Made) -> None:
    study = study_of(n_items=3, platform=PANEL)
    ann, bea = new_rater(study), new_rater(study, "bea")
    work(study, ann, n=1)
    work(study, bea)
    set_open(study, is_open=False, now=START, actor="boss")
    assert code_of(study, ann, now=START + 9000) is None
    done = code_of(study, bea, now=START + 9000)
    assert done is not None
    assert done.code == "C0 DE"


def test_who_comes_too_late_gets_the_code_for_that(study_of: Made) -> None:
    study = study_of(n_items=2, n_judgments=1, platform=PANEL, most_each=2)
    ann, bea, eva = (new_rater(study, name) for name in ("ann", "bea", "eva"))
    work(study, ann, n=1)
    work(study, bea, now=START + 10_000_000)
    found = {name: code_of(study, name, now=START + 10_009_000) for name in (ann, bea, eva)}
    assert {one.outcome for one in found.values() if one} == {"no-work"}
    assert {one.code for one in found.values() if one} == {"NONE"}
    assert None not in found.values()


def test_slots_that_others_hold_do_not_complete_anybodys_part(study_of: Made) -> None:
    study = study_of(n_items=3, n_judgments=1, platform=PANEL)
    ann, bea = new_rater(study), new_rater(study, "bea")
    next_questions(study, bea, now=START)
    work(study, ann)
    found = code_of(study, ann, now=START + 9000)
    assert found is not None
    assert found.outcome == "no-work"


def test_who_is_screened_out_or_removed_gets_the_code_for_that(study_of: Made) -> None:
    study = study_of(n_items=3, n_practice=2, platform=PANEL, qualification=Qualification(bar=1.0))
    ann = new_rater(study)
    work(study, ann)
    out = code_of(study, ann, now=START + 9000)
    assert out is not None
    assert (out.code, out.outcome) == ("OUT", "screened-out")
    bea = new_rater(study, "bea")
    work(study, bea, answers=lambda lease: {"answer": ["error"]}, n=3)
    remove_rater(study, bea, reason="test", now=START, actor="boss")
    gone = code_of(study, bea, now=START + 9000)
    assert gone is not None
    assert (gone.code, gone.outcome) == ("GONE", "removed")


def test_who_stops_early_gets_a_code_of_their_own_that_is_worth_nothing_else(
    study_of: Made,
) -> None:
    study = study_of(n_items=3, platform=PANEL)
    ann = new_rater(study)
    assert completion(study, rater_by_id(study, ann), None, now=START) is None
    work(study, ann, n=1)
    rater = rater_by_id(study, ann)
    early = completion(study, rater, None, now=START)
    assert early == Completion(
        individual_code(study, rater, "stopped", 0, is_last=True), None, "stopped"
    )
    codes = {
        individual_code(study, rater, outcome, 0, is_last=True)
        for outcome in ("stopped", "complete")
    }
    assert len(codes) == 2


def test_codes_without_a_common_one_differ_by_rater(sqlite_study: Made) -> None:
    study = sqlite_study(platform=Platform(name="panel", id_parameter="w"))
    raters = [join(study, origin="panel", external=name, now=START) for name in "abc"]
    codes = {individual_code(study, rater, "complete", 0, is_last=True) for rater in raters}
    assert len(codes) == 3
    assert all(code.isalnum() for code in codes)


def test_each_code_has_a_line_of_payments_with_what_was_earned_for_it(study_of: Made) -> None:
    study = study_of(
        task="article-number",
        items=[item_for("article-number", number) for number in range(3)],
        platform=TWO_STAGES,
        stage_delay_hours=24.0,
        pay=Pay(price=17_600),
    )
    ann, bea, later = new_rater(study), new_rater(study, "bea"), START + 2 * DAY
    work(study, ann, answers=yes_to_all, n=1)
    stopped = completion(study, rater_by_id(study, ann), None, now=START + 5000)
    undo(study, ann, request="take it back", now=START + 6000)
    work(study, ann, answers=yes_to_all, now=START + 7000)
    code_of(study, ann, now=START + 20_000)
    work(study, ann, answers=yes_to_all, now=later)
    code_of(study, ann, now=later + 9000)
    work(study, bea, answers=yes_to_all, n=2)
    assert stopped is not None
    owed = payments(study, paid_already={1: 50_000, 2: 10_000})
    assert [(one.id, one.stage, one.outcome, one.code) for one in owed] == [
        ("ann", 1, "stopped", stopped.code),
        ("ann", 1, "complete", "ONE"),
        ("ann", 2, "complete", "C0 DE"),
        ("bea", 1, "", ""),
    ]
    # The first answer was taken back, and given again after the code for stopping.
    assert [(one.n_answers, one.earned, one.bonus) for one in owed] == [
        (0, 0, 0),
        (3, 52_800, 2_800),
        (3, 52_800, 42_800),
        (2, 35_200, 0),
    ]
    assert list(format_bonuses(owed)) == ["ann,0.05\n"]


def test_who_was_screened_out_is_in_the_list_of_payments_with_their_code(
    sqlite_study: Made,
) -> None:
    study = sqlite_study(n_items=3, n_practice=1, platform=PANEL, pay=Pay(price=17_600))
    ann, bea = new_rater(study), new_rater(study, "bea")
    for rater, now in ((ann, START), (bea, START + 60_000)):
        work(study, rater, answers=say("ok"), now=now)
        code_of(study, rater, now=now + 9000)
    undone = [(one.id, one.outcome, one.code, one.n_answers) for one in payments(study)]
    assert undone == [("ann", "screened-out", "OUT", 1), ("bea", "screened-out", "OUT", 1)]


def test_a_second_look_at_the_code_records_nothing_new(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=1, platform=PANEL)
    ann = new_rater(study)
    lease = next_questions(study, ann, now=START).current
    assert lease is not None
    answer(study, ann, lease, now=START + 1000)
    assert code_of(study, ann, now=START + 2000) == code_of(study, ann, now=START + 3000)
    assert len(shown_codes(study)[ann]) == 1
