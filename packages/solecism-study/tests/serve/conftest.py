"""Studies behind pages, and raters who come to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from rater_client import RaterClient
from rater_pages import NOW, study_for
from solecism_study.serve.app import make_app
from solecism_study.study import Study
from studies import make_study

Opened = Callable[..., tuple[Study, Callable[[], RaterClient]]]


class Watch:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def watch() -> Watch:
    """The time of the test."""
    return Watch()


@pytest.fixture
def opened(
    scratch: Path, watch: Watch
) -> Iterator[Callable[..., tuple[Study, Callable[[], RaterClient]]]]:
    """Makes a study of a task; the study, and what lets one more rater try it."""
    with ExitStack() as stack:

        def make(
            task: str = "extraneous", *, where: str | None = None, **settings: Any
        ) -> tuple[Study, Callable[[], RaterClient]]:
            options = {
                name: settings.pop(name) for name in ("limits", "address") if name in settings
            }
            place = where or scratch / f"study{len(list(scratch.iterdir()))}"
            study = study_for(place, task, **settings)
            stack.callback(study.close)
            app = make_app(study, clock=watch, **options)

            def rater() -> RaterClient:
                client = RaterClient(app)
                stack.callback(client.http.close)
                return client

            return study, rater

        yield make


@pytest.fixture
def hosted(scratch: Path, watch: Watch) -> Iterator[Callable[..., tuple[Study, Starlette]]]:
    """Makes a study that raters can have worked in, and the application that shows it."""
    with ExitStack() as stack:

        def make(where: str | None = None, **settings: Any) -> tuple[Study, Starlette]:
            place = where or str(scratch / f"study{len(list(scratch.iterdir()))}")
            study = make_study(place, **settings)
            stack.callback(study.close)
            return study, make_app(study, clock=watch)

        yield make
