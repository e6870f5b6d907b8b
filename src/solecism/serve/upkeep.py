"""Upkeep while a study is served: what is due with time, not with a request."""

from __future__ import annotations

import logging

import anyio
from anyio import to_thread

from solecism.collect.study import Study
from solecism.collect.voiding import void_removed
from solecism.errors import SolecismError
from solecism.serve.service import Clock
from solecism.serve.turnstile import AT_ONCE

EVERY_SECONDS = 30
_TIDY_SECONDS = 1
_LOG = logging.getLogger(__name__)


def keep_up(study: Study, *, now: int) -> None:
    """Void what removed raters left, and stop asking where the study is sure enough."""
    void_removed(study, now=now)
    if study.configuration.stopping is not None:
        # Most studies ask for a fixed number: only others need what this brings in.
        from solecism.collect.stopping import stop_if_sure

        stop_if_sure(study, now=now)


async def upkeep(study: Study, clock: Clock, *, every: float = EVERY_SECONDS) -> None:
    """Keep up now and again, until cancelled or the study is closed.

    A problem is logged, and met again next time.
    """
    while not study.database.is_closed:
        try:
            await to_thread.run_sync(lambda: keep_up(study, now=clock()))
        except SolecismError as error:
            _LOG.warning("%s", error)
        await anyio.sleep(every)


async def tidiness(study: Study) -> None:
    """Keep the database in shape while answers come in, until cancelled or the study is closed."""
    try:
        await to_thread.run_sync(study.database.open_connections, AT_ONCE)
        while not study.database.is_closed:
            await to_thread.run_sync(study.database.tidy)
            await anyio.sleep(_TIDY_SECONDS)
    except SolecismError as error:
        _LOG.warning("%s", error)
