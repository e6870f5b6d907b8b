"""Rows of judgments: each records an action on an assignment, and none is ever changed.

An answer, its undoing, its voiding and its restoring are rows with consecutive revisions. The
assignment points to the answer that counts. The rater's chain in the log holds a hash of each row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from solecism.errors import ConflictError, InputError
from solecism_study import audit_log
from solecism_study.people.raters import Rater, log_rater
from solecism_study.store.database import execute, execute_later
from solecism_study.store.tables import assignments, judgments

ANSWER, UNDO, VOIDED, RESTORE = "answer", "undo", "void", "restore"
COLUMNS = tuple(column.name for column in judgments.c if column.name != "id")
MIN_REQUEST, MAX_REQUEST = 8, 90
REUSED_KEY = "the key of this request was used for another one. Send it again with a new key."

_BY_REQUEST = select(judgments).where(
    judgments.c.rater == bindparam("which"), judgments.c.request == bindparam("request")
)
_INSERT_JUDGMENT = insert(judgments).returning(judgments.c.id)
_INSERT_NUMBERED_JUDGMENT = insert(judgments)
_INSERT_JUDGMENTS = insert(judgments).returning(judgments.c.id, sort_by_parameter_order=True)
_UPDATE_ASSIGNMENT = (
    update(assignments)
    .where(assignments.c.id == bindparam("which"))
    .values(
        state=bindparam("to"),
        judgment=bindparam("answer"),
        revision=bindparam("number"),
        is_surplus=bindparam("surplus"),
        is_paid=bindparam("paid"),
        is_committed=bindparam("committed"),
        is_right=bindparam("right"),
        expires=bindparam("until"),
    )
)


def checked_request(request: str) -> str:
    """Return the key of a rater's request, by which a repeated request is recognised."""
    is_plain = request.isascii() and request.isprintable()
    if not MIN_REQUEST <= len(request) <= MAX_REQUEST or not is_plain:
        raise InputError(
            f"a request needs a unique key of {MIN_REQUEST} to {MAX_REQUEST} ASCII characters."
        )
    # Rows that the program makes itself have keys without this prefix, which no client can send.
    return f"r:{request}"


@contextmanager
def refusing_reused_keys() -> Iterator[None]:
    """Raise ConflictError where a rater's key was used for another question.

    The database notices it. To look for the key first would cost every answer a query.
    """
    try:
        yield
    except IntegrityError as error:
        text = str(error.orig)
        if "judgments.request" in text or "uq_judgments_rater_request" in text:
            raise ConflictError(REUSED_KEY) from error
        raise


def earlier_row(connection: Connection, rater: Rater, request: str) -> Any:
    """Return the row that this request made earlier, None where the request is new."""
    return connection.execute(_BY_REQUEST, {"which": rater.id, "request": request}).first()


def judgment_row(
    assignment: Any,
    rater: Rater,
    *,
    action: str,
    request: str,
    now: int,
    is_surplus: bool,
    answer: str | None = None,
    shown: str | None = None,
    active_ms: int | None = None,
    wall_ms: int | None = None,
    paid: int = 0,
) -> dict[str, Any]:
    """Return the next row of an assignment, to be inserted."""
    return {
        "assignment": assignment.id,
        "item": assignment.item,
        "stage": assignment.stage,
        "rater": rater.id,
        "revision": assignment.revision + 1,
        "action": action,
        "request": request,
        "answer": answer,
        "shown": shown,
        "is_surplus": is_surplus,
        "guideline": rater.consented or 0,
        "active_ms": active_ms,
        "wall_ms": wall_ms,
        "paid": paid,
        "at": now,
    }


def insert_judgment(
    connection: Connection, rater: Rater, row: dict[str, Any], *, number: int | None = None
) -> tuple[int, Rater]:
    """Insert a row and log it; return its number, and the rater with a longer chain, to be saved.

    If a number was reserved for the row, there is no wait for the database.
    """
    if number is None:
        number = int(execute(connection, _INSERT_JUDGMENT, row).first().id)
    else:
        execute_later(connection, _INSERT_NUMBERED_JUDGMENT, {"id": number, **row})
    return number, _log_judgment(connection, rater, number, row)


def insert_judgments(
    connection: Connection, rater: Rater, rows: Sequence[dict[str, Any]]
) -> tuple[list[int], Rater]:
    """The same for several rows of one rater, inserted in their order."""
    numbers = [int(number) for number in connection.execute(_INSERT_JUDGMENTS, rows).scalars()]
    for number, row in zip(numbers, rows, strict=True):
        rater = _log_judgment(connection, rater, number, row)
    return numbers, rater


def _log_judgment(connection: Connection, rater: Rater, number: int, row: dict[str, Any]) -> Rater:
    detail = {"judgment": number, "digest": audit_log.row_digest(row)}
    return log_rater(connection, rater, now=row["at"], action=row["action"], detail=detail)


def update_assignment(
    connection: Connection,
    assignment: Any,
    row: dict[str, Any],
    *,
    state: str,
    judgment: int | None,
    is_paid: bool,
    is_committed: bool,
    is_right: bool | None,
    expires: int | None = None,
) -> None:
    """Put an assignment into the state that follows from its newest row."""
    execute_later(
        connection,
        _UPDATE_ASSIGNMENT,
        {
            "which": assignment.id,
            "to": state,
            "answer": judgment,
            "number": row["revision"],
            "surplus": row["is_surplus"],
            "paid": is_paid,
            "committed": is_committed,
            "right": is_right,
            "until": assignment.expires if expires is None else expires,
        },
    )
