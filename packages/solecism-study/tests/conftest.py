"""Studies on both databases, and raters to play with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from argon2 import PasswordHasher

from solecism_study.people import administrators
from solecism_study.study import Study
from studies import make_study

Made = Callable[..., Study]


@pytest.fixture(scope="session", autouse=True)
def slow_hasher() -> Iterator[Callable[[], PasswordHasher]]:
    """What hashes passwords; in tests they are hashed with the least work that there is instead."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    slow = administrators._hasher
    with patch.object(administrators, "_hasher", lambda: quick):
        yield slow


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
