"""Platforms that send raters with an id in the URL, and want a completion code back."""

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

# Parameters that the platforms put into a study's URL. Where the way back holds an id of the
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
    """What a rater gives back to the platform, and where, if it has an address for that."""

    code: str
    url: str | None


def platform_named(name: str) -> Platform:
    """A known platform, or any other one as `NAME:PARAMETER`.

    >>> platform_named("panel:worker").id_parameter
    'worker'
    """
    if name in KNOWN:
        return KNOWN[name]
    own, _, parameter = name.partition(":")
    if not own or not parameter:
        known = ", ".join(KNOWN)
        raise InputError(f"no platform {name!r}. There are {known}, or give NAME:PARAMETER.")
    return Platform(name=own, id_parameter=parameter)


def external_id(platform: Platform, parameters: Mapping[str, str]) -> str:
    """The rater's id among the parameters of a URL; DeniedError where there is none."""
    found = parameters.get(platform.id_parameter, "").strip()
    is_placeholder = found.startswith(("{{", "%", "["))
    if not found or is_placeholder or len(found) > MAX_EXTERNAL or not found.isprintable():
        raise DeniedError(
            f"{platform.name} did not say who you are ({platform.id_parameter}). Start again there."
        )
    return found


def completion(study: Study, rater: Rater, reason: Reason | None) -> Completion | None:
    """The code that shows the platform that this rater took part; None where there is none to show.

    `reason` is why there is no question for them, None where there is one. Whoever stops before
    the end, or is sent away, has a code of their own and no way back that would be taken for the
    end: whoever pays can look them up (`payments`).
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
    """A code that nobody else has."""
    signed = signature(study.secret, "completion", rater.pseudonym)
    return signed.replace("-", "7").replace("_", "8").upper()[:_N_CODE]
