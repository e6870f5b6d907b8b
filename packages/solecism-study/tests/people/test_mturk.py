"""Files for Mechanical Turk's command line, and files from it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from solecism.errors import InputError
from solecism_study.configuration import Configuration, Pay, check_contradictions
from solecism_study.people.mturk import (
    SCHEMA,
    bonus_lines,
    check_platform,
    external_question,
    hit_request,
    parse_assignments,
    parse_bonuses,
)
from solecism_study.people.platform_review import ReviewedSubmission, Submission
from solecism_study.people.platforms import platform_named
from solecism_study.study import Study

Made = Callable[..., Study]
MTURK = platform_named("mturk")
ANSWER = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<QuestionFormAnswers xmlns="x">'
    "<Answer><QuestionIdentifier>other</QuestionIdentifier><FreeText>no</FreeText></Answer>"
    "<Answer><QuestionIdentifier>code</QuestionIdentifier><FreeText> AB&amp;1 </FreeText></Answer>"
    "</QuestionFormAnswers>"
)
BOMB = '<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>'


def assignment(**changes: Any) -> dict[str, Any]:
    plain = {
        "AssignmentId": "3ASG1",
        "WorkerId": "A1B2C3D4E5F6",
        "HITId": "3HIT1",
        "AssignmentStatus": "Submitted",
        "SubmitTime": "2026-03-01T12:00:00+00:00",
        "Answer": ANSWER,
    }
    return {**plain, **changes}


def parsed(*given: dict[str, Any], **more: Any) -> list[Submission]:
    return parse_assignments(json.dumps({"Assignments": given, **more}), file="a.json")


def of_turk(made: Made, **settings: Any) -> Study:
    return made(access="platform", **{"platform": MTURK, "pay": Pay(price=20_000), **settings})


def test_the_question_leads_to_the_page_of_the_study() -> None:
    root = ET.fromstring(external_question("https://study.example/a&b/"))
    assert root.tag == f"{{{SCHEMA}}}ExternalQuestion"
    assert root.findtext(f"{{{SCHEMA}}}ExternalURL") == "https://study.example/a&b/mturk"
    assert root.findtext(f"{{{SCHEMA}}}FrameHeight") == "800"


@pytest.mark.parametrize(
    "address", ["http://study.example", "study.example", "https://", "https://a.example/?x=1", ""]
)
def test_only_pages_with_https_are_shown(address: str) -> None:
    with pytest.raises(InputError, match="HTTPS only"):
        external_question(address)


def test_the_same_hit_has_the_same_token_and_another_one_has_not(sqlite_study: Made) -> None:
    study = of_turk(sqlite_study)
    asked: dict[str, Any] = {
        "address": "https://study.example",
        "reward": 150,
        "n_assignments": 9,
        "minutes": 20,
        "days": 2,
        "description": "Read sentences.",
    }
    first, again = hit_request(study, **asked), hit_request(study, **asked)
    assert first == again
    assert first["Reward"] == "1.50"
    assert (first["AssignmentDurationInSeconds"], first["LifetimeInSeconds"]) == (1200, 172_800)
    other = hit_request(study, **{**asked, "reward": 160})
    assert other["UniqueRequestToken"] != first["UniqueRequestToken"]


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"platform": platform_named("prolific")}, "do not come from Mechanical Turk"),
        ({"pay": Pay(price=1, currency="GBP")}, "pays in GBP"),
    ],
)
def test_a_study_for_others_has_no_hit(
    sqlite_study: Made, settings: dict[str, Any], problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        check_platform(of_turk(sqlite_study, **settings))


def test_signed_links_cannot_be_asked_of_mechanical_turk() -> None:
    signed = platform_named("mturk")
    configuration = Configuration(
        name="t",
        task="usage",
        seed=1,
        access="platform",
        platform=type(signed)(name="mturk", id_parameter="workerId", is_signed=True),
    )
    with pytest.raises(InputError, match="does not sign its links"):
        check_contradictions(configuration)


def test_assignments_have_worker_code_and_standing() -> None:
    other = assignment(AssignmentId="3ASG2", WorkerId="A2", AssignmentStatus="Approved", Answer="")
    found = parse_assignments(
        json.dumps({"Assignments": [assignment(), other], "NumResults": 2}),
        file="a.json",
        bonuses={"3ASG2": 7},
    )
    assert found == [
        Submission("3ASG1", "A1B2C3D4E5F6", "AB&1", "awaiting"),
        Submission("3ASG2", "A2", "", "approved", 7),
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is not JSON"),
        ("[" * 100_000, "is not JSON"),
        ("\xff", "is not JSON"),
        ("[]", "a.json"),
        ("{}", "Assignments"),
        ('{"Assignments": {}}', "Assignments"),
        (json.dumps({"Assignments": [assignment(WorkerId="A1,9.99\nA2")]}), "WorkerId"),
        (json.dumps({"Assignments": [assignment(WorkerId="")]}), "WorkerId"),
        (json.dumps({"Assignments": [assignment(AssignmentId=5)]}), "AssignmentId"),
        (json.dumps({"Assignments": [assignment(AssignmentStatus="Paid")]}), "AssignmentStatus"),
        (json.dumps({"Assignments": [assignment(Answer="<a>")]}), "3ASG1"),
        (json.dumps({"Assignments": [assignment(Answer=BOMB)]}), "entity"),
        (json.dumps({"Assignments": [], "NextToken": "p2"}), "only the first part"),
        (
            json.dumps({"Assignments": [assignment(), assignment(HITId="3HIT2")]}),
            "assignments of 2 HITs",
        ),
    ],
)
def test_a_file_that_is_something_else_is_refused(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        parse_assignments(text, file="a.json")


def test_bonuses_that_were_paid_add_up_by_assignment() -> None:
    paid = [
        {"WorkerId": "A1", "AssignmentId": "3ASG1", "BonusAmount": "0.06"},
        {"WorkerId": "A1", "AssignmentId": "3ASG1", "BonusAmount": "1.1"},
        {"WorkerId": "A2", "AssignmentId": "3ASG2", "BonusAmount": "2"},
    ]
    text = json.dumps({"BonusPayments": paid})
    assert parse_bonuses(text, file="paid.json") == {"3ASG1": 116, "3ASG2": 200}
    for amount in ("-1", "0.005", "1e3", "nan", "", 1.5):
        with pytest.raises(InputError, match="BonusAmount"):
            parse_bonuses(
                json.dumps({"BonusPayments": [{**paid[0], "BonusAmount": amount}]}), file="p.json"
            )


def test_a_bonus_has_one_token_until_something_was_paid(sqlite_study: Made) -> None:
    study = of_turk(sqlite_study)

    def line(bonus: int, before: int = 0) -> dict[str, str]:
        work = Submission("3ASG1", "A1", "C", "approved", before)
        made: dict[str, str] = json.loads(
            "".join(bonus_lines(study, [ReviewedSubmission(work, "complete", 0, bonus)]))
        )
        return made

    first = line(6)
    assert (first["WorkerId"], first["AssignmentId"], first["BonusAmount"]) == (
        "A1",
        "3ASG1",
        "0.06",
    )
    assert line(9)["UniqueRequestToken"] == first["UniqueRequestToken"]
    assert line(3, before=6)["UniqueRequestToken"] != first["UniqueRequestToken"]
