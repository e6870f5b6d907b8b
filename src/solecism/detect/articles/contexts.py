"""The context of a noun and its determiner: both are hidden, except the noun's lemma."""

from __future__ import annotations

import numpy as np

from solecism.detect.articles.choice import N_CHOICES
from solecism.detect.articles.places import N_FORMS, N_MENTIONS, NounPlaces
from solecism.detect.choice.layout import Layout
from solecism.locate.sentence_columns import Columns, Hashes, tag_hash
from solecism.numeric.arrays import Bools, Ints

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
NOUNS = Layout(
    names=NAMES,
    seen=SEEN,
    category="K",
    n_categories=N_MENTIONS * N_FORMS,
    features=FEATURES,
    n_classes=N_CHOICES,
)
INDEX = NOUNS.index
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
