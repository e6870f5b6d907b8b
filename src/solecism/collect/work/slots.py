"""The counts of an opening: nothing but these statements changes them.

Each keeps `n_answered + n_leased` at or below `wanted`, and `is_open` and `is_begun` in step.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Update, and_, bindparam, update

from solecism.collect.store.tables import openings

ENDLESS = 1_000_000_000
"""How many judgments are wanted of an item that every rater shall see."""

_counts = openings.c
_HAS_ROOM = _counts.n_answered + _counts.n_leased < _counts.wanted


def _change(*, answered: int, leased: int, is_checked: bool = False) -> Update:
    taken = _counts.n_answered + _counts.n_leased + (answered + leased)
    values: dict[str, Any] = {
        "n_answered": _counts.n_answered + answered,
        "n_leased": _counts.n_leased + leased,
        "is_open": taken < _counts.wanted,
        # Items that every rater sees are never nearer to complete than others.
        "is_begun": and_(taken > 0, _counts.wanted < ENDLESS),
    }
    query = update(openings).where(_counts.id == bindparam("which"))
    return (query.where(_HAS_ROOM) if is_checked else query).values(values)


def take() -> Update:
    """The statement that leases a slot if there is one, to be made part of another."""
    return _change(answered=0, leased=1, is_checked=True)


TAKE = take()
FREE_LEASED = _change(answered=0, leased=-1)
COUNT_LEASED = _change(answered=1, leased=-1)
COUNT_LATE = _change(answered=1, leased=0, is_checked=True)
COUNT_UNDONE = _change(answered=-1, leased=1)
COUNT_VOID = _change(answered=-1, leased=0)
