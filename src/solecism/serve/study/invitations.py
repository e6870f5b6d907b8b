"""Links that let raters in, as whoever invites them sends them out."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from starlette.requests import Request

from solecism.collect.log.history import log_invitations
from solecism.collect.people.invitations import invite
from solecism.serve.service import service

_DAY = 86_400_000


class Invited(Struct, frozen=True):
    """Who is invited, by which link, and until when."""

    name: str
    link: str
    expires: int


def invited(request: Request, names: Sequence[str], *, days: int, actor: str) -> list[Invited]:
    """A link for each of the names; the log says how many, not for whom."""
    serving = service(request)
    expires = serving.now + days * _DAY
    place = (serving.address or str(request.base_url)).rstrip("/")
    made = [
        Invited(name, f"{place}/enter/{invite(serving.study, name, expires=expires)}", expires)
        for name in dict.fromkeys(names)
    ]
    log_invitations(serving.study, len(made), expires=expires, now=serving.now, actor=actor)
    return made
