"""Invitation links for raters, which an administrator or a program sends to them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from starlette.requests import Request

from solecism.collect.log.history import log_invitations
from solecism.collect.people.invitations import invite
from solecism.serve.service import service

_DAY = 86_400_000


class InvitationLink(Struct, frozen=True):
    """The link for one invited rater, and when it expires."""

    name: str
    link: str
    expires: int


def make_invitation_links(
    request: Request, names: Sequence[str], *, days: int, actor: str
) -> list[InvitationLink]:
    """One link per name; the log records how many, not for whom."""
    serving = service(request)
    expires = serving.now + days * _DAY
    address = (serving.address or str(request.base_url)).rstrip("/")
    links = []
    for name in dict.fromkeys(names):
        signed = invite(serving.study, name, expires=expires, issued=serving.now)
        links.append(InvitationLink(name, f"{address}/enter/{signed}", expires))
    log_invitations(serving.study, len(links), expires=expires, now=serving.now, actor=actor)
    return links
