"""Migration: the tables are created, or upgraded from an older version."""

from __future__ import annotations

from pathlib import Path

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory

from solecism.collect.store.database import Database
from solecism.collect.store.schema import current_revision

_MIGRATIONS = Path(__file__).parent / "migrations"


def migrate(database: Database) -> list[str]:
    """Upgrade the tables to this version; return the steps, none if they are up to date."""
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
    config = Config()
    config.set_main_option("script_location", str(_MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)
