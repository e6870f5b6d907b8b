"""A signature: all the settings that a figure depends on, in one line."""

from __future__ import annotations

from typing import Any

from solecism.version import __version__


def signature(command: str, **settings: object) -> str:
    """The signature of these settings, with the version that computed the figure.

    >>> signature("plan", size=22000, level=0.95)
    'plan|level:0.95|size:22000|v:0.2.0'
    """
    named = sorted(item for item in settings.items() if item[1] is not None)
    parts = [f"{name}:{_short(value)}" for name, value in named]
    return "|".join([command, *parts, f"v:{__version__}"])


def settings_signature(name: str, settings: dict[str, Any]) -> str:
    """The signature of a command's settings; options that were not given are left out."""
    chosen = {
        key: "+".join(value) if isinstance(value, tuple) else value
        for key, value in settings.items()
        if value is not None and value is not False and value != ()
    }
    return signature(name, **chosen)


def _short(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
