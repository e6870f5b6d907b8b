"""Contexts of prepositions and the features made of them."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings

from prepositional import annotated, texts
from solecism.detect.light.preposition_features import (
    FEATURES,
    INDEX,
    NAMES,
    PREPOSITION_LAYOUT,
    preposition_contexts,
)
from solecism.locate.preposition_places import gaps, joined, prepositions
from solecism.locate.sentence_columns import Hashes, columns, tag_hash
from solecism.sentence import Sentence


def contexts_of(sentences: list[Sentence]) -> Hashes:
    table = columns(sentences)
    return preposition_contexts(table, joined(prepositions(table), gaps(table, everywhere=True)))


@settings(max_examples=30)
@given(texts)
def test_a_context_does_not_depend_on_the_sentences_around(words: list[list[str]]) -> None:
    sentences = annotated(words)
    together = contexts_of(sentences)
    apart = [contexts_of([sentence]) for sentence in sentences]
    expected = np.concatenate(apart) if apart else np.zeros((0, len(NAMES)))
    assert together.tolist() == expected.tolist()


def test_heads_are_those_of_the_phrases_around() -> None:
    [sentence] = annotated(["She bought a red car from her old friend .".split()])
    table = columns([sentence])
    [row] = preposition_contexts(table, prepositions(table))
    place = {name: int(row[INDEX[name]]) for name in NAMES}
    lemmas = dict(zip(sentence.lemmas, table.lemmas[table.starts[0] :].tolist(), strict=False))
    assert (place["PV"], place["PN"], place["FH"]) == (
        lemmas["buy"],
        lemmas["car"],
        lemmas["friend"],
    )
    assert (place["tPV"], place["tFH"]) == (tag_hash("VBD"), tag_hash("NN"))
    assert place["PP"] == 0


def test_equal_phrases_have_equal_hashes_wherever_they_stand() -> None:
    sentences = annotated(["We met at the old house .".split(), "At the old house".split()])
    table = columns(sentences)
    first, second = preposition_contexts(table, prepositions(table))[:, INDEX["FP"]]
    assert first == second


def test_there_are_25_features_and_each_has_hashes_of_its_own() -> None:
    assert len(set(FEATURES)) == 25
    around = np.full((1, len(NAMES)), 7, dtype=np.uint32)
    assert len(set(PREPOSITION_LAYOUT.hashed(around)[0].tolist())) == 25
