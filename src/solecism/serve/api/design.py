"""API operations on the design: lock it, list deviations, and amend the study."""

from __future__ import annotations

from msgspec import Struct

from solecism.collect.design.amended import Amendment, Changes
from solecism.collect.design.amendments import amend, amendments_of
from solecism.collect.design.deviations import Deviation, deviations
from solecism.collect.design.locked import LockedDesign, lock_design, locked_design
from solecism.collect.people.administrators import MANAGE, READ
from solecism.serve.api.operation import Call, Operation
from solecism.serve.http.body import LongText, Reason


class DesignState(Struct, frozen=True):
    """The locked design if there is one, deviations from it, and all amendments."""

    design: LockedDesign | None
    deviations: list[Deviation]
    amendments: list[Amendment]


class AnalysisPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """How the study will be analysed."""

    analysis: LongText


class NewAmendment(Struct, frozen=True, forbid_unknown_fields=True):
    """What is changed, and why."""

    changes: Changes
    reason: Reason


def _design(call: Call[None]) -> DesignState:
    study = call.study
    return DesignState(locked_design(study), deviations(study), amendments_of(study))


def _lock(call: Call[AnalysisPlan]) -> LockedDesign:
    return lock_design(call.study, call.body.analysis, now=call.now, actor=call.actor)


def _amend(call: Call[NewAmendment]) -> Amendment:
    body = call.body
    return amend(call.study, body.changes, reason=body.reason, now=call.now, actor=call.actor)


OPERATIONS = [
    Operation(
        "design",
        "GET",
        "/design",
        "The locked design, deviations from it, and amendments.",
        READ,
        _design,
        DesignState,
    ),
    Operation(
        "lock_design",
        "POST",
        "/design",
        "Lock the design before the first answer.",
        MANAGE,
        _lock,
        LockedDesign,
        body=AnalysisPlan,
        status=201,
    ),
    Operation(
        "amend",
        "POST",
        "/amendments",
        "Change price, budget or numbers as a recorded amendment.",
        MANAGE,
        _amend,
        Amendment,
        body=NewAmendment,
        status=201,
    ),
]
