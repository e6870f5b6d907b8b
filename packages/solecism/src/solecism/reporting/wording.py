"""Numbers, lists and users' names as text, and the templates of pages that are files."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from solecism.figure import Figure

if TYPE_CHECKING:
    from jinja2 import Environment

# What XML forbids or changes (carriage returns), and lone surrogates, which no file can hold.
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff"
    # Marks of direction, which would turn round the numbers after a name.
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
MOST_LETTERS = 28


def printable(text: str) -> str:
    """The text with unprintable characters replaced.

    >>> printable("a\\x00b")
    'a\ufffdb'
    """
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def shortened(name: str, most: int = MOST_LETTERS) -> str:
    """A name short enough for a figure: on one line, without its middle if it is long.

    >>> shortened("a" * 20 + "b" * 20, 11)
    'aaaaa…bbbbb'
    """
    name = " ".join(printable(name).split())
    if len(name) <= most:
        return name
    half = (most - 1) // 2
    return f"{name[: most - 1 - half]}…{name[-half:]}"


def percent(value: float) -> str:
    """A share in per cent; "unknown" for NaN.

    >>> percent(0.3333), percent(1.0), percent(math.nan)
    ('33%', '100%', 'unknown')
    """
    return "unknown" if math.isnan(value) else f"{value:.0%}"


def number(value: float) -> str:
    """A figure to two places; "undefined" for NaN."""
    return "undefined" if math.isnan(value) else f"{value:.2f}".replace("-", "\N{MINUS SIGN}")


def with_interval(figure: Figure) -> str:
    """A figure to two places, with its interval.

    >>> from solecism.figure import Interval
    >>> with_interval(Figure(0.5, interval=Interval(0.4, 0.6)))
    '0.50 [0.40, 0.60]'
    """
    if not figure.interval.is_defined:
        return number(figure)
    return f"{number(figure)} {figure.interval:.2f}".replace("-", "\N{MINUS SIGN}")


def listed(names: Sequence[str]) -> str:
    """A list of names as text.

    >>> listed(["a", "b", "c"]), listed(["a"])
    ('a, b and c', 'a')
    """
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def template_environment(package: str) -> Environment:
    """An environment with the templates of a package; what cannot be printed is replaced."""
    # Imported here, because most of what has numbers in words has no templates.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: printable(value) if type(value) is str else value,
    )
