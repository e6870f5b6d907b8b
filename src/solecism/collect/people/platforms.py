"""Platforms that send raters with an id in the URL, and which of these ids are believed."""

from __future__ import annotations

import re
from collections.abc import Mapping

from solecism.collect.configuration import Platform
from solecism.collect.people.raters import MAX_EXTERNAL
from solecism.collect.study import ALLOWED, Study
from solecism.errors import DeniedError, InputError

# The parameters that platforms add to a study's URL. Where the return URL contains an id of the
# experiment, the platform shows it to the researcher, who gives it as `return_url`.
KNOWN = {
    "prolific": Platform(
        name="prolific",
        id_parameter="PROLIFIC_PID",
        return_url="https://app.prolific.com/submissions/complete?cc={code}",
        id_pattern="[0-9a-f]{24}",
    ),
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
    if name in KNOWN:
        return KNOWN[name]
    own, _, parameter = name.partition(":")
    if own in _TAKEN:
        raise InputError(f"a platform cannot be called {own!r}. Give it another name.")
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


def check_external_id(study: Study, platform: Platform, external: str) -> None:
    """Raise DeniedError for an id that is not like the platform's, or not among those allowed."""
    if platform.id_pattern and not re.fullmatch(platform.id_pattern, external):
        raise DeniedError(
            f"the {platform.id_parameter} in this link is not an id of {platform.name}. Start "
            "again from there."
        )
    allowed = study.document(ALLOWED)
    if allowed is not None and external not in map(str.strip, allowed.splitlines()):
        raise DeniedError("this study is not open to you. Ask those who run it if that is wrong.")
