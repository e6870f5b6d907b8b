"""The units of a study: times in whole milliseconds, money in whole millionths of the currency.

Amounts are shown with all the digits that they have.
"""

from __future__ import annotations

from decimal import Decimal, InvalidOperation

from solecism.errors import InputError
from solecism_study.configuration import UNIT

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE


_MOST = 1_000_000_000
_N_DIGITS = 6
_CENT_DIGITS = 2


def format_money(amount: float, currency: str) -> str:
    """Return an amount in millionths as people write it; a mean or a rate is told in cents.

    >>> format_money(1_250_000, "USD"), format_money(17_600, "USD"), format_money(17_600.4, "USD")
    ('1.25 USD', '0.0176 USD', '0.02 USD')
    """
    if isinstance(amount, int):
        whole, _, cents = plain_amount(amount).partition(".")
        rest = cents.rstrip("0").ljust(_CENT_DIGITS, "0")
        return f"{int(whole):,}.{rest} {currency}"
    return f"{amount / UNIT:,.2f} {currency}"


def plain_amount(amount: int) -> str:
    """Return a whole number of millionths as a decimal number with six digits after the point.

    >>> plain_amount(17_600), plain_amount(12_000_000)
    ('0.017600', '12.000000')
    """
    return f"{amount // UNIT}.{amount % UNIT:0{_N_DIGITS}}"


def parse_money(text: str) -> int:
    """Return the millionths of an amount as people write it; InputError where it is not valid.

    >>> parse_money("1.50"), parse_money("0.0176"), parse_money("")
    (1500000, 17600, 0)
    """
    try:
        value = Decimal(text or 0)
    except InvalidOperation:
        value = Decimal(-1)
    # A comparison with a NaN that signals is an error.
    if not value.is_finite() or not 0 <= value <= _MOST:
        raise InputError(f"{text[:20]!r} is not an amount of money. Write it like 1.50.")
    if value * UNIT != int(value * UNIT):
        raise InputError(f"{text[:20]!r} has more than {_N_DIGITS} digits after the point.")
    return int(value * UNIT)
