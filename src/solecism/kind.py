"""The kinds of site, and the names that annotation schemes have for errors of each kind."""

from __future__ import annotations

from functools import lru_cache

PREPOSITION, DETERMINER, NUMBER = "preposition", "determiner", "number"
KINDS = (PREPOSITION, DETERMINER, NUMBER)

_ERRANT = {"PREP": PREPOSITION, "DET": DETERMINER, "NOUN:NUM": NUMBER}
_OPERATIONS = ("M:", "R:", "U:")
_NUCLE = {"Prep": PREPOSITION, "ArtOrDet": DETERMINER, "Nn": NUMBER}
# Cambridge Learner Corpus: RT MT UT prepositions, D determiners, Q quantifiers, FN noun form.
_CLC = {
    **dict.fromkeys(("RT", "MT", "UT"), PREPOSITION),
    **dict.fromkeys(("RD", "MD", "UD", "FD", "AGD", "CD"), DETERMINER),
    **dict.fromkeys(("RQ", "MQ", "UQ", "FQ", "AGQ", "CQ"), DETERMINER),
    **dict.fromkeys(("FN", "AGN", "CN"), NUMBER),
}
_JOINT = "+"


@lru_cache(maxsize=4096)
def kinds_of(edit_kind: str) -> tuple[str, ...]:
    """The kinds of site that an edit refers to, by its type in ERRANT, NUCLE or the CLC.

    >>> kinds_of("R:PREP"), kinds_of("ArtOrDet"), kinds_of("RT+FN"), kinds_of("R:NOUN")
    (('preposition',), ('determiner',), ('preposition', 'number'), ())
    """
    names = [_kind(part) for part in edit_kind.split(_JOINT)]
    return tuple(dict.fromkeys(name for name in names if name is not None))


def errant_type(kind: str, *, is_gap: bool, is_removed: bool) -> str:
    """The ERRANT type of an edit at a site of this kind.

    >>> errant_type("number", is_gap=False, is_removed=False)
    'R:NOUN:NUM'
    """
    category = next((name for name, known in _ERRANT.items() if known == kind), "OTHER")
    return f"{'M' if is_gap else 'U' if is_removed else 'R'}:{category}"


def _kind(part: str) -> str | None:
    category = part[2:] if part.startswith(_OPERATIONS) else part
    return _ERRANT.get(category) or _NUCLE.get(part) or _CLC.get(part)
