"""Platforms that send raters: which ids are believed, and the codes that raters take back.

A platform puts an id into the URL. It may confirm who follows a link by a JSON Web Token signed
with RS256: Prolific adds one as `prolific_token` where the researcher secures the study's URL. Its
documentation asks for four checks: the signature by the key that the token names, the time of
expiry, the audience, which is the address of the study, and the ids in the claim `prolific`.
Checking an RSA signature needs no secret, so whole numbers are enough (RFC 8017, section 8.2.2).

A completion code says what a rater has earned towards the platform, by stage and outcome. It is
shown when its outcome is reached and not before. A paused study shows none to those who still have
work in it.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote, urlsplit

import msgspec
from sqlalchemy import insert, select

from solecism.errors import DeniedError, InputError
from solecism_study.configuration import MTURK, Platform, is_web_address
from solecism_study.keyed_hashes import decode_from_url, signature
from solecism_study.people.id_patterns import id_pattern
from solecism_study.people.raters import MAX_EXTERNAL, Rater, rater_in
from solecism_study.store.tables import completions
from solecism_study.study import ALLOWED, Study
from solecism_study.work.lease import Reason, Waiting
from solecism_study.work.own_progress import WorkLeft, work_left

# The parameters that platforms add to a study's URL. Where the return URL contains an id of the
# experiment, the platform shows it to the researcher, who gives it as `return_url`.
KNOWN_PLATFORMS = {
    "prolific": Platform(
        name="prolific",
        id_parameter="PROLIFIC_PID",
        return_url="https://app.prolific.com/submissions/complete?cc={code}",
        id_pattern="[0-9a-f]{24}",
    ),
    MTURK: Platform(name=MTURK, id_parameter="workerId", id_pattern="A[0-9A-Z]{9,20}"),
    "connect": Platform(name="connect", id_parameter="participantId"),
    "sona": Platform(name="sona", id_parameter="survey_code"),
}
# Other origins of raters: an id from a platform of this name would be taken for one of theirs.
_TAKEN = ("invitation", "open", "simulated", "import", "warm-up", "api")


def platform_named(name: str) -> Platform:
    """Return a known platform, or any other one given as `NAME:PARAMETER`.

    >>> platform_named("panel:worker").id_parameter
    'worker'
    """
    if name in KNOWN_PLATFORMS:
        return KNOWN_PLATFORMS[name]
    own, _, parameter = name.partition(":")
    if own in _TAKEN:
        raise InputError(f"a platform cannot be called {own!r}. Give it another name.")
    if not own or not parameter:
        known = ", ".join(KNOWN_PLATFORMS)
        raise InputError(
            f"there is no platform {name!r}. Choose one of {known}, or give NAME:PARAMETER."
        )
    return Platform(name=own, id_parameter=parameter)


def external_id(platform: Platform, parameters: Mapping[str, str]) -> str:
    """Return the rater's id from the parameters of a URL; DeniedError where there is none."""
    external = parameters.get(platform.id_parameter, "").strip()
    is_placeholder = external.startswith(("{{", "%", "["))
    if not external or is_placeholder or len(external) > MAX_EXTERNAL or not external.isprintable():
        raise DeniedError(
            f"the link from {platform.name} has no {platform.id_parameter}. Start again from there."
        )
    return external


def check_external_id(study: Study, platform: Platform, external: str) -> None:
    """Raise DeniedError for an id that is not like the platform's, or not among those allowed."""
    if platform.id_pattern and not _is_like(platform.id_pattern, external):
        raise DeniedError(
            f"the {platform.id_parameter} in this link is not an id of {platform.name}. Start "
            "again from there."
        )
    allowed = study.document(ALLOWED)
    if allowed is not None and external not in map(str.strip, allowed.splitlines()):
        raise DeniedError("this study is not open to you. Ask those who run it if that is wrong.")


def _is_like(pattern: str, external: str) -> bool:
    try:
        return id_pattern(pattern).matches(external)
    except InputError:
        # A study of version 0.1 may have a pattern that new studies cannot have.
        return re.fullmatch(pattern, external) is not None


TOKEN_PARAMETER = "prolific_token"
_INVALID = "the link from the platform is not valid any more. Start again from there."
_MAX_LENGTH = 8000
_MIN_BITS = 2048
# The prefix of a SHA-256 digest in a signature (RFC 8017, section 9.2, note 1).
_SHA_256 = bytes.fromhex("3031300d060960864801650304020105000420")


class PlatformKey(msgspec.Struct, frozen=True):
    """A public key of a platform, as JSON Web Keys have it."""

    kid: str
    kty: str
    n: str
    e: str


class PlatformKeySet(msgspec.Struct, frozen=True):
    """The public keys of a platform."""

    keys: list[PlatformKey] | None = None


class _Header(msgspec.Struct):
    alg: str
    kid: str


class _Claims(msgspec.Struct):
    exp: float
    aud: str | list[str]
    prolific: dict[str, msgspec.Raw]


@dataclass(frozen=True, slots=True)
class TokenReader:
    """Reads tokens for the study at `address`, with the keys that `key_named` finds."""

    address: str
    key_named: Callable[[str], PlatformKey | None]

    def external_id(self, text: str, parameter: str, *, now: int) -> str:
        """Return the id that a platform confirms; DeniedError where a token is not valid."""
        try:
            claims = self._claims(text[:_MAX_LENGTH])
            external = msgspec.json.decode(claims.prolific[parameter], type=str)
        except (ValueError, KeyError, msgspec.DecodeError, RecursionError) as error:
            raise DeniedError(_INVALID) from error
        audience = [claims.aud] if isinstance(claims.aud, str) else claims.aud
        if claims.exp * 1000 <= now or _host(self.address) not in map(_host, audience):
            raise DeniedError(_INVALID)
        return external

    def _claims(self, text: str) -> _Claims:
        """The claims of a token; ValueError where it is not signed by the platform."""
        signed, _, signature = text.rpartition(".")
        head, _, body = signed.partition(".")
        header = msgspec.json.decode(decode_from_url(head), type=_Header)
        key = self.key_named(header.kid)
        if header.alg != "RS256" or key is None or key.kty != "RSA":
            raise ValueError(_INVALID)
        if not is_rsa_signature(key, signed.encode("ascii"), decode_from_url(signature)):
            raise ValueError(_INVALID)
        return msgspec.json.decode(decode_from_url(body), type=_Claims)


def is_rsa_signature(key: PlatformKey, message: bytes, signature: bytes) -> bool:
    """Whether this is the key's signature of a message (RSASSA-PKCS1-v1_5 with SHA-256)."""
    modulus, exponent = (int.from_bytes(decode_from_url(text)) for text in (key.n, key.e))
    length = (modulus.bit_length() + 7) // 8
    number = int.from_bytes(signature)
    if modulus.bit_length() < _MIN_BITS or len(signature) != length or number >= modulus:
        return False
    end = _SHA_256 + hashlib.sha256(message).digest()
    expected = b"\x00\x01" + b"\xff" * (length - len(end) - 3) + b"\x00" + end
    return hmac.compare_digest(expected, pow(number, exponent, modulus).to_bytes(length))


def _host(address: str) -> str:
    """The host of an address, which may be given without a scheme.

    >>> _host("https://study.example/enter"), _host("study.example")
    ('study.example', 'study.example')
    """
    return urlsplit(address if "//" in address else f"//{address}").netloc.lower()


Outcome = Literal["complete", "screened-out", "no-work", "removed", "stopped", "withdrawn"]
COMPLETE: Outcome = "complete"
SCREENED_OUT: Outcome = "screened-out"
NO_WORK: Outcome = "no-work"
REMOVED: Outcome = "removed"
STOPPED: Outcome = "stopped"
WITHDRAWN: Outcome = "withdrawn"
OUTCOMES: tuple[Outcome, ...] = (COMPLETE, SCREENED_OUT, NO_WORK, REMOVED, STOPPED, WITHDRAWN)

_N_CODE = 10
# Whoever was asked about themselves, or withdraws, has a code even without an answer to a question.
_WITHOUT_ANSWERS = (SCREENED_OUT, WITHDRAWN)
_BY_REASON: dict[Reason, Outcome] = {
    "removed": REMOVED,
    "unqualified": SCREENED_OUT,
    "screened-out": SCREENED_OUT,
    "quota": SCREENED_OUT,
    "withdrawn": WITHDRAWN,
}


@dataclass(frozen=True, slots=True)
class Completion:
    """The code that a rater gives to the platform, and the URL that does so, if there is one."""

    code: str
    url: str | None
    outcome: Outcome = COMPLETE
    stage: int = 1


def completion(
    study: Study, rater: Rater, waiting: Waiting | None, *, now: int
) -> Completion | None:
    """Return the code that a rater has earned by now, and record it; None where there is none.

    `waiting` is why the rater has no question, None for a rater who stops with questions left.
    """
    platform = study.configuration.platform
    if platform is None:
        return None
    left = work_left(study, rater)
    outcome = _outcome(rater, waiting, left)
    if outcome is None:
        return None
    given = given_code(platform, outcome, left.stage, is_last=left.is_last_stage)
    if given is None and not _needs_own_code(rater, waiting, outcome, left):
        return None
    code = given or individual_code(study, rater, outcome, left.stage, is_last=left.is_last_stage)
    # A platform would take a code that it does not know, or a common one, for a complete study.
    url = _url(platform, code, rater) if given or outcome == COMPLETE else None
    _record(study, rater, outcome, left.stage, code, now=now)
    return Completion(code, url, outcome, left.stage + 1)


def _outcome(rater: Rater, waiting: Waiting | None, left: WorkLeft) -> Outcome | None:
    """The outcome that a rater has reached, None where they have not reached any."""
    if waiting is None:
        return STOPPED if rater.n_answered else None
    if waiting.reason in _BY_REASON:
        return _BY_REASON[waiting.reason]
    if waiting.reason == "budget":
        return COMPLETE if left.is_done else NO_WORK
    if waiting.reason == "closed" and left.may_come:
        return None
    if waiting.reason in ("finished", "later", "closed"):
        return COMPLETE if left.is_done else NO_WORK
    return None


def _needs_own_code(
    rater: Rater, waiting: Waiting | None, outcome: Outcome, left: WorkLeft
) -> bool:
    """Whether a rater gets an individual code where the study names none."""
    is_between = outcome == COMPLETE or (waiting is not None and waiting.reason == "later")
    if is_between and not left.is_last_stage:
        return False
    # Somebody who was asked nothing needs no proof that they took part.
    return rater.n_answered > 0 or outcome in _WITHOUT_ANSWERS


def given_code(platform: Platform, outcome: Outcome, stage: int, *, is_last: bool) -> str | None:
    """Return the code that a study names for an outcome at a stage, counted from 0, or None."""
    codes = platform.codes or {}
    own = codes.get(f"{stage + 1}:{outcome}")
    if own is not None:
        return own
    if outcome != COMPLETE:
        return codes.get(outcome)
    return platform.code if is_last else None


def individual_code(
    study: Study, rater: Rater, outcome: Outcome, stage: int, *, is_last: bool
) -> str:
    """Return a rater's individual code, which differs by outcome and stage."""
    is_plain = outcome == COMPLETE and is_last
    text = rater.pseudonym if is_plain else f"{rater.pseudonym}.{stage}.{outcome}"
    signed = signature(study.secret, "completion", text)
    return signed.replace("-", "7").replace("_", "8").upper()[:_N_CODE]


@dataclass(frozen=True, slots=True)
class ShownCode:
    """A code that a rater was shown, for what, and when first; stages are counted from 1."""

    code: str
    outcome: str
    stage: int
    at: int


def shown_codes(study: Study) -> dict[int, list[ShownCode]]:
    """Return the codes that were shown, by the number of the rater, the newest last."""
    shown: dict[int, list[ShownCode]] = {}
    with study.database.read() as connection:
        for row in connection.execute(select(completions).order_by(completions.c.id)):
            one = ShownCode(row.code, row.outcome, row.stage + 1, row.at)
            shown.setdefault(row.rater, []).append(one)
    return shown


def _url(platform: Platform, code: str, rater: Rater) -> str | None:
    if platform.return_url is None or not is_web_address(platform.return_url):
        return None
    url = platform.return_url.replace("{code}", quote(code, safe=""))
    return url.replace("{id}", quote(rater.external, safe=""))


def _record(
    study: Study, rater: Rater, outcome: Outcome, stage: int, code: str, *, now: int
) -> None:
    same = (
        completions.c.rater == rater.id,
        completions.c.stage == stage,
        completions.c.outcome == outcome,
    )
    known = select(completions.c.id).where(*same)
    with study.database.read() as connection:
        if connection.execute(known).first():
            return
    row = {"rater": rater.id, "stage": stage, "outcome": outcome, "code": code, "at": now}
    with study.database.write() as connection:
        # Two pages may be loaded at once: the lock on the rater's row makes one of them wait.
        rater_in(connection, rater.id, is_locked=True)
        if not connection.execute(known).first():
            connection.execute(insert(completions), row)
