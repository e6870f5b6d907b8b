"""The connection to a Ray cluster, and shards that its actors work on, by Ray Data."""

from __future__ import annotations

import logging
import os
import socket
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from solecism.errors import InputError, SolecismError
from solecism.system.extras import explain_missing

# Nothing is sent to Ray's makers, and its own log lines stay in its log files.
_ENVIRONMENT = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_BACKEND_LOG_LEVEL": "fatal"}

_SECONDS = 5.0


@contextmanager
def cluster(address: str | None) -> Iterator[Any]:
    """Ray, connected to a cluster, or to one that is started on this machine and ends here.

    A program that is connected already stays so, with its own cluster.
    """
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    with explain_missing():
        import ray
    if ray.is_initialized():
        yield ray
        return
    _reach(address)
    try:
        with warnings.catch_warnings(), _without_log_lines():
            warnings.simplefilter("ignore")
            ray.init(
                address=address,
                include_dashboard=None if address else False,
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
    except (ConnectionError, ValueError, RuntimeError) as error:
        problem = str(error).strip().splitlines()[0] if str(error).strip() else "no answer"
        raise InputError(f"{address}: no Ray cluster answers there: {problem}") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _reach(address: str | None) -> None:
    """Raise an InputError at once if nothing listens at HOST:PORT, where Ray would try for long."""
    host, _, port = (address or "").removeprefix("ray://").rpartition(":")
    if not host or not port.isdigit():
        return
    try:
        socket.create_connection((host, int(port)), timeout=_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise InputError(
            f"{address}: no Ray cluster answers there: {error}. Is it started?"
        ) from error


@contextmanager
def _without_log_lines() -> Iterator[None]:
    """Let no line of Ray's own log reach standard error while it starts."""
    shown = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(shown, 2)
        os.close(shown)
        os.close(nowhere)


@contextmanager
def raised(ray: Any) -> Iterator[None]:
    """Raise our own errors of a task as they are, without Ray's report around them."""
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, SolecismError):
            raise error.cause from error
        raise


def n_processors(ray: Any) -> int:
    """The number of processors of all machines; InputError if there are none."""
    n = int(ray.cluster_resources().get("CPU", 0))
    if not n:
        raise InputError("the cluster has no processors to work with. Add a machine to it.")
    return n


def shard_records(
    worker: Callable[..., Any], arguments: tuple[Any, ...], shards: Sequence[Any]
) -> Iterator[dict[str, Any]]:
    """What the workers return for each shard, as they finish.

    There is one worker per processor, each in an actor. Shards of a machine that is lost are worked
    on again elsewhere.
    """
    import ray
    import ray.data

    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.ERROR)
    numbers = ray.data.from_items(
        [{"shard": number} for number in range(len(shards))], override_num_blocks=len(shards)
    )
    size = min(n_processors(ray), len(shards))
    records = numbers.map_batches(
        _ByNumber,
        fn_constructor_args=(worker, arguments, tuple(shards)),
        batch_size=1,
        batch_format="pyarrow",
        num_cpus=1,
        compute=ray.data.ActorPoolStrategy(size=size),
    )
    for row in records.iter_rows():
        yield {name: value for name, value in row.items() if value is not None}


class _ByNumber:
    """A worker for shards by their numbers, in the tables that Ray Data hands over."""

    def __init__(
        self, worker: Callable[..., Any], arguments: tuple[Any, ...], shards: Sequence[Any]
    ) -> None:
        self._work = worker(*arguments)
        self._shards = shards

    def __call__(self, numbers: Any) -> Any:
        import pyarrow

        return pyarrow.Table.from_pylist(
            [self._work(self._shards[number]) for number in numbers["shard"].to_pylist()]
        )
