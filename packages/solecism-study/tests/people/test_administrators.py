"""Administrators come, change their passwords and go; an owner always stays."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from solecism.errors import ConflictError, DeniedError, InputError, MissingError
from solecism_study.log_verification import verify_study
from solecism_study.people.administrators import (
    add_administrator,
    administrator_by_id,
    all_administrators,
    change_password,
    log_in,
    password_fingerprint,
    remove_administrator,
)
from solecism_study.study import Study
from studies import START

Made = Callable[..., Study]
OLD, NEW = "an old password", "a new password"


def test_a_new_password_is_the_only_one(study_of: Made) -> None:
    study = study_of()
    add_administrator(study, "ann", OLD, role="owner", now=START)
    before = password_fingerprint(study, 1)
    change_password(study, 1, NEW, now=START, actor="ann")
    assert log_in(study, "ann", NEW).name == "ann"
    assert password_fingerprint(study, 1) != before
    with pytest.raises(DeniedError):
        log_in(study, "ann", OLD)
    with pytest.raises(InputError):
        change_password(study, 1, "short", now=START, actor="ann")
    assert verify_study(study).problems == ()


def test_somebody_removed_cannot_log_in(study_of: Made) -> None:
    study = study_of()
    add_administrator(study, "ann", OLD, role="owner", now=START)
    add_administrator(study, "bea", OLD, role="manager", now=START)
    remove_administrator(study, 2, now=START, actor="ann")
    assert [one.name for one in all_administrators(study)] == ["ann"]
    assert administrator_by_id(study, 2) is None
    assert password_fingerprint(study, 2) is None
    with pytest.raises(DeniedError):
        log_in(study, "bea", OLD)


def test_the_last_owner_and_those_who_are_not_there_cannot_be_removed(sqlite_study: Made) -> None:
    study = sqlite_study()
    add_administrator(study, "ann", OLD, role="owner", now=START)
    with pytest.raises(ConflictError, match="last owner"):
        remove_administrator(study, 1, now=START, actor="ann")
    for number in (2, 10**30):
        with pytest.raises((MissingError, InputError)):
            remove_administrator(study, number, now=START, actor="ann")
    add_administrator(study, "bea", OLD, role="owner", now=START)
    remove_administrator(study, 1, now=START, actor="bea")
    assert [one.name for one in all_administrators(study)] == ["bea"]
