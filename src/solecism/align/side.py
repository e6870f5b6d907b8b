"""The two sides of a correction as words with what is known of each, and the steps between them.

Word classes are the universal ones that ERRANT aligns and merges by; categories are those that it
names the types of edits after (Bryant, Felice and Briscoe 2017).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from solecism.language.forms.lemma import lemma
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


class Step(NamedTuple):
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
