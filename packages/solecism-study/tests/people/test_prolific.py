"""Prolific's API, spoken with a small server that sometimes does not do as documented."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from rater_pages import served
from simulated_prolific import TOKEN, SimulatedProlific
from solecism.errors import ConflictError, InputError, StoreError
from solecism_study.configuration import Pay, Platform
from solecism_study.people import prolific
from solecism_study.people.platform_review import ReviewedSubmission, Submission
from solecism_study.people.platforms import platform_named
from solecism_study.people.prolific import ProlificApi, check_bonuses_paid, draft, recorded_study
from solecism_study.study import Study
from studies import START

Made = Callable[..., Study]
NUMBER, ANN = "60f0000000000000000000aa", "5f00aa5f00aa5f00aa5f00aa"
STUDY = {"id": NUMBER, "status": "ACTIVE", "reward": 150}
DETAIL = {
    "id": "s1",
    "status": "AWAITING REVIEW",
    "study_id": NUMBER,
    "participant": ANN,
    "entered_code": "C0DE",
    "bonus_payments": [25.0],
}
LISTED = {"results": [{"id": "s1", "status": "AWAITING REVIEW"}]}


@pytest.fixture
def answering() -> Iterator[Callable[..., ProlificApi]]:
    """Makes the API of a server that answers each path as it is told; `asked` has what came."""
    with ExitStack() as stack:

        def make(answers: dict[str, Any], status: int = 200) -> ProlificApi:
            async def answer(request: Request) -> Response:
                body = answers[request.url.path]
                raw = body if isinstance(body, bytes) else json.dumps(body).encode()
                return Response(raw, status, media_type="application/json")

            app = Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])])
            return ProlificApi(TOKEN, stack.enter_context(served(app)))

        yield make


def of_prolific(made: Made, **settings: Any) -> Study:
    platform = Platform(name="prolific", id_parameter="PROLIFIC_PID", code="C0DE")
    given = {"platform": platform, "access": "platform", "pay": Pay(price=50_000), **settings}
    return made(**given)


def asked(**changes: Any) -> dict[str, Any]:
    plain = {
        "address": "https://study.example",
        "places": 9,
        "reward": 150,
        "minutes": 20,
        "description": "Read sentences.",
    }
    return {**plain, **changes}


def test_a_draft_has_a_link_with_all_ids_and_a_code_for_each_outcome(sqlite_study: Made) -> None:
    platform = Platform(
        name="prolific",
        id_parameter="PROLIFIC_PID",
        code="C0DE",
        codes={"removed": "GONE", "screened-out": "OUT"},
        is_signed=True,
    )
    body = draft(of_prolific(sqlite_study, platform=platform), **asked())
    assert body["external_study_url"] == (
        "https://study.example/enter?PROLIFIC_PID={{%PROLIFIC_PID%}}&STUDY_ID={{%STUDY_ID%}}"
        "&SESSION_ID={{%SESSION_ID%}}"
    )
    assert [(one["code"], one["code_type"]) for one in body["completion_codes"]] == [
        ("C0DE", "COMPLETED"),
        ("OUT", "OTHER"),
        ("GONE", "FAILED_ATTENTION_CHECK"),
    ]
    assert all(
        one["actions"] == [{"action": "MANUALLY_REVIEW"}] for one in body["completion_codes"]
    )
    assert body["is_external_study_url_secure"] is True
    assert (body["reward"], body["total_available_places"], body["filters"]) == (150, 9, [])


def test_a_study_without_a_common_code_cannot_be_created(sqlite_study: Made) -> None:
    study = of_prolific(sqlite_study, platform=platform_named("prolific"))
    with pytest.raises(InputError, match="needs one code for all who complete"):
        draft(study, **asked())
    with pytest.raises(InputError, match="base URL"):
        draft(study, **asked(address="javascript:alert(1)"))
    with pytest.raises(InputError, match="do not come from Prolific"):
        draft(of_prolific(sqlite_study, platform=platform_named("mturk")), **asked())


@pytest.mark.parametrize(
    "address", ["http://api.prolific.com/api/v1", "ftp://127.0.0.1", "https://", "api.prolific.com"]
)
def test_the_token_is_sent_by_https_only(address: str) -> None:
    with pytest.raises(InputError, match="HTTPS only"):
        ProlificApi(TOKEN, address)


@pytest.mark.parametrize("token", ["", "two words", "line\r\nX-Other: 1", "ü"])
def test_a_token_that_is_none_is_not_sent(token: str) -> None:
    with pytest.raises(InputError, match="one word"):
        ProlificApi(token)


def test_a_redirection_is_not_followed_with_the_token() -> None:
    seen = []

    def thief(request: Request) -> Response:
        seen.append(request.headers.get("authorization"))
        return Response("{}")

    def sender(request: Request) -> Response:
        return RedirectResponse(f"{elsewhere}/studies/", 307)

    with served(Starlette(routes=[Route("/{path:path}", thief)])) as elsewhere:
        app = Starlette(routes=[Route("/{path:path}", sender)])
        with (
            served(app) as here,
            pytest.raises(InputError, match="sends the request elsewhere"),
        ):
            ProlificApi(TOKEN, here).study(NUMBER)
    assert seen == []


def test_a_wrong_token_and_a_refusal_are_told_in_words(
    answering: Callable[..., ProlificApi],
) -> None:
    with served(SimulatedProlific().app) as at, pytest.raises(InputError, match="the token"):
        ProlificApi("another", f"{at}/api/v1").study(NUMBER)
    said = {"error": {"detail": "No balance\x1b[2J", "title": "Error"}}
    refusing = answering({f"/studies/{NUMBER}/transition/": said}, status=400)
    with pytest.raises(InputError, match=r"refuses this .status 400.*No balance") as caught:
        refusing.publish(NUMBER)
    assert "\x1b" not in str(caught.value)
    with pytest.raises(StoreError, match="cannot be reached"):
        ProlificApi(TOKEN, "http://127.0.0.1:9").study(NUMBER)


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"<html>",
        b"[" * 100_000,
        b"\xff\xfe",
        b"null",
        {"id": "../../users/me", "status": "ACTIVE", "reward": 1},
        {"id": NUMBER + "\n", "status": "ACTIVE", "reward": 1},
        {"id": NUMBER, "status": "ACTIVE", "reward": -5},
        {"id": NUMBER, "status": "ACTIVE", "reward": "150"},
        {"id": NUMBER, "status": "ACTIVE", "reward": 1e300},
        {"id": "60f0000000000000000000bb", "status": "ACTIVE", "reward": 150},
    ],
)
def test_an_answer_that_is_not_as_documented_is_refused(
    answering: Callable[..., ProlificApi], answer: Any
) -> None:
    with pytest.raises(InputError, match="Prolific"):
        answering({f"/studies/{NUMBER}/": answer}).study(NUMBER)


@pytest.mark.parametrize(
    "changes",
    [
        {"study_id": "60f0000000000000000000bb"},
        {"id": "s2"},
        {"bonus_payments": [12.5]},
        {"bonus_payments": [-100.0]},
        {"participant": "ann,9999"},
    ],
)
def test_a_submission_of_another_study_or_with_odd_amounts_is_refused(
    answering: Callable[..., ProlificApi], changes: dict[str, Any]
) -> None:
    api = answering({"/submissions/": LISTED, "/submissions/s1/": {**DETAIL, **changes}})
    with pytest.raises(InputError, match="Prolific"):
        api.submissions(NUMBER)


@pytest.mark.parametrize(
    ("status", "standing"),
    [
        ("AWAITING REVIEW", "awaiting"),
        ("awaiting_review", "awaiting"),
        ("APPROVED", "approved"),
        ("REJECTED", "rejected"),
        ("TIMED-OUT", "returned"),
        ("PARTIALLY APPROVED", "other"),
    ],
)
def test_a_submission_stands_as_prolific_says(
    answering: Callable[..., ProlificApi], status: str, standing: Any
) -> None:
    api = answering({"/submissions/": LISTED, "/submissions/s1/": {**DETAIL, "status": status}})
    assert api.submissions(NUMBER) == [Submission("s1", ANN, "C0DE", standing, 25)]


def test_work_under_way_is_not_listed(answering: Callable[..., ProlificApi]) -> None:
    listed = [{"id": name, "status": name} for name in ("ACTIVE", "RESERVED")]
    assert answering({"/submissions/": {"results": listed}}).submissions(NUMBER) == []


@pytest.mark.parametrize(
    "changes", [{"amount": 51.0}, {"amount": 5000.0}, {"study": "another"}, {"amount": 50.5}]
)
def test_bonuses_with_another_sum_or_for_another_study_are_not_paid(
    answering: Callable[..., ProlificApi], changes: dict[str, Any]
) -> None:
    made = {"id": "b1", "study": NUMBER, "amount": 50.0, "total_amount": 66.0, **changes}
    due = [ReviewedSubmission(Submission("s1", ANN, "C", "approved"), "complete", 0, 50)]
    with pytest.raises(InputError, match="Prolific"):
        answering({"/submissions/bonus-payments/": made}).set_up_bonuses(NUMBER, due)


def test_a_draft_of_which_prolific_makes_something_else_is_told(
    answering: Callable[..., ProlificApi], sqlite_study: Made
) -> None:
    body = draft(of_prolific(sqlite_study), **asked())
    other = {**STUDY, "reward": 1500, "total_available_places": 9}
    api = answering({"/studies/": {**other, "external_study_url": body["external_study_url"]}})
    with pytest.raises(InputError, match=f"created the study {NUMBER}, but with reward 1500"):
        api.create(body)


def test_no_second_list_of_bonuses_before_the_first_is_shown_as_paid(study_of: Made) -> None:
    study = of_prolific(study_of)
    with pytest.raises(InputError, match="is not on Prolific yet"):
        recorded_study(study, 1)
    prolific.record(study, prolific.CREATED, {"stage": 1, "study": NUMBER}, now=START)
    assert recorded_study(study, 1) == NUMBER

    def shown(cents: int) -> list[Submission]:
        return [Submission("s1", ANN, "C0DE", "approved", cents)]

    check_bonuses_paid(study, NUMBER, shown(0))
    asked_for = {"study": NUMBER, "bonuses": "b1", "cents": 50, "shown_before": 30}
    prolific.record(study, prolific.PAYING, asked_for, now=START)
    # What was paid by hand before must not pass for the payment that is under way.
    for cents in (0, 50, 79):
        with pytest.raises(ConflictError, match="try again then"):
            check_bonuses_paid(study, NUMBER, shown(cents))
    check_bonuses_paid(study, NUMBER, shown(80))
    check_bonuses_paid(study, "another", [])
    prolific.record(study, prolific.UNPAID, {"bonuses": "b1"}, now=START)
    check_bonuses_paid(study, NUMBER, shown(30))
