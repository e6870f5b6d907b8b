"""API operations on screening: a rater's own steps, and the counts for administrators."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from solecism.collect.people.administrators import MANAGE, READ
from solecism.collect.screening.exclusions import exclude
from solecism.collect.screening.funnel import Funnel, funnel
from solecism.collect.screening.steps import ScreeningStep, answer_step, current_step
from solecism.errors import MissingError
from solecism.serve.api.operation import Call, Operation
from solecism.serve.api.rating import own_rater, rating_operation
from solecism.serve.http.body import Name, ShortText


class ScreeningAnswers(Struct, frozen=True, forbid_unknown_fields=True):
    """The answers to the current step, by the names of its fields."""

    answers: Annotated[dict[ShortText, ShortText], Meta(max_length=100)]


class ScreeningState(Struct, frozen=True):
    """The rater's state, and the next step if there is one."""

    state: str
    step: ScreeningStep | None


class NewExclusions(Struct, frozen=True, forbid_unknown_fields=True):
    """Ids of people who may not take part; they are stored as keyed hashes only."""

    ids: Annotated[list[Name], Meta(min_length=1, max_length=10_000)]


class Excluded(Struct, frozen=True):
    """How many of the ids were not on the list before."""

    n_new: int


def _step(call: Call[None]) -> ScreeningStep:
    step = current_step(call.study, own_rater(call))
    if step is None:
        raise MissingError("there is no step of screening to do.")
    return step


def _answer(call: Call[ScreeningAnswers]) -> ScreeningState:
    rater = own_rater(call)
    person = answer_step(call.study, rater, call.body.answers, now=call.now)
    # A rater is not told whether an answer or the list of exclusions turned them away.
    return ScreeningState(person.state, current_step(call.study, rater))


def _funnel(call: Call[None]) -> Funnel:
    return funnel(call.study, now=call.now)


def _exclude(call: Call[NewExclusions]) -> Excluded:
    ids = call.body.ids
    return Excluded(exclude(call.study, ids, source="API", now=call.now, actor=call.actor))


OPERATIONS = [
    rating_operation(
        "screening_step",
        "GET",
        "/screening",
        "The questions to answer before work.",
        _step,
        ScreeningStep,
    ),
    rating_operation(
        "answer_screening",
        "POST",
        "/screening",
        "Answer the current step of screening.",
        _answer,
        ScreeningState,
        body=ScreeningAnswers,
    ),
    Operation(
        "screening",
        "GET",
        "/screening",
        "How many people came and were turned away, and how full the quotas are.",
        READ,
        _funnel,
        Funnel,
    ),
    Operation(
        "exclude",
        "POST",
        "/exclusions",
        "Add people to the list of those who may not take part.",
        MANAGE,
        _exclude,
        Excluded,
        body=NewExclusions,
    ),
]
