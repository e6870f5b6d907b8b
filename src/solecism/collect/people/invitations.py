"""Invitations: signed links by which one rater joins until a given time.

A link may also be for somebody from a platform, with their id there: platforms that send each
person to a URL of their own get these. Nobody can make one up or change the id in it.
"""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from solecism.collect.people.signing import is_signed, packed, signature, unpacked
from solecism.collect.study import Study
from solecism.errors import DeniedError, InputError

ORIGIN = "invitation"
_BROKEN = "this link is incomplete. Copy the whole link from your invitation."
_MAX_LENGTH = 2000
_MAX_NAME = 200
_PARTS = ("name", "expires", "issued", "origin", "is_vouched")


@dataclass(frozen=True, slots=True)
class Invitation:
    """The name of the rater who is invited, until when, and when (milliseconds since 1970).

    `origin` is the platform, for links with an id there. `is_vouched` says that the platform itself
    has just confirmed who follows the link.
    """

    name: str
    expires: int
    issued: int = 0
    origin: str = ORIGIN
    is_vouched: bool = False


def invite(
    study: Study,
    name: str,
    *,
    expires: int,
    issued: int = 0,
    origin: str = ORIGIN,
    is_vouched: bool = False,
) -> str:
    """Return the signed part of a link for the rater of this name, or id on a platform.

    A revocation of the name ends all invitations issued before it.
    """
    if not name or len(name) > _MAX_NAME or not name.isprintable():
        raise InputError(
            f"{name[:40]!r} is not a valid name. Give 1 to {_MAX_NAME} printable characters."
        )
    more = () if origin == ORIGIN else (origin, is_vouched)
    body = packed(msgspec.json.encode([name, expires, issued, *more]))
    return f"{body}.{signature(study.secret, ORIGIN, body)}"


def read_invitation(study: Study, text: str, *, now: int) -> Invitation:
    """Return the invitation of a link; DeniedError where it is forged, incomplete or expired."""
    body, _, signed = text[:_MAX_LENGTH].partition(".")
    if not is_signed(study.secret, ORIGIN, body, signed):
        raise DeniedError(_BROKEN)
    try:
        # Links of earlier versions do not say when they were issued.
        parts = msgspec.json.decode(unpacked(body), type=list[str | int | bool])
        invitation = msgspec.convert(dict(zip(_PARTS, parts, strict=False)), Invitation)
    except (ValueError, msgspec.DecodeError) as error:
        raise DeniedError(_BROKEN) from error
    if invitation.expires <= now:
        raise DeniedError("this invitation has expired. Ask for a new one.")
    return invitation
