"""The two sides of a correction as columns of words, and the steps between them."""

from __future__ import annotations

from dataclasses import dataclass

from solecism.language.forms.lemma import lemmas
from solecism.sentence import Sentence

OTHER = "OTHER"
N_NEXT_TAGS = 3
CATEGORIES = {
    **dict.fromkeys(("NN", "NNS", "NNP", "NNPS"), "NOUN"),
    **dict.fromkeys(("VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD"), "VERB"),
    **dict.fromkeys(("JJ", "JJR", "JJS"), "ADJ"),
    **dict.fromkeys(("RB", "RBR", "RBS", "WRB", "EX"), "ADV"),
    **dict.fromkeys(("PRP", "WP"), "PRON"),
    **dict.fromkeys(("DT", "PDT", "WDT", "PRP$", "WP$"), "DET"),
    "IN": "PREP",
    **dict.fromkeys(("RP", "TO"), "PART"),
    "CC": "CONJ",
    "POS": "NOUN:POSS",
    **dict.fromkeys((".", ",", ":", "``", "''", "-LRB-", "-RRB-", "HYPH", "NFP"), "PUNCT"),
}


@dataclass(frozen=True, slots=True)
class Side:
    """Words, the same in lower case, their tags, lemmas in lower case, and categories.

    `next_tags` are the tags of the words that follow, where this is a part of a sentence.
    """

    words: tuple[str, ...]
    lowers: tuple[str, ...]
    tags: tuple[str, ...]
    lemmas: tuple[str, ...]
    categories: tuple[str, ...]
    next_tags: tuple[str, ...] = ()

    def part(self, start: int, end: int) -> Side:
        """The words from `start` up to `end`."""
        return Side(
            self.words[start:end],
            self.lowers[start:end],
            self.tags[start:end],
            self.lemmas[start:end],
            self.categories[start:end],
            (self.tags[end : end + N_NEXT_TAGS] + self.next_tags)[:N_NEXT_TAGS],
        )


@dataclass(frozen=True, slots=True)
class Step:
    """Words `start:end` of the source correspond to `other_start:other_end` of the other side."""

    start: int
    end: int
    other_start: int
    other_end: int


def side(sentence: Sentence) -> Side:
    """The columns of a tagged sentence; lemmas are computed if it has none."""
    words, tags = sentence.words, sentence.tags
    return Side(
        words,
        tuple(map(str.lower, words)),
        tags,
        tuple(map(str.lower, sentence.lemmas or lemmas(words, tags))),
        tuple(map(category, words, tags)),
    )


def category(word: str, tag: str) -> str:
    """The category of a word by itself.

    >>> category("of", "IN"), category("their", "PRP$"), category("?!", "NN")
    ('PREP', 'DET', 'PUNCT')
    """
    if tag != "POS" and not word.isalnum() and not any(map(str.isalnum, word)):
        return "PUNCT"
    return CATEGORIES.get(tag, OTHER)
