"""Who follows a link: an invited person, or somebody from a platform whose id is believed."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from starlette.requests import Request

from solecism.collect.configuration import Platform
from solecism.collect.durations import HOUR
from solecism.collect.people.invitations import ORIGIN, Invitation, invite, read_invitation
from solecism.collect.people.platform_tokens import PARAMETER, TokenReader
from solecism.collect.people.platforms import check_external_id, external_id
from solecism.collect.people.revocation import check_not_revoked
from solecism.errors import DeniedError
from solecism.serve.service import Service, service

INVITED, OPEN = "invited", "open"
BY_INVITATION = "this study is by invitation only. Open the link that you were sent."
_READING_TIME = 2 * HOUR
"""How long a person who was confirmed by a platform may read before they agree."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Where a rater comes from, their id there, and the path that their consent is sent to.

    `is_vouched` says that the platform has just confirmed who they are.
    """

    origin: str
    external: str
    action: str
    is_vouched: bool = False


def identity_of(request: Request) -> Identity:
    """The identity of whoever follows a link; DeniedError where it is not believed."""
    serving = service(request)
    link = request.path_params.get("link")
    if link is not None:
        return _by_link(serving, link)
    configuration = serving.study.configuration
    platform = configuration.platform
    if platform is None or configuration.access == INVITED:
        raise DeniedError(BY_INVITATION)
    if platform.is_signed:
        return _by_token(serving, platform, request)
    external = external_id(platform, request.query_params)
    check_external_id(serving.study, platform, external)
    action = f"/enter?{urlencode({platform.id_parameter: external})}"
    return Identity(platform.name, external, action)


def _by_link(serving: Service, link: str) -> Identity:
    invitation = read_invitation(serving.study, link, now=serving.now)
    if invitation.origin == ORIGIN:
        check_not_revoked(serving.study, invitation)
    else:
        _check_platform(serving, invitation)
    return Identity(invitation.origin, invitation.name, f"/enter/{link}", invitation.is_vouched)


def _check_platform(serving: Service, invitation: Invitation) -> None:
    platform = serving.study.configuration.platform
    if platform is None or platform.name != invitation.origin:
        raise DeniedError(BY_INVITATION)
    check_external_id(serving.study, platform, invitation.name)


def _by_token(serving: Service, platform: Platform, request: Request) -> Identity:
    """The identity that a platform's own token confirms, with a link of ours to go on with."""
    token = request.query_params.get(PARAMETER)
    if token is None or serving.keys is None or not serving.address:
        raise DeniedError(
            f"this link does not show that {platform.name} has sent you. Open the study from there."
        )
    reader = TokenReader(serving.address, serving.keys.named)
    external = reader.external_id(token, platform.id_parameter, now=serving.now)
    if request.query_params.get(platform.id_parameter, external) != external:
        raise DeniedError(f"this link has another id than {platform.name} confirms.")
    check_external_id(serving.study, platform, external)
    link = invite(
        serving.study,
        external,
        expires=serving.now + _READING_TIME,
        origin=platform.name,
        is_vouched=True,
    )
    return Identity(platform.name, external, f"/enter/{link}", is_vouched=True)
