"""The kinds of error that the network flags, by the repair that they need."""

from __future__ import annotations

from solecism.detect import detector as kinds
from solecism.detect.network import repairs
from solecism.detect.network.repairs import INSERT, REMOVE, REPLACE
from solecism.kind import DETERMINER, NUMBER, PREPOSITION

_NAMES = {
    PREPOSITION: {REPLACE: kinds.WRONG, REMOVE: kinds.EXTRANEOUS, INSERT: kinds.MISSING},
    DETERMINER: {
        REPLACE: kinds.WRONG_ARTICLE,
        REMOVE: kinds.UNNEEDED_ARTICLE,
        INSERT: kinds.MISSING_ARTICLE,
    },
    NUMBER: {REPLACE: kinds.NOUN_NUMBER},
    repairs.AGREEMENT: {REPLACE: kinds.DISAGREEMENT},
    repairs.TENSE: {REPLACE: kinds.TENSE},
    repairs.VERB_FORM: {REPLACE: kinds.VERB_FORM},
    repairs.VERB: {REPLACE: kinds.WRONG_VERB},
    repairs.NOUN: {REPLACE: kinds.WRONG_NOUN},
    repairs.PRONOUN: {REPLACE: kinds.PRONOUN, REMOVE: kinds.PRONOUN, INSERT: kinds.PRONOUN},
    repairs.ADJECTIVE: {REPLACE: kinds.ADJECTIVE},
    repairs.ADVERB: {REPLACE: kinds.ADVERB},
    repairs.CONJUNCTION: {
        REPLACE: kinds.CONJUNCTION,
        REMOVE: kinds.CONJUNCTION,
        INSERT: kinds.CONJUNCTION,
    },
    repairs.WORD_FORM: {REPLACE: kinds.WORD_FORM},
    repairs.WORD_ORDER: {REPLACE: kinds.WORD_ORDER, REMOVE: kinds.WORD_ORDER},
    repairs.SPELLING: {REPLACE: kinds.MISSPELLING},
    repairs.CAPITALS: {REPLACE: kinds.CAPITALS, REMOVE: kinds.CAPITALS, INSERT: kinds.CAPITALS},
    repairs.PUNCTUATION: {
        REPLACE: kinds.PUNCTUATION,
        REMOVE: kinds.PUNCTUATION,
        INSERT: kinds.PUNCTUATION,
    },
    repairs.OTHER: {REPLACE: kinds.WRONG_WORD},
}
# What a word that is too many, or one that is missing, is called in all other groups.
_USUAL = {REMOVE: kinds.EXTRA_WORD, INSERT: kinds.MISSING_WORD}
_ONLY_REPLACED = (NUMBER, repairs.AGREEMENT, repairs.SPELLING)
KINDS = tuple(
    dict.fromkeys(
        (*(kind for names in _NAMES.values() for kind in names.values()), *_USUAL.values())
    )
)


def kind_of(group: str, operation: str) -> str:
    """The kind of an error that needs a repair of this group and operation.

    >>> kind_of("determiner", "M"), kind_of("number", "U"), kind_of("verb", "M")
    ('missing-article', 'noun-number', 'missing-word')
    """
    names = _NAMES[group]
    if group in _ONLY_REPLACED:
        return names[REPLACE]
    return names.get(operation) or _USUAL[operation]
