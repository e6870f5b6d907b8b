"""Work in batches and by several processes, with results in order; and the memory they take."""

from __future__ import annotations

import gc
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, TypeVar

from solecism.errors import InputError, SolecismError

if TYPE_CHECKING:
    from concurrent.futures import Future

# Enough sentences that array arithmetic pays, few enough that memory stays small.
BATCH_SENTENCES = 1_000

_Item = TypeVar("_Item")


def batches(items: Iterable[_Item], size: int = BATCH_SENTENCES) -> Iterator[list[_Item]]:
    """Lists of `size` items in order; the last one may be shorter, and none is empty.

    >>> list(batches("abcde", 2))
    [['a', 'b'], ['c', 'd'], ['e']]
    """
    stream = iter(items)
    while batch := list(islice(stream, size)):
        yield batch


def batches_of_runs(
    items: Iterable[_Item], key: Callable[[_Item], str], size: int = BATCH_SENTENCES
) -> Iterator[list[_Item]]:
    """Lists of at most twice `size` items in order, which part no run of items with equal keys.

    Only a run of more than `size` items is cut, after each `size` of its own.

    >>> list(batches_of_runs("aabbbbbc", str, 3))
    [['a', 'a', 'b', 'b', 'b'], ['b', 'b', 'c']]
    """
    batch: list[_Item] = []
    for _, run in groupby(items, key):
        for part in batches(run, size):
            batch += part
            if len(batch) >= size:
                yield batch
                batch = []
    if batch:
        yield batch


MAX_JOBS = 256
_THREAD_VARIABLES = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
_Key = TypeVar("_Key")
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
    collect_garbage_rarely()
    release_large_arrays()
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


_NEW_OBJECTS = 50_000
# The number of the option in malloc.h: larger pieces of memory are mapped, each by itself.
_MMAP_THRESHOLD, _LARGE_BYTES = -3, 1 << 22


def collect_garbage_rarely() -> None:
    """Look for garbage seldom in this process: hardly anything of ours refers to itself.

    With Python's own setting the check of a text takes about a fifth longer, because all objects
    of the models are looked at again and again.
    """
    gc.set_threshold(_NEW_OBJECTS)


def release_large_arrays() -> None:
    """Return large arrays to the system as soon as they are free, in this process from now on.

    GNU's C library would soon keep their memory for others of their size, and small objects that
    stay would settle in it: over 400,000 words a process that checks text has 6 MB more then.
    """
    set_option = _c_function("mallopt")
    if set_option is not None:
        set_option(_MMAP_THRESHOLD, _LARGE_BYTES)


def release_memory() -> None:
    """Return free memory to the system, where the C library knows how to.

    Without it, what is free between objects that stay adds up: after a million words, a process
    that checks text has 40 MB more. It takes less than a millisecond.
    """
    trim = _c_function("malloc_trim")
    if trim is not None:
        trim(0)


@cache
def _c_function(name: str) -> Callable[..., int] | None:
    """A function of GNU's C library, None with others, which have none of this name."""
    import ctypes

    try:
        function: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None
    return function
