"""The connection to a Ray cluster, its processors, and what is told when something is wrong."""

from __future__ import annotations

import logging
import os
import socket
import tempfile
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from solecism.errors import InputError, SolecismError
from solecism.system.installation import require_packages

# Nothing is sent to Ray's makers, and its own log lines stay in its log files.
_ENVIRONMENT = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_BACKEND_LOG_LEVEL": "fatal"}

_SECONDS = 5.0


@contextmanager
def ray_cluster(address: str | None) -> Iterator[Any]:
    """Ray, connected to a cluster, or to one that is started on this machine and ends here.

    A program that is connected already stays so, with its own cluster.
    """
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    require_packages("ray")
    import ray

    address = address or os.environ.get("RAY_ADDRESS")
    if ray.is_initialized():
        yield ray
        return
    _check_reachable(address)
    # Where Ray keeps its logs is its own affair on a cluster that is there.
    with tempfile.TemporaryDirectory(prefix="ray", ignore_cleanup_errors=True) as folder:
        own = {} if address else {"_temp_dir": folder, "include_dashboard": False}
        _connect(ray, address, own)
        try:
            yield ray
        finally:
            ray.shutdown()


def _connect(ray: Any, address: str | None, own: Mapping[str, Any]) -> None:
    """Connect to a cluster, or start one with settings of its own."""
    try:
        with warnings.catch_warnings(), _without_log_lines():
            warnings.simplefilter("ignore")
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, **own)
    except (ConnectionError, ValueError, RuntimeError) as error:
        problem = str(error).strip().splitlines()[0] if str(error).strip() else "no answer"
        where = address or "this machine"
        raise InputError(f"{where}: Ray cannot be used there: {problem}") from error


def _check_reachable(address: str | None) -> None:
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
def explain_ray_errors(ray: Any) -> Iterator[None]:
    """Raise our own errors of a task as they are, and tell what is wrong with the cluster."""
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, SolecismError):
            raise error.cause from error
        raise
    except ray.exceptions.RayError as error:
        problem = str(error).strip().splitlines()[0]
        raise SolecismError(f"the Ray cluster failed: {problem}") from error


def n_processors(ray: Any) -> int:
    """The number of processors of all machines; InputError if there are none."""
    n = int(ray.cluster_resources().get("CPU", 0))
    if not n:
        raise InputError("the cluster has no processors to work with. Add a machine to it.")
    return n
