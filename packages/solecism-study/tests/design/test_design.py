"""The locked design: what it holds, that it comes first, and what deviates from it."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable

import pytest
from sqlalchemy import text

from screened import WHOLE
from solecism.errors import ConflictError, InputError
from solecism_study.configuration import Changes, Control, Pay, canonical_json
from solecism_study.design import amend, deviations, lock_design, locked_design
from solecism_study.exchange.bundle import bundle
from solecism_study.log_verification import verify_study
from solecism_study.people.erasure import withdraw
from solecism_study.people.removal import remove_rater
from solecism_study.screening.admission import exclude
from solecism_study.study import Study, change_guideline, set_open
from studies import START, new_rater, say, work

Made = Callable[..., Study]
PLAN = "Alpha over all items; no rater is left out."


def test_a_design_is_locked_before_the_first_answer_and_once(study_of: Made) -> None:
    study = study_of(screening=WHOLE, pay=Pay(price=50_000))
    assert locked_design(study) is None
    made = lock_design(study, PLAN, now=START, actor="boss")
    assert locked_design(study) == made
    assert made.digest == hashlib.sha256(canonical_json(made.body)).hexdigest()
    assert made.body["analysis"] == PLAN
    assert made.body["asked"]["task"] == "extraneous"
    assert made.body["of_whom"]["screening"]["question"][0]["name"] == "language"
    assert made.body["stops"]["n_judgments"] == 3
    with pytest.raises(ConflictError, match="locked already"):
        lock_design(study, PLAN, now=START, actor="boss")
    assert verify_study(study).problems == ()


def test_it_is_too_late_after_an_answer(sqlite_study: Made) -> None:
    study = sqlite_study()
    with pytest.raises(InputError, match="1 to 50,000"):
        lock_design(study, "  ", now=START, actor="boss")
    work(study, new_rater(study), n=1)
    with pytest.raises(ConflictError, match="1 answers already"):
        lock_design(study, PLAN, now=START, actor="boss")


def test_every_deviation_is_listed_and_what_was_planned_is_not(sqlite_study: Made) -> None:
    study = sqlite_study(n_gold=6, control=Control(share=0.5))
    exclude(study, ["x"], source="before", now=START, actor="boss")
    lock_design(study, PLAN, now=START, actor="boss")
    careless, ann = new_rater(study, "careless"), new_rater(study)
    work(study, careless)
    work(study, ann, n=2, answers=say("error"))
    assert deviations(study) == []
    change_guideline(study, "Other words.", now=START + 1, actor="boss")
    exclude(study, ["y"], source="later", now=START + 2, actor="boss")
    set_open(study, is_open=False, now=START + 3, actor="bea")
    amend(study, Changes(n_judgments=4), reason="more power", now=START + 4, actor="boss")
    remove_rater(study, ann, reason="asked for it", now=START + 5, actor="boss")
    withdraw(study, ann, with_answers=True, now=START + 6, actor="boss", reason="a letter")
    told = [(one.actor, one.what) for one in deviations(study)]
    assert told[:4] == [
        ("boss", "version 2 of the instructions"),
        ("boss", "1 people were excluded later"),
        ("bea", "the study was paused"),
        ("boss", "amendment: judgments per item from 3 to 4 (more power)"),
    ]
    assert ("boss", "a rater's answers were erased (a letter)") in told


def test_a_changed_item_is_a_deviation(sqlite_study: Made) -> None:
    study = sqlite_study()
    lock_design(study, PLAN, now=START, actor="boss")
    with study.database.write() as connection:
        connection.execute(text("UPDATE items SET content = replace(content, 'depends', 'hangs')"))
    assert [one.what for one in deviations(study)] == [
        "items or their right answers differ from the locked ones"
    ]


def test_the_bundle_has_the_design_and_its_deviations(sqlite_study: Made) -> None:
    study = sqlite_study()
    before = zipfile.ZipFile(io.BytesIO(bundle(study, now=START))).namelist()
    assert not {"design.json", "deviations.json", "amendments.json"} & set(before)
    made = lock_design(study, PLAN, now=START, actor="boss")
    amend(study, Changes(price=20_000), reason="fair pay", now=START, actor="boss")
    archive = zipfile.ZipFile(io.BytesIO(bundle(study, now=START)))
    assert json.loads(archive.read("design.json"))["digest"] == made.digest
    [only] = json.loads(archive.read("deviations.json"))
    assert only["what"] == "amendment: price from 0.00 USD to 0.02 USD (fair pay)"
    assert json.loads(archive.read("amendments.json"))[0]["changes"] == {"price": 20_000}
    assert made.digest in archive.read("methods.txt").decode()
    public = zipfile.ZipFile(io.BytesIO(bundle(study, now=START, is_anonymous=True)))
    assert "log.jsonl" not in public.namelist()
    assert all(b"boss" not in public.read(name) for name in public.namelist())


def test_a_changed_design_is_found_by_verification(sqlite_study: Made) -> None:
    study = sqlite_study()
    lock_design(study, PLAN, now=START, actor="boss")
    with study.database.write() as connection:
        connection.execute(text("DROP TRIGGER designs_no_update"))
        connection.execute(text("UPDATE designs SET body = '{}'"))
    assert verify_study(study).problems == ("designs 1: differs from the log.",)
