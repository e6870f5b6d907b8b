"""Signatures of settings, JSON output, and intervals in tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from solecism import __version__

if TYPE_CHECKING:
    from solecism.interval import Interval


def show_json(content: Mapping[str, Any]) -> None:
    """Print the content as JSON; NaN becomes null, dataclasses and figures become objects."""
    import msgspec

    encoded = msgspec.json.encode(content, enc_hook=_encodable)
    click.echo(msgspec.json.format(encoded, indent=2).decode())


def signature(command: str, **settings: object) -> str:
    """All the settings that a figure depends on, and the version that computed it.

    >>> signature("plan", size=22000, level=0.95)
    'plan|level:0.95|size:22000|v:0.1.0'
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


def span(interval: Interval) -> str:
    """The ends of an interval for a table, empty if it is undefined."""
    return str(interval) if interval.is_defined else ""


def _encodable(value: Any) -> Any:
    """A figure as an object, an array as lists."""
    from solecism.figure import Figure

    return value.to_dict() if isinstance(value, Figure) else value.tolist()


def _short(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}" if isinstance(value, float) else str(value)
