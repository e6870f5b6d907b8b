"""The output of commands: notices, progress bars and files, and what follows an interruption."""

from __future__ import annotations

import errno
import io
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Timer
from types import FrameType
from typing import TypeVar

import click

from solecism.errors import InputError
from solecism.system.display_text import visible


def print_notice(note: object) -> None:
    """Print a note or an error in one line on standard error."""
    click.echo(f"solecism: {visible(str(note))}", err=True)


def check_output(out: str) -> None:
    """Raise an InputError before the long work if its result cannot be written to this file."""
    target = Path(out).resolve()
    if target.is_dir():
        raise InputError(f"{out}: is a directory. Give the name of a file to write.")
    if not target.parent.is_dir():
        raise InputError(f"{out}: there is no folder {target.parent}. Make it first.")


class WorkFolder(MutableMapping[str, bytes]):
    """The files of a folder by name; the folder is created if it does not exist."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        try:
            self._path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{path}: {error.strerror or error}. Give another folder.") from error

    def __getitem__(self, name: str) -> bytes:
        try:
            return (self._path / name).read_bytes()
        except FileNotFoundError as error:
            raise KeyError(name) from error

    def __setitem__(self, name: str, data: bytes) -> None:
        from solecism.formats import files

        files.write_bytes(str(self._path / name), data)

    def __delitem__(self, name: str) -> None:
        (self._path / name).unlink()

    def __iter__(self) -> Iterator[str]:
        return (path.name for path in sorted(self._path.iterdir()))

    def __len__(self) -> int:
        return sum(1 for _ in self)


# How much is done, and the total; None if it is not known.
Progress = Callable[[int, int | None], None]
_Item = TypeVar("_Item")


@contextmanager
def progress_bar(before: str, during: str, *, seconds: float = 2.0) -> Iterator[Progress | None]:
    """A function that updates a bar on a terminal, None elsewhere; `during` becomes its text.

    The bar has the rate and the time left. It appears after some seconds: short work needs none.
    """
    if not sys.stderr.isatty():
        yield None
        return
    bar = _Bar(before)
    start = Timer(seconds, bar.draw_until_stopped)
    start.daemon = True
    start.start()

    def update(done: int, total: int | None) -> None:
        bar.text, bar.done, bar.total = during, done, total

    try:
        yield update
    finally:
        start.cancel()
        bar.stopped.set()
        start.join()


_FRAME_SECONDS = 0.2
_SHORTEST = 0.001
_WIDEST_BAR = 40


class _Bar:
    """A progress bar that is drawn in a thread, so that its clock goes on during long steps."""

    def __init__(self, text: str) -> None:
        self.text, self.done = text, 0
        self.total: int | None = None
        self.stopped = Event()
        self._start = time.monotonic()

    def draw_until_stopped(self) -> None:
        """Draw the bar again and again, and leave it on the screen in the end."""
        is_last = False
        while not is_last:
            is_last = self.stopped.wait(_FRAME_SECONDS)
            # Terminals go to the next line when the last column is written.
            width = _columns_of_errors() - 1
            click.echo(f"\r{self._line(width):<{width}}", err=True, nl=is_last)

    def _line(self, width: int) -> str:
        # Some clocks stand still for longer than short work takes.
        seconds = max(time.monotonic() - self._start, _SHORTEST)
        done, total, rate = self.done, self.total, self.done / seconds
        if not total:
            counted = f"{done:,}, {rate:,.1f}/s, " if done else ""
            return f"{self.text} {counted}{_clock(seconds)}"[:width]
        share = min(1.0, done / total)
        left = _clock((total - done) / rate) if done else "?"
        before, after = f"{self.text} {share:4.0%} ", f" {rate:,.1f}/s, {left} left"
        n_marks = max(0, min(_WIDEST_BAR, width - len(before) - len(after)))
        marks = "#" * round(share * n_marks)
        return f"{before}{marks:-<{n_marks}}{after}"[:width]


def _columns_of_errors() -> int:
    """The width of the terminal of standard error: standard output is often a file or a pipe."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns
    except OSError:
        return shutil.get_terminal_size().columns


def _clock(seconds: float) -> str:
    """Hours, if there are any, minutes and seconds.

    >>> _clock(75), _clock(3_600)
    ('1:15', '1:00:00')
    """
    minutes, rest = divmod(max(0, round(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def with_progress(
    items: Iterable[_Item],
    progress: Progress | None,
    *,
    total: int | None = None,
    every: int = 100,
) -> Iterator[_Item]:
    """The same items; the bar is updated at intervals, and after the last item of a known total."""
    return iter(items) if progress is None else _watched(items, progress, total, every)


def _watched(
    items: Iterable[_Item], progress: Progress, total: int | None, every: int
) -> Iterator[_Item]:
    for number, item in enumerate(items, 1):
        yield item
        if number % every == 0 or number == total:
            progress(number, total)


def has_colours() -> bool:
    """Whether standard output is a terminal with colours, and nobody asked for none."""
    is_plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return sys.stdout.isatty() and not is_plain


def styled(text: str, **styles: bool) -> str:
    """The text with each word in these styles, so that lines can be broken between words."""
    chosen = {name: True for name, is_chosen in styles.items() if is_chosen}
    if not chosen:
        return text
    return " ".join(click.style(word, **chosen) if word else "" for word in text.split(" "))


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
def exit_quietly() -> Iterator[None]:
    """Exit with code 130 after Ctrl-C, and with 141 when nobody reads the output any more."""
    try:
        yield
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    except BrokenPipeError:
        _discard_output()
        sys.exit(128 + signal.SIGPIPE)


def escape_unencodable() -> None:
    """Escape what the encoding of standard output does not have, rather than fail."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


@contextmanager
def report_unwritable_output() -> Iterator[None]:
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
        print_notice(f"standard output: cannot be written: {problem}.")
        sys.exit(1)


def _discard_output() -> None:
    """Send to nowhere what is still in the buffer: it would fail again when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
