"""Signs on the administrator's page and in the API, and the codes of browsers."""

from __future__ import annotations

from collections.abc import Callable

from starlette.applications import Starlette

from administrator import administrator, program
from rater_client import RaterClient
from solecism_study.people.raters import all_raters
from solecism_study.screening.rater_rules import Limits, Signs
from solecism_study.status.signs import rater_signs
from solecism_study.study import Study
from studies import new_rater, work

Hosted = Callable[..., tuple[Study, Starlette]]


def test_one_browser_for_two_raters_is_noticed(hosted: Hosted) -> None:
    study, app = hosted(access="open", signs=Signs(one_device=True), limits=Limits(item_seconds=9))
    ann = RaterClient(app)
    assert "A code of your browser" in ann.http.get("/join").text
    assert "within 9 seconds" in ann.come_in().text
    rater_cookie = next(name for name in ann.http.cookies if "rater" in name)
    ann.http.cookies.delete(rater_cookie)
    ann.come_in()
    RaterClient(app).come_in()
    assert [one.declared for one in rater_signs(study)] == [("device",), ("device",), ()]


def test_no_code_is_stored_where_it_was_not_declared(hosted: Hosted) -> None:
    _, app = hosted(access="open")
    ann = RaterClient(app)
    ann.come_in()
    assert not [name for name in ann.http.cookies if "device" in name]


def test_the_page_shows_rules_signs_and_what_if(hosted: Hosted) -> None:
    study, app = hosted(signs=Signs(same_in_a_row=4, least=2, remove=("same",)))
    for name in ("ann", "bea", "cy"):
        work(study, new_rater(study, name))
    boss = administrator(app, study)
    page = boss.page("/admin/signs")
    assert "4 answers in a row, after 2 answers. Raters are removed." in page
    first = all_raters(study)[0].pseudonym
    page = boss.page(f"/admin/signs?without={first}")
    assert "Judgments: 12 instead of 18." in page
    assert "There is no rater" in boss.page("/admin/signs?without=nobody")
    script = program(app, study, ["read"])
    assert script.given("GET", "/signs")[0]["longest_run"] == 6
    compared = script.given("POST", "/what-if", {"without": [first]})
    assert compared["n_rest"] == 12
    assert script.ask("POST", "/what-if", {"without": ["nobody"]}).status_code == 422
