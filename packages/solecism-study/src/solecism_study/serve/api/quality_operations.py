"""API operations on quality: screening, signs of careless work, and adjudication."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from solecism.errors import MissingError
from solecism_study.adjudication import (
    JudgedItem,
    adjudicator_question,
    decide,
    disagreements,
    has_seen_answers,
    reveal_answers,
)
from solecism_study.people.administrators import MANAGE, READ
from solecism_study.screening.admission import Funnel, exclude, funnel
from solecism_study.screening.steps import ScreeningStep, answer_step, current_step
from solecism_study.serve.api.operation import Call, Operation
from solecism_study.serve.api.rating import own_rater, rating_operation
from solecism_study.serve.http.request_bodies import Name, ShortText
from solecism_study.serve.study_results import ComparedResults, compare_without
from solecism_study.status.signs import RaterSigns, rater_signs
from solecism_study.tasks.task import Answer, Question


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


SCREENING_OPERATIONS = [
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


class LeftOut(Struct, frozen=True, forbid_unknown_fields=True):
    """The pseudonyms of raters to leave out."""

    without: Annotated[list[ShortText], Meta(min_length=1, max_length=10_000)]


def _signs(call: Call[None]) -> list[RaterSigns]:
    return rater_signs(call.study)


def _what_if(call: Call[LeftOut]) -> ComparedResults:
    return compare_without(call.study, call.body.without)


SIGN_OPERATIONS = [
    Operation(
        "signs",
        "GET",
        "/signs",
        "Signs of careless work by rater.",
        READ,
        _signs,
        list[RaterSigns],
    ),
    Operation(
        "what_if",
        "POST",
        "/what-if",
        "The results with and without some raters; nothing is changed.",
        READ,
        _what_if,
        ComparedResults,
        body=LeftOut,
    ),
]


ItemNumber = Annotated[int, Meta(ge=1, le=2**31 - 1)]
StageNumber = Annotated[int, Meta(ge=0, le=9)]


class OpenDisagreement(Struct, frozen=True):
    """An item on which raters differ: the question, the number of answers and of decisions."""

    item: int
    stage: int
    site: str
    question: Question
    n_answers: int
    n_decisions: int
    is_blind: bool


class ItemAtStage(Struct, frozen=True, forbid_unknown_fields=True):
    """An item at a stage, which is counted from 0."""

    item: ItemNumber
    stage: StageNumber = 0


class NewDecision(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision on an item: values per field as raters give them, and why."""

    item: ItemNumber
    values: Annotated[dict[ShortText, list[ShortText]], Meta(max_length=30)]
    stage: StageNumber = 0
    reason: Annotated[str, Meta(max_length=2000)] = ""


class DecisionNumber(Struct, frozen=True):
    """The number of a new decision."""

    decision: int


def _disagreements(call: Call[None]) -> list[OpenDisagreement]:
    return [_open(call, one) for one in disagreements(call.study)]


def _open(call: Call[None], one: JudgedItem) -> OpenDisagreement:
    return OpenDisagreement(
        one.item,
        one.stage,
        one.site,
        adjudicator_question(call.study, one.item, one.stage, call.actor),
        len(one.answers),
        len(one.decisions),
        not has_seen_answers(call.study, one.item, one.stage, call.actor),
    )


def _reveal(call: Call[ItemAtStage]) -> list[Answer]:
    place = call.body
    disputed = reveal_answers(call.study, place.item, place.stage, now=call.now, actor=call.actor)
    return [one.answer for one in disputed.answers]


def _decide(call: Call[NewDecision]) -> DecisionNumber:
    body = call.body
    return DecisionNumber(
        decide(
            call.study,
            body.item,
            body.stage,
            body.values,
            reason=body.reason,
            now=call.now,
            actor=call.actor,
        )
    )


ADJUDICATION_OPERATIONS = [
    Operation(
        "disagreements",
        "GET",
        "/disagreements",
        "Items on which raters gave different answers, without the answers.",
        MANAGE,
        _disagreements,
        list[OpenDisagreement],
    ),
    Operation(
        "reveal_answers",
        "POST",
        "/disagreements/answers",
        "The answers to such an item; the log records who saw them.",
        MANAGE,
        _reveal,
        list[Answer],
        body=ItemAtStage,
    ),
    Operation(
        "adjudicate",
        "POST",
        "/adjudications",
        "Decide on such an item; the decision is blind unless the answers were asked for.",
        MANAGE,
        _decide,
        DecisionNumber,
        body=NewDecision,
        status=201,
    ),
]
