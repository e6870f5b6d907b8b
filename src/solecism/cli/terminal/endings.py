"""How commands end when they are interrupted, or cannot write: quietly, or with one line."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from solecism.cli.terminal.output import tell

_UNWRITABLE = (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)


def exit_on_signals() -> None:
    """Let SIGTERM and SIGHUP end the program as an exception does, so that it tidies up."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # Who starts a program with `nohup` wants it to go on.
        if number is not None and signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, _exit)


def _exit(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)


@contextmanager
def quiet_endings() -> Iterator[None]:
    """Exit with code 130 after Ctrl-C, and with 141 when nobody reads the output any more."""
    try:
        yield
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    except BrokenPipeError:
        _discard_output()
        sys.exit(128 + signal.SIGPIPE)


def show_every_character() -> None:
    """Escape what the encoding of standard output does not have, rather than fail."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


@contextmanager
def told_when_full() -> Iterator[None]:
    """Tell in one line, with exit code 1, that standard output cannot be written."""
    try:
        try:
            yield
        finally:
            # Otherwise Python would write what is left, and fail, after everything else.
            if sys.stdout is not None:
                sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
        sys.exit(128 + signal.SIGPIPE)
    except OSError as error:
        # Errors of files have the file's name, and those are told where they are opened.
        if error.filename is not None or error.errno not in _UNWRITABLE:
            raise
        _discard_output()
        problem = error.strerror or str(error)
        tell(f"standard output: cannot be written: {problem}.")
        sys.exit(1)


def _discard_output() -> None:
    """Send to nowhere what is still in the buffer: it would fail again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
