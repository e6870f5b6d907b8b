"""The type of an edit, from the words, tags and lemmas of its two sides.

Types are named as in Bryant, Felice and Briscoe (2017), "Automatic annotation and evaluation of
error types for grammatical error correction": an operation (M: missing, U: unnecessary,
R: replacement) and a category (PREP, DET, NOUN:NUM, VERB:TENSE ...). The rules are our own.
"""

from __future__ import annotations

from functools import lru_cache

from solecism.align.dictionary import is_known, stem
from solecism.align.edit_distance import similarity
from solecism.align.side import CATEGORIES, OTHER, Side, Step
from solecism.language.forms.lemma import lemma

VERB_TAGS = frozenset(tag for tag, category in CATEGORIES.items() if category == "VERB")
CLITICS = frozenset("n't n’t nt 's 'd 'll 've 're 'm ’s ’d ’ll ’ve ’re ’m".split())
POSSESSIVES = frozenset(("my", "your", "his", "her", "its", "our", "their", "whose"))
CLOSED_CATEGORIES = frozenset(("PREP", "DET", "PRON", "CONJ", "PART", "PUNCT", OTHER))
AUXILIARIES = frozenset(("be", "have", "do", "get"))
COMPARING_WORDS = frozenset(("more", "most", "much", "many"))
MIN_SPELLING_SIMILARITY = 0.5


def kind(source: Side, corrected: Side, step: Step) -> str:
    """The type of the edit that a step makes: `R:PREP`, `M:DET`, ..."""
    before = source.part(step.start, step.end)
    after = corrected.part(step.other_start, step.other_end)
    if "".join(before.lowers) == "".join(after.lowers):
        return "R:ORTH"
    before, after = _without_case_changes(before, after)
    if not before.words:
        return "M:" + _category_of_one_side(after)
    if not after.words:
        return "U:" + _category_of_one_side(before)
    return "R:" + _category_of_replacement(before, after)


def _without_case_changes(before: Side, after: Side) -> tuple[Side, Side]:
    """Both sides without last words that differ in case only ("Sun" -> "The sun")."""
    n_last = 0
    for word, other in zip(reversed(before.lowers), reversed(after.lowers), strict=False):
        if word != other:
            break
        n_last += 1
    if not n_last:
        return before, after
    return before.part(0, len(before.words) - n_last), after.part(0, len(after.words) - n_last)


def _category_of_one_side(side: Side) -> str:
    if len(side.words) == 1:
        return _category_of_word(side)
    categories = set(side.categories)
    if categories == {"VERB"} and _is_auxiliary(side):
        return "VERB:TENSE"
    if len(categories) == 1:
        return side.categories[0]
    if categories == {"VERB", "PART"} and side.tags[-1] != "RP":
        return "VERB"
    return OTHER


def _category_of_word(side: Side) -> str:
    lower, tag = side.lowers[0], side.tags[0]
    if lower in CLITICS and tag != "POS":
        return "CONTR"
    if tag == "TO" or (lower == "to" and side.next_tags[:1] == ("VB",)):
        return "VERB:FORM"
    if tag in VERB_TAGS and _is_auxiliary(side):
        return "VERB:TENSE"
    return side.categories[0]


def _is_auxiliary(side: Side) -> bool:
    """Whether these verbs are auxiliaries of a verb that follows, perhaps after adverbs."""
    for tag, word_lemma in zip(side.tags, side.lemmas, strict=True):
        if tag != "MD" and word_lemma not in AUXILIARIES:
            return False
    if side.tags[-1] == "MD":
        return True
    for tag in side.next_tags:
        if tag in VERB_TAGS:
            return True
        if not tag.startswith("RB"):
            return False
    return False


def _category_of_replacement(before: Side, after: Side) -> str:
    if len(before.words) == len(after.words) == 1:
        return _category_of_pair(before, after)
    if sorted(before.lowers) == sorted(after.lowers):
        return "WO"
    return _category_of_groups(before, after)


def _category_of_groups(before: Side, after: Side) -> str:
    """The category of a replacement with several words on a side."""
    if _is_possessive(before, after):
        return "NOUN:POSS"
    if _is_comparison(before, after) or _is_comparison(after, before):
        return "ADJ:FORM"
    categories = {*before.categories, *after.categories}
    if len(categories) == 1 and categories != {"VERB"}:
        return before.categories[0]
    if "VERB" in categories and categories <= {"VERB", "PART"}:
        if before.lemmas[-1] != after.lemmas[-1]:
            return "VERB"
        return "VERB:FORM" if "TO" in before.tags + after.tags else "VERB:TENSE"
    return OTHER


def _is_possessive(before: Side, after: Side) -> bool:
    return (
        "POS" in (before.tags[-1], after.tags[-1])
        and max(len(before.words), len(after.words)) <= 2
        and similarity(before.lemmas[0], after.lemmas[0]) > MIN_SPELLING_SIMILARITY
    )


def _is_comparison(longer: Side, shorter: Side) -> bool:
    return (
        (len(longer.words), len(shorter.words)) == (2, 1)
        and longer.lowers[0] in COMPARING_WORDS
        and similarity(longer.lemmas[1], shorter.lemmas[0]) > MIN_SPELLING_SIMILARITY
    )


def _category_of_pair(before: Side, after: Side) -> str:
    """The category of one word put for another."""
    word, other = before.lowers[0], after.lowers[0]
    tag, other_tag = before.tags[0], after.tags[0]
    if before.categories == after.categories == ("PUNCT",):
        return "PUNCT"
    if "POS" in (tag, other_tag):
        return "NOUN:POSS"
    if word in CLITICS or other in CLITICS:
        return "CONTR"
    if _is_misspelled(word, other):
        is_form = other_tag.startswith("NN") and _are_one_noun(word, other)
        return "NOUN:INFL" if is_form else "SPELL"
    if before.lemmas == after.lemmas or _are_one_word(before, after):
        return _category_of_form(before, after)
    if before.categories == after.categories == ("VERB",):
        return "VERB:TENSE" if _is_auxiliary(before) and _is_auxiliary(after) else "VERB"
    return _category_of_words(before, after)


def _is_misspelled(word: str, other: str) -> bool:
    """Whether `word` is not an English word but looks like `other`; both in lower case."""
    return (
        similarity(word, other) > MIN_SPELLING_SIMILARITY and word.isalpha() and not is_known(word)
    )


def _are_one_word(before: Side, after: Side) -> bool:
    """Whether two words are forms of one word, allowing for a wrong tag of one of them."""
    word, other = before.lowers[0], after.lowers[0]
    categories = before.categories + after.categories
    return ("NOUN" in categories and _are_one_noun(word, other)) or (
        "VERB" in categories and not _verb_lemmas(word).isdisjoint(_verb_lemmas(other))
    )


def _are_one_noun(word: str, other: str) -> bool:
    return lemma(word, "NNS") == lemma(other, "NNS")


@lru_cache(maxsize=1 << 16)
def _verb_lemmas(word: str) -> frozenset[str]:
    return frozenset(lemma(word, tag) for tag in ("VB", "VBZ", "VBD", "VBN", "VBG"))


def _category_of_form(before: Side, after: Side) -> str:
    """The category of two different forms of one word."""
    tag, other_tag = before.tags[0], after.tags[0]
    if tag in VERB_TAGS and other_tag in VERB_TAGS:
        return _category_of_verb_form(before, after)
    if "NN" in (tag[:2], other_tag[:2]) and _are_one_noun(before.lowers[0], after.lowers[0]):
        is_noun = other_tag not in VERB_TAGS
        return "NOUN:NUM" if is_noun else _category_of_verb_form(before, after)
    if other_tag in VERB_TAGS:
        return _category_of_verb_form(before, after)
    if other_tag[:2] in ("JJ", "RB") and tag[:2] in ("JJ", "RB"):
        return "ADJ:FORM"
    return before.categories[0] if before.categories == after.categories else "MORPH"


def _category_of_verb_form(before: Side, after: Side) -> str:
    words, tags = {before.lowers[0], after.lowers[0]}, {before.tags[0], after.tags[0]}
    if words == {"was", "were"}:
        return "VERB:SVA"
    if "VBG" in tags or any(word.endswith("ing") for word in words):
        return "VERB:FORM"
    if "MD" in tags:
        return "VERB:TENSE"
    if "VBN" in tags:
        return "VERB:FORM"
    if "VBD" in tags:
        return "VERB:TENSE"
    is_agreement = len({word.endswith("s") for word in words}) == 2 or words <= {"am", "are", "is"}
    return "VERB:SVA" if is_agreement else "VERB:FORM"


def _category_of_words(before: Side, after: Side) -> str:
    """The category of two words that are not forms of one word, from their own categories."""
    word, other = before.lowers[0], after.lowers[0]
    pair = {before.categories[0], after.categories[0]}
    if pair == {"PREP", "PART"}:
        return "PART"
    if pair == {"DET", "PRON"}:
        return "DET" if other in POSSESSIVES else "PRON"
    if not pair & CLOSED_CATEGORIES and stem(word) == stem(other):
        return "MORPH"
    return pair.pop() if len(pair) == 1 else OTHER
