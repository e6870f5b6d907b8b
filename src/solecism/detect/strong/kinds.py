"""The kinds of error that the strong path flags, by the repair that they need."""

from __future__ import annotations

from solecism.detect.detector import (
    EXTRANEOUS,
    MISSING,
    MISSING_ARTICLE,
    NOUN_NUMBER,
    UNNEEDED_ARTICLE,
    WRONG,
    WRONG_ARTICLE,
)
from solecism.detect.strong.repairs import (
    AGREEMENT,
    INSERT,
    OTHER,
    PUNCTUATION,
    REMOVE,
    REPLACE,
    SPELLING,
    VERB,
)
from solecism.kind import DETERMINER, NUMBER, PREPOSITION

_NAMES = {
    PREPOSITION: {REPLACE: WRONG, REMOVE: EXTRANEOUS, INSERT: MISSING},
    DETERMINER: {
        REPLACE: WRONG_ARTICLE,
        REMOVE: UNNEEDED_ARTICLE,
        INSERT: MISSING_ARTICLE,
    },
    NUMBER: {REPLACE: NOUN_NUMBER},
    AGREEMENT: {REPLACE: "agreement"},
    VERB: {REPLACE: "verb-form", REMOVE: "extra-word", INSERT: "missing-word"},
    SPELLING: {REPLACE: "spelling"},
    PUNCTUATION: {REPLACE: "punctuation", REMOVE: "punctuation", INSERT: "punctuation"},
    OTHER: {REPLACE: "wrong-word", REMOVE: "extra-word", INSERT: "missing-word"},
}
KINDS = tuple(dict.fromkeys(kind for names in _NAMES.values() for kind in names.values()))


def kind_of(group: str, operation: str) -> str:
    """What an error is called that needs this repair.

    >>> kind_of("determiner", "M"), kind_of("number", "U")
    ('missing-article', 'noun-number')
    """
    names = _NAMES[group]
    return names.get(operation) or names[REPLACE]
