"""A synthetic error: its type, the edit that makes it, and the tags of the new words."""

from __future__ import annotations

from typing import NamedTuple

from solecism.edit import Edit


class SyntheticError(NamedTuple):
    """One error put into a sentence.

    `edit` refers to the words before this error, so several errors form a sequence. `tags` are
    the tags of `edit.after`. `subtype` is the kind of error within the type, such as the class of a
    missing word; it is empty where a type has no subtypes.
    """

    kind: str
    edit: Edit
    tags: tuple[str, ...]
    subtype: str = ""
