"""The sets with errors and the trees to learn from."""

from __future__ import annotations

import pytest

from solecism.corruption.foster_errors import SHARES
from solecism.corruption.gold_trees import SITES
from solecism.edit import apply
from solecism.errors import InputError
from solecism.tree import unescape
from solecism_lab.papers.treebanks.error_sets import (
    ERROR_TYPES,
    N_COPIES,
    TRAININGS,
    of_type,
    training_set,
    treebank_parts,
    with_errors,
)
from toy_parser import bundled_sentences

SENTENCES = bundled_sentences()


def test_parts_are_the_end_of_the_treebank() -> None:
    divided = treebank_parts(SENTENCES, n_dev=5, n_test=20, n_train=30)
    assert divided.test == SENTENCES[-20:]
    assert divided.dev == SENTENCES[-25:-20]
    assert divided.train == SENTENCES[:30]
    with pytest.raises(InputError, match="too few to choose on 5 and test on 70"):
        treebank_parts(SENTENCES, n_dev=5, n_test=70)


@pytest.mark.parametrize("n_errors", [1, 2])
def test_gold_trees_have_the_words_of_their_sentence(n_errors: int) -> None:
    found = with_errors(SENTENCES, n_errors=n_errors, seed=3)
    assert len(found.sentences) == len(SENTENCES)
    for sentence, original in zip(found.sentences, SENTENCES, strict=True):
        for tree in sentence.trees:
            assert tuple(map(unescape, tree.words())) == sentence.words
        assert apply(sentence.words, sentence.annotations[0].edits) == original.words
    n_changed = sum(
        one.words != other.words for one, other in zip(found.sentences, SENTENCES, strict=True)
    )
    assert n_changed > 0.9 * len(SENTENCES)


@pytest.mark.parametrize("error_type", ERROR_TYPES)
def test_a_set_of_one_type_knows_the_places_of_its_sentences(error_type: str) -> None:
    found = of_type(SENTENCES, error_type, seed=3)
    assert len(found.sentences) == len(found.places) > 10
    for sentence, place in zip(found.sentences, found.places, strict=True):
        assert sentence.id == SENTENCES[place].id
        assert sentence.words != SENTENCES[place].words
    grouped = sorted(n for group in found.groups.values() for n in group)
    assert grouped == ([] if error_type == "real-word" else list(range(len(found.places))))


def test_subtypes_are_those_of_the_paper() -> None:
    groups = {name: set(of_type(SENTENCES, name, seed=3).groups) for name in ERROR_TYPES}
    assert groups["missing-word"] <= set(SHARES)
    assert groups["extra-word"] == {"repeated word", "repeated tag", "random word"}
    assert groups["agreement"] == {"subject-verb", "determiner-noun"}
    assert {"present to present participle", "infinitive to third person"} <= groups["verb-form"]


def test_fewer_sites_are_fewer_golds_of_the_same_sentences() -> None:
    n_golds = {}
    for sites in SITES:
        found = of_type(SENTENCES, "extra-word", seed=3, sites=sites)
        n_golds[sites] = sum(len(sentence.trees) for sentence in found.sentences)
    assert n_golds["lowest"] == n_golds["highest"] == len(SENTENCES)
    assert n_golds["lowest"] < n_golds["printed"] < n_golds["all"]


def test_trainings_differ_in_trees_not_in_sentences() -> None:
    n = len(SENTENCES)
    good, bad, both, ten = (training_set(SENTENCES, name, seed=3) for name in TRAININGS)
    assert [each.n_copies for each in (good, bad, both, ten)] == [1, 1, 2, N_COPIES + 1]
    assert both.trees == ten.trees == good.trees + bad.trees
    assert both.weights == [1.0] * 2 * n
    assert ten.weights == [N_COPIES] * n + [1.0] * n
    assert sum(one != other for one, other in zip(good.trees, bad.trees, strict=True)) > 0.9 * n
    assert bad == training_set(SENTENCES, TRAININGS[1], seed=3)
