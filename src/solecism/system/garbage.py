"""How often Python looks for garbage that refers to itself, in processes that work on text."""

from __future__ import annotations

import gc

_NEW_OBJECTS = 50_000


def collect_seldom() -> None:
    """Look for garbage seldom in this process: hardly anything of ours refers to itself.

    With Python's own setting the check of a text takes about a fifth longer, because all objects
    of the models are looked at again and again.
    """
    gc.set_threshold(_NEW_OBJECTS)
