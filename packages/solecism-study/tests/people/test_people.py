"""Invitations, platforms, administrators and tokens."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from argon2 import PasswordHasher
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import text

from solecism.errors import ConflictError, DeniedError, InputError, MissingError
from solecism_study.keyed_hashes import decode_from_url, encode_for_url, is_signed, signature
from solecism_study.people.administrators import (
    add_administrator,
    administrator_by_id,
    all_tokens,
    log_in,
    make_token,
    read_token,
    revoke_token,
)
from solecism_study.people.invitations import invite, read_invitation
from solecism_study.people.platforms import external_id, platform_named
from solecism_study.people.raters import all_raters, join, rater_by_id, rater_by_pseudonym
from solecism_study.study import Study
from studies import START, new_rater

Made = Callable[..., Study]


def test_an_invitation_says_who_is_invited_until_it_expires(sqlite_study: Made) -> None:
    study = sqlite_study()
    link = invite(study, "Ann Müller", expires=START + 1000)
    assert read_invitation(study, link, now=START).name == "Ann Müller"
    with pytest.raises(DeniedError, match="expired"):
        read_invitation(study, link, now=START + 1000)


def test_an_invitation_of_another_study_or_a_changed_one_lets_nobody_in(sqlite_study: Made) -> None:
    study, other = sqlite_study(), sqlite_study()
    link = invite(study, "ann", expires=START + 1000)
    body, _, signed = link.partition(".")
    forged = encode_for_url(b'["bob",99999999999999]')
    for text_of_link in (link[:-1], f"{forged}.{signed}", body, "", ".", f"{body}.ä", link + "x"):
        with pytest.raises(DeniedError):
            read_invitation(study, text_of_link, now=START)
    with pytest.raises(DeniedError):
        read_invitation(other, link, now=START)


@given(data=st.binary(max_size=60))
def test_bytes_are_packed_and_unpacked(data: bytes) -> None:
    assert decode_from_url(encode_for_url(data)) == data


@given(text_of=st.text(max_size=30), given_text=st.text(max_size=30))
def test_no_made_up_signature_is_right(text_of: str, given_text: str) -> None:
    secret = b"s" * 32
    assert is_signed(secret, "a", text_of, signature(secret, "a", text_of))
    assert not is_signed(secret, "a", text_of, given_text)


def test_joining_twice_is_the_same_rater_under_a_pseudonym(study_of: Made) -> None:
    study = study_of()
    first = join(study, origin="prolific", external="5f00aa", now=START)
    again = join(study, origin="prolific", external="5f00aa", now=START + 1)
    other = join(study, origin="sona", external="5f00aa", now=START)
    assert first == again
    assert other.pseudonym != first.pseudonym
    assert "5f00aa" not in first.pseudonym
    assert rater_by_pseudonym(study, first.pseudonym) == first
    assert len(all_raters(study)) == 2


def test_pseudonyms_of_two_studies_do_not_meet(sqlite_study: Made) -> None:
    names = {
        join(study, origin="prolific", external="5f00aa", now=START).pseudonym
        for study in (sqlite_study(), sqlite_study())
    }
    assert len(names) == 2


@pytest.mark.parametrize("external", ["", "x" * 201, "new\nline"])
def test_an_odd_id_is_refused(sqlite_study: Made, external: str) -> None:
    with pytest.raises(InputError):
        join(sqlite_study(), origin="test", external=external, now=START)


def test_a_rater_who_is_not_there_is_missing(sqlite_study: Made) -> None:
    study = sqlite_study()
    with pytest.raises(MissingError):
        rater_by_id(study, 99)
    with pytest.raises(MissingError):
        rater_by_pseudonym(study, "r-nobody")


@pytest.mark.parametrize(
    ("name", "parameter"),
    [("prolific", "PROLIFIC_PID"), ("connect", "participantId"), ("sona", "survey_code")],
)
def test_known_platforms_say_who_comes(name: str, parameter: str) -> None:
    platform = platform_named(name)
    assert external_id(platform, {parameter: " 5f00aa ", "other": "1"}) == "5f00aa"


@pytest.mark.parametrize("value", ["", "{{%PROLIFIC_PID%}}", "%SURVEY_CODE%", "x" * 300, "a\x00b"])
def test_a_platform_that_filled_nothing_in_is_told(value: str) -> None:
    with pytest.raises(DeniedError, match="has no PROLIFIC_PID"):
        external_id(platform_named("prolific"), {"PROLIFIC_PID": value})


def test_any_other_platform_is_a_name_and_a_parameter() -> None:
    assert external_id(platform_named("panel:worker"), {"worker": "w1"}) == "w1"
    with pytest.raises(InputError, match="NAME:PARAMETER"):
        platform_named("nowhere")


def test_administrators_log_in_with_their_password_only(study_of: Made) -> None:
    study = study_of()
    add_administrator(study, "boss", "a long password", role="manager", now=START)
    found = log_in(study, "boss", "a long password")
    assert administrator_by_id(study, found.id) == found
    assert found.scopes == {"read", "export", "manage"}
    for name, password in (("boss", "a wrong password"), ("nobody", "a long password"), ("", "")):
        with pytest.raises(DeniedError, match="password is wrong"):
            log_in(study, name, password)
    with pytest.raises(ConflictError):
        add_administrator(study, "boss", "another password", role="viewer", now=START)


def test_a_password_is_not_kept(sqlite_study: Made) -> None:
    study = sqlite_study()
    add_administrator(study, "boss", "a long password", role="owner", now=START)
    with study.database.read() as connection:
        kept = str(connection.execute(text("SELECT password FROM administrators")).scalar())
    assert kept.startswith("$argon2id$")
    assert "long" not in kept


def test_a_password_is_hashed_with_as_much_work_as_is_advised(
    slow_hasher: Callable[[], PasswordHasher],
) -> None:
    kept = slow_hasher().hash("a long password")
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")


@pytest.mark.parametrize(
    ("name", "password", "role"),
    [
        ("boss", "short", "owner"),
        ("", "a long password", "owner"),
        ("b", "a long password", "king"),
    ],
)
def test_bad_administrators_are_refused(
    sqlite_study: Made, name: str, password: str, role: str
) -> None:
    with pytest.raises(InputError):
        add_administrator(sqlite_study(), name, password, role=role, now=START)


def test_a_token_does_what_its_scopes_say_until_it_is_revoked(study_of: Made) -> None:
    study = study_of()
    token = make_token(study, "script", ["read", "export"], now=START, expires=START + 1000)
    access = read_token(study, token, now=START)
    assert access.scopes == {"read", "export"}
    assert [one.name for one in all_tokens(study)] == ["script"]
    with pytest.raises(DeniedError):
        read_token(study, token, now=START + 1000)
    with pytest.raises(DeniedError):
        read_token(study, token + "x", now=START)
    revoke_token(study, access.id, now=START)
    with pytest.raises(DeniedError):
        read_token(study, token, now=START)
    with pytest.raises(MissingError):
        revoke_token(study, access.id, now=START)


def test_a_token_that_rates_is_of_one_rater(sqlite_study: Made) -> None:
    study = sqlite_study()
    ann = new_rater(study)
    token = make_token(study, "ann", ["rate"], now=START, rater=ann)
    assert read_token(study, token, now=START).rater == ann
    for scopes, rater in ((["rate"], None), (["read"], ann), ([], None), (["fly"], None)):
        with pytest.raises(InputError):
            make_token(study, "bad", scopes, now=START, rater=rater)
