"""Tables from nothing to this version, on both databases, and those of other versions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Select, text

from databases import new_database
from solecism.errors import InputError, StoreError
from solecism_study.configuration import Configuration, Pay, Platform
from solecism_study.exchange.bundle import bundle
from solecism_study.store.database import FILE, open_database
from solecism_study.store.schema import REVISIONS, current_revision, migrate, migrations
from solecism_study.store.tables import metadata
from solecism_study.study import Study, open_study
from solecism_study.work import assignment, lease
from studies import START, make_study, new_rater, work

Made = Callable[..., Study]
# All tables that version 0.1 did not have.
NEW_TABLES = (
    *("completions", "browsers", "sessions", "exclusions", "screenings", "devices", "designs"),
    *("amendments", "adjudications", "revocations", "reminders"),
)
# As version 0.1 computed it.
DIGEST = "1c371a4d288aaeba80dd2a082ef5b390640e72a20f0c0a415343de1731c04377"


def test_the_migrations_make_the_tables_that_the_code_uses(location: str) -> None:
    store = open_database(location, is_new=True)
    assert migrate(store) == list(REVISIONS)
    assert migrate(store) == []
    with store.read() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    store.close()


def test_tables_that_tests_make_again_are_those_of_the_migrations(
    location: str, scratch: Path, request: pytest.FixtureRequest
) -> None:
    make_study(location).close()
    is_sqlite = location.startswith(str(scratch))
    other = str(scratch / "other")
    study = make_study(other if is_sqlite else new_database(request.getfixturevalue("postgresql")))
    with study.database.read() as connection:
        assert current_revision(connection, name="") == REVISIONS[-1]
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    study.close()


def test_all_versions_are_known_by_name() -> None:
    known = [revision.revision for revision in migrations().walk_revisions()]
    assert tuple(known[::-1]) == REVISIONS


def test_a_database_of_a_newer_version_is_refused(study_of: Made, location: str) -> None:
    study = study_of()
    with study.database.write() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="newer version of solecism"):
        open_study(location)


def test_a_database_of_an_older_version_is_refused(study_of: Made, location: str) -> None:
    study = study_of()
    with study.database.write() as connection:
        connection.execute(text("DELETE FROM alembic_version"))
    with pytest.raises(StoreError, match="older version"):
        open_study(location)


def test_there_is_one_study_a_place(study_of: Made, location: str) -> None:
    study_of()
    with pytest.raises(InputError, match="already"):
        make_study(location)


def test_a_study_that_could_not_be_made_leaves_nothing_in_the_way(
    location: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr("solecism_study.study.add_guideline", fail)
        with pytest.raises(StoreError, match="full"):
            make_study(location)
    assert location.startswith("postgresql:") or not Path(location).exists()
    make_study(location).close()


def test_no_study_where_there_is_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no study"):
        open_study(str(tmp_path / "nothing"))


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("not a database, " * 100)
    with pytest.raises(StoreError, match="not a database"):
        open_study(str(tmp_path))


def test_an_address_where_nobody_answers_is_told() -> None:
    with pytest.raises(StoreError, match="does not answer"):
        open_study("postgresql://nobody:secret@127.0.0.1:1/nothing")


def test_a_password_is_not_in_what_is_told() -> None:
    with pytest.raises(StoreError) as told:
        open_study("postgresql://nobody:hunter2@127.0.0.1:1/nothing")
    assert "hunter2" not in str(told.value)


def test_a_full_disk_is_told_and_nothing_is_half_kept(sqlite_study: Made) -> None:
    study = sqlite_study(n_items=40)
    ann = new_rater(study)
    work(study, ann, n=2)
    with study.database.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
    study.database.close()

    def limit(connection: object, record: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")  # type: ignore[attr-defined]  # driver's

    from sqlalchemy import event

    event.listen(study.database.engine, "connect", limit)
    with pytest.raises(StoreError, match="disk is full"):
        work(study, ann, now=START + 1000)


def test_a_database_that_another_program_holds_is_told(
    sqlite_study: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solecism_study.store.database._BUSY_MS", 10)
    study = sqlite_study()
    other = open_database(study.database.name)
    with (
        other.write(),
        pytest.raises(StoreError, match="another program has locked"),
        study.database.write() as connection,
    ):
        connection.execute(text("SELECT 1"))
    other.close()


def test_looking_for_items_goes_by_indexes(study_of: Made) -> None:
    study = study_of(n_items=300)
    values = {"pool": "data", "stage": 0, "which": 1, "place": 0.5, "n": 32}
    with study.database.write() as connection:
        connection.execute(text("ANALYZE"))
    with study.database.read() as connection:
        for looks, index in (
            (assignment.BEGUN, "ix_openings_begun"),
            (assignment.FRESH, "ix_openings_fresh"),
        ):
            for look in looks:
                plan = explained(connection, look, values)
                assert index in plan
                assert "Sort" not in plan
                assert "TEMP B-TREE" not in plan
        held = explained(connection, lease._WORK_STATE, {"which": 1})
        assert "ix_assignments_held" in held


def explained(connection: Connection, query: Select[Any], values: dict[str, object]) -> str:
    if connection.dialect.name != "sqlite":
        # With few rows a scan is cheaper; with many it is not.
        connection.exec_driver_sql("SET enable_seqscan = off")
        connection.exec_driver_sql("SET enable_bitmapscan = off")
    filled = query.params(**values)
    shown = filled.compile(connection, compile_kwargs={"literal_binds": True})
    keyword = "EXPLAIN QUERY PLAN" if connection.dialect.name == "sqlite" else "EXPLAIN"
    rows = connection.execute(text(f"{keyword} {shown}"))
    return "\n".join(str(row) for row in rows)


def test_a_study_of_the_version_before_exports_the_same_after_its_migration(
    study_of: Made, location: str
) -> None:
    study = study_of(n_items=5, pay=Pay(price=17_600), late_minutes=1440)
    work(study, new_rater(study), n=4)
    before = bundle(study, now=START)
    with study.database.write() as connection:
        for table in NEW_TABLES:
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("ALTER TABLE studies DROP COLUMN n_amendments"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    study.close()
    with pytest.raises(StoreError, match="older version"):
        open_study(location)
    store = open_database(location)
    assert migrate(store) == list(REVISIONS[1:])
    store.close()
    migrated = open_study(location)
    assert bundle(migrated, now=START) == before
    work(migrated, new_rater(migrated, "bea"), n=1, now=START + 9000)
    migrated.close()


def test_a_configuration_without_new_fields_has_the_digest_that_it_always_had() -> None:
    platform = Platform(name="panel", id_parameter="pid")
    plain = Configuration(name="a", task="usage", seed=1, platform=platform, late_minutes=1440)
    assert plain.digest == DIGEST
