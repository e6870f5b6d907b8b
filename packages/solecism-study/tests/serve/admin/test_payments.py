"""The page of payments: by id without pseudonyms, and who is who only on record."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable

from starlette.applications import Starlette

from administrator import administrator, program
from rater_pages import item_for
from solecism.locate.sites import CONSTRUCTIONS
from solecism_study.configuration import UNIT, Pay
from solecism_study.log_verification import log_entries
from solecism_study.people.raters import all_raters
from solecism_study.study import Study
from studies import new_rater, work

Hosted = Callable[..., tuple[Study, Starlette]]
PAGE = "/admin/payments"


def paid_study(hosted: Hosted) -> tuple[Study, Starlette]:
    study, app = hosted(n_items=4, n_judgments=2, pay=Pay(price=UNIT // 4))
    work(study, new_rater(study, "ann <b>"))
    work(study, new_rater(study, "=bea"), n=1)
    return study, app


def test_the_page_tells_what_each_id_has_earned(hosted: Hosted) -> None:
    study, app = paid_study(hosted)
    page = administrator(app, study, name="boss").page(PAGE)
    assert "ann &lt;b&gt;" in page
    assert "1.00 USD" in page
    assert "1.25 USD" in page
    assert not [one for one in all_raters(study) if one.pseudonym in page]


def test_files_hold_what_the_platform_does_not_pay(hosted: Hosted) -> None:
    study, app = paid_study(hosted)
    boss = administrator(app, study, name="boss")
    assert "0.60 USD" in boss.page(f"{PAGE}?paid=0.40")
    rows = list(csv.DictReader(io.StringIO(boss.page(f"{PAGE}/owed.csv?paid=0.40"))))
    assert [(row["id"], row["bonus"]) for row in rows] == [
        ("'=bea", "0.000000"),
        ("ann <b>", "0.600000"),
    ]
    assert boss.page(f"{PAGE}/bonuses.csv?paid=0.40") == "ann <b>,0.60\n"


def test_each_stage_has_its_own_amount_and_its_own_file_of_bonuses(hosted: Hosted) -> None:
    items = [item_for("article-number", number) for number in range(2)]
    study, app = hosted(
        task="article-number", items=items, pay=Pay(price=UNIT // 4), stage_delay_hours=0.0
    )
    yes = {name: ["yes"] for name in CONSTRUCTIONS}
    work(study, new_rater(study, "ann"), answers=lambda lease: yes)
    boss = administrator(app, study, name="boss")
    page = boss.page(f"{PAGE}?paid=0.10&paid=0.20")
    assert page.count('name="paid"') == 2
    assert "0.70 USD" in page
    assert boss.page(f"{PAGE}/bonuses.csv?paid=0.10&paid=0.20&stage=1") == "ann,0.40\n"
    assert boss.page(f"{PAGE}/bonuses.csv?paid=0.10&paid=0.20&stage=2") == "ann,0.30\n"
    script = program(app, study, {"people"})
    [second] = script.given("GET", "/payments?paid_already=200000&stage=2")
    assert (second["stage"], second["earned"], second["bonus"]) == (2, 500_000, 300_000)


def test_what_is_no_amount_is_told_and_nothing_is_taken_off(hosted: Hosted) -> None:
    study, app = paid_study(hosted)
    boss = administrator(app, study, name="boss")
    assert "is not an amount" in boss.page(f"{PAGE}?paid=much")
    assert boss.http.get(f"{PAGE}/owed.csv?paid=much").status_code == 422


def test_who_is_who_is_a_form_of_its_own_and_on_record(hosted: Hosted) -> None:
    study, app = paid_study(hosted)
    boss = administrator(app, study, name="boss")
    response = boss.send(f"{PAGE}/identities")
    assert response.headers["content-type"].startswith("text/csv")
    assert all(one.pseudonym in response.text for one in all_raters(study))
    assert (log_entries(study)[0].actor, log_entries(study)[0].action) == ("boss", "identities")


def test_programs_with_the_right_to_people_are_told_the_same(hosted: Hosted) -> None:
    study, app = paid_study(hosted)
    script = program(app, study, {"people"})
    owed = script.given("GET", "/payments?paid_already=400000")
    assert [(one["id"], one["earned"], one["bonus"]) for one in owed] == [
        ("=bea", 250_000, 0),
        ("ann <b>", 1_000_000, 600_000),
    ]
    people = script.given("POST", "/identities")
    assert {one["pseudonym"] for one in people} == {one.pseudonym for one in all_raters(study)}
    reader = program(app, study, {"read", "export", "manage"})
    assert reader.ask("GET", "/payments").status_code == 403
    assert reader.ask("POST", "/identities").status_code == 403


def test_before_the_first_answer_nothing_is_owed(hosted: Hosted) -> None:
    study, app = hosted()
    assert "Nobody has answered yet." in administrator(app, study).page(PAGE)
