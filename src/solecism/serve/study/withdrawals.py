"""Withdrawal and erasure of a rater in a study that is served: their sessions end as well."""

from __future__ import annotations

from dataclasses import replace

from solecism.collect.people.completions import Completion, completion
from solecism.collect.people.raters import Rater, rater_by_id
from solecism.collect.people.withdrawal import apply_retention, find_rater, withdraw
from solecism.collect.work.lease import Waiting
from solecism.serve.service import Service


def withdraw_rater(serving: Service, rater: int, *, with_answers: bool) -> Completion | None:
    """Withdraw a rater; return the code that they have for it, under their new pseudonym."""
    study, now = serving.study, serving.now
    before = rater_by_id(study, rater)
    after = withdraw(study, rater, with_answers=with_answers, now=now)
    serving.sessions.look_again()
    # The address that they return to may have their id in it, which is erased here by now.
    known = replace(after, external=before.external)
    return completion(study, known, Waiting("withdrawn"), now=now)


def erase_rater(
    serving: Service, name: str, *, with_answers: bool, actor: str, reason: str
) -> Rater:
    """Erase the rater of this pseudonym or id, by an administrator; return them as they are now."""
    study, now = serving.study, serving.now
    number = find_rater(study, name).id
    erased = withdraw(study, number, with_answers=with_answers, now=now, actor=actor, reason=reason)
    serving.sessions.look_again()
    return erased


def erase_those_due(serving: Service, *, actor: str) -> int:
    """Erase the ids and times of all raters whose retention has ended; return how many."""
    n_erased = apply_retention(serving.study, now=serving.now, actor=actor)
    serving.sessions.look_again()
    return n_erased
