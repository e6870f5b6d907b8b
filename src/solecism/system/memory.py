"""Memory of processes that work on text: how often it is looked through, and given back."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import cache

_NEW_OBJECTS = 50_000
# The number of the option in malloc.h: larger pieces of memory are mapped, each by itself.
_MMAP_THRESHOLD, _LARGE_BYTES = -3, 1 << 22


def collect_seldom() -> None:
    """Look for garbage seldom in this process: hardly anything of ours refers to itself.

    With Python's own setting the check of a text takes about a fifth longer, because all objects
    of the models are looked at again and again.
    """
    gc.set_threshold(_NEW_OBJECTS)


def give_back_large_arrays() -> None:
    """Return large arrays to the system as soon as they are free, in this process from now on.

    GNU's C library would soon keep their memory for others of their size, and small objects that
    stay would settle in it: over 400,000 words a process that checks text has 6 MB more then.
    """
    set_option = _c_function("mallopt")
    if set_option is not None:
        set_option(_MMAP_THRESHOLD, _LARGE_BYTES)


def give_back_memory() -> None:
    """Return free memory to the system, where the C library knows how to.

    Without it, what is free between objects that stay adds up: after a million words, a process
    that checks text has 40 MB more. It takes less than a millisecond.
    """
    trim = _c_function("malloc_trim")
    if trim is not None:
        trim(0)


@cache
def _c_function(name: str) -> Callable[..., int] | None:
    """A function of GNU's C library, None with others, which have none of this name."""
    import ctypes

    try:
        function: Callable[..., int] = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None
    return function
