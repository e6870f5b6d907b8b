"""Functions that other processes can import and call."""

from __future__ import annotations

import os
import time

from solecism.errors import FormatError


def square(number: int) -> int:
    """The square of a number."""
    # The first results are the slowest, so that order does not come by itself.
    time.sleep(0.05 if number < 2 else 0.0)
    return number * number


def complaint(number: int, file: str) -> int:
    """The number; FormatError for three."""
    if number == 3:
        raise FormatError(file, number, "is three.")
    return number


def process(_: int) -> int:
    """The id of the process that is asked."""
    return os.getpid()
