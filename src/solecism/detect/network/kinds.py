"""The kinds of error that the strong detector flags, by the repair that they need."""

from __future__ import annotations

from solecism.detect.detector import (
    DISAGREEMENT,
    EXTRA_WORD,
    EXTRANEOUS,
    MISSING,
    MISSING_ARTICLE,
    MISSING_WORD,
    MISSPELLING,
    NOUN_NUMBER,
    UNNEEDED_ARTICLE,
    VERB_FORM,
    WRONG,
    WRONG_ARTICLE,
    WRONG_WORD,
)
from solecism.detect.network.repairs import (
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
    AGREEMENT: {REPLACE: DISAGREEMENT},
    VERB: {REPLACE: VERB_FORM, REMOVE: EXTRA_WORD, INSERT: MISSING_WORD},
    SPELLING: {REPLACE: MISSPELLING},
    PUNCTUATION: {REPLACE: "punctuation", REMOVE: "punctuation", INSERT: "punctuation"},
    OTHER: {REPLACE: WRONG_WORD, REMOVE: EXTRA_WORD, INSERT: MISSING_WORD},
}
KINDS = tuple(dict.fromkeys(kind for names in _NAMES.values() for kind in names.values()))


def kind_of(group: str, operation: str) -> str:
    """The kind of an error that needs a repair of this group and operation.

    >>> kind_of("determiner", "M"), kind_of("number", "U")
    ('missing-article', 'noun-number')
    """
    names = _NAMES[group]
    return names.get(operation) or names[REPLACE]
