"""Names that are allowed in settings and comments, and the nearest one to a misspelt name."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from solecism.check.explain import NAMES

KINDS = tuple(NAMES)
# How alike two names are, from 0 to 1, if one is probably a misspelling of the other.
_ALIKE = 0.8


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The name that was probably meant, None if no name is near.

    >>> nearest("wrong-prepositon", KINDS), nearest("of", ["off", "on"]), nearest("the", KINDS)
    ('wrong-preposition', 'off', None)
    """
    return next(iter(get_close_matches(name, list(names), n=1, cutoff=_ALIKE)), None)


def unknown(name: str, names: Iterable[str]) -> str:
    """What to do about a name that is not known: the nearest one, or all that there are.

    >>> unknown("learnr", ["author", "learner"]), unknown("x", ["author", "learner"])
    ("Did you mean 'learner'?", 'Allowed: author, learner.')
    """
    known = list(names)
    near = nearest(name, known)
    return f"Did you mean {near!r}?" if near else f"Allowed: {', '.join(known)}."
