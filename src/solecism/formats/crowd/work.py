"""The pieces of work behind judgments: what the notes of judgments say of times and pay."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from solecism.errors import InputError
from solecism.formats.crowd.times import ASSIGNMENT, REWARD, STARTED, SUBMITTED, time_of
from solecism.judgment import Judgment

Work = tuple[datetime | None, datetime | None, float]
"""When a piece of work was begun and handed in, and what was paid for it."""
_AMOUNT = re.compile(r"[^0-9]*([0-9]+(?:\.[0-9]*)?|\.[0-9]+)[^0-9.]*")


def pieces_of_work(judgments: Iterable[Judgment]) -> Iterator[Work]:
    """One piece per assignment, or per judgment where the notes name no assignment."""
    seen: set[str] = set()
    for judgment in judgments:
        notes = judgment.notes
        assignment = notes.get(ASSIGNMENT)
        if assignment is not None and assignment in seen:
            continue
        seen.update([assignment] if assignment else [])
        started, submitted = (
            time_of(notes[name]) if notes.get(name) else None for name in (STARTED, SUBMITTED)
        )
        yield started, submitted, amount_of(notes.get(REWARD, ""))


def amount_of(text: str) -> float:
    """The amount of money in a text, NaN where there is none.

    >>> amount_of("$0.25 "), amount_of("1.50"), amount_of("")
    (0.25, 1.5, nan)
    """
    if not text.strip():
        return math.nan
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise InputError(f"the reward {text!r} is not an amount of money. Write it like 0.25.")
    return float(match[1])
