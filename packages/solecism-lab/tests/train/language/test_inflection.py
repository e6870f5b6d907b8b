"""Endings learned from a lexicon and a treebank."""

from __future__ import annotations

from dataclasses import replace

import pytest

from solecism.errors import InputError
from solecism.language.lemmas import WordForms
from solecism.sentence import Sentence, from_words
from solecism_lab.train.language.inflection import train

LEXICON = [
    WordForms("city", "NNS", ("cities",)),
    WordForms("sheep", "NNS", ("sheep",)),
    WordForms("axe", "NNS", ("axes",)),
    WordForms("burn", "VBD", ("burned", "burnt", "brunt")),
    WordForms("Paris", "NNS", ("Parises",)),
    WordForms("person", "NNS", ("multitudes",)),
]


def axes(lemma: str) -> Sentence:
    words = ("The", "Axes")
    return replace(from_words("a", words), tags=("DT", "NNS"), lemmas=("the", lemma))


def test_rules_lead_to_the_lemma_and_back() -> None:
    rules = train(LEXICON)
    assert list(rules) == ["NNS from lemma", "NNS to lemma", "VBD from lemma", "VBD to lemma"]
    assert rules["NNS from lemma"].apply("city") == "cities"
    assert rules["NNS to lemma"].apply("cities") == "city"
    assert [rules["VBD to lemma"].apply(form) for form in ("burned", "burnt")] == ["burn"] * 2


def test_a_lemma_under_an_inflected_tag_is_left_alone() -> None:
    assert train(LEXICON)["VBD to lemma"].apply("burn") == "burn"


def test_names_other_words_and_plurals_like_their_singular_are_left_out() -> None:
    rules = train(LEXICON)["NNS from lemma"].changes
    assert not any("sheep" in ending or "ar" in ending or "person" in ending for ending in rules)


def test_a_lemma_seen_twice_counts_for_more_than_the_lexicon() -> None:
    assert train(LEXICON, [axes("axis")])["NNS to lemma"].apply("axes") == "axe"
    assert train(LEXICON, [axes("axis")] * 2)["NNS to lemma"].apply("axes") == "axis"


def test_a_lexicon_without_forms_is_refused() -> None:
    with pytest.raises(InputError, match="no inflected word"):
        train([])
