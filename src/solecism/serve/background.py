"""Upkeep while a study is served: what is due with time, not with a request."""

from __future__ import annotations

import logging
from collections.abc import Callable

import anyio
from anyio import to_thread

from solecism.collect.people.removal import complete_removals
from solecism.collect.study import Study
from solecism.collect.work.warm_up import warm_up
from solecism.errors import SolecismError
from solecism.serve.rater.answer_queue import AT_ONCE
from solecism.serve.service import Clock

EVERY_SECONDS = 30
_TIDY_SECONDS = 1
_LOG = logging.getLogger(__name__)


def keep_up(study: Study, *, now: int) -> None:
    """Void what removed raters left, and stop asking where the study is sure enough."""
    complete_removals(study, now=now)
    if study.configuration.stopping is not None:
        # Most studies ask for a fixed number: only others need what this brings in.
        from solecism.collect.status.stopping import stop_if_precise

        stop_if_precise(study, now=now)


async def upkeep(study: Study, clock: Clock, *, every: float = EVERY_SECONDS) -> None:
    """Keep up now and again, until cancelled or the study is closed."""
    await _again(study, lambda: keep_up(study, now=clock()), every)


async def tidiness(study: Study, clock: Clock) -> None:
    """Have the database in shape for answers, until cancelled or the study is closed."""
    await _tried(lambda: warm_up(study, n_connections=AT_ONCE, now=clock()))
    await _again(study, study.database.checkpoint, _TIDY_SECONDS)


async def _again(study: Study, work: Callable[[], None], every: float) -> None:
    while not study.database.is_closed:
        await _tried(work)
        await anyio.sleep(every)


async def _tried(work: Callable[[], None]) -> None:
    """Do some work in a thread; a problem is logged, and met again next time."""
    try:
        await to_thread.run_sync(work)
    except SolecismError as error:
        _LOG.warning("%s", error)
