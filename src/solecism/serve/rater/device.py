"""The code of a browser, by which one notices that one person takes part twice."""

from __future__ import annotations

import secrets

from starlette.requests import Request
from starlette.responses import Response

from solecism.collect.people.devices import record_device
from solecism.collect.people.signing import signature
from solecism.serve.http.session import is_secure
from solecism.serve.service import service

_N_BYTES = 18
_N_MARK = 6
_MAX_LENGTH = 100
_YEAR = 365 * 86_400


def note_device(request: Request, response: Response, rater: int) -> None:
    """Record the browser and the network of a rater who signs in, where the study declares it."""
    study = service(request).study
    signs = study.configuration.signs
    if not signs or not signs.one_device:
        return
    name = f"solecism_device_{signature(study.secret, 'cookie', 'device')[:_N_MARK]}"
    own = request.cookies.get(name, "")[:_MAX_LENGTH] or secrets.token_urlsafe(_N_BYTES)
    response.set_cookie(
        name,
        own,
        max_age=_YEAR,
        path="/",
        secure=is_secure(request),
        httponly=True,
        samesite="lax",
    )
    record_device(study, rater, "browser", own)
    address = request.client.host if request.client else ""
    network = f"{address}\x1f{request.headers.get('user-agent', '')}"
    record_device(study, rater, "network", network)
