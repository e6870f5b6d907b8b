"""The kinds of error by groups, as the page offers them."""

from __future__ import annotations

from msgspec import Struct

from solecism.check.explain import name
from solecism.detect import detector as kinds
from solecism.detect.network.kinds import KINDS

GROUPS = {
    "Articles": (kinds.MISSING_ARTICLE, kinds.UNNEEDED_ARTICLE, kinds.WRONG_ARTICLE),
    "Prepositions": (kinds.WRONG, kinds.MISSING, kinds.EXTRANEOUS),
    "One or many": (kinds.NOUN_NUMBER,),
    "Agreement": (kinds.DISAGREEMENT,),
    "Tense and verb forms": (kinds.TENSE, kinds.VERB_FORM),
    "Spelling": (kinds.MISSPELLING,),
    "Missing words and word order": (kinds.WORD_ORDER, kinds.MISSING_WORD, kinds.EXTRA_WORD),
    "Capitals and punctuation": kinds.ON_REQUEST,
}
# What no other group has.
_OTHER = "Word choice and form"
_GROUP_OF = {kind: group for group, members in GROUPS.items() for kind in members}


class Kind(Struct):
    """A kind of error; `default` is false for one that is looked for only if it is asked for."""

    kind: str
    name: str
    group: str
    default: bool


def group_of(kind: str | None) -> str:
    """The group of a kind of error.

    >>> group_of("tense"), group_of("wrong-noun")
    ('Tense and verb forms', 'Word choice and form')
    """
    return _GROUP_OF.get(kind or "", _OTHER)


def all_kinds() -> list[Kind]:
    """All kinds, group by group."""
    order = [*GROUPS, _OTHER]
    return [
        Kind(kind, name(kind), group_of(kind), kind not in kinds.ON_REQUEST)
        for kind in sorted(KINDS, key=lambda kind: order.index(group_of(kind)))
    ]
