"""Few answers are saved at a time, and the first to arrive is the first to be saved."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import cast

import anyio
from starlette.requests import Request

from own_thread import run_in_own_thread
from solecism_study.serve.service import run_in_queue


def test_no_more_work_is_done_at_once_than_the_queue_allows() -> None:
    lock, now, most = threading.Lock(), 0, 0
    done: list[int] = []

    def work(number: int) -> None:
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        with lock:
            now -= 1
            done.append(number)

    async def all_at_once() -> None:
        state = SimpleNamespace(answer_queue=anyio.CapacityLimiter(1))
        request = cast("Request", SimpleNamespace(app=SimpleNamespace(state=state)))
        async with anyio.create_task_group() as tasks:
            for number in range(20):
                tasks.start_soon(run_in_queue, request, work, number)

    run_in_own_thread(all_at_once)
    assert most == 1
    assert done == list(range(20))
