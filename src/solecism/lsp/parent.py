"""A watch on the editor: the server ends when the process that started it has ended."""

from __future__ import annotations

import asyncio
import os

from pygls.server import JsonRPCServer

_INTERVAL = 5.0


def watch_parent(server: JsonRPCServer, process: int | None) -> None:
    """End this process soon after another one has ended, if there is one."""
    if process is not None and process > 0:
        asyncio.get_running_loop().call_later(_INTERVAL, _look, server, process)


def _look(server: JsonRPCServer, process: int) -> None:
    if is_running(process):
        watch_parent(server, process)
    else:
        # Nobody is left to be answered, and a check that still runs would hold up an orderly end.
        os._exit(1)


def is_running(process: int) -> bool:
    """Whether there is a process with this number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
