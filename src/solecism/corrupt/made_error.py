"""An error that was made: what kind, what was changed, and the tags of the new words."""

from __future__ import annotations

from typing import NamedTuple

from solecism.edit import Edit


class MadeError(NamedTuple):
    """One step from a sentence to a worse one.

    `edit` refers to the words as they stood before this step, so errors upon errors are a
    sequence. `tags` are those of `edit.after`, as the words now stand.
    """

    kind: str
    edit: Edit
    tags: tuple[str, ...]
