"""Signals that this process was told to ignore, heard again by the processes that tests start."""

from __future__ import annotations

import signal

INHERITED = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT)


def hear_signals_in_children() -> None:
    """Ignore signals in a way that is not inherited.

    What is started by `nohup`, or in the background of a script, ignores some signals, and so does
    every process that it starts. A handler that does nothing has the same effect here, but does not
    outlive `exec`: the commands under test are interrupted as if a terminal had started them.
    """
    for each in INHERITED:
        if signal.getsignal(each) is signal.SIG_IGN:
            signal.signal(each, lambda number, frame: None)
