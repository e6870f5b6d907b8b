"""Numbers with the nouns that they count."""

from __future__ import annotations


def count(n: float, one: str, many: str = "") -> str:
    """A number and the noun that it counts, in the singular or plural.

    >>> count(1, "site"), count(1336, "site"), count(0, "answer")
    ('1 site', '1,336 sites', '0 answers')
    """
    return f"{n:,g} {one}" if n == 1 else f"{n:,.10g} {many or one + 's'}"
