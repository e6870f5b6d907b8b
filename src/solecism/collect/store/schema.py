"""Versions of the tables: made from nothing, or brought up to date from an older version."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from solecism.collect.store.database import Database
from solecism.errors import StoreError

_MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(database: Database) -> list[str]:
    """Bring the tables up to this version; the steps that it took, none where they are."""
    script = _script()
    with database.write() as connection:
        steps = _steps(connection, script, database.name)
        context = MigrationContext.configure(connection)
        with Operations.context(context):
            for revision in steps:
                revision.module.upgrade()
                context.stamp(script, revision.revision)
        return [revision.revision for revision in steps]


def check_version(database: Database) -> None:
    """StoreError where the tables are not those of this version."""
    with database.read() as connection:
        steps = _steps(connection, _script(), database.name)
    if steps:
        raise StoreError(
            f"{database.name}: was made by an older version of solecism. Run `solecism study "
            "migrate` on a copy of it first."
        )


def _steps(connection: Connection, script: ScriptDirectory, name: str) -> list[Any]:
    current = MigrationContext.configure(connection).get_current_revision()
    known = {revision.revision for revision in script.walk_revisions()}
    if current is not None and current not in known:
        raise StoreError(
            f"{name}: was made by a newer version of solecism (tables {current}). Update solecism."
        )
    return list(script.iterate_revisions("head", current or "base"))[::-1]


def _script() -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)
