"""Triggers that refuse to change or delete rows, except to erase what they say of a person."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

_ON_SQLITE = """
CREATE TRIGGER {table}_no_{event} BEFORE {event} ON {table} {when}
BEGIN SELECT RAISE(ABORT, '{table}: rows are never changed'); END
"""
_FUNCTION = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '%: rows are never changed', TG_TABLE_NAME; END $$
"""
_ON_POSTGRESQL = """
CREATE TRIGGER {table}_no_{event} BEFORE {event} ON {table}
FOR EACH ROW {when} EXECUTE FUNCTION refuse_change()
"""

# The columns that never change, and what the others may be changed to.
_ERASABLE = {
    "judgments": (
        "id assignment item stage rater revision action is_surplus guideline paid",
        {
            "answer": "NULL",
            "shown": "NULL",
            "active_ms": "NULL",
            "wall_ms": "NULL",
            "at": "0",
            "request": "'erased:' || OLD.id",
        },
    ),
    "log": ("id chain number action hash", {"at": "0", "actor": "'erased'"}),
}


def refuse_changes(connection: Connection, tables: Iterable[str]) -> None:
    """Make these tables append-only."""
    if connection.dialect.name != "sqlite":
        connection.exec_driver_sql(_FUNCTION.replace("%", "%%"))
    for table in tables:
        for event in ("update", "delete"):
            _create(connection, table, event)


def permit_erasure(connection: Connection) -> None:
    """Let rows of judgments and of the log lose their times, keys, answers and names.

    A row of the log whose actor is erased may get another detail: the next entry of its chain
    still holds the hash of what it said, and a later entry records that it was erased.
    """
    is_sqlite = connection.dialect.name == "sqlite"
    same = "IS" if is_sqlite else "IS NOT DISTINCT FROM"
    for table, (fixed, erased) in _ERASABLE.items():
        kept = [f"NEW.{name} {same} OLD.{name}" for name in fixed.split()]
        kept += [
            f"(NEW.{name} {same} OLD.{name} OR NEW.{name} {same} {value})"
            for name, value in erased.items()
        ]
        if table == "log":
            kept.append("NEW.actor = 'erased' AND NEW.at = 0")
        connection.exec_driver_sql(
            f"DROP TRIGGER {table}_no_update" + ("" if is_sqlite else f" ON {table}")
        )
        _create(connection, table, "update", when=f"WHEN (NOT ({' AND '.join(kept)}))")


def _create(connection: Connection, table: str, event: str, *, when: str = "") -> None:
    statement = _ON_SQLITE if connection.dialect.name == "sqlite" else _ON_POSTGRESQL
    connection.exec_driver_sql(statement.format(table=table, event=event, when=when))
