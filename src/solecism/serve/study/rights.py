"""Rights: users cannot grant rights that they do not have themselves."""

from __future__ import annotations

from collections.abc import Collection

from solecism.collect.people.administrators import RATE, ROLES
from solecism.errors import DeniedError, InputError


def check_grant(own: Collection[str], granted: Collection[str]) -> None:
    """Raise DeniedError if a user would grant a scope that they do not have.

    The scope to rate is the exception: no administrator has it, and a token for it belongs to one
    rater.
    """
    excess = sorted(set(granted) - set(own) - {RATE})
    if excess:
        raise DeniedError(f"you cannot grant rights that you do not have: {', '.join(excess)}.")


def check_role_grant(own: Collection[str], role: str) -> None:
    """Raise DeniedError if a user would grant a role with a scope that they do not have."""
    if role not in ROLES:
        raise InputError(f"there is no role {role!r}. Choose one of: {', '.join(ROLES)}.")
    check_grant(own, ROLES[role])
