"""Studies on both databases, and raters to play with."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from solecism_study.study import Study
from studies import make_study

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
