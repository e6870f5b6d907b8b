"""The version of a database's tables: whether this program can use it, and its migration."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from solecism.errors import StoreError
from solecism_study.store.database import Database

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory

REVISIONS = ("0001", "0002", "0003", "0004", "0005")
"""All versions of the tables in their order; the last one is the current one."""

_TABLE = "alembic_version"


def check_version(database: Database) -> None:
    """Raise StoreError where the tables are not those of this version."""
    with database.read() as connection:
        current = current_revision(connection, name=database.name)
    if current != REVISIONS[-1]:
        raise StoreError(
            f"{database.name}: was made by an older version of solecism. Back it up, then run "
            "`solecism study migrate`."
        )


def current_revision(connection: Connection, *, name: str) -> str | None:
    """Return the version of the tables, None where there are none; StoreError for a newer one."""
    if not inspect(connection).has_table(_TABLE):
        return None
    current = connection.execute(text(f"SELECT version_num FROM {_TABLE}")).scalar()
    if current is not None and current not in REVISIONS:
        raise StoreError(
            f"{name}: was made by a newer version of solecism (tables {current}). Update solecism."
        )
    return current


_MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(database: Database) -> list[str]:
    """Upgrade the tables to this version; return the steps, none if they are up to date."""
    # Only who makes or migrates a study waits for Alembic, which takes a tenth of a second to load.
    from alembic.migration import MigrationContext
    from alembic.operations import Operations

    script = migrations()
    with database.write() as connection:
        current = current_revision(connection, name=database.name)
        steps = list(script.iterate_revisions("head", current or "base"))[::-1]
        context = MigrationContext.configure(connection)
        with Operations.context(context):
            for revision in steps:
                revision.module.upgrade()
                context.stamp(script, revision.revision)
    return [revision.revision for revision in steps]


def migrations() -> ScriptDirectory:
    """Return the steps from each version to the next."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)
