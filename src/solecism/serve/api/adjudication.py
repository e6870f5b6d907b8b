"""API operations on disagreements and their adjudication."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from solecism.collect.adjudication.decisions import (
    adjudicator_question,
    decide,
    has_seen_answers,
    reveal_answers,
)
from solecism.collect.adjudication.disagreements import JudgedItem, disagreements
from solecism.collect.people.administrators import MANAGE
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import Question
from solecism.serve.api.operation import Call, Operation
from solecism.serve.http.body import ShortText

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


class Place(Struct, frozen=True, forbid_unknown_fields=True):
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


def _reveal(call: Call[Place]) -> list[Answer]:
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


OPERATIONS = [
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
        body=Place,
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
