"""Outcomes: how a rater's part in a study ended, which decides the completion code."""

from __future__ import annotations

from typing import Literal

from solecism.collect.people.platforms import Completion, own_code
from solecism.collect.people.raters import Rater
from solecism.collect.study import Study
from solecism.collect.work.lease import Reason

Outcome = Literal["complete", "screened-out", "no-work", "removed", "withdrawn"]

_BY_REASON: dict[Reason, Outcome] = {
    "screened-out": "screened-out",
    "quota": "screened-out",
    "unqualified": "screened-out",
    "removed": "removed",
    "withdrawn": "withdrawn",
}
WITHOUT_ANSWERS: tuple[Outcome, ...] = ("screened-out", "withdrawn")
"""Outcomes that have a code even where the rater has not answered any question."""


def outcome_of(reason: Reason, *, n_answered: int) -> Outcome:
    """Return the outcome for a rater who has no question for this reason."""
    return _BY_REASON.get(reason, "complete" if n_answered else "no-work")


def outcome_code(study: Study, rater: Rater, outcome: Outcome) -> Completion | None:
    """Return the rater's own code for an outcome; None where they came from no platform."""
    if study.configuration.platform is None or outcome not in WITHOUT_ANSWERS:
        return None
    return Completion(own_code(study, rater), None)
