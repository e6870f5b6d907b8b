"""The pages and operations of screening, as a rater meets them."""

from __future__ import annotations

from collections.abc import Callable

from starlette.applications import Starlette

from administrator import administrator, program
from rater_client import RaterClient, forms
from rater_pages import NOW
from screened import WHOLE, quota_of
from solecism_study.configuration import Platform
from solecism_study.people.payments import payments
from solecism_study.people.platforms import SCREENED_OUT, shown_codes
from solecism_study.people.raters import consent, join
from solecism_study.study import Study

Opened = Callable[..., tuple[Study, Callable[[], RaterClient]]]
Hosted = Callable[..., tuple[Study, Starlette]]


def fill_in(client: RaterClient, **values: str) -> str:
    form = next(one for one in forms(client.http.get("/work")) if one.action == "/screening")
    sent = {"csrf": form.value("csrf")} | {f"field:{name}": text for name, text in values.items()}
    return client.http.post("/screening", data=sent).text


def test_a_rater_goes_through_all_steps_to_the_first_question(opened: Opened) -> None:
    _, rater = opened(screening=WHOLE)
    ann = rater()
    assert "A few questions about you" in ann.come_in().text
    again = fill_in(ann, language="English", age="many")
    assert "Please give a whole number: How old are you?" in again
    assert 'value="English" required checked' in again
    assert "A short test" in fill_in(ann, language="English", age="30")
    assert "Is the task clear?" in fill_in(ann, q1="on", q2="in")
    assert "This is your last try." in fill_in(ann, q1="the text")
    assert 'class="sentence"' in fill_in(ann, q1="canaryword")
    assert ann.http.get("/screening").url.path == "/work"


def test_the_right_answer_is_not_marked_in_any_page(opened: Opened) -> None:
    _, rater = opened(screening=WHOLE)
    ann = rater()
    ann.come_in()
    pages = fill_in(ann, language="English", age="30") + fill_in(ann, q1="on", q2="at")
    assert pages.count("canaryword") == 2 * pages.count('<span class="label">canaryword')
    assert "right" not in pages.replace("Copyright", "")


def test_whoever_is_screened_out_gets_a_code_for_the_platform(opened: Opened) -> None:
    platform = Platform(name="panel", id_parameter="pid", code="C0MPLETE")
    study, rater = opened(screening=WHOLE, platform=platform, access="platform")
    ann = rater()
    ann.come_in("/enter?pid=7")
    ended = fill_in(ann, language="Welsh", age="30")
    assert "Thank you for your interest" in ended
    assert "Your completion code" in ended
    assert "C0MPLETE" not in ended
    [[shown]] = shown_codes(study).values()
    assert shown.outcome == SCREENED_OUT
    assert shown.code in ended
    [owed] = payments(study)
    assert (owed.id, owed.code, owed.outcome, owed.n_answers) == ("7", shown.code, SCREENED_OUT, 0)


def test_a_full_quota_is_told(opened: Opened) -> None:
    _, rater = opened(screening=quota_of(0))
    ann = rater()
    ann.come_in()
    assert "All places are taken" in fill_in(ann, language="English")


def test_a_program_can_do_the_same(hosted: Hosted) -> None:
    study, app = hosted(screening=WHOLE)
    ann = consent(study, join(study, origin="program", external="ann", now=NOW).id, now=NOW).id
    own = program(app, study, ["rate"], rater=ann)
    step = own.given("GET", "/rating/screening")
    assert [one["name"] for one in step["fields"]] == ["language", "age"]
    assert own.ask("POST", "/rating/screening", {"answers": {}}).status_code == 422
    answers = {"answers": {"language": "English", "age": "30"}}
    assert own.given("POST", "/rating/screening", answers)["step"]["name"] == "test"
    boss = program(app, study, ["read", "manage"])
    assert boss.given("POST", "/exclusions", {"ids": ["x", "y"]}) == {"n_new": 2}
    counts = boss.given("GET", "/screening")
    assert (counts["n_excluded"], counts["quotas"][0]["n_taken"]) == (2, 1)


def test_an_administrator_sees_counts_and_adds_exclusions(hosted: Hosted) -> None:
    study, app = hosted(screening=WHOLE)
    ann = administrator(app, study)
    assert ann.done("/admin/screening/exclude", ids="x\ny x").startswith("Ids added")
    page = ann.page("/admin/screening")
    assert "Ids on the list: 2." in page
    assert "age: 18-39, language: English" in page
