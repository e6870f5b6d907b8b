"""The page that Mechanical Turk shows in a frame."""

from __future__ import annotations

from collections.abc import Callable

import httpx2
import pytest

from rater_client import RaterClient, forms
from solecism_study.configuration import Pay
from solecism_study.people.platforms import platform_named
from solecism_study.study import ALLOWED, Study

Opened = Callable[..., tuple[Study, Callable[[], RaterClient]]]
ACCEPTED = {
    "assignmentId": "3ABCDEFGHIJKLMNOP",
    "hitId": "3HITABCDEFGH",
    "workerId": "A1B2C3D4E5F6G7",
    "turkSubmitTo": "https://workersandbox.mturk.com",
}
HOSTS = "https://worker.mturk.com https://www.mturk.com https://workersandbox.mturk.com"


def framed(opened: Opened, parameters: dict[str, str], **settings: object) -> httpx2.Response:
    given = {"access": "platform", "platform": platform_named("mturk"), **settings}
    _, rater = opened(n_items=3, pay=Pay(price=50_000), **given)
    return rater().http.get("/mturk", params=parameters)


def policy(response: httpx2.Response) -> dict[str, str]:
    parts = response.headers["content-security-policy"].split("; ")
    return dict(part.partition(" ")[::2] for part in parts)


def test_a_preview_says_what_the_work_is_and_lets_nobody_begin(opened: Opened) -> None:
    page = framed(opened, {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "hitId": "3HIT"})
    assert page.status_code == 200
    assert "This is a preview" in page.text
    assert "0.05 USD" in page.text
    assert forms(page) == []
    assert "/enter" not in page.text


def test_who_has_accepted_finds_the_questions_and_a_form_for_the_code(opened: Opened) -> None:
    page = framed(opened, ACCEPTED)
    [form] = forms(page)
    assert form.action == "https://workersandbox.mturk.com/mturk/externalSubmit"
    assert form.value("assignmentId") == ACCEPTED["assignmentId"]
    assert 'href="/enter?workerId=A1B2C3D4E5F6G7" target="_blank" rel="noopener"' in page.text


def test_only_mechanical_turk_may_frame_the_page_and_gets_its_form(opened: Opened) -> None:
    page = framed(opened, ACCEPTED)
    assert policy(page)["frame-ancestors"] == HOSTS
    assert policy(page)["form-action"] == "https://www.mturk.com https://workersandbox.mturk.com"
    assert policy(page)["default-src"] == "'none'"
    # Beside a policy for frames this header would only contradict it.
    assert "x-frame-options" not in page.headers
    assert "set-cookie" not in page.headers


def test_no_other_page_can_be_framed(opened: Opened) -> None:
    _, rater = opened(access="platform", platform=platform_named("mturk"))
    client = rater()
    for path in ("/", "/enter?workerId=A1B2C3D4E5F6G7", "/guidelines", "/work", "/admin/login"):
        page = client.http.get(path)
        assert policy(page)["frame-ancestors"] == "'none'", path
        assert page.headers["x-frame-options"] == "DENY", path


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"turkSubmitTo": "https://evil.example"}, "another host"),
        ({"turkSubmitTo": "http://www.mturk.com"}, "another host"),
        ({"turkSubmitTo": "https://www.mturk.com.evil.example"}, "another host"),
        ({"turkSubmitTo": "https://www.mturk.com@evil.example"}, "another host"),
        ({"turkSubmitTo": ""}, "another host"),
        ({"assignmentId": ""}, "no assignmentId"),
        ({"assignmentId": '"><script>'}, "no assignmentId"),
        ({"workerId": ""}, "no workerId"),
        ({"workerId": "ann"}, "not an id of mturk"),
    ],
)
def test_an_address_that_is_not_mechanical_turks_opens_nothing(
    opened: Opened, changes: dict[str, str], problem: str
) -> None:
    page = framed(opened, ACCEPTED | changes)
    assert page.status_code == 403
    # The worker reads in the frame what is wrong.
    assert problem in page.text
    assert policy(page)["frame-ancestors"] == HOSTS
    assert {one.action for one in forms(page)} == {"/look"}
    assert "/enter" not in page.text


def test_who_is_not_on_the_list_of_ids_is_told_in_the_frame_already(opened: Opened) -> None:
    page = framed(opened, ACCEPTED, documents={ALLOWED: "A9999999999"})
    assert page.status_code == 403
    assert "not open to you" in page.text


@pytest.mark.parametrize("platform", ["prolific", "panel:workerId"])
def test_studies_of_other_platforms_have_no_such_page(opened: Opened, platform: str) -> None:
    page = framed(opened, ACCEPTED, platform=platform_named(platform))
    assert page.status_code == 403
    assert "by invitation only" in page.text
