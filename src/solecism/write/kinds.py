"""The kinds of error with their names and groups, as the page offers them."""

from __future__ import annotations

from msgspec import Struct

from solecism.check.explain import name
from solecism.check.groups import GROUPS, groups_of
from solecism.detect.detector import ON_REQUEST
from solecism.detect.network.kinds import KINDS

_GROUP_OF = {kind: group.name for group in GROUPS for kind in group.kinds}


class Kind(Struct):
    """A kind of error; `default` is false for one that is looked for only if it is asked for."""

    kind: str
    name: str
    group: str
    default: bool


def group_of(kind: str | None) -> str:
    """The group of a kind of error; empty for one that no group has.

    >>> group_of("tense"), group_of("wrong-noun")
    ('Tense and verb forms', 'Word choice and form')
    """
    return _GROUP_OF.get(kind or "", "")


def all_kinds() -> list[Kind]:
    """All kinds, group by group."""
    return [
        Kind(kind, name(kind), group.name, kind not in ON_REQUEST)
        for group in groups_of(KINDS)
        for kind in group.kinds
    ]
