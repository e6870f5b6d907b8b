"""What administrators do on their pages is done in the study, and what raters write stays text."""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Callable

from starlette.applications import Starlette

from administrator import AdministratorClient, administrator
from rater_client import RaterClient
from solecism_study.configuration import Control
from solecism_study.item import CONTROL, Item
from solecism_study.people.raters import all_raters, rater_by_id
from solecism_study.status.progress import progress
from solecism_study.study import Study
from solecism_study.work.control_items import contest
from solecism_study.work.own_progress import own_answers
from studies import START, control_items, data_items, new_rater, say, work

Hosted = Callable[..., tuple[Study, Starlette]]
MARKUP = "<script>alert(1)</script><b>'\"&"
FORMULA = '=HYPERLINK("http://elsewhere.test"):1-2:preposition'


def test_a_removed_rater_is_void_and_back_again(hosted: Hosted) -> None:
    study, app = hosted(n_items=4)
    rater = rater_by_id(study, new_rater(study))
    work(study, rater.id)
    ann = administrator(app, study)
    said = ann.done("/admin/raters/remove", rater=rater.pseudonym, reason="too quick")
    assert said == f"{rater.pseudonym} was removed. Answers voided, to be collected again: 4."
    assert progress(study, now=START).stages[0].n_answered == 0
    assert "too quick" in ann.page("/admin/files")
    again = ann.done("/admin/raters/remove", rater=rater.pseudonym, reason="too quick")
    assert again == "This rater is already removed."
    ann.done("/admin/raters/reinstate", rater=rater.pseudonym, reason="a mistake")
    assert progress(study, now=START).stages[0].n_answered == 4


def test_a_reason_is_needed(hosted: Hosted) -> None:
    study, app = hosted()
    rater = rater_by_id(study, new_rater(study))
    ann = administrator(app, study)
    assert "reason" in ann.done("/admin/raters/remove", rater=rater.pseudonym, reason=" ")
    assert rater_by_id(study, rater.id).state == "active"


def test_an_invitation_lets_its_rater_in_under_a_pseudonym(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    made = ann.send("/admin/raters/invite", names="Bea Bright\n\nCy Clear\n", days="3")
    links = re.findall(r"(/enter/[\w.-]+)</code>", made.text)
    assert len(links) == 2
    assert RaterClient(app).come_in(links[0]).status_code == 200
    [rater] = all_raters(study)
    page = ann.page("/admin/raters")
    assert rater.pseudonym in page
    assert "Bea" not in page
    assert "Bea" not in ann.page("/admin/files")


def test_an_accepted_contest_brings_its_rater_back(hosted: Hosted) -> None:
    control = Control(share=0.5, least=2, doubt=0.3)
    items = [*data_items(20), *control_items(6)]
    study, app = hosted(items=items, control=control)
    rater = new_rater(study)
    work(study, rater, answers=say("ok"))
    assert rater_by_id(study, rater).state == "removed"
    mine = own_answers(study, rater, now=START)
    missed = [one for one in mine if one.question.passage.before.startswith("She")]
    usual = next(one for one in mine if one not in missed)
    for one in [usual, *missed]:
        contest(study, rater, one.token, f"it is fine {MARKUP}", now=START)
    ann = administrator(app, study)
    page = ann.page("/admin/control")
    assert "once they have answered 2 control items" in page
    assert "once they have answered 2 control items" in ann.page("/admin/raters")
    assert MARKUP not in page
    assert "&lt;script&gt;" in page
    assert "refused" in ann.done("/admin/control/decide", contest="1", verdict="refuse")
    assert "already" in ann.done("/admin/control/decide", contest="1", verdict="accept")
    for number in range(2, len(missed) + 2):
        ann.done("/admin/control/decide", contest=str(number), verdict="accept")
    assert rater_by_id(study, rater).state == "active"


def test_new_instructions_have_a_version_and_are_agreed_to(hosted: Hosted) -> None:
    study, app = hosted(access="open")
    rater = RaterClient(app)
    rater.come_in()
    ann = administrator(app, study)
    said = ann.done("/admin/instructions", instructions=f"Look closely. {MARKUP}", consent="")
    assert said.startswith("Version 2 is now in force")
    assert MARKUP not in ann.page("/admin/instructions")
    assert "instructions have changed" in rater.http.get("/work").text
    assert "fill in" in ann.done("/admin/instructions", instructions="").lower()


def test_many_raters_are_invited_at_once_but_not_too_many(hosted: Hosted) -> None:
    study, app = hosted()
    ann = administrator(app, study)
    names = "\n".join(
        f"Rater with a rather long name number {number} (" + "é" * 50 + ")"
        for number in range(1000)
    )
    made = ann.send("/admin/raters/invite", names=names, days="3")
    assert "Links for 1000 raters" in made.text
    assert "at most 1000" in ann.done("/admin/raters/invite", names=f"{names}\nOne more", days="3")


def exported(client: AdministratorClient, name: str, query: str = "") -> str:
    response = client.http.get(f"/admin/files/judgments/{name}{query}")
    assert response.headers["content-disposition"].startswith("attachment")
    return response.text


def test_no_cell_of_a_table_is_a_formula(hosted: Hosted) -> None:
    items = [
        Item(FORMULA, "It depends ", "of", " you."),
        Item("@x:1-2:preposition", "He ", "at", " home."),
    ]
    study, app = hosted(items=items)
    work(study, new_rater(study))
    ann = administrator(app, study)
    cells = [cell for row in csv.reader(io.StringIO(exported(ann, "csv"))) for cell in row]
    assert f"'{FORMULA}" in cells
    assert not [cell for cell in cells if cell[:1] in ("=", "+", "-", "@", "\t", "\r")]


def test_files_are_as_asked_for(hosted: Hosted) -> None:
    study, app = hosted(n_items=3, n_gold=2, control=Control(share=0.5))
    work(study, new_rater(study), answers=say("error"))
    ann = administrator(app, study)
    assert '"gold":"error"' in exported(ann, "jsonl")
    assert "gold" not in exported(ann, "jsonl", "?control=no")
    assert exported(ann, "label-studio").startswith("[")
    assert ann.http.get("/admin/files/judgments/exe").status_code == 404
    bundle = ann.http.get("/admin/files/bundle").content
    assert "methods.txt" in zipfile.ZipFile(io.BytesIO(bundle)).namelist()
    assert "Nothing was altered" in ann.done("/admin/files/verify")


def test_older_entries_of_the_log_are_a_page_further(hosted: Hosted) -> None:
    study, app = hosted()
    for number in range(40):
        new_rater(study, f"rater {number}")
    ann = administrator(app, study)
    [older] = re.findall(r'href="(/admin/files\?before=\d+)', ann.page("/admin/files"))
    assert ">create<" in ann.page(older)
    assert ann.http.get("/admin/files?before=x'1").status_code == 200


def test_item_text_stays_text(hosted: Hosted) -> None:
    gold = {"": ("error",)}
    bad = Item(f"bad {MARKUP}:1-2:preposition", MARKUP, MARKUP, MARKUP, pool=CONTROL, gold=gold)
    study, app = hosted(items=[*data_items(6), bad], control=Control(share=0.5))
    work(study, new_rater(study))
    ann = administrator(app, study)
    page = ann.page("/admin/control")
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
