"""The rater's page by plain forms, on both databases."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from browsing import answers_in
from rater_client import RaterClient, forms, new_key
from rater_pages import TASKS, item_for, link_for
from solecism.errors import StoreError
from solecism_study.configuration import Pay, Platform, Qualification
from solecism_study.item import CONTROL, PRACTICE
from solecism_study.people.payments import payments
from solecism_study.people.removal import remove_rater
from solecism_study.study import Study, change_guideline, set_open
from solecism_study.work.control_items import all_contests

Opened = Callable[..., tuple[Study, Callable[[], RaterClient]]]
DAY = 86_400_000


def test_answers_by_forms_reach_the_study(opened: Opened, location: str) -> None:
    study, rater = opened(where=location, n_items=2)
    ann = rater()
    assert "Is the marked word extraneous" in ann.come_in().text
    ann.answer({"answer": ["error"]})
    page = ann.answer({"answer": ["unknown"]})
    assert "All done" in page.text
    assert answers_in(study) == [{"answer": ["error"]}, {"answer": ["unknown"]}]


@pytest.mark.parametrize("task", TASKS)
def test_no_javascript_is_needed_for_any_task(task: str, opened: Opened) -> None:
    study, rater = opened(task, n_items=1)
    ann = rater()
    ann.come_in()
    form = ann.question()
    names = [name for name, _ in form.fields]
    chosen = {name: value for name, value in reversed(form.fields) if value}
    page = ann.http.post("/work", data=chosen)
    assert page.status_code == 200
    assert len(answers_in(study)) == 1
    assert {"csrf", "token", "request"} <= set(names)


def test_an_answer_that_does_not_fit_comes_back_with_what_was_filled_in(opened: Opened) -> None:
    study, rater = opened("usage", n_items=1)
    ann = rater()
    ann.come_in()
    values = {"answer": ["incorrect"], "confidence": ["high"], "alternatives": ["4 & <b>"]}
    page = ann.answer(values)
    assert page.status_code == 422
    assert "is not a word" in page.text
    assert 'value="4 &amp; &lt;b&gt;"' in page.text
    assert 'value="incorrect" data-key="1" required checked' in page.text
    assert answers_in(study) == []


def test_a_pick_by_button_goes_before_what_stands_in_the_box(opened: Opened) -> None:
    study, rater = opened("cloze", n_items=1)
    ann = rater()
    ann.come_in()
    ann.answer({"answer": ["upon"]}, **{"pick:answer": "on"})
    assert answers_in(study) == [{"answer": ["on"]}]


def test_a_second_press_of_the_same_button_is_kept_once(opened: Opened) -> None:
    study, rater = opened(n_items=2)
    ann = rater()
    ann.come_in()
    form = ann.question()
    sent = {name: form.value(name) for name in ("csrf", "token", "request")}
    for value in ("ok", "ok", "error"):
        assert ann.http.post("/work", data={**sent, "field:answer": value}).status_code == 200
    ann.http.post("/work", data={**sent, "request": new_key(), "field:answer": "error"})
    assert answers_in(study) == [{"answer": ["ok"]}]


def test_the_last_answer_is_undone_by_a_form(opened: Opened) -> None:
    study, rater = opened(n_items=2)
    ann = rater()
    ann.come_in()
    first = ann.question().value("token")
    ann.answer({"answer": ["error"]})
    undo = next(form for form in forms(ann.http.get("/work")) if form.action == "/work/undo")
    page = ann.http.post("/work/undo", data=dict(undo.fields))
    assert page.status_code == 200
    assert ann.question().value("token") == first
    ann.answer({"answer": ["ok"]})
    assert answers_in(study) == [{"answer": ["error"]}, {"answer": ["ok"]}]


def test_nothing_to_undo_is_told(opened: Opened) -> None:
    _, rater = opened()
    ann = rater()
    ann.come_in()
    page = ann.http.post("/work/undo", data={"csrf": ann.csrf, "request": new_key()})
    assert page.status_code == 409
    assert "There is no answer to undo." in page.text


def test_the_second_stage_waits_and_then_shows_the_context(opened: Opened, watch: Any) -> None:
    _, rater = opened("article-number", n_items=1, stage_delay_hours=48.0)
    ann = rater()
    ann.come_in()
    assert "We moved house" not in ann.http.get("/work").text
    names = [name for name, value in ann.question().fields if value == "yes"]
    yes = {name.removeprefix("field:"): ["yes"] for name in names}
    page = ann.answer(yes)
    assert "The first round is done" in page.text
    watch.now += 2 * DAY
    page = ann.http.get("/work")
    assert "We moved house" in page.text
    assert "most likely the writer" in page.text
    assert "All done" in ann.answer(yes).text


def test_practice_tells_what_was_expected_and_work_does_not(opened: Opened) -> None:
    gold: dict[str, tuple[str, ...]] = {"": ("error",)}
    items = [
        item_for("extraneous", 0),
        item_for("extraneous", 1, pool=PRACTICE, gold=gold),
        item_for("extraneous", 2, pool=CONTROL, gold=gold),
    ]
    _, rater = opened(items=items, qualification=Qualification(bar=0.0))
    ann = rater()
    ann.come_in()
    page = ann.answer({"answer": ["ok"]})
    assert "This is not the expected answer" in page.text
    assert "With “depend” goes “on”." in page.text
    page = ann.answer({"answer": ["ok"]})
    assert "expected" not in page.text
    assert "depend” goes" not in page.text


def test_raters_who_fail_practice_are_told(opened: Opened) -> None:
    items = [
        item_for("extraneous", 0),
        item_for("extraneous", 1, pool=PRACTICE, gold={"": ("error",)}),
    ]
    _, rater = opened(items=items)
    ann = rater()
    ann.come_in()
    ann.answer({"answer": ["ok"]})
    assert "Thank you for trying" in ann.http.get("/work").text


def test_a_removed_rater_keeps_what_they_earned_and_can_stand_by_an_answer(opened: Opened) -> None:
    study, rater = opened(n_items=2, pay=Pay(price=250_000))
    ann = rater()
    ann.come_in()
    ann.answer()
    remove_rater(study, 1, reason="test", now=1, actor="boss")
    page = ann.http.get("/work")
    assert "Your part in this study has ended" in page.text
    assert "0.25 USD" in page.text
    form = next(f for f in forms(ann.http.get("/answers")) if f.action == "/answers/contest")
    page = ann.http.post("/answers/contest", data={**dict(form.fields), "reason": "I am sure."})
    assert "You told us that this answer is right" in page.text
    assert [one.reason for one in all_contests(study)] == ["I am sure."]


def test_a_closed_study_says_so(opened: Opened) -> None:
    study, rater = opened()
    ann = rater()
    ann.come_in()
    set_open(study, is_open=False, now=1, actor="boss")
    assert "The study is paused" in ann.http.get("/work").text


def test_a_spent_budget_says_so(opened: Opened) -> None:
    _, rater = opened(n_items=3, pay=Pay(price=100, budget=100))
    ann = rater()
    ann.come_in()
    assert "The money for this study is spent" in ann.answer().text


def test_changed_instructions_are_read_before_work_goes_on(opened: Opened) -> None:
    study, rater = opened()
    ann = rater()
    ann.come_in()
    change_guideline(study, "Now read twice.", now=2, actor="boss")
    page = ann.http.get("/work")
    assert "have changed" in page.text
    assert "Now read twice." in page.text
    form = next(form for form in forms(page) if form.action == "/agree")
    page = ann.http.post("/agree", data={"csrf": form.value("csrf"), "agreed": "yes"})
    assert 'form class="question"' in page.text
    assert "There is no version 9" in ann.http.get("/guidelines/9").text
    assert "Now read twice." not in ann.http.get("/guidelines/1").text


def test_the_platform_gets_its_code_when_all_is_done(opened: Opened) -> None:
    platform = Platform(
        name="panel", id_parameter="pid", code="C0DE", return_url="https://panel.test/?cc={code}"
    )
    _, rater = opened(n_items=1, access="platform", platform=platform)
    ann = rater()
    page = ann.come_in("/enter?pid=p77")
    assert "C0DE" not in page.text
    page = ann.answer()
    assert "C0DE" in page.text
    assert 'href="https://panel.test/?cc=C0DE"' in page.text
    assert rater().http.get("/enter").status_code == 403


def test_whoever_stops_before_the_end_gets_a_code_of_their_own(opened: Opened) -> None:
    platform = Platform(name="panel", id_parameter="pid", code="C0DE", return_url="https://p.test/")
    study, rater = opened(n_items=3, access="platform", platform=platform)
    ann = rater()
    ann.come_in("/enter?pid=p77")
    assert "completion code" not in ann.http.post("/leave", data={"csrf": ann.csrf}).text
    ann.come_in("/enter?pid=p77")
    ann.answer()
    page = ann.http.post("/leave", data={"csrf": ann.csrf})
    [owed] = payments(study)
    assert owed.id == "p77"
    assert owed.code in page.text
    assert "C0DE" not in page.text
    assert "https://p.test/" not in page.text


def test_whoever_comes_too_late_gets_no_code(opened: Opened) -> None:
    platform = Platform(name="panel", id_parameter="pid", code="C0DE")
    _, rater = opened(n_items=1, n_judgments=1, access="platform", platform=platform)
    ann = rater()
    ann.come_in("/enter?pid=p1")
    ann.answer()
    page = rater().come_in("/enter?pid=p2")
    assert "C0DE" not in page.text
    assert "return your place" in page.text


def test_a_platform_is_no_way_into_a_study_by_invitation(opened: Opened) -> None:
    platform = Platform(name="panel", id_parameter="pid")
    _, rater = opened(access="invited", platform=platform)
    assert rater().http.get("/enter?pid=p1").status_code == 403


def test_stopping_gives_the_questions_back(opened: Opened) -> None:
    study, rater = opened(n_items=1, n_judgments=1, access="invited")
    ann, bea = rater(), rater()
    ann.come_in(link_for(study, "ann"))
    assert "All done" in bea.come_in(link_for(study, "bea")).text
    page = ann.http.post("/leave", data={"csrf": ann.csrf})
    assert "Thank you" in page.text
    assert ann.http.get("/work").status_code == 401
    assert "extraneous here" in bea.http.get("/work").text


def test_the_look_is_remembered_and_leads_nowhere_else(opened: Opened) -> None:
    _, rater = opened()
    ann = rater()
    sent = {"size": "large", "colours": "dark", "keys": "off", "back": "//elsewhere.test/"}
    page = ann.http.post("/look", data=sent)
    assert str(page.url) == "http://study.test/"
    assert 'data-size="large" data-colours="dark"' in page.text
    ann.http.post("/look", data={"size": '"><script>', "back": "/"})
    assert 'data-size="normal"' in ann.http.get("/").text


def test_a_database_that_fails_is_told_and_asked_again_later(
    opened: Opened, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("/where/it/is: the disk is full. Make room and repeat it.")

    _, rater = opened()
    ann = rater()
    ann.come_in()
    token = ann.question().value("token")
    monkeypatch.setattr("solecism_study.serve.rater.work_page.submit", fail)
    monkeypatch.setattr("solecism_study.serve.rater.work_page.submit", fail)
    body = {"token": token, "request": new_key(), "values": {"answer": ["ok"]}}
    assert ann.send("/work/answers", body).status_code == 503
    page = ann.answer()
    assert page.status_code == 503
    assert "Everything you saved before is safe" in page.text
    assert "/where/it/is" not in page.text
    assert caplog.messages.count("/where/it/is: the disk is full. Make room and repeat it.") == 2
