"""Signatures of what commands print: their settings, the size of their data, and its hash."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from solecism.signature import settings_signature


def signed(
    command: str, settings: Mapping[str, Any], inputs: Iterable[str | None], **counts: int
) -> str:
    """The signature of a command; `inputs` are the paths of its data, of which None is left out.

    The hash is left out where a file can be read only once, such as standard input.
    """
    from solecism.formats.files import short_hash

    hashed = short_hash(path for path in inputs if path is not None)
    return settings_signature(command, {**settings, **counts, "input": hashed})
