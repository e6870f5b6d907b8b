"""Invitations: a link that lets one rater in until a given time, and that nobody can forge."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from solecism.collect.people.signing import is_signed, packed, signature, unpacked
from solecism.collect.study import Study
from solecism.errors import DeniedError, InputError

ORIGIN = "invitation"
_BROKEN = "this link is not whole. Copy all of it from your invitation."
_MAX_LENGTH = 2000
_MAX_NAME = 200


@dataclass(frozen=True, slots=True)
class Invitation:
    """Who is invited, and until when (milliseconds since 1970)."""

    name: str
    expires: int


def invite(study: Study, name: str, *, expires: int) -> str:
    """The text of a link for the rater of this name."""
    if not name or len(name) > _MAX_NAME or not name.isprintable():
        raise InputError(f"{name[:40]!r} is no name for a rater.")
    body = packed(msgspec.json.encode([name, expires]))
    return f"{body}.{signature(study.secret, ORIGIN, body)}"


def read_invitation(study: Study, text: str, *, now: int) -> Invitation:
    """The invitation of a link; DeniedError where it is forged, broken or too old."""
    body, _, signed = text[:_MAX_LENGTH].partition(".")
    if not is_signed(study.secret, ORIGIN, body, signed):
        raise DeniedError(_BROKEN)
    try:
        found = Invitation(*msgspec.json.decode(unpacked(body), type=tuple[str, int]))
    except (ValueError, msgspec.DecodeError) as error:
        raise DeniedError(_BROKEN) from error
    if found.expires <= now:
        raise DeniedError("this invitation has expired. Ask whoever invited you for a new one.")
    return found
