"""Completion codes: what a rater has earned towards the platform, by stage and outcome.

A code is shown when its outcome is reached and not before. A paused study shows none to those who
still have work in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from sqlalchemy import insert, select

from solecism.collect.configuration import Platform
from solecism.collect.people.raters import Rater, rater_in
from solecism.collect.people.signing import signature
from solecism.collect.store.tables import completions
from solecism.collect.study import Study
from solecism.collect.work.lease import Reason, Waiting
from solecism.collect.work.work_left import WorkLeft, work_left

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
    given = _given_code(platform, outcome, left.stage, is_last=left.is_last_stage)
    if given is None and not _needs_own_code(rater, waiting, outcome, left):
        return None
    code = given or own_code(study, rater, outcome, left.stage, is_last=left.is_last_stage)
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


def _given_code(platform: Platform, outcome: Outcome, stage: int, *, is_last: bool) -> str | None:
    codes = platform.codes or {}
    own = codes.get(f"{stage + 1}:{outcome}")
    if own is not None:
        return own
    if outcome != COMPLETE:
        return codes.get(outcome)
    return platform.code if is_last else None


def own_code(study: Study, rater: Rater, outcome: Outcome, stage: int, *, is_last: bool) -> str:
    """Return a rater's individual code, which differs by outcome and stage."""
    is_plain = outcome == COMPLETE and is_last
    text = rater.pseudonym if is_plain else f"{rater.pseudonym}.{stage}.{outcome}"
    signed = signature(study.secret, "completion", text)
    return signed.replace("-", "7").replace("_", "8").upper()[:_N_CODE]


def shown_codes(study: Study) -> dict[int, list[Completion]]:
    """Return the codes that were shown, by the number of the rater, the newest last."""
    shown: dict[int, list[Completion]] = {}
    with study.database.read() as connection:
        for row in connection.execute(select(completions).order_by(completions.c.id)):
            one = Completion(row.code, None, row.outcome, row.stage + 1)
            shown.setdefault(row.rater, []).append(one)
    return shown


def _url(platform: Platform, code: str, rater: Rater) -> str | None:
    if platform.return_url is None:
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
