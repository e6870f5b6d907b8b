"""Background tasks while a study is served, which depend on the time, not on requests."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

import anyio
from anyio import to_thread

from solecism.collect.people.removal import complete_removals
from solecism.collect.people.sessions import (
    ADMINISTRATOR,
    ADMINISTRATOR_SECONDS,
    RATER,
    RATER_SECONDS,
    Sessions,
)
from solecism.collect.status.signs import apply_signs
from solecism.collect.status.stopping import stop_if_precise
from solecism.collect.study import Study
from solecism.collect.work.warm_up import warm_up
from solecism.errors import SolecismError
from solecism.serve.rater.answer_queue import N_CONCURRENT
from solecism.serve.service import Clock

_STUDY_SECONDS = 30
_LOG = logging.getLogger(__name__)


def update_study(study: Study, *, now: int) -> None:
    """Void the answers of removed raters, and close items if the study's stopping rule is met."""
    with study.database.read() as connection:
        study.refresh(connection)
    complete_removals(study, now=now)
    apply_signs(study, now=now)
    if study.configuration.stopping is not None:
        stop_if_precise(study, now=now)


async def keep_study_updated(study: Study, clock: Clock, *, every: float = _STUDY_SECONDS) -> None:
    """Update the study at intervals, until cancelled or the study is closed."""
    await _repeat(study, lambda: update_study(study, now=clock()), every)


async def warm_up_database(study: Study, clock: Clock) -> None:
    """Warm up the connections to the database."""
    await _attempt(lambda: warm_up(study, n_connections=N_CONCURRENT, now=clock()))


async def forget_old_sessions(sessions: Sessions, clock: Clock) -> None:
    """Delete the records of sessions that are too old to be accepted."""
    for kind, seconds in ((RATER, RATER_SECONDS), (ADMINISTRATOR, ADMINISTRATOR_SECONDS)):
        before = clock() - seconds * 1000
        await _attempt(partial(sessions.forget_old, kind, before=before))


async def _repeat(study: Study, work: Callable[[], None], every: float) -> None:
    while not study.database.is_closed:
        await _attempt(work)
        await anyio.sleep(every)


async def _attempt(work: Callable[[], None]) -> None:
    """Run a function in a thread; a SolecismError is logged, and later attempts go on."""
    try:
        await to_thread.run_sync(work)
    except SolecismError as error:
        _LOG.warning("%s", error)
