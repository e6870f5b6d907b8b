"""Triggers that refuse to change or delete rows."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

_ON_SQLITE = """
CREATE TRIGGER {table}_no_{event} BEFORE {event} ON {table}
BEGIN SELECT RAISE(ABORT, '{table}: rows are never changed'); END
"""
_FUNCTION = """
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS
$$ BEGIN RAISE EXCEPTION '%: rows are never changed', TG_TABLE_NAME; END $$
"""
_ON_POSTGRESQL = """
CREATE TRIGGER {table}_no_{event} BEFORE {event} ON {table}
FOR EACH ROW EXECUTE FUNCTION refuse_change()
"""


def refuse_changes(connection: Connection, tables: Iterable[str]) -> None:
    """Make these tables append-only."""
    is_sqlite = connection.dialect.name == "sqlite"
    if not is_sqlite:
        connection.exec_driver_sql(_FUNCTION.replace("%", "%%"))
    for table in tables:
        for event in ("update", "delete"):
            statement = _ON_SQLITE if is_sqlite else _ON_POSTGRESQL
            connection.exec_driver_sql(statement.format(table=table, event=event))
