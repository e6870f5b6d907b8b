"""Platforms that send raters with an id in the URL and expect a completion code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote

from solecism.collect.configuration import Platform
from solecism.collect.people.raters import MAX_EXTERNAL, Rater
from solecism.collect.people.signing import signature
from solecism.collect.study import Study
from solecism.collect.work.lease import Reason
from solecism.errors import DeniedError, InputError

# The parameters that platforms add to a study's URL. Where the return URL contains an id of the
# experiment, the platform shows it to the researcher, who gives it as `return_url`.
KNOWN = {
    "prolific": Platform(
        name="prolific",
        id_parameter="PROLIFIC_PID",
        return_url="https://app.prolific.com/submissions/complete?cc={code}",
    ),
    "connect": Platform(name="connect", id_parameter="participantId"),
    "sona": Platform(name="sona", id_parameter="survey_code"),
}
_N_CODE = 10
_AT_THE_END: tuple[Reason, ...] = ("finished", "closed", "budget", "later")


@dataclass(frozen=True, slots=True)
class Completion:
    """The code that a rater gives to the platform, and the URL that does so, if there is one."""

    code: str
    url: str | None


def platform_named(name: str) -> Platform:
    """Return a known platform, or any other one given as `NAME:PARAMETER`.

    >>> platform_named("panel:worker").id_parameter
    'worker'
    """
    if name in KNOWN:
        return KNOWN[name]
    own, _, parameter = name.partition(":")
    if not own or not parameter:
        known = ", ".join(KNOWN)
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


def completion(study: Study, rater: Rater, reason: Reason | None) -> Completion | None:
    """Return the code that proves to the platform that a rater took part; None where there is none.

    `reason` is why the rater has no question, None where they have one. Raters who stop early or
    are removed get an individual code and no return URL, because the platform would count that as
    a completed study; the list of payments names their codes.
    """
    platform = study.configuration.platform
    if platform is None or not rater.n_answered:
        return None
    if reason not in _AT_THE_END:
        return Completion(own_code(study, rater), None)
    code = platform.code or own_code(study, rater)
    if platform.return_url is None:
        return Completion(code, None)
    url = platform.return_url.replace("{code}", quote(code, safe=""))
    return Completion(code, url.replace("{id}", quote(rater.external, safe="")))


def own_code(study: Study, rater: Rater) -> str:
    """Return the rater's individual code."""
    signed = signature(study.secret, "completion", rater.pseudonym)
    return signed.replace("-", "7").replace("_", "8").upper()[:_N_CODE]
