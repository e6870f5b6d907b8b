"""What came back from a platform, beside what the study knows: whose work it is, and what is due.

A platform says who has handed in work, with which code, and what it has paid. The study knows which
codes it has shown to whom, and what each person has earned. Everything that a platform sends is
checked against that: a code counts only for the person to whom it was shown. What somebody has
earned beyond what they have been paid is due as a bonus, once the platform has decided on their
work; in whole cents, rounded up, since platforms pay no less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from solecism.errors import InputError
from solecism_study.audit_log import ERASED
from solecism_study.configuration import UNIT
from solecism_study.people.payments import Payment, payments
from solecism_study.study import Study

Standing = Literal["awaiting", "approved", "rejected", "returned", "other"]
"""What has become of work at the platform; nothing is due for `other`, whose pay is not known."""

WRONG_CODE, NO_CODE, UNKNOWN = "wrong code", "no code", "unknown"
_CENT = UNIT // 100


@dataclass(frozen=True, slots=True)
class Submission:
    """Work that was handed in at a platform; `bonuses` is what was paid as such, in cents."""

    id: str
    worker: str
    code: str
    standing: Standing
    bonuses: int = 0


@dataclass(frozen=True, slots=True)
class ReviewedSubmission:
    """A submission, and what the study knows of it.

    `outcome` is that of the code, where it was shown to this person; else `wrong code`, `no code`,
    or `unknown` for somebody who never took part. `earned` is in millionths, `bonus` in cents.
    """

    submission: Submission
    outcome: str
    earned: int
    bonus: int


@dataclass(frozen=True, slots=True)
class Review:
    """All submissions of a stage, and who has earned something but handed in nothing."""

    submissions: list[ReviewedSubmission]
    absent: list[tuple[str, int]]

    @property
    def bonuses(self) -> list[ReviewedSubmission]:
        """The submissions for which a bonus is due."""
        return [one for one in self.submissions if one.bonus]

    def to_approve(self, outcomes: Sequence[str]) -> list[ReviewedSubmission]:
        """The submissions that wait for a decision, and whose code is for one of these outcomes."""
        waiting = (one for one in self.submissions if one.submission.standing == "awaiting")
        return [one for one in waiting if one.outcome in outcomes]


def review(study: Study, given: Sequence[Submission], *, stage: int, reward: int) -> Review:
    """Return what the study knows of the submissions for a stage, counted from 1.

    `reward` is what the platform pays for work that is approved, in cents. Raises InputError where
    somebody has two submissions, or one submission comes twice: nobody may be paid twice.
    """
    _check_single(given)
    platform = study.configuration.platform
    origin = platform.name if platform else ""
    lines = [one for one in payments(study) if one.origin == origin and one.stage == stage]
    by_worker: dict[str, list[Payment]] = {}
    erased: dict[str, list[Payment]] = {}
    for one in lines:
        by_worker.setdefault(one.id, []).append(one)
        if one.id.startswith(f"{ERASED}-") and one.code:
            erased.setdefault(one.code, []).append(one)
    reviewed, found = [], set()
    for submission in given:
        own = by_worker.get(submission.worker)
        if own is None and len(erased.get(submission.code, ())) == 1:
            # Who withdrew is known by the individual code that they were shown, and by no id.
            own = by_worker[erased[submission.code][0].id]
        if own is not None:
            found.add(own[0].id)
        reviewed.append(_reviewed(submission, own, reward))
    absent = [
        (id_, earned)
        for id_, own in by_worker.items()
        if id_ not in found and (earned := sum(one.earned for one in own))
    ]
    return Review(reviewed, absent)


def _check_single(given: Sequence[Submission]) -> None:
    for what in ("id", "worker"):
        counted = Counter(getattr(one, what) for one in given)
        twice = next((value for value, n in counted.items() if n > 1), None)
        if twice is not None:
            thing = "submission" if what == "id" else "worker"
            raise InputError(
                f"the {thing} {twice[:60]!r} is there {counted[twice]} times. Each must be there "
                "once: nobody is to be paid twice."
            )


def _reviewed(
    submission: Submission, own: Sequence[Payment] | None, reward: int
) -> ReviewedSubmission:
    if own is None:
        return ReviewedSubmission(submission, UNKNOWN, 0, 0)
    outcome_of = {one.code: one.outcome for one in own if one.code}
    outcome = outcome_of.get(submission.code, WRONG_CODE if submission.code else NO_CODE)
    earned = sum(one.earned for one in own)
    return ReviewedSubmission(submission, outcome, earned, _bonus(submission, earned, reward))


def _bonus(submission: Submission, earned: int, reward: int) -> int:
    """The cents that are still due, 0 before the platform has decided."""
    if submission.standing in ("awaiting", "other"):
        return 0
    paid = submission.bonuses + (reward if submission.standing == "approved" else 0)
    return max(0, -(-earned // _CENT) - paid)


def cents_of(amount: int, what: str) -> int:
    """Return the whole cents of an amount in millionths; InputError where there are parts of one.

    >>> cents_of(1_500_000, "--reward")
    150
    """
    cents, rest = divmod(amount, _CENT)
    if rest:
        raise InputError(f"{what}: platforms pay whole cents. Give two digits after the point.")
    return cents


def decimal_cents(cents: int) -> str:
    """Return an amount in cents as platforms read it.

    >>> decimal_cents(1205)
    '12.05'
    """
    return f"{cents // 100}.{cents % 100:02}"
