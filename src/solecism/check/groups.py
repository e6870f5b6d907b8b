"""The kinds of error in a few groups that a teacher would name, and advice about each kind."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solecism.detect.detector import (
    ADJECTIVE,
    ADVERB,
    CAPITALS,
    CONJUNCTION,
    DISAGREEMENT,
    EXTRA_WORD,
    EXTRANEOUS,
    MISSING,
    MISSING_ARTICLE,
    MISSING_WORD,
    MISSPELLING,
    NOUN_NUMBER,
    PRONOUN,
    PUNCTUATION,
    TENSE,
    UNNEEDED_ARTICLE,
    VERB_FORM,
    WORD_FORM,
    WORD_ORDER,
    WRONG,
    WRONG_ARTICLE,
    WRONG_NOUN,
    WRONG_VERB,
    WRONG_WORD,
)


@dataclass(frozen=True, slots=True)
class Group:
    """A name for several kinds of error, and the types that ERRANT has for them."""

    name: str
    kinds: tuple[str, ...]
    errant_types: tuple[str, ...] = ()


GROUPS = (
    Group("Articles", (MISSING_ARTICLE, UNNEEDED_ARTICLE, WRONG_ARTICLE), ("DET",)),
    Group("Prepositions", (WRONG, MISSING, EXTRANEOUS), ("PREP",)),
    Group("One or many", (NOUN_NUMBER,), ("NOUN:NUM",)),
    Group("Agreement", (DISAGREEMENT,), ("VERB:SVA",)),
    Group("Tense and verb forms", (TENSE, VERB_FORM), ("VERB:TENSE", "VERB:FORM")),
    Group("Spelling", (MISSPELLING,), ("SPELL",)),
    Group(
        "Word choice and form",
        (
            WRONG_NOUN,
            WRONG_VERB,
            ADJECTIVE,
            ADVERB,
            PRONOUN,
            CONJUNCTION,
            WORD_FORM,
            WRONG_WORD,
        ),
        ("NOUN", "VERB", "ADJ", "ADV", "PRON", "CONJ", "MORPH", "OTHER"),
    ),
    Group("Missing, extra or misplaced words", (MISSING_WORD, EXTRA_WORD, WORD_ORDER)),
    Group("Capitals and punctuation", (CAPITALS, PUNCTUATION), ("ORTH", "PUNCT")),
)
_OTHER = "Other"

ADVICE = {
    MISSING_ARTICLE: "A singular noun that can be counted needs a word before it: a, the, my, "
    "this. Look at every such noun once more.",
    UNNEEDED_ARTICLE: "Things in general have no article: life is short, I like music.",
    WRONG_ARTICLE: "Use a for something new, the when the reader knows which one; an stands "
    "before a vowel sound.",
    WRONG: "Learn a verb, noun or adjective together with its preposition: depend on, "
    "interested in, a reason for.",
    MISSING: "Some verbs need a preposition before what follows: listen to music, wait for a bus.",
    EXTRANEOUS: "Some verbs take no preposition: discuss a problem, enter a room, go home.",
    NOUN_NUMBER: "Ask of every noun: one, many, or something that cannot be counted, such as "
    "information and advice?",
    DISAGREEMENT: "Find the subject of each verb: he, she or it needs an s in the present (she "
    "works), they do not.",
    TENSE: "Decide when it happened, and stay in that tense; the past simple goes with a finished "
    "time such as yesterday.",
    VERB_FORM: "After to, can, must and did comes the plain verb (to go, can swim); after a "
    "preposition the -ing form (good at swimming).",
    MISSPELLING: "Write each of these words three times, and keep a list of your own.",
    WRONG_NOUN: "Look the noun up in a learners' dictionary, and read its examples.",
    WRONG_VERB: "Learn verbs with the nouns they go with: make a mistake, do homework, take a "
    "photo.",
    ADJECTIVE: "Look up which nouns an adjective goes with; compare with -er or with more, never "
    "with both.",
    ADVERB: "A verb is described by an adverb, which often ends in -ly: she sings beautifully.",
    PRONOUN: "Check whom each pronoun stands for, and whether it is subject (I, she) or object "
    "(me, her).",
    CONJUNCTION: "One joining word per pair of clauses: although or but, because or so.",
    WORD_FORM: "Ask whether the place needs a noun, a verb, an adjective or an adverb: success, "
    "succeed, successful, successfully.",
    WRONG_WORD: "Look the word up in a learners' dictionary, and compare its examples with your "
    "sentence.",
    WORD_ORDER: "The usual order is subject, verb, object, then place and time.",
    MISSING_WORD: "Read the sentence aloud, slowly: is a word left out?",
    EXTRA_WORD: "Read the sentence without this word; if nothing is lost, leave it out.",
    CAPITALS: "Capitals begin sentences, names, languages, days and months; the word I is always "
    "a capital.",
    PUNCTUATION: "End each sentence with a full stop; put a comma after a clause that comes before "
    "the main one.",
}
_NO_ADVICE = "Compare each place with its explanation below."


def groups_of(kinds: Iterable[str]) -> tuple[Group, ...]:
    """The groups with these kinds of error only; kinds that no group has come last.

    >>> [group.name for group in groups_of(["spelling", "tense", "metre"])]
    ['Tense and verb forms', 'Spelling', 'Other']
    """
    looked_for = tuple(dict.fromkeys(kinds))
    known = {kind for group in GROUPS for kind in group.kinds}
    others = tuple(kind for kind in looked_for if kind not in known)
    some = (
        Group(group.name, kept, group.errant_types)
        for group in (*GROUPS, Group(_OTHER, others))
        if (kept := tuple(kind for kind in group.kinds if kind in looked_for))
    )
    return tuple(some)


def advice(kind: str) -> str:
    """A sentence of advice about a kind of error."""
    return ADVICE.get(kind, _NO_ADVICE)
