"""The counts of filled and reserved slots of an opening; only these statements change them.

An opening is an item at a stage; it has one slot per judgment wanted. Each statement keeps
`n_answered + n_leased` at or below `wanted`, and `is_open` and `is_begun` consistent with them.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Update, and_, bindparam, update

from solecism.collect.store.tables import openings

UNLIMITED = 1_000_000_000
"""The number of judgments wanted of an item that every rater judges."""

_counts = openings.c
_HAS_FREE_SLOT = _counts.n_answered + _counts.n_leased < _counts.wanted


def _change(*, answered: int, leased: int, is_checked: bool = False) -> Update:
    n_taken = _counts.n_answered + _counts.n_leased + (answered + leased)
    values: dict[str, Any] = {
        "n_answered": _counts.n_answered + answered,
        "n_leased": _counts.n_leased + leased,
        "is_open": n_taken < _counts.wanted,
        # Items that every rater judges are never closer to completion than others.
        "is_begun": and_(n_taken > 0, _counts.wanted < UNLIMITED),
    }
    query = update(openings).where(_counts.id == bindparam("which"))
    return (query.where(_HAS_FREE_SLOT) if is_checked else query).values(values)


def reserve_slot() -> Update:
    """The statement that reserves a free slot, to be made part of another statement."""
    return _change(answered=0, leased=1, is_checked=True)


RESERVE_SLOT = reserve_slot()
RELEASE_SLOT = _change(answered=0, leased=-1)
FILL_RESERVED_SLOT = _change(answered=1, leased=-1)
FILL_FREE_SLOT = _change(answered=1, leased=0, is_checked=True)
RESERVE_FILLED_SLOT = _change(answered=-1, leased=1)
VACATE_SLOT = _change(answered=-1, leased=0)
