"""Sentences for judging nouns in five constructions."""

from __future__ import annotations

from collections import Counter

import pytest

from solecism.errors import InputError
from solecism.language.annotate import annotate
from solecism.locate.noun_table import ConstructionCounts, noun_table
from solecism.locate.open_nouns import asked_words
from solecism.sampling.noun_samples import NounSample, draw_nouns
from solecism.sentence import Sentence
from solecism.site import sentence_of
from solecism_study.exchange.item_sources import items_of_sentences
from solecism_study.tasks.registry import task_named

TABLE = noun_table(
    ConstructionCounts({"stone": [10, 20, 20, 25, 20], "lamb": [5, 10, 20, 30, 5]}), least=1
)
STORY = (
    "They threw a stone at him. He saw the stone at once. We were there in the rain. "
    "They had seen nothing of it. She went home on her own. It was late in May. "
    "Nobody had asked him about it. The stone was wet and cold. They found stones near him. "
    "She brought the stones with her. They carried stone for him often. The lambs slept near it. "
    "It rained all night on us. It was cold and dark. They were tired and wet. "
    "Nobody came to see them. She slept until the end. She dreamt of the lambs there."
)


def stories(*names: str) -> list[Sentence]:
    return [sentence for name in names for sentence in annotate(STORY, name)]


def drawn(sentences: list[Sentence], *, seed: int = 1, n_each: int = 2) -> NounSample:
    return draw_nouns(sentences, TABLE, n_each=n_each, least_items=2, least_times=1, seed=seed)


def test_each_configuration_has_its_sentences() -> None:
    sample = drawn(stories(*"abcde"))
    found = Counter(
        (writer.notes["noun"], writer.notes["construction"], writer.notes["mentioned"])
        for writer in sample.writers
    )
    assert found == {
        ("stone", "a singular", "no"): 2,
        ("stone", "the singular", "yes"): 2,
        ("stone", "the singular", "no"): 2,
        ("stone", "null plural", "yes"): 2,
        ("stone", "the plural", "yes"): 2,
        ("stone", "null singular", "yes"): 2,
        ("lamb", "the plural", "no"): 2,
    }


def test_what_is_asked_is_what_the_writer_is_known_to_have_used() -> None:
    sample = drawn(stories(*"abc"))
    asked = {
        f"{sentence.id}:{word}-{word + 1}:number"
        for sentence in sample.sentences
        for word in asked_words(sentence) or ()
    }
    assert asked == {writer.site for writer in sample.writers}


def test_a_study_asks_about_the_sample_with_five_sentences_before() -> None:
    sample = drawn(stories(*"abc"), n_each=1)
    items = list(items_of_sentences(sample.sentences, task_named("article-number")))
    original = {writer.site: writer.notes["construction"] for writer in sample.writers}
    assert {item.site for item in items} == set(original)
    texts = {
        sentence.id: [each.text for each in stories(name)]
        for name in "abc"
        for sentence in stories(name)
    }
    for item in items:
        assert item.offers[original[item.site]].lower() == item.target.lower()
        sentence = sentence_of(item.site)
        number = int(sentence.rpartition(".")[2])
        assert list(item.context) == texts[sentence][max(number - 6, 0) : number - 1]


def test_one_seed_gives_one_sample_whatever_the_order_of_texts() -> None:
    first, second = drawn(stories(*"abcde")), drawn(stories(*"edcba"))
    assert {writer.site for writer in first.writers} == {writer.site for writer in second.writers}
    other = drawn(stories(*"abcde"), seed=2)
    assert {writer.site for writer in first.writers} != {writer.site for writer in other.writers}


def test_mentions_are_seen_across_batches() -> None:
    # The story's second sentence becomes the first of the next thousand.
    before = list(annotate("It rained here all day. " * 999, "z"))
    sample = drawn([*before, *stories("a")])
    mentioned = {writer.site: writer.notes["mentioned"] for writer in sample.writers}
    assert mentioned["a.2:3-4:number"] == "yes"


def test_entropy_and_dominant_construction_are_in_the_key() -> None:
    sample = drawn(stories("a"))
    notes = {writer.notes["noun"]: writer.notes for writer in sample.writers}
    assert notes["stone"]["entropy"] == "high"
    assert notes["lamb"]["entropy"] == "low"
    assert notes["stone"]["dominant"] == notes["lamb"]["dominant"] == "null plural"


def test_too_little_text_is_told() -> None:
    with pytest.raises(InputError, match="Give more text"):
        draw_nouns(list(annotate("It rained.", "a")), TABLE, least_times=1, seed=1)


def test_one_sentence_at_least_is_drawn() -> None:
    with pytest.raises(InputError, match="at least 1"):
        drawn(stories("a"), n_each=0)
