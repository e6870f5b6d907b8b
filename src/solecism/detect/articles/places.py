"""The noun phrases of sentences: where a determiner and the number of a noun were chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from solecism.detect.articles.choice import GROUP_OF, NO_DETERMINERS, NONE, Choices, choices
from solecism.locate.mentions import documents_of, mentions
from solecism.locate.noun_phrases import NounPhrases, noun_phrases
from solecism.locate.noun_roles import Role
from solecism.locate.sentence_columns import REACH, Columns, Hashes, lemma_hash
from solecism.numeric.arrays import Bools, Ints, UInts8
from solecism.sentence import Sentence

# Heads that can have a determiner: nouns, names, and adjectives and the like (*the poor*).
_HEADS = (Role.SINGULAR, Role.PLURAL, Role.NAME, Role.NAMES, Role.ODD, Role.NOTHING)
_IS_HEAD = np.zeros(1 + max(Role), dtype=bool)
_IS_HEAD[list(_HEADS)] = True
# The states of an earlier mention: none, or how far back, with which article, in which number.
_FAR_SENTENCES = 2
N_MENTIONS = 1 + 3 * 3 * 2
# The forms of a sentence: with a verb or not, with final punctuation or not (headlines, lists).
N_FORMS = 4
_FINAL = (".", "!", "?")
# Sentences of two documents are at least so far apart.
_FAR = 32


@dataclass(frozen=True, slots=True, eq=False)
class NounPlaces:
    """Noun phrases by places in `Columns`: the determiner is at `lefts:rights`.

    Both are the same place where there is none. `written` is a choice (`choice.py`); `roles` are
    those of the nouns at `heads`; `mentioned` is the state of the last earlier mention of the noun,
    `forms` the form of the whole sentence. `sentences` are numbers of sentences, which are far
    apart for two documents.
    """

    lefts: Ints
    rights: Ints
    heads: Ints
    written: Choices
    roles: UInts8
    mentioned: UInts8
    forms: UInts8
    sentences: Ints

    def __len__(self) -> int:
        return len(self.heads)

    def select(self, index: Bools | Ints) -> NounPlaces:
        """Some of the places."""
        return NounPlaces(*(getattr(self, field.name)[index] for field in fields(self)))

    @property
    def has_number(self) -> Bools:
        """Whether the head is a common noun, which is singular or plural by choice."""
        return np.asarray((self.roles == Role.SINGULAR) | (self.roles == Role.PLURAL))


def noun_places(columns: Columns, sentences: Sequence[Sentence]) -> NounPlaces:
    """The places of annotated sentences, from left to right."""
    phrases = noun_phrases(columns)
    documents = documents_of(sentences)
    mentioned = _mentioned(columns, phrases, documents)
    is_kept = _IS_HEAD[columns.roles[phrases.heads]]
    phrases, mentioned = phrases.select(is_kept), mentioned[is_kept]
    others = _groups(columns, phrases)
    has_article, has_other = phrases.articles != 0, others != NONE
    lefts = np.where(has_other & ~has_article, phrases.determiner_at, phrases.openings)
    determiners = np.where(has_article, phrases.articles, others).astype(np.uint8)
    numbers = columns.sentences[phrases.heads].astype(np.int64)
    return NounPlaces(
        lefts=lefts,
        rights=lefts + (has_article | has_other),
        heads=phrases.heads,
        written=choices(determiners, phrases.is_plural),
        roles=columns.roles[phrases.heads],
        mentioned=mentioned,
        forms=_forms(columns)[numbers],
        sentences=numbers + _FAR * documents[numbers],
    )


def _groups(columns: Columns, phrases: NounPhrases) -> Choices:
    """The group of the determiner that is not an article."""
    groups = GROUP_OF[phrases.determiners]
    words = columns.words[phrases.determiner_at]
    groups[is_among(words, NO_DETERMINERS)] = NONE
    return groups


def _mentioned(columns: Columns, phrases: NounPhrases, documents: Ints) -> UInts8:
    last = mentions(columns, phrases, documents=documents).last
    sentences = columns.sentences[phrases.heads]
    n_back = np.minimum(sentences - sentences[last], _FAR_SENTENCES)
    state = 1 + (n_back * 3 + phrases.articles[last]) * 2 + phrases.is_plural[last]
    return np.where(last < 0, 0, state).astype(np.uint8)


def _forms(columns: Columns) -> UInts8:
    """The form of each sentence: 2 if it has a verb, plus 1 if it has final punctuation."""
    has_verb = np.zeros(len(columns.starts), dtype=np.uint8)
    has_verb[columns.sentences[columns.phrase_begins[columns.is_verbal]]] = 1
    lasts = np.append(columns.starts[1:], len(columns.words)) - REACH - 1
    # Quotes and brackets may follow.
    is_final = is_among(columns.words[lasts], _FINAL) | is_among(columns.words[lasts - 1], _FINAL)
    return np.asarray(2 * has_verb + is_final).astype(np.uint8)


def is_among(hashes: Hashes, words: Sequence[str]) -> Bools:
    """Whether each hash is that of one of a few words; faster than `np.isin`, which sorts."""
    is_one: Bools = np.logical_or.reduce([hashes == lemma_hash(word) for word in words])
    return is_one
