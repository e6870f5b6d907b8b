"""The category of an edit that puts one word for another.

The rules are those of ERRANT (Bryant, Felice and Briscoe 2017) in its order; each of them gives a
category, or None where it does not apply.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from solecism.align.dictionary import is_known
from solecism.align.letters import n_changes
from solecism.align.roles import (
    ADJECTIVE,
    ARGUMENT,
    AUXILIARY,
    PARTICLE,
    POSSESSIVE,
    PREPOSITION,
)
from solecism.align.side import Word
from solecism.align.stem import stem

OTHER = "OTHER"
RARE_CATEGORIES = frozenset(("INTJ", "NUM", "SYM", "X"))
OPEN_CATEGORIES = frozenset(("ADJ", "ADV", "NOUN", "VERB"))
CATEGORY_OF_ROLE = {
    "amod": "ADJ",
    "advmod": "ADV",
    "det": "DET",
    "prep": "PREP",
    "prt": "PART",
    "punct": "PUNCT",
}
CLITICS = frozenset(("'d", "'ll", "'m", "n't", "'re", "'s", "'ve"))
SHORTENED_AUXILIARIES = {"ca": "can", "sha": "shall", "wo": "will"}
# More alike than this, an unknown word is a misspelling.
MIN_SPELLING_SIMILARITY = 0.55
MAX_SHORT_LENGTH = 4
# A known word is a misspelling of another if no more letters than this differ, by their lengths.
MAX_CHANGES = {
    (1, 2): 1,
    (2, 2): 1,
    (2, 3): 1,
    (3, 2): 1,
    (3, 3): 1,
    (3, 4): 2,
    (4, 3): 1,
    (4, 4): 2,
    (4, 5): 1,
    (5, 4): 1,
    (5, 5): 2,
}
LONG = 5
MIN_DERIVED_SIMILARITY = 0.66
MIN_LONG_SPELLING_SIMILARITY = 0.8
MAX_CHOICE_SIMILARITY = 0.55
CATEGORY_OF_WORDS = {
    ("other", "another"): "DET",
    ("another", "other"): "DET",
    ("your", "yours"): "PRON",
    ("no", "not"): OTHER,
    ("not", "no"): OTHER,
    ("the", "that"): "PRON",
    ("all", "everything"): "PRON",
    ("that", "what"): "PRON",
    ("what", "that"): "PRON",
    ("therefor", "therefore"): "SPELL",
    ("though", "thought"): "SPELL",
    ("thought", "though"): "SPELL",
}
_MAX_CACHED = 1 << 12
WORD_CHOICES = (frozenset(("good", "well")), frozenset(("after", "later")))


class Pair(NamedTuple):
    """A word and the one put for it, their roles, and whether both follow an auxiliary."""

    before: Word
    after: Word
    role: str
    other_role: str
    follow_auxiliaries: bool

    @property
    def lowers(self) -> tuple[str, str]:
        """Both words in lower case."""
        return self.before.lower, self.after.lower

    @property
    def categories(self) -> set[str]:
        """The categories of both words."""
        return {self.before.category, self.after.category}

    @property
    def tags(self) -> set[str]:
        """The tags of both words."""
        return {self.before.tag, self.after.tag}

    @property
    def roles(self) -> set[str]:
        """The roles of both words."""
        return {self.role, self.other_role}

    @property
    def are_open(self) -> bool:
        """Whether both are nouns, verbs, adjectives or adverbs."""
        return self.categories <= OPEN_CATEGORIES

    @property
    def n_changes(self) -> int:
        """The number of letters that differ."""
        return n_changes(*self.lowers)

    @property
    def similarity(self) -> float:
        """The share of letters that are the same."""
        return 1 - self.n_changes / max(map(len, self.lowers))


@lru_cache(_MAX_CACHED)
def category_of_pair(pair: Pair) -> str | None:
    """The category by the first rule that applies."""
    for rule in _RULES:
        category = rule(pair)
        if category is not None:
            return category
    return None


def _clitic(pair: Pair) -> str | None:
    word, other = pair.lowers
    if "POS" in pair.tags:
        return "NOUN:POSS"
    if (word in CLITICS or other in CLITICS) and len(pair.categories) == 1:
        return "CONTR"
    full, other_full = map(SHORTENED_AUXILIARIES.get, pair.lowers)
    if full or other_full:
        return "CONTR" if full == other or other_full == word else "VERB:TENSE"
    return "VERB:SVA" if {word, other} == {"was", "were"} else None


def _unknown_word(pair: Pair) -> str | None:
    """A word that is not English is a form that does not exist, a misspelling, or another word."""
    word = pair.before
    if not word.text.isalpha() or is_known(word.lower):
        return None
    if word.lemma == pair.after.lemma:
        is_form = len(pair.categories) == 1 and word.category in ("NOUN", "VERB")
        return f"{word.category}:INFL" if is_form else "MORPH"
    if pair.similarity > MIN_SPELLING_SIMILARITY or _is_short_misspelling(pair):
        return "SPELL"
    return _chosen(pair) or OTHER


def _is_short_misspelling(pair: Pair) -> bool:
    """Whether two short words have half or a third of their letters in common."""
    longest = max(map(len, pair.lowers))
    return longest <= MAX_SHORT_LENGTH and (longest - pair.n_changes) in (longest / 2, longest / 3)


def _chosen(pair: Pair) -> str | None:
    """The category of the word that was put, unless it says too little."""
    category = pair.after.category
    return None if category in RARE_CATEGORIES else category


def _form(pair: Pair) -> str | None:
    """Two forms of one word."""
    if pair.before.lemma != pair.after.lemma or not pair.are_open:
        return None
    if len(pair.categories) == 1:
        category = _form_of_category(pair)
        if category is not None:
            return category
    if pair.roles == {ADJECTIVE}:
        return "ADJ:FORM"
    if pair.before.category == "ADJ" and pair.after.tag == "NNS":
        return "NOUN:NUM"
    return _verb_form({pair.after.tag}) or "MORPH"


def _form_of_category(pair: Pair) -> str | None:
    """Two forms of one word of the same part of speech."""
    category = pair.before.category
    if category == "VERB":
        if pair.follow_auxiliaries:
            return "VERB:FORM"
        return _verb_form(pair.tags) or ("VERB:TENSE" if pair.roles == {AUXILIARY} else None)
    return {"ADJ": "ADJ:FORM", "NOUN": "NOUN:NUM"}.get(category)


def _verb_form(tags: set[str]) -> str | None:
    """What is wrong with a verb by the tags of its forms."""
    if tags & {"VBG", "VBN"}:
        return "VERB:FORM"
    if "VBD" in tags:
        return "VERB:TENSE"
    return "VERB:SVA" if "VBZ" in tags else None


def _derivation(pair: Pair) -> str | None:
    return "MORPH" if pair.are_open and len(set(map(stem, pair.lowers))) == 1 else None


def _same_part_of_speech(pair: Pair) -> str | None:
    """Two words that do the same work."""
    if pair.roles == {AUXILIARY}:
        return "VERB:TENSE"
    if len(pair.categories) == 1 and pair.before.category not in RARE_CATEGORIES:
        return pair.before.category
    return CATEGORY_OF_ROLE.get(pair.role) if len(pair.roles) == 1 else None


def _related_parts_of_speech(pair: Pair) -> str | None:
    """Particles and prepositions; determiners, pronouns and numbers."""
    if pair.categories == {"PART", "PREP"} or pair.roles == {PARTICLE, PREPOSITION}:
        return "PART"
    if pair.categories == {"DET", "PRON"}:
        return {ARGUMENT: "PRON", POSSESSIVE: "DET"}.get(pair.other_role)
    return "DET" if pair.categories == {"DET", "NUM"} else None


def _certain_words(pair: Pair) -> str | None:
    """Words that are often confused, or chosen, one for the other."""
    if frozenset(pair.lowers) in WORD_CHOICES:
        return _chosen(pair)
    return CATEGORY_OF_WORDS.get(pair.lowers)


def _letters(pair: Pair) -> str | None:
    """What the letters say of two words that have nothing else in common."""
    text, other = pair.before.text, pair.after.text
    if not (text.isalpha() and other.isalpha()):
        return OTHER
    lengths = len(text), len(other)
    if pair.n_changes <= MAX_CHANGES.get(lengths, -1):
        return "SPELL"
    if min(lengths) > LONG:
        return _letters_of_long_words(pair)
    is_choice = lengths[0] == LONG or (lengths[0] == LONG - 1 and pair.similarity > 0.5)
    return _chosen(pair) if is_choice and lengths[1] > LONG else None


def _letters_of_long_words(pair: Pair) -> str | None:
    text, other = pair.before.text, pair.after.text
    is_longer = text.startswith(other) or other.startswith(text)
    if is_longer and pair.similarity >= MIN_DERIVED_SIMILARITY:
        return "MORPH"
    if pair.similarity > MIN_LONG_SPELLING_SIMILARITY:
        return "SPELL"
    return _chosen(pair) if pair.similarity < MAX_CHOICE_SIMILARITY else None


_RULES: tuple[Callable[[Pair], str | None], ...] = (
    _clitic,
    _unknown_word,
    _form,
    _derivation,
    _same_part_of_speech,
    _related_parts_of_speech,
    _certain_words,
    _letters,
)
