"""Rights: nobody can give to others what they do not have themselves."""

from __future__ import annotations

from collections.abc import Collection

from solecism.collect.people.administrators import RATE, ROLES
from solecism.errors import DeniedError, InputError


def check_giving(own: Collection[str], given: Collection[str]) -> None:
    """DeniedError where somebody would give more than they have.

    Rating is nobody's right to begin with: a token for it goes to one rater.
    """
    more = sorted(set(given) - set(own) - {RATE})
    if more:
        raise DeniedError(f"you cannot give what you do not have: {', '.join(more)}.")


def check_role(own: Collection[str], role: str) -> None:
    """The same for the rights of a role."""
    if role not in ROLES:
        raise InputError(f"there is no role {role!r}. There are {', '.join(ROLES)}.")
    check_giving(own, ROLES[role])
