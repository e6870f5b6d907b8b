"""Two stages with a break between them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from solecism.errors import ConflictError
from solecism.locate.sites import CONSTRUCTIONS
from solecism_study.configuration import Control
from solecism_study.exchange.recorded_judgments import recorded_judgments
from solecism_study.item import CONTROL, Item
from solecism_study.log_verification import verify_study
from solecism_study.status.results import results
from solecism_study.study import Study
from solecism_study.work.assignment import next_questions
from solecism_study.work.lease import Lease
from solecism_study.work.own_progress import answers_are_closed, own_answers
from solecism_study.work.submission import undo
from studies import START, new_rater, work

Made = Callable[..., Study]
HOUR = 3_600_000
FORMS = dict(
    zip(CONSTRUCTIONS, ("stone", "a stone", "the stone", "stones", "the stones"), strict=True)
)


def nouns(n: int) -> list[Item]:
    return [
        Item(f"essay.{i}:2-3:number", f"They {i} threw ", "stones", ".", ("Boys came.",), FORMS)
        for i in range(n)
    ]


def judge(lease: Lease) -> dict[str, list[str]]:
    best = "yes*" if lease.stage == "in-context" else "yes"
    return {name: [best if name == "null plural" else "no"] for name in CONSTRUCTIONS}


def nouns_study(made: Made, n: int = 3, **settings: object) -> Study:
    plain = {"task": "article-number", "n_judgments": 2, "stage_delay_hours": 48, "items": nouns(n)}
    return made(**{**plain, **settings})


def test_the_second_stage_opens_a_set_time_after_the_first(study_of: Made) -> None:
    study = nouns_study(study_of)
    ann = new_rater(study)
    ended = work(study, ann, answers=judge)
    assert ended.waiting is not None
    assert ended.waiting.reason == "later"
    finished_first = START + 3000
    assert ended.waiting.until == finished_first + 48 * HOUR
    assert next_questions(study, ann, now=finished_first + 48 * HOUR - 1).current is None
    second = next_questions(study, ann, now=finished_first + 48 * HOUR)
    assert second.current is not None
    assert second.current.stage == "in-context"
    assert second.current.question.passage.context == ("Boys came.",)


def test_raters_see_in_context_only_what_they_saw_without(study_of: Made) -> None:
    study = nouns_study(study_of, n=4, n_judgments=1)
    raters = [new_rater(study, name) for name in ("ann", "bea")]
    work(study, raters[0], answers=judge, n=2)
    work(study, raters[1], answers=judge)
    work(study, raters[0], answers=judge)
    for rater in raters:
        work(study, rater, answers=judge, now=START + 72 * HOUR)
    by_stage: dict[str | None, set[tuple[str, str]]] = {}
    for one in recorded_judgments(study):
        by_stage.setdefault(one.stage, set()).add((one.site, one.rater))
    assert by_stage["no-context"] == by_stage["in-context"]
    assert len(by_stage["in-context"]) == 4
    assert verify_study(study).problems == ()


def test_agreement_is_told_for_each_stage_by_construction(study_of: Made) -> None:
    study = nouns_study(study_of)
    for start in (START, START + 72 * HOUR):
        for name in ("ann", "bea"):
            work(study, new_rater(study, name), answers=judge, now=start)
    found = results(study)
    assert set(found.agreements) == {"no-context", "in-context"}
    observed = found.agreements["in-context"][0]
    assert observed.value == 1.0
    assert observed.n_items == 15


def test_a_control_item_may_have_answers_for_one_stage_only(study_of: Made) -> None:
    control = Item(
        "gold.1:2-3:number",
        "We saw ",
        "moon",
        ".",
        offers=FORMS,
        pool=CONTROL,
        gold={"no-context|null singular": ("no",)},
    )
    study = nouns_study(
        study_of, n=8, items=[*nouns(8), control], n_judgments=1, control=Control(share=0.5)
    )
    ann = new_rater(study)
    work(study, ann, answers=judge)
    work(study, ann, answers=judge, now=START + 72 * HOUR)
    stages = {one.stage for one in recorded_judgments(study) if one.site.startswith("gold")}
    assert stages == {"no-context"}


def test_first_answers_cannot_be_read_from_the_break_on(study_of: Made) -> None:
    study = nouns_study(study_of)
    ann = new_rater(study)
    work(study, ann, answers=judge, n=2)
    assert len(own_answers(study, ann, now=START + 9000)) == 2
    assert not answers_are_closed(study, ann, now=START + 9000)
    work(study, ann, answers=judge)
    assert own_answers(study, ann, now=START + 9000) == []
    assert answers_are_closed(study, ann, now=START + 9000)
    later = START + 49 * HOUR
    assert own_answers(study, ann, now=later) == []
    with pytest.raises(ConflictError, match="no answer to undo"):
        undo(study, ann, request="take it back", now=later)
    work(study, ann, answers=judge, now=later, n=1)
    shown = own_answers(study, ann, now=later + 9000)
    assert [one.question.passage.context for one in shown] == [("Boys came.",)]
