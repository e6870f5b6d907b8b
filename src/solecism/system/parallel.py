"""A function applied to many items by several processes, with results in the order of items."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from solecism.errors import InputError, SolecismError
from solecism.system.memory import collect_seldom, give_back_large_arrays

if TYPE_CHECKING:
    from concurrent.futures import Future

MAX_JOBS = 256
_THREAD_VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
_Key = TypeVar("_Key")
_Item = TypeVar("_Item")
_Result = TypeVar("_Result")


def ordered_map(
    function: Callable[[_Item], _Result],
    items: Iterable[_Item],
    *,
    n_jobs: int,
    n_ahead: int = 2,
) -> Iterator[_Result]:
    """The result of the function for each item, in order, by `n_jobs` processes.

    The function is sent to each process once, so it may load a model at its first call; it,
    items and results must be picklable. Up to `n_ahead` items per process are read ahead. An
    exception in a process is raised here. The processes end when the results are no longer
    wanted, or when this process is gone, whatever they are doing. With one job nothing leaves this
    process. InputError for an impossible `n_jobs`.

    >>> list(ordered_map(str.upper, "abc", n_jobs=1))
    ['A', 'B', 'C']
    """
    if not 1 <= n_jobs <= MAX_JOBS:
        raise InputError(f"{n_jobs} jobs are not possible. Give 1 to {MAX_JOBS}.")
    if n_jobs == 1:
        return map(function, items)
    return _in_processes(function, items, n_jobs, n_ahead * n_jobs)


def keyed_map(
    function: Callable[[_Item], _Result],
    items: Iterable[tuple[_Key, _Item]],
    *,
    n_jobs: int,
) -> Iterator[tuple[_Key, _Result]]:
    """The same for items with keys, which stay here: each key with the result of its item.

    >>> list(keyed_map(str.upper, [(1, "a"), (2, "b")], n_jobs=1))
    [(1, 'A'), (2, 'B')]
    """
    keys: deque[_Key] = deque()

    def sent() -> Iterator[_Item]:
        for key, item in items:
            keys.append(key)
            yield item

    for result in ordered_map(function, sent(), n_jobs=n_jobs):
        yield keys.popleft(), result


def _in_processes(
    function: Callable[[_Item], _Result], items: Iterable[_Item], n_jobs: int, n_waiting: int
) -> Iterator[_Result]:
    # Imported here, because most commands need none of them.
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    # Each process has a core of its own: threads of its arithmetic would only be in the way.
    for variable in _THREAD_VARIABLES:
        os.environ.setdefault(variable, "1")
    others = set(active_children())
    # Started afresh: a fork would copy locks that other threads may hold.
    pool = ProcessPoolExecutor(n_jobs, get_context("spawn"), _start, (function,))
    waiting: deque[Future[_Result]] = deque()
    is_done = False
    try:
        for item in items:
            waiting.append(pool.submit(_call, item))
            if len(waiting) > n_waiting:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
        is_done = True
    except BrokenProcessPool as error:
        raise SolecismError(
            f"one of {n_jobs} processes ended unexpectedly. If memory was short, use fewer jobs."
        ) from error
    finally:
        if not is_done:
            # Nobody wants to wait for what they are at.
            for process in set(active_children()) - others:
                process.terminate()
        pool.shutdown(cancel_futures=True)


_functions: list[Callable[[Any], Any]] = []


def _start(function: Callable[[Any], Any]) -> None:
    """Prepare a process of the pool."""
    import signal
    import threading

    # Ctrl-C goes to all processes of a terminal; the parent ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    collect_seldom()
    give_back_large_arrays()
    _functions[:] = [function]
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this process when its parent is gone, which it would not notice otherwise."""
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _call(item: Any) -> Any:
    return _functions[0](item)
