"""The server from its start to its end, over standard input and output or a port.

The first use of the checker reads its models, before there is a document to check.
"""

from __future__ import annotations

import logging
import sys
from concurrent.futures import ThreadPoolExecutor

HOST = "127.0.0.1"
# One finding, so that what suggests and explains is read as well.
_SENTENCE = "I depend of the weather."


def run(port: int | None = None) -> int:
    """Serve one editor until it leaves; the exit code is 1 if it did so without goodbye.

    Without a port, standard input and output are the connection. The models are read while the
    editor and the server get to know each other.
    """
    thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="check")
    thread.submit(_warm_up)
    from solecism_write.lsp.features import make_server

    _log_in_lines()
    server = make_server(thread)
    if port is None:
        server.start_io()
    else:
        server.start_tcp(HOST, port)
    return 1 if server.is_in_use else 0


def _warm_up() -> None:
    """Read the models of the default detector."""
    from solecism.checking.checked_files import DetectorOptions
    from solecism.checking.checker import TextChecker

    TextChecker(DetectorOptions(), remembers=True).check(_SENTENCE)


def _log_in_lines() -> None:
    """Write errors to standard error, which editors keep as a log, in one line each."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_OneLine())
    logging.basicConfig(handlers=[handler], level=logging.ERROR)


class _OneLine(logging.Formatter):
    """The first line of a message, without the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """The line for a record."""
        return f"solecism: {record.getMessage().partition(chr(10))[0][:500]}"
