"""Amounts of money, stored as whole millionths of the currency."""

from __future__ import annotations

from solecism.collect.configuration import UNIT
from solecism.errors import InputError

_MOST = 1_000_000_000


def format_money(amount: float, currency: str) -> str:
    """Return an amount in millionths as people write it.

    >>> format_money(1_250_000, "USD")
    '1.25 USD'
    """
    return f"{amount / UNIT:,.2f} {currency}"


def parse_money(text: str) -> int:
    """Return the millionths of an amount as people write it; InputError where it is not valid.

    >>> parse_money("1.50"), parse_money("")
    (1500000, 0)
    """
    try:
        value = float(text or 0)
    except ValueError:
        value = -1.0
    # A comparison with NaN is false.
    if not 0 <= value <= _MOST:
        raise InputError(f"{text[:20]!r} is not an amount of money. Write it like 1.50.")
    return round(value * UNIT)
