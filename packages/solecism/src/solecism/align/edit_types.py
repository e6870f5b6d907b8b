"""The type of an edit, from the words, tags, lemmas and roles of its two sides.

Types are those of ERRANT (Bryant, Felice and Briscoe 2017, "Automatic annotation and evaluation of
error types for grammatical error correction"): an operation (M: missing, U: unnecessary,
R: replacement) and a category (PREP, DET, NOUN:NUM, VERB:TENSE ...), by its rules in its order.
Each rule for one word put in place of another gives a category, or None where it does not apply.

Derived words are recognised by their stems. The algorithm and the rules are those of Paice (1990),
"Another stemmer", SIGIR Forum 24 (3), known as the Lancaster stemmer. A rule has the ending
backwards, `*` if it is for words that are still as they were written, the number of letters to
remove, those to add, and `>` if more rules may follow.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from solecism.align.tagged_words import (
    ADJECTIVE,
    ARGUMENT,
    AUXILIARY,
    PARTICLE,
    POSSESSIVE,
    PREPOSITION,
    AlignmentStep,
    Side,
    Word,
    follows_auxiliary,
    n_changes,
    role,
)
from solecism.language.tagger import is_known_word

_VOWELS = frozenset("aeiouy")
_RULES_AS_PUBLISHED = """
ai*2. a*1. bb1. city3s. ci2> cn1t> dd1. dei3y> deec2ss. dee1. de2> dooh4> e1> feil1v. fi2> gni3>
gai3y. ga2> gg1. ht*2. hsiug5ct. hsi3> i*1. i1y> ji1d. juf1s. ju1d. jo1d. jeh1r. jrev1t. jsim2t.
jn1d. j1s. lbaifi6. lbai4y. lba3> lbi3. lib2l> lc1. lufi4y. luf3> lu2. lai3> lau3> la2> ll1. mui3.
mu*2. msi3> mm1. nois4j> noix4ct. noi3> nai3> na2> nee0. ne2> nn1. pihs4> pp1. re2> rae0. ra2. ro2>
ru2> rr1. rt1> rei3y> sei3y> sis2. si2> ssen4> ss0. suo3> su*2. s*1> s0. tacilp4y. ta2> tnem4> tne3>
tna3> tpir2b. tpro2b. tcud1. tpmus2. tpec2iv. tulo2v. tsis0. tsi3> tt1. uqi3. ugo1. vis3j> vie0.
vi2> ylb1> yli3y> ylp0. yl2> ygo1. yhp1. ymo1. ypo1. yti3> yte3> ytl2. yrtsi5. yra3> yro3> yfi3.
ycn2t> yca3> zi2> zy1s.
"""


class _StemRule(NamedTuple):
    ending: str
    is_for_whole_words: bool
    n_removed: int
    added: str
    is_last: bool


def _parse_rule(rule: str) -> _StemRule:
    match = re.fullmatch(r"([a-z]+)(\*?)(\d)([a-z]*)([>.])", rule)
    if match is None:
        raise ValueError(f"{rule!r} is not a rule")
    ending, star, n_removed, added, mark = match.groups()
    return _StemRule(ending[::-1], star == "*", int(n_removed), added, mark == ".")


_STEM_RULES = tuple(map(_parse_rule, _RULES_AS_PUBLISHED.split()))
_RULES_BY_LETTER = {
    letter: tuple(rule for rule in _STEM_RULES if rule.ending.endswith(letter))
    for letter in {rule.ending[-1] for rule in _STEM_RULES}
}


@lru_cache(maxsize=1 << 14)
def stem(word: str) -> str:
    """The stem of a word in lower case.

    >>> stem("happiness"), stem("happily"), stem("provision"), stem("thing")
    ('happy', 'happy', 'provid', 'thing')
    """
    whole = word
    while True:
        rule = _stem_rule(word, is_whole=word == whole)
        if rule is None:
            return word
        word = word[: len(word) - rule.n_removed] + rule.added
        if rule.is_last:
            return word


def _stem_rule(word: str, *, is_whole: bool) -> _StemRule | None:
    """The first rule for the end of the word that leaves enough of it."""
    for rule in _RULES_BY_LETTER.get(word[-1:], ()):
        if (
            word.endswith(rule.ending)
            and (is_whole or not rule.is_for_whole_words)
            and _leaves_enough(word, rule.n_removed)
        ):
            return rule
    return None


def _leaves_enough(word: str, n_removed: int) -> bool:
    """Two letters after a first vowel; three with a vowel near after a first consonant."""
    if word[0] in _VOWELS:
        return len(word) - n_removed >= 2
    return len(word) - n_removed >= 3 and not _VOWELS.isdisjoint(word[1:3])


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


class WordPair(NamedTuple):
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
def category_of_pair(pair: WordPair) -> str | None:
    """The category by the first rule that applies."""
    for rule in _CATEGORY_RULES:
        category = rule(pair)
        if category is not None:
            return category
    return None


def _clitic(pair: WordPair) -> str | None:
    word, other = pair.lowers
    if "POS" in pair.tags:
        return "NOUN:POSS"
    if (word in CLITICS or other in CLITICS) and len(pair.categories) == 1:
        return "CONTR"
    full, other_full = map(SHORTENED_AUXILIARIES.get, pair.lowers)
    if full or other_full:
        return "CONTR" if full == other or other_full == word else "VERB:TENSE"
    return "VERB:SVA" if {word, other} == {"was", "were"} else None


def _unknown_word(pair: WordPair) -> str | None:
    """A word that is not English is a form that does not exist, a misspelling, or another word."""
    word = pair.before
    if not word.text.isalpha() or is_known_word(word.lower):
        return None
    if word.lemma == pair.after.lemma:
        is_form = len(pair.categories) == 1 and word.category in ("NOUN", "VERB")
        return f"{word.category}:INFL" if is_form else "MORPH"
    if pair.similarity > MIN_SPELLING_SIMILARITY or _is_short_misspelling(pair):
        return "SPELL"
    return _chosen(pair) or OTHER


def _is_short_misspelling(pair: WordPair) -> bool:
    """Whether two short words have half or a third of their letters in common."""
    longest = max(map(len, pair.lowers))
    return longest <= MAX_SHORT_LENGTH and (longest - pair.n_changes) in (longest / 2, longest / 3)


def _chosen(pair: WordPair) -> str | None:
    """The category of the word that was put, unless it says too little."""
    category = pair.after.category
    return None if category in RARE_CATEGORIES else category


def _form(pair: WordPair) -> str | None:
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


def _form_of_category(pair: WordPair) -> str | None:
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


def _derivation(pair: WordPair) -> str | None:
    return "MORPH" if pair.are_open and len(set(map(stem, pair.lowers))) == 1 else None


def _same_part_of_speech(pair: WordPair) -> str | None:
    """Two words that do the same work."""
    if pair.roles == {AUXILIARY}:
        return "VERB:TENSE"
    if len(pair.categories) == 1 and pair.before.category not in RARE_CATEGORIES:
        return pair.before.category
    return CATEGORY_OF_ROLE.get(pair.role) if len(pair.roles) == 1 else None


def _related_parts_of_speech(pair: WordPair) -> str | None:
    """Particles and prepositions; determiners, pronouns and numbers."""
    if pair.categories == {"PART", "PREP"} or pair.roles == {PARTICLE, PREPOSITION}:
        return "PART"
    if pair.categories == {"DET", "PRON"}:
        return {ARGUMENT: "PRON", POSSESSIVE: "DET"}.get(pair.other_role)
    return "DET" if pair.categories == {"DET", "NUM"} else None


def _certain_words(pair: WordPair) -> str | None:
    """Words that are often confused, or chosen, one for the other."""
    if frozenset(pair.lowers) in WORD_CHOICES:
        return _chosen(pair)
    return CATEGORY_OF_WORDS.get(pair.lowers)


def _letters(pair: WordPair) -> str | None:
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


def _letters_of_long_words(pair: WordPair) -> str | None:
    text, other = pair.before.text, pair.after.text
    is_longer = text.startswith(other) or other.startswith(text)
    if is_longer and pair.similarity >= MIN_DERIVED_SIMILARITY:
        return "MORPH"
    if pair.similarity > MIN_LONG_SPELLING_SIMILARITY:
        return "SPELL"
    return _chosen(pair) if pair.similarity < MAX_CHOICE_SIMILARITY else None


_CATEGORY_RULES: tuple[Callable[[WordPair], str | None], ...] = (
    _clitic,
    _unknown_word,
    _form,
    _derivation,
    _same_part_of_speech,
    _related_parts_of_speech,
    _certain_words,
    _letters,
)


UNCHANGED = "UNK"
COMPARING_WORDS = frozenset(("more", "most"))
MAX_COMPARED = 2


class EditSide(NamedTuple):
    """The words of one side of an edit, in their sentence."""

    side: Side
    start: int
    end: int

    @property
    def words(self) -> Side:
        """The words themselves."""
        return self.side[self.start : self.end]

    @property
    def lowers(self) -> list[str]:
        """The words in lower case."""
        return [word.lower for word in self.words]

    @property
    def categories(self) -> list[str]:
        """The category of each word."""
        return [word.category for word in self.words]

    @property
    def roles(self) -> list[str]:
        """The role of each word in its sentence."""
        return [role(self.side, place) for place in range(self.start, self.end)]

    def without_last(self) -> EditSide:
        """The same without its last word."""
        return self._replace(end=self.end - 1)


def edit_type(source: Side, corrected: Side, step: AlignmentStep) -> str:
    """The type of the edit that a step makes: `R:PREP`, `M:DET`, ..."""
    return _edit_type(
        EditSide(source, step.start, step.end),
        EditSide(corrected, step.other_start, step.other_end),
    )


def _edit_type(before: EditSide, after: EditSide) -> str:
    words, others = before.words, after.words
    if not words:
        return f"M:{_category_of_one_side(after)}" if others else UNCHANGED
    if not others:
        return f"U:{_category_of_one_side(before)}"
    if len(words) + len(others) > 2 and words[-1].lower == others[-1].lower:
        # A last word that changes its case only ("Sun" -> "The sun") does not count.
        return _edit_type(before.without_last(), after.without_last())
    return f"R:{_category_of_replacement(before, after)}"


def _category_of_one_side(span: EditSide) -> str:
    if len(span.words) == 1:
        word = span.words[0]
        if word.tag == "POS":
            return "NOUN:POSS"
        if word.lower in CLITICS:
            return "CONTR"
        if word.lower == "to" and span.roles == [AUXILIARY]:
            return "VERB:FORM"
    category = _common_category(span.categories, span.roles)
    if category is None and set(span.categories) == {"PART", "VERB"}:
        return "VERB"
    return category or OTHER


def _common_category(categories: list[str], roles: list[str]) -> str | None:
    """The category of words that are all of one kind."""
    if set(roles) == {AUXILIARY}:
        return "VERB:TENSE"
    if len(set(categories)) == 1 and categories[0] not in RARE_CATEGORIES:
        return categories[0]
    return CATEGORY_OF_ROLE.get(roles[0]) if len(set(roles)) == 1 else None


def _category_of_replacement(before: EditSide, after: EditSide) -> str:
    words, others = before.lowers, after.lowers
    if "".join(words) == "".join(others):
        return "ORTH"
    if sorted(words) == sorted(others):
        return "WO"
    if len(words) == len(others) == 1:
        category = category_of_pair(_pair(before, after))
        if category is not None:
            return category
    return _category_of_groups(before, after)


def _pair(before: EditSide, after: EditSide) -> WordPair:
    return WordPair(
        before.words[0],
        after.words[0],
        before.roles[0],
        after.roles[0],
        all(follows_auxiliary(span.side, span.start) for span in (before, after)),
    )


def _category_of_groups(before: EditSide, after: EditSide) -> str:
    """The category of a replacement with several words on a side."""
    categories, other_categories = before.categories, after.categories
    have_one_lemma = before.words[-1].lemma == after.words[-1].lemma
    category = _common_category(categories + other_categories, before.roles + after.roles)
    if category is not None:
        return "VERB:TENSE" if category == "VERB" and have_one_lemma else category
    if {*categories, *other_categories} == {"PART", "VERB"}:
        return "VERB:FORM" if have_one_lemma else "VERB"
    if _is_possessive(before, after):
        return "NOUN:POSS"
    return "ADJ:FORM" if have_one_lemma and _is_comparison(before, after) else OTHER


def _is_possessive(before: EditSide, after: EditSide) -> bool:
    """Whether a noun gets or loses its possessive ending: *friends* -> *friend 's*."""
    has_ending = ["NOUN", "PART"] in (before.categories, after.categories)
    return has_ending and before.words[0].lemma == after.words[0].lemma


def _is_comparison(before: EditSide, after: EditSide) -> bool:
    """Whether an adjective is compared with *more* or *most* on one side."""
    are_short = max(len(before.words), len(after.words)) <= MAX_COMPARED
    return are_short and not COMPARING_WORDS.isdisjoint((before.lowers[0], after.lowers[0]))
