"""The words of a sentence and its correction, with what is known of each: class, lemma, role.

Word classes are the universal ones that ERRANT aligns and merges by; categories are those that it
names the types of edits after (Bryant, Felice and Briscoe 2017). The role of a word in its
sentence, as far as types of edits need it, comes from the tags around it: ERRANT reads these roles
off a dependency parse; the names are those of its parser.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from solecism.language.lemmas import lemma
from solecism.sentence import Sentence

UNKNOWN_CLASS = "X"
CLASSES = {
    **dict.fromkeys(("NN", "NNS"), "NOUN"),
    **dict.fromkeys(("NNP", "NNPS"), "PROPN"),
    **dict.fromkeys(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD"), "VERB"),
    **dict.fromkeys(("JJ", "JJR", "JJS", "AFX"), "ADJ"),
    **dict.fromkeys(("RB", "RBR", "RBS", "WRB"), "ADV"),
    **dict.fromkeys(("PRP", "WP", "EX"), "PRON"),
    **dict.fromkeys(("DT", "PDT", "WDT", "PRP$", "WP$"), "DET"),
    **dict.fromkeys(("IN", "RP"), "ADP"),
    **dict.fromkeys(("TO", "POS"), "PART"),
    **dict.fromkeys(("SYM", "$", "#"), "SYM"),
    **dict.fromkeys((".", ",", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP"), "PUNCT"),
    "CC": "CCONJ",
    "CD": "NUM",
    "UH": "INTJ",
}
CATEGORIES = {"PROPN": "NOUN", "AUX": "VERB", "ADP": "PREP", "CCONJ": "CONJ"}
FORMS_OF_BE = frozenset("be am is are was were been being 's 're 'm".split())
PRONOUN = "-PRON-"
PERSONAL_PRONOUNS = frozenset(
    """
    i me my mine myself you your yours yourself yourselves he him his himself she her hers herself
    it its itself we us our ours ourselves they them their theirs themselves
    """.split()
)
_MAX_CACHED = 1 << 14


@dataclass(frozen=True, slots=True, eq=False)
class Word:
    """A word with its tag, and what follows from the two alone."""

    text: str
    lower: str
    tag: str
    lemma: str
    word_class: str
    category: str


Side = tuple[Word, ...]


class AlignmentStep(NamedTuple):
    """Words `start:end` of the source correspond to `other_start:other_end` of the other side."""

    start: int
    end: int
    other_start: int
    other_end: int


class _Words(dict[tuple[str, str], Word]):
    """Words by text and tag, each made when it is first used."""

    def __missing__(self, key: tuple[str, str]) -> Word:
        if len(self) >= _MAX_CACHED:
            self.clear()
        self[key] = word = _word(*key)
        return word


_KNOWN = _Words()


def side(sentence: Sentence) -> Side:
    """The words of a tagged sentence."""
    return side_of(sentence.words, sentence.tags)


def side_of(words: Iterable[str], tags: Iterable[str]) -> Side:
    """The words with these tags."""
    return tuple(map(_KNOWN.__getitem__, zip(words, tags, strict=True)))


def word_class(word: str, tag: str) -> str:
    """The class of a word by itself.

    >>> word_class("of", "IN"), word_class("is", "VBZ"), word_class("?!", "NN")
    ('ADP', 'AUX', 'PUNCT')
    """
    if tag != "POS" and not word.isalnum() and not any(map(str.isalnum, word)):
        return "PUNCT"
    plain = CLASSES.get(tag, UNKNOWN_CLASS)
    return "AUX" if plain == "VERB" and word.lower() in FORMS_OF_BE else plain


def category(word: str, tag: str) -> str:
    """The category of a word by itself.

    >>> category("of", "IN"), category("up", "RP"), category("Ann", "NNP")
    ('PREP', 'PART', 'NOUN')
    """
    if tag == "RP":
        return "PART"
    plain = word_class(word, tag)
    return CATEGORIES.get(plain, plain)


def _word(text: str, tag: str) -> Word:
    return Word(
        text, text.lower(), tag, _lemma(text, tag), word_class(text, tag), category(text, tag)
    )


def _lemma(text: str, tag: str) -> str:
    """The lemma: the same for all personal pronouns, a name as it is written."""
    if tag in ("PRP", "PRP$") and text.lower() in PERSONAL_PRONOUNS:
        return PRONOUN
    return text if tag in ("NNP", "NNPS") else lemma(text, tag).lower()


AUXILIARY = "aux"
PREPOSITION = "prep"
PARTICLE = "prt"
DETERMINER = "det"
POSSESSIVE = "poss"
ARGUMENT = "nsubj"
ADJECTIVE = "amod"
ADVERB = "advmod"
PUNCTUATION = "punct"
NO_ROLE = ""

VERB_TAGS = frozenset(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD"))
AUXILIARY_LEMMAS = frozenset(("be", "have", "do", "get", "'s", "'d", "'ve", "'re", "'m", "'ll"))
SUBJECT_TAGS = frozenset(("PRP", "EX", "NNP"))
NOUN_PHRASE_TAGS = frozenset(
    "NN NNS NNP NNPS JJ JJR JJS CD VBG VBN RB RBR RBS PRP$ POS `` DT".split()
)
MAX_DISTANCE = 4
_ROLES = {
    "MD": AUXILIARY,
    "RP": PARTICLE,
    "IN": PREPOSITION,
    "PDT": DETERMINER,
    "PRP$": POSSESSIVE,
    "WP$": POSSESSIVE,
    **dict.fromkeys(("PRP", "WP"), ARGUMENT),
    **dict.fromkeys(("JJ", "JJR", "JJS"), ADJECTIVE),
    **dict.fromkeys(("RB", "RBR", "RBS", "WRB"), ADVERB),
}


def role(side: Side, place: int) -> str:
    """The role of the word at a place; "" for those that no type of edit depends on."""
    word = side[place]
    if word.category == "PUNCT":
        return PUNCTUATION
    if word.lower == "to":
        is_infinitive = word.tag == "TO" or _next_tag(side, place) == "VB"
        return AUXILIARY if is_infinitive else PREPOSITION
    if word.tag in ("DT", "WDT"):
        return DETERMINER if _begins_noun_phrase(side, place) else ARGUMENT
    if word.tag != "MD" and word.tag in VERB_TAGS:
        return AUXILIARY if _helps_verb(side, place) else NO_ROLE
    return _ROLES.get(word.tag, NO_ROLE)


def follows_auxiliary(side: Side, place: int) -> bool:
    """Whether an auxiliary stands before a verb, perhaps with adverbs between them."""
    for other in range(place - 1, max(-1, place - MAX_DISTANCE - 1), -1):
        if role(side, other) == AUXILIARY:
            return True
        if not side[other].tag.startswith("RB"):
            return False
    return False


def n_left_context(tags: Sequence[str], start: int) -> int:
    """How many words before a place the roles there depend on: adverbs and one more.

    >>> n_left_context(("PRP", "VBZ", "RB", "VBN"), 3)
    2
    """
    last = max(0, start - MAX_DISTANCE)
    first = start
    while first > last:
        first -= 1
        if not tags[first].startswith("RB"):
            break
    return start - first


def n_right_context(tags: Sequence[str], end: int) -> int:
    """How many words from a place on the roles before it depend on: as in `_helps_verb`.

    >>> n_right_context(("VBZ", "PRP", "RB", "VBN", "IN"), 1)
    3
    """
    last = min(len(tags), end + MAX_DISTANCE)
    place = end
    while place < last:
        tag = tags[place]
        place += 1
        if not (tag.startswith("RB") or tag in SUBJECT_TAGS):
            break
    return place - end


def _next_tag(side: Side, place: int) -> str:
    return side[place + 1].tag if place + 1 < len(side) else ""


def _begins_noun_phrase(side: Side, place: int) -> bool:
    return _next_tag(side, place) in NOUN_PHRASE_TAGS


def _helps_verb(side: Side, place: int) -> bool:
    """Whether a verb is the auxiliary of one that follows, perhaps after adverbs or a subject."""
    if side[place].lemma not in AUXILIARY_LEMMAS:
        return False
    for following in side[place + 1 : place + 1 + MAX_DISTANCE]:
        if following.tag in VERB_TAGS:
            return True
        if not (following.tag.startswith("RB") or following.tag in SUBJECT_TAGS):
            return False
    return False


def similarity(word: str, other: str) -> float:
    """The share of letters that both words have in the same order, from 0 to 1.

    >>> similarity("certer", "center")
    0.8333333333333334
    """
    if not word and not other:
        return 1.0
    return 2 * _n_common(word, other) / (len(word) + len(other))


def _n_common(word: str, other: str) -> int:
    """The length of the longest common subsequence, bit-parallel (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for index, letter in enumerate(word):
        places[letter] = places.get(letter, 0) | 1 << index
    everything = (1 << len(word)) - 1
    row = everything
    for letter in other:
        matches = row & places.get(letter, 0)
        row = (row + matches | row - matches) & everything
    return len(word) - row.bit_count()


@lru_cache(maxsize=1 << 14)
def n_changes(word: str, other: str) -> int:
    """The number of letters to insert, delete or replace (Levenshtein 1966).

    >>> n_changes("recieve", "receive"), n_changes("of", "off")
    (2, 1)
    """
    row = list(range(len(other) + 1))
    for number, letter in enumerate(word, 1):
        above, row = row, [number]
        for place, other_letter in enumerate(other):
            replaced = above[place] + (letter != other_letter)
            row.append(min(replaced, above[place + 1] + 1, row[place] + 1))
    return row[-1]
