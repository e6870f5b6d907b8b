"""What is said about a finding, remembered as long as its sentence stays as it is."""

from __future__ import annotations

from dataclasses import dataclass

from solecism.check import explain
from solecism.check.reasons.reason import reason
from solecism.finding import Finding
from solecism.flag import Suggestion
from solecism.project.identity import identity
from solecism.system.recent import RecentValues

_MAX_FINDINGS = 20_000

# The text of a sentence, the site in it, the kind of error, and what is suggested.
_Key = tuple[str, str, str | None, tuple[Suggestion, ...]]


@dataclass(frozen=True, slots=True)
class Explained:
    """Why a finding is an error, what to write, and what identifies it."""

    reason: str
    advice: str
    identity: str


_RECENT = RecentValues[_Key, Explained](max_size=_MAX_FINDINGS)


def explained(finding: Finding) -> Explained:
    """What is said about a finding, which takes time only when it is new."""
    sentence, flag = finding.sentence, finding.flag
    site = flag.site.removeprefix(sentence.id)
    key = (sentence.text, site, flag.kind, flag.suggestions)
    return _RECENT.value(key, lambda: _explained(finding), size=1)


def _explained(finding: Finding) -> Explained:
    return Explained(reason(finding), explain.advice(finding), identity(finding))
