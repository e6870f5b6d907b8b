"""A revoked invitation while its rater is signed in."""

from __future__ import annotations

from collections.abc import Callable

from starlette.applications import Starlette

from administrator import administrator
from rater_client import RaterClient
from rater_pages import NOW
from solecism_study.people.invitations import invite
from solecism_study.study import Study

Hosted = Callable[..., tuple[Study, Starlette]]


def link(study: Study, *, issued: int) -> str:
    return f"/enter/{invite(study, 'ann', expires=NOW + 10**9, issued=issued)}"


def test_a_revoked_invitation_signs_out_and_a_new_one_lets_in(hosted: Hosted) -> None:
    study, app = hosted(access="invited")
    boss, ann, other = administrator(app, study), RaterClient(app), RaterClient(app)
    ann.come_in(link(study, issued=NOW - 1))
    assert ann.http.get("/work").status_code == 200
    boss.done("/admin/raters/revoke", names="ann")
    assert ann.http.get("/work").status_code == 401
    assert ann.http.get("/answers").status_code == 401
    assert "was revoked" in ann.http.get(link(study, issued=NOW - 1)).text
    # Whoever had the first link may have had another browser: it does not keep the person out.
    other.come_in(link(study, issued=NOW + 1))
    assert other.http.get("/work").status_code == 200
    assert ann.http.get("/work").status_code == 401
