"""Sessions on the server, and the one browser that a rater works in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from solecism_study.people.raters import rater_by_id
from solecism_study.people.sessions import (
    ADMINISTRATOR,
    RATER,
    OtherBrowserError,
    Sessions,
    bind_browser,
    is_resume_code,
    release_browser,
    resume_code,
)
from solecism_study.study import Study
from studies import START, new_rater

Made = Callable[..., Study]


def test_a_session_lives_until_it_is_ended(study_of: Made) -> None:
    sessions = Sessions(study_of())
    assert not sessions.is_live(RATER, 1, "secret")
    sessions.begin(RATER, 1, "secret", now=START)
    assert sessions.is_live(RATER, 1, "secret")
    assert not sessions.is_live(ADMINISTRATOR, 1, "secret")
    assert not sessions.is_live(RATER, 2, "secret")
    sessions.end(RATER, 1, "secret")
    assert not sessions.is_live(RATER, 1, "secret")


def test_a_server_that_starts_again_knows_who_is_signed_in(sqlite_study: Made) -> None:
    study = sqlite_study()
    Sessions(study).begin(RATER, 1, "secret", now=START)
    assert Sessions(study).is_live(RATER, 1, "secret")


def test_all_sessions_of_one_person_end_together(sqlite_study: Made) -> None:
    sessions = Sessions(sqlite_study())
    for subject, secret in ((1, "one"), (1, "two"), (2, "three")):
        sessions.begin(RATER, subject, secret, now=START)
    sessions.end_all(RATER, 1)
    live = [sessions.is_live(RATER, *one) for one in ((1, "one"), (1, "two"), (2, "three"))]
    assert live == [False, False, True]


def test_old_sessions_are_forgotten(sqlite_study: Made) -> None:
    study = sqlite_study()
    Sessions(study).begin(RATER, 1, "old", now=START)
    Sessions(study).begin(RATER, 1, "new", now=START + 10)
    Sessions(study).forget_old(RATER, before=START + 5)
    assert not Sessions(study).is_live(RATER, 1, "old")
    assert Sessions(study).is_live(RATER, 1, "new")


def test_a_rater_has_one_browser_until_another_knows_the_code(study_of: Made) -> None:
    study = study_of()
    rater = rater_by_id(study, new_rater(study))
    assert resume_code(study, rater) is None
    assert not bind_browser(study, rater, "first", now=START)
    assert not bind_browser(study, rater, "first", now=START)
    with pytest.raises(OtherBrowserError):
        bind_browser(study, rater, "second", now=START)
    code = resume_code(study, rater)
    assert code is not None
    assert is_resume_code(study, rater, code.lower().replace("-", " "))
    assert not is_resume_code(study, rater, "AAAAA-AAAAA")
    assert bind_browser(study, rater, "second", is_proven=True, now=START)
    # The first browser is now the other one, and its code is of no use.
    assert not is_resume_code(study, rater, code)
    with pytest.raises(OtherBrowserError):
        bind_browser(study, rater, "first", now=START)


def test_an_administrator_can_let_a_rater_begin_in_any_browser(sqlite_study: Made) -> None:
    study = sqlite_study()
    rater = rater_by_id(study, new_rater(study))
    bind_browser(study, rater, "lost", now=START)
    release_browser(study, rater, now=START, actor="boss")
    assert not bind_browser(study, rater, "new", now=START)


def test_codes_of_different_raters_differ(sqlite_study: Made) -> None:
    study = sqlite_study()
    codes = set()
    for name in "abcde":
        rater = rater_by_id(study, new_rater(study, name))
        bind_browser(study, rater, "the same computer", now=START)
        codes.add(resume_code(study, rater))
    assert len(codes) == 5
