"""The choice of a noun's determiner and number: where it was made, its options, and its context.

The five constructions of Lee, Tetreault and Chodorow (2009) are the first three groups of
determiners, each with a singular or plural. The other groups are included because learners make
errors in the number of nouns after them, and insert or omit them too. In the context, determiner
and number are hidden; the noun's lemma is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from solecism.detect.light.context_models import ContextLayout
from solecism.locate.noun_phrases import NounPhrases, documents_of, mentions, noun_phrases
from solecism.locate.sentence_columns import REACH, Columns, Hashes, Role, lemma_hash, tag_hash
from solecism.locate.sites import CONSTRUCTION_OF, NO_CONSTRUCTION
from solecism.numeric import Bools, Floats32, Ints, UInts8, is_any, log_softmax
from solecism.sentence import Sentence

NONE, A, THE, THIS, MY, SOME, EACH, WHICH = range(8)
N_DETERMINERS = 8
ARTICLES = (NONE, A, THE)
N_CHOICES = 2 * N_DETERMINERS
# A word of each group.
WORD_OF_GROUP = ("", "a", "the", "this", "my", "some", "every", "which")
# The two decisions, which are the halves of a choice.
DETERMINER_DECISION, NUMBER_DECISION = 0, 1

Choices = npt.NDArray[np.uint8]

# The group of each role; quantifiers and numerals belong to the context, as adjectives do.
GROUP_OF = np.full(1 + max(Role), NONE, dtype=np.uint8)
for _role, _group in {
    Role.A: A,
    Role.THE: THE,
    Role.THIS: THIS,
    Role.THESE: THIS,
    Role.POSSESSIVE: MY,
    Role.SOME: SOME,
    Role.EACH: EACH,
    Role.WHICH: WHICH,
}.items():
    GROUP_OF[_role] = _group
# Words with one of these roles that take an article besides: *the other day, such a day*.
NO_DETERMINERS = ("more", "most", "enough", "other", "such")
_GROUP_OF_WORD = {
    **dict.fromkeys(("a", "an"), A),
    "the": THE,
    **dict.fromkeys("this that these those".split(), THIS),
    **dict.fromkeys("my your his her its our their whose 's ’s".split(), MY),
    **dict.fromkeys("some any no".split(), SOME),
    **dict.fromkeys("each every another either neither".split(), EACH),
    **dict.fromkeys("which what whatever whichever".split(), WHICH),
}
# The choice of each construction, by its number.
CHOICE_OF_CONSTRUCTION = tuple(
    2 * determiner + is_plural
    for _, determiner, is_plural in sorted(
        (construction, determiner, is_plural)
        for is_plural, row in enumerate(CONSTRUCTION_OF)
        for determiner, construction in zip(ARTICLES, row, strict=True)
        if construction != NO_CONSTRUCTION
    )
)


def choices(determiners: Choices, is_plural: npt.NDArray[np.bool_]) -> Choices:
    """The combined choice of determiner and number: even numbers are singular, odd ones plural."""
    return (2 * determiners + is_plural).astype(np.uint8)


def group_of(word: str) -> int | None:
    """The group of a determiner, None if the word is in no group.

    >>> group_of("An") == A, group_of("those") == THIS, group_of("house")
    (True, True, None)
    """
    return _GROUP_OF_WORD.get(word.lower())


def divided(log_p: Floats32, written: Choices, decision: int) -> tuple[Choices, Floats32]:
    """The written half of a choice, and the log probability of each option given the other half."""
    each = np.arange(len(written))
    grid = log_p.reshape(len(written), N_DETERMINERS, 2)
    determiners, numbers = written // 2, written % 2
    if decision == DETERMINER_DECISION:
        return determiners, log_softmax(grid[each, :, numbers])
    return numbers, log_softmax(grid[each, determiners])


def choice_with(written: Choices, best: Choices, decision: int) -> Choices:
    """The written choice with one half replaced by the best candidate."""
    if decision == DETERMINER_DECISION:
        return (2 * best + written % 2).astype(np.uint8)
    return (written // 2 * 2 + best).astype(np.uint8)


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
    """Whether each hash is that of one of a few words."""
    return is_any(hashes, map(lemma_hash, words))


# Words before the determiner (L) and after the noun (F); the first of the phrase (R) and the last
# two before the noun (M); the noun itself (H); the verbs before and after, the noun before.
_SIDE = 4
SEEN = (
    *(f"L{number}" for number in range(1, _SIDE + 1)),
    *(f"F{number}" for number in range(1, _SIDE + 1)),
    *("R1", "M1", "M2", "H", "PV", "NV", "PN"),
)
# The last earlier mention of the noun (MC), and the same with the form of the sentence (K).
# For the error classifiers alone: the written determiner (D), whether the noun has a number that
# is chosen (C), which names and adjectives do not have, and the number of the sentence (S).
_FOR_CLASSIFIERS = ("D", "C", "S")
NAMES = (*SEEN, *(f"t{name}" for name in SEEN), "MC", "K", *_FOR_CLASSIFIERS)
FEATURES = tuple(
    tuple(feature.split())
    for feature in (
        # The noun, alone and with what is beside the phrase.
        "H|H L1|H F1|H M1|H R1|H MC|H PV|H NV|H L1 F1|H L1 L2|H F1 F2|H M1 L1|H M1 F1|H L1 M1 F1"
        # Without the noun.
        "|L1|L1 L2|L1 L2 L3|F1|F1 F2|R1|M1|R1 L1|L1 F1|R1 M1|M1 M2|NV|PV F1|R1 F1 tH"
        # Tags as back-off.
        "|tL1 tR1 tH tF1|L1 tR1 tH|tR1 tM1 tH F1|tL1 tL2 tR1 tH|MC tR1 tF1|PN L1 tH|K tL1 tR1 tH"
    ).split("|")
)
NOUN_LAYOUT = ContextLayout(
    names=NAMES,
    seen=SEEN,
    category="K",
    n_categories=N_MENTIONS * N_FORMS,
    features=FEATURES,
    n_classes=N_CHOICES,
)
INDEX = NOUN_LAYOUT.index
# A verb farther away than this does not belong to the noun.
_REACH_OF_VERB = 8
# Tags of plurals, and those that stand for them so that the number stays hidden.
_SINGULAR_TAGS = {"NNS": "NN", "NNPS": "NNP"}


def noun_contexts(columns: Columns, places: NounPlaces) -> Hashes:
    """One row per place, with the hashes named in NAMES; 0 where there is no word."""
    table = np.zeros((len(places), len(NAMES)), dtype=np.uint32)
    for number in range(1, _SIDE + 1):
        _put(table, columns, places, f"L{number}", places.lefts - number)
        _put(table, columns, places, f"F{number}", places.heads + number)
    for name, at in (
        ("R1", places.rights),
        ("M1", places.heads - 1),
        ("M2", places.heads - 2),
    ):
        _put(table, columns, places, name, np.where(_is_within(at, places), at, -1))
    table[:, INDEX["H"]] = columns.lemmas[places.heads]
    tags = columns.tags[places.heads]
    table[:, INDEX["C"]] = places.has_number
    table[:, INDEX["S"]] = places.sentences
    for plural, singular in _SINGULAR_TAGS.items():
        tags = np.where(tags == np.uint32(tag_hash(plural)), np.uint32(tag_hash(singular)), tags)
    table[:, INDEX["tH"]] = tags
    has_determiner = places.lefts < places.rights
    table[:, INDEX["D"]] = columns.words[places.lefts] * has_determiner
    table[:, INDEX["MC"]] = places.mentioned
    table[:, INDEX["K"]] = places.mentioned * N_FORMS + places.forms
    if len(columns.phrase_begins):
        _put_phrases(table, columns, places)
    return table


def _is_within(at: Ints, places: NounPlaces) -> Bools:
    """Whether a place is after the determiner and before the noun."""
    return np.asarray((at >= places.rights) & (at < places.heads))


def _put(table: Hashes, columns: Columns, places: NounPlaces, name: str, at: Ints) -> None:
    """Fill in the words and tags at some places, one per row, if they are in the same sentence."""
    # Several times faster than `np.clip` where there are few places.
    seen = np.minimum(np.maximum(at, 0), len(columns.words) - 1)
    is_same = (columns.sentences[seen] == columns.sentences[places.heads]) & (at >= 0)
    table[:, INDEX[name]] = columns.words[seen] * is_same
    table[:, INDEX[f"t{name}"]] = columns.tags[seen] * is_same


def _put_phrases(table: Hashes, columns: Columns, places: NounPlaces) -> None:
    """The verb and the noun before, by their lemmas, and the first word of the verb after."""
    begins, numbers = columns.phrase_begins, np.arange(len(columns.phrase_begins))
    before = np.searchsorted(columns.phrase_ends, places.lefts, side="right") - 1
    for name, is_one in (("PV", columns.is_verbal), ("PN", ~columns.is_verbal)):
        last = np.maximum.accumulate(np.where(is_one, numbers, -1))[before]
        at = np.where((before < 0) | (last < 0), -1, columns.phrase_heads[last])
        _put(table, columns, places, name, at)
        table[:, INDEX[name]] = np.where(table[:, INDEX[name]] > 0, columns.lemmas[at], 0)
    verbs = np.append(begins[columns.is_verbal], len(columns.words) + _REACH_OF_VERB)
    after = verbs[np.searchsorted(verbs, places.heads)]
    _put(table, columns, places, "NV", np.where(after - places.heads > _REACH_OF_VERB, -1, after))
