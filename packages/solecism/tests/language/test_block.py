"""Sentences annotated together: what they tell when asked for is what each step by itself tells."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import InputError
from solecism.language import lemmas, sentence_splitter
from solecism.language.annotate import SentenceBlock, annotate, block_of
from solecism.language.chunker import chunk
from solecism.language.tagger import tag
from solecism.sentence import Sentence, from_words

WORDS = st.sampled_from(
    "the dog Dogs were sleeping in 1,200 McKay 's n't , . “ ’ naïve x-ray".split()
)
TEXTS = st.text(max_size=80) | st.lists(WORDS, max_size=40).map(" ".join)


def step_by_step(text: str) -> list[Sentence]:
    chunked = chunk(tag(sentence_splitter.sentences(text, "note")))
    return [replace(each, lemmas=lemmas.lemmas(each.words, each.tags)) for each in chunked]


def shown(block: SentenceBlock) -> list[object]:
    return [
        [block.types.words[number] for number in block.words.tolist()],
        [block.tag_names[number] for number in block.tags.tolist()],
        [block.lemma_types.words[number] for number in block.lemmas.tolist()],
        block.phrases.chunks(),
        block.lengths.tolist(),
        block.starts.tolist(),
    ]


@given(TEXTS)
def test_what_is_told_later_is_what_each_step_tells(text: str) -> None:
    assert list(annotate(text, "note")) == step_by_step(text)


@given(TEXTS)
def test_a_block_is_the_same_before_and_after_a_look(text: str) -> None:
    sentences = list(annotate(text, "note"))
    before = shown(block_of(sentences))
    assert all(sentence.link for sentence in sentences)
    assert pickle.loads(pickle.dumps(sentences)) == sentences
    assert not any(sentence.link for sentence in sentences)
    assert shown(block_of(sentences)) == before


def test_one_look_lets_go_of_the_others() -> None:
    first, second = annotate("It rains. I stay.", "note")
    assert first.lemmas == ("it", "rain", ".")
    assert first.link is None
    assert second.link is not None


def test_some_sentences_of_a_block_are_a_block_of_their_own() -> None:
    sentences = list(annotate("It rains. I stay. You go.", "note"))
    for some in (sentences[1:], sentences[:2], sentences[::-1]):
        expected = [word for sentence in some for word in sentence.words]
        assert shown(block_of(some))[0] == expected


def test_sentences_without_tags_are_no_block() -> None:
    with pytest.raises(InputError, match="Annotate the sentences first"):
        block_of([from_words("a.1", ["Hi"])])


def test_an_annotated_sentence_has_no_other_attributes() -> None:
    [sentence] = annotate("It rains.", "note")
    with pytest.raises(AttributeError, match="no weather"):
        getattr(sentence, "weather")  # noqa: B009 - mypy knows that it has none
