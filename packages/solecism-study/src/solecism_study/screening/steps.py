"""The steps of screening: questions about the person, a test, and a check of understanding.

The answers of people who are not admitted are not stored: only the state and which question
decided it are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, insert, select, update

from solecism.errors import ConflictError, InputError
from solecism_study.configuration import canonical_json
from solecism_study.people.raters import (
    Rater,
    State,
    rater_in,
    save_rater,
    set_state,
    working_state,
)
from solecism_study.screening.admission import (
    SYSTEM,
    encoded_places,
    fitting_quotas,
    have_quotas_room,
)
from solecism_study.screening.rater_rules import (
    MOST_NUMBER,
    Check,
    Kind,
    Screening,
    ScreeningQuestion,
)
from solecism_study.store.database import retry_on_deadlock
from solecism_study.store.tables import screenings
from solecism_study.study import Study
from solecism_study.units import MINUTE

StepName = Literal["questions", "test", "comprehension"]
_MAX_TEXT = 200
_DONE = "done"


@dataclass(frozen=True, slots=True)
class ScreeningField:
    """A question as the rater sees it, without the answer that is wanted."""

    name: str
    ask: str
    kind: Kind
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScreeningStep:
    """The step that a rater has to do now; `n_tries` tries are left, `is_again` after a miss."""

    name: StepName
    fields: tuple[ScreeningField, ...]
    n_tries: int
    is_again: bool


def current_step(study: Study, rater: int) -> ScreeningStep | None:
    """Return the step that a rater has to do now, None where there is none."""
    with study.database.read() as connection:
        if rater_in(connection, rater).state != "screening":
            return None
        row = _row(connection, rater)
    return _step(_screening(study), row)


@retry_on_deadlock
def answer_step(study: Study, rater: int, values: Mapping[str, str], *, now: int) -> Rater:
    """Take the answers to the current step; return the rater in the state that follows.

    Raises InputError where an answer is missing or does not fit, ConflictError where the rater
    has no step to do.
    """
    with study.database.write() as connection:
        person = rater_in(connection, rater, is_locked=True)
        if person.state != "screening":
            raise ConflictError("your screening is over.")
        screening, row = _screening(study), _row(connection, rater)
        step = _step(screening, row)
        if step.name == "questions":
            person = _answer_questions(connection, study, person, values, now)
        else:
            check = screening.test if step.name == "test" else screening.comprehension
            assert check is not None  # noqa: S101 - the step comes from it
            person = _answer_check(connection, study, person, step, check, row, values, now)
        save_rater(connection, person)
    return person


def step_names(screening: Screening) -> list[StepName]:
    """Return the names of the steps that a screening has, in their order."""
    parts: dict[StepName, object] = {
        "questions": screening.questions,
        "test": screening.test,
        "comprehension": screening.comprehension,
    }
    return [name for name, part in parts.items() if part]


def _screening(study: Study) -> Screening:
    screening = study.configuration.screening
    assert screening  # noqa: S101 - no rater is in screening without one
    return screening


def _row(connection: Connection, rater: int) -> Any:
    return connection.execute(select(screenings).where(screenings.c.rater == rater)).first()


def _step(screening: Screening, row: Any) -> ScreeningStep:
    name = row.step if row is not None else step_names(screening)[0]
    if name == "questions":
        fields = tuple(
            ScreeningField(one.name, one.ask, one.kind, one.options) for one in screening.questions
        )
        return ScreeningStep(name, fields, 1, is_again=False)
    check = screening.test if name == "test" else screening.comprehension
    assert check is not None  # noqa: S101 - the step is one of the screening's
    done = row.n_tries if row is not None else 0
    return ScreeningStep(name, _check_fields(check), check.tries - done, is_again=done > 0)


def _check_fields(check: Check) -> tuple[ScreeningField, ...]:
    return tuple(
        ScreeningField(f"q{number}", one.ask, "choice", one.options)
        for number, one in enumerate(check.questions, 1)
    )


def _answer_questions(
    connection: Connection, study: Study, rater: Rater, values: Mapping[str, str], now: int
) -> Rater:
    screening = _screening(study)
    answers = {one.name: _value(one, values.get(one.name, "")) for one in screening.questions}
    for one in screening.questions:
        if not _is_accepted(one, answers[one.name]):
            return _turn_away(connection, rater, "screened-out", f"question {one.name}", now)
    places = fitting_quotas(screening, answers)
    if not have_quotas_room(connection, study, places, now=now, but=rater.id):
        return _turn_away(connection, rater, "full", "all places are taken", now)
    return _go_on(
        connection,
        study,
        rater,
        "questions",
        now,
        answers=canonical_json(answers).decode(),
        places=encoded_places(places),
    )


def _answer_check(
    connection: Connection,
    study: Study,
    rater: Rater,
    step: ScreeningStep,
    check: Check,
    row: Any,
    values: Mapping[str, str],
    now: int,
) -> Rater:
    given = [_option(field, values.get(field.name, "")) for field in step.fields]
    n_right = sum(one.right == answer for one, answer in zip(check.questions, given, strict=True))
    if n_right >= check.bar * len(given):
        return _go_on(connection, study, rater, step.name, now)
    if step.n_tries > 1:
        _save_row(connection, rater, row, step=step.name, n_tries=check.tries - step.n_tries + 1)
        return rater
    reason = f"{step.name}: {n_right} of {len(given)} right"
    return _turn_away(connection, rater, "screened-out", reason, now)


def _go_on(
    connection: Connection, study: Study, rater: Rater, done: StepName, now: int, **saved: Any
) -> Rater:
    """Save the answers of a step, and go on to the next one or to work."""
    screening = _screening(study)
    names = step_names(screening)
    following = names[names.index(done) + 1 :]
    held = now + screening.hold_minutes * MINUTE
    row = _row(connection, rater.id)
    step = following[0] if following else _DONE
    _save_row(connection, rater, row, step=step, n_tries=0, held_until=held, **saved)
    if following:
        return rater
    state = working_state(connection)
    return set_state(connection, rater, state, now=now, actor=SYSTEM, reason="screening passed")


def _turn_away(connection: Connection, rater: Rater, state: State, reason: str, now: int) -> Rater:
    change = update(screenings).where(screenings.c.rater == rater.id)
    connection.execute(change.values(answers=None, places="[]"))
    return set_state(connection, rater, state, now=now, actor=SYSTEM, reason=reason)


def _save_row(connection: Connection, rater: Rater, row: Any, **values: Any) -> None:
    if row is None:
        connection.execute(insert(screenings), {"rater": rater.id, **values})
    else:
        change = update(screenings).where(screenings.c.rater == rater.id)
        connection.execute(change.values(**values))


def _value(question: ScreeningQuestion, given: str) -> str:
    field = ScreeningField(question.name, question.ask, question.kind, question.options)
    if question.kind == "choice":
        return _option(field, given)
    text = " ".join(given.split())
    if not text:
        raise InputError(f"please answer this: {question.ask}")
    if question.kind == "number":
        is_number = text.isascii() and text.isdigit() and len(text) <= 7
        if not is_number or int(text) > MOST_NUMBER:
            raise InputError(f"please give a whole number: {question.ask}")
        return str(int(text))
    if len(text) > _MAX_TEXT or not text.isprintable():
        raise InputError(f"please give at most {_MAX_TEXT} plain characters: {question.ask}")
    return text


def _option(field: ScreeningField, given: str) -> str:
    if given not in field.options:
        raise InputError(f"please answer this: {field.ask}")
    return given


def _is_accepted(question: ScreeningQuestion, answer: str) -> bool:
    if question.kind == "number":
        low = 0 if question.least is None else question.least
        high = MOST_NUMBER if question.most is None else question.most
        return low <= int(answer) <= high
    accepted: Sequence[str] = [one.casefold() for one in question.accept]
    return not accepted or answer.casefold() in accepted
