"""What types of error need to know of words: their classes, and their other forms.

Classes go by Penn tag, neighbouring words and phrase. IN and TO say too little in Penn tags: the
phrase above decides where there is a tree, and the words around where there is none. Other forms
are those in the other number, or in another verb form; only forms that native text has are given,
neither *informations* nor the slip of a rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from solecism.corruption.synthetic_error import Draft
from solecism.language.lemmas import grammatical_number, inflect, lemma, with_case_of, with_number
from solecism.language.tagger import is_known_word

DETERMINER, VERB, PREPOSITION = "determiner", "verb", "preposition"
PRONOUN, NOUN, INFINITIVE, CONJUNCTION = "pronoun", "noun", "infinitive marker", "conjunction"

NOUN_TAGS = frozenset(("NN", "NNS", "NNP", "NNPS"))
COMMON_NOUN_TAGS = frozenset(("NN", "NNS"))
FINITE_TAGS = frozenset(("VBD", "VBP", "VBZ", "MD"))
VERB_TAGS = frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD"))
PUNCTUATION_TAGS = frozenset(
    (".", ",", ":", "``", "''", "-LRB-", "-RRB-", "(", ")", '"', "HYPH", "NFP", "$", "#", "SYM")
)
_OTHER_TAGS = """
    AFX ADD CC CD DT EX FW GW IN JJ JJR JJS LS PDT POS PRP PRP$ RB RBR RBS RP TO UH WDT WP WP$ WRB
    XX -NONE-
"""
PENN_TAGS = NOUN_TAGS | VERB_TAGS | PUNCTUATION_TAGS | frozenset(_OTHER_TAGS.split())

_TAGS_OF = {
    DETERMINER: frozenset(("DT", "PDT", "PRP$", "WP$")),
    VERB: VERB_TAGS,
    PREPOSITION: frozenset(("IN", "TO")),
    PRONOUN: frozenset(("PRP", "WP", "WDT", "EX")),
    NOUN: NOUN_TAGS,
    INFINITIVE: frozenset(("TO",)),
    CONJUNCTION: frozenset(("CC", "IN")),
}
PHRASE_TAGS = NOUN_TAGS | frozenset(("JJ", "JJR", "JJS", "CD", "HYPH"))
AMBIGUOUS_TAGS = frozenset(("IN", "TO"))
_AMBIGUOUS_CLASSES = frozenset(
    word_class for word_class, tags in _TAGS_OF.items() if not tags.isdisjoint(AMBIGUOUS_TAGS)
)
_CONJUNCTIONS = frozenset(
    "that if because while although though whether unless whereas lest albeit once".split()
)
_SUBJECTS = frozenset(("i", "you", "he", "she", "it", "we", "they", "there"))
# Written between words that belong together, whatever the tagger makes of it.
JOINING_SIGNS = frozenset(("/", "-", "–", "—"))
_NEGATIONS = frozenset(("n't", "n’t", "nt"))
_APOSTROPHES = ("'", "’", "‘", "`")


def places_of(draft: Draft, word_class: str) -> list[int]:
    """The places of the words of a class.

    >>> places_of(Draft(("I", "go", "to", "bed"), ("PRP", "VBP", "TO", "NN")), PREPOSITION)
    [2]
    """
    tags = _TAGS_OF[word_class]
    places = [place for place, tag in enumerate(draft.tags) if tag in tags]
    if word_class not in _AMBIGUOUS_CLASSES:
        return places
    return [
        place
        for place in places
        if draft.tags[place] not in AMBIGUOUS_TAGS or class_in_phrase(draft, place) == word_class
    ]


def is_clitic(word: str) -> bool:
    """Whether a word is written onto the one before it.

    >>> is_clitic("'s"), is_clitic("n't"), is_clitic("not")
    (True, True, False)
    """
    return word.startswith(_APOSTROPHES) or word.lower() in _NEGATIONS


def carries_clitic(draft: Draft, place: int) -> bool:
    """Whether n't, 's or the like is attached to the word, which then cannot be deleted alone."""
    return place + 1 < len(draft.words) and is_clitic(draft.words[place + 1])


def carries_negation(draft: Draft, place: int) -> bool:
    """Whether n't is attached to the word, which then cannot take every form."""
    return place + 1 < len(draft.words) and draft.words[place + 1].lower() in _NEGATIONS


def is_spelt(word: str) -> bool:
    """Whether the word consists of letters, with hyphens and apostrophes only inside.

    >>> is_spelt("twenty-one"), is_spelt("21"), is_spelt("'s")
    (True, False, False)
    """
    return word.isalpha() or (
        word[:1].isalpha() and all(map(str.isalpha, word.replace("-", "").replace("'", "")))
    )


def last_noun(tags: Sequence[str], place: int) -> int | None:
    """The place of the last noun of a phrase without determiner, None if it has no noun.

    >>> last_noun(("JJ", "NN", "NNS", "VBP"), 0), last_noun(("JJ", "VBP"), 0)
    (2, None)
    """
    end = place
    while end < len(tags) and tags[end] in PHRASE_TAGS:
        end += 1
    return end - 1 if end > place and tags[end - 1] in NOUN_TAGS else None


def has_two_words(tags: Sequence[str]) -> bool:
    """Whether there are at least two words that are not punctuation."""
    is_second = False
    for tag in tags:
        if tag not in PUNCTUATION_TAGS:
            if is_second:
                return True
            is_second = True
    return False


def class_in_phrase(draft: Draft, place: int) -> str:
    """The class of a word with an ambiguous tag, decided by its phrase."""
    tag = draft.tags[place]
    above = draft.parents[place] if draft.parents else ""
    if tag == "TO":
        if above:
            return PREPOSITION if above == "PP" else INFINITIVE
        return INFINITIVE if _is_before_infinitive(draft.tags, place) else PREPOSITION
    if above:
        return CONJUNCTION if above == "SBAR" else PREPOSITION
    return CONJUNCTION if _opens_clause(draft, place) else PREPOSITION


def _is_before_infinitive(tags: Sequence[str], place: int) -> bool:
    following = place + 1
    while following < len(tags) and tags[following] == "RB":
        following += 1
    return following < len(tags) and tags[following] == "VB"


def _opens_clause(draft: Draft, place: int) -> bool:
    if draft.words[place].lower() in _CONJUNCTIONS:
        return True
    if place + 2 >= len(draft.words):
        return False
    return draft.words[place + 1].lower() in _SUBJECTS and draft.tags[place + 2] in FINITE_TAGS


_MAX_CACHED = 1 << 12
_CLITIC_VERBS = {
    ("'s", "VBZ"): ("'re", "VBP"),
    ("'re", "VBP"): ("'s", "VBZ"),
    ("'ve", "VBP"): ("'s", "VBZ"),
    ("'m", "VBP"): ("'s", "VBZ"),
}
# Verbs that stand only before n't, forms that agree with anything, pronouns, sounds, and plurals
# whose singular is an adjective.
_NOT_NUMBERED = frozenset(
    "ai ca wo sha need dare none nothing something anything everything ha ho hm "
    "electronics athletics aerobics logistics acoustics economics politics genetics".split()
)
# Plurals of *basis* and *base*, *axis* and *axe*: they are ambiguous.
_TWO_SINGULARS = frozenset(("bases", "axes", "ellipses"))
# *Part iv*, *chapter xii*.
_NUMERALS = frozenset("ivx")
_OTHER_TAG = {"NN": "NNS", "NNS": "NN", "VBZ": "VBP", "VBP": "VBZ", "VBD": "VBD", "DT": "DT"}


@lru_cache(_MAX_CACHED)
def of_other_number(word: str, tag: str) -> tuple[str, str] | None:
    """The word in the other number with its tag, None where it has no other.

    >>> of_other_number("Mice", "NNS"), of_other_number("was", "VBD"), of_other_number("a", "DT")
    (('Mouse', 'NN'), ('were', 'VBD'), None)
    """
    lower = word.lower().replace("’", "'")
    if (lower, tag) in _CLITIC_VERBS:
        other, other_tag = _CLITIC_VERBS[lower, tag]
        return word[0] + other[1:], other_tag
    if tag not in _OTHER_TAG or not is_spelt(word) or lower in _NOT_NUMBERED:
        return None
    if lower in _TWO_SINGULARS or _NUMERALS.issuperset(lower):
        return None
    now = grammatical_number(word, tag)
    if now is None:
        return None
    other = with_number(word, tag, "plural" if now == "singular" else "singular")
    if not _is_another(word, other):
        return None
    return other, "VBP" if lower == "am" else _OTHER_TAG[tag]


@lru_cache(_MAX_CACHED)
def other_verb_form(word: str, tag: str, other_tag: str) -> str | None:
    """The verb's form with another tag, None if it is the same.

    >>> other_verb_form("laughing", "VBG", "VB"), other_verb_form("put", "VBN", "VB")
    ('laugh', None)
    """
    if not is_spelt(word):
        return None
    other = with_case_of(word, inflect(lemma(word, tag), other_tag)[0])
    return other if _is_another(word, other) else None


def _is_another(word: str, other: str) -> bool:
    return other.lower() != word.lower() and is_known_word(other.lower())
