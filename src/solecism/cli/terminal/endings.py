"""How commands end when they are interrupted: quietly, with the exit codes that shells expect."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


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
        # What is still in the buffer would raise the same error when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(128 + signal.SIGPIPE)
