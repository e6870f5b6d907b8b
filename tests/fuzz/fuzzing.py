"""One reader and many mutations: how many were told as errors, and which were not."""

from __future__ import annotations

import signal
import time
import traceback
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from random import Random
from types import FrameType

from fuzzed_readers import Reader
from solecism.errors import SolecismError

# Seconds that a reader may take for a file of some kilobytes.
LIMIT = 20


@dataclass(frozen=True, slots=True)
class Outcome:
    """How many mutations there were, the errors told, and by number what was no error of ours."""

    name: str
    n: int = 0
    n_told: int = 0
    failures: dict[int, str] = field(default_factory=dict)
    slowest: float = 0.0

    def __add__(self, other: Outcome) -> Outcome:
        return Outcome(
            self.name,
            self.n + other.n,
            self.n_told + other.n_told,
            self.failures | other.failures,
            max(self.slowest, other.slowest),
        )

    def cells(self) -> tuple[str, ...]:
        """The row of a table."""
        counts = (self.n, self.n_told, len(self.failures))
        return (self.name, *map(str, counts), f"{self.slowest:.2f} s")


class TooSlowError(BaseException):
    """A reader has worked for too long; not an Exception, so that no reader catches it."""


def mutation(reader: Reader, number: int, *, seed: int) -> bytes:
    """The file of this number, always the same; number 0 is a file as it was."""
    rng = Random(f"{seed} {reader.name} {number}")
    whole = rng.choice(_seeds(reader))
    return reader.mutate(whole, rng) if number else whole


@cache
def _seeds(reader: Reader) -> list[bytes]:
    return reader.seeds()


def fuzzed(reader: Reader, numbers: Iterable[int], *, seed: int = 0) -> Outcome:
    """What the reader does with the mutations of these numbers."""
    outcome = Outcome(reader.name)
    for number in numbers:
        data = mutation(reader, number, seed=seed)
        start = time.perf_counter()
        n_told = 0
        failures: dict[int, str] = {}
        try:
            with _limited():
                reader.read(data)
        except SolecismError as error:
            n_told = 1
            if not number:
                failures[number] = f"the file as it was: {error}"
        except (Exception, TooSlowError) as error:  # noqa: BLE001 - this is what we look for
            where = traceback.extract_tb(error.__traceback__)[-1]
            problem = f"{type(error).__name__}: {error} ({where.filename}:{where.lineno})"
            failures[number] = problem
        took = time.perf_counter() - start
        outcome += Outcome(reader.name, 1, n_told, failures, took)
    return outcome


@contextmanager
def _limited() -> Iterator[None]:
    """Raise TooSlowError in what takes longer than the limit; numpy's warnings are not shown."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooSlowError(f"more than {LIMIT} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(LIMIT)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
