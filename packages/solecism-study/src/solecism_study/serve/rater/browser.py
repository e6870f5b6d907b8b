"""The browser of a rater: a cookie with its secret, and the code for another browser.

A second code, of the device, shows that one person takes part twice.
"""

from __future__ import annotations

import math
import secrets

from starlette.requests import Request
from starlette.responses import Response

from solecism.errors import DeniedError
from solecism.web import Rate, TokenBuckets, network_of
from solecism_study.keyed_hashes import signature
from solecism_study.people.raters import Rater
from solecism_study.people.sessions import is_resume_code, record_device
from solecism_study.serve.http.session import is_secure
from solecism_study.serve.service import service

_NAME = "solecism_browser"
_YEAR = 365 * 86_400
_N_SECRET_BYTES = 24
_N_MARK = 6
_MAX_SECRET = 100
_PER_NETWORK, _PER_RATER = Rate(5, 1 / 60), Rate(100, 1 / 10)


class ResumeAttempts:
    """Limits how often codes are tried for a rater."""

    def __init__(self) -> None:
        self._buckets = TokenBuckets()

    def check(self, rater: int, address: str, *, now: int) -> None:
        """Count an attempt; DeniedError where it came too early."""
        waits = (
            self._buckets.take(("resume", rater, network_of(address)), _PER_NETWORK, now),
            self._buckets.take(("resume", rater), _PER_RATER, now),
        )
        if max(waits) > 0:
            seconds = math.ceil(max(waits))
            raise DeniedError(f"too many codes were tried. Please wait {seconds} seconds.")


def is_right_code(request: Request, rater: Rater, code: str) -> bool:
    """Whether this is the code of a rater; DeniedError where too many were tried."""
    attempts: ResumeAttempts = request.app.state.resume_attempts
    serving = service(request)
    address = request.client.host if request.client else ""
    attempts.check(rater.id, address, now=serving.now)
    return is_resume_code(serving.study, rater, code)


def browser_secret(request: Request) -> str:
    """The secret of the browser that sends a request, a new one where it has none."""
    secret = request.cookies.get(_name(request), "")
    return secret if 0 < len(secret) <= _MAX_SECRET else secrets.token_urlsafe(_N_SECRET_BYTES)


def set_browser_cookie(request: Request, response: Response, secret: str) -> None:
    """Set the cookie with the secret of a browser."""
    response.set_cookie(
        _name(request),
        secret,
        max_age=_YEAR,
        path="/",
        secure=is_secure(request),
        httponly=True,
        samesite="lax",
    )


def delete_browser_cookie(request: Request, response: Response) -> None:
    """Delete the cookie with the secret of a browser, on a computer that others use too."""
    response.delete_cookie(
        _name(request), path="/", secure=is_secure(request), httponly=True, samesite="lax"
    )


def _name(request: Request) -> str:
    mark = signature(service(request).study.secret, "cookie", "name")[:_N_MARK]
    return f"{'__Host-' if is_secure(request) else ''}{_NAME}_{mark}"


_N_BYTES = 18
_MAX_LENGTH = 100
_DEVICE_COOKIE_SECONDS = 365 * 86_400


def record_sign_in_device(request: Request, response: Response, rater: int) -> None:
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
        max_age=_DEVICE_COOKIE_SECONDS,
        path="/",
        secure=is_secure(request),
        httponly=True,
        samesite="lax",
    )
    record_device(study, rater, "browser", own)
    address = request.client.host if request.client else ""
    network = f"{address}\x1f{request.headers.get('user-agent', '')}"
    record_device(study, rater, "network", network)
