"""Sentences: text, words and what is known of them."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given

from solecism.errors import InputError
from solecism.language.annotate import annotate
from solecism.sentence import Sentence, from_words
from solecism.site import Flag, Suggestion
from strategies import sentences


def test_words_are_found_in_the_text() -> None:
    sentence = from_words("a.1", ["I", "do", "n't"], text=" I don't")
    assert sentence.starts == (1, 3, 5)
    assert sentence.ends == (2, 5, 8)
    assert [token.text for token in sentence.tokens()] == ["I", "do", "n't"]


def test_tokens_have_ids_of_their_own() -> None:
    assert [token.id for token in from_words("a.1", ["x", "x"]).tokens()] == ["a.1:0", "a.1:1"]


def test_a_word_that_is_not_in_the_text_is_refused() -> None:
    with pytest.raises(InputError, match="'you' is not in the text"):
        from_words("a.1", ["I", "you"], text="I am")


@pytest.mark.parametrize(
    ("words", "starts", "tags", "problem"),
    [
        (("a",), (), (), "1 words but 0 starts"),
        (("a",), (0,), ("DT", "NN"), "1 words but 2 tags"),
        (("b",), (0,), (), "not at character 0"),
        (("a", "a"), (0, 0), (), "not at character 0"),
    ],
)
def test_columns_that_do_not_fit_are_refused(
    words: tuple[str, ...], starts: tuple[int, ...], tags: tuple[str, ...], problem: str
) -> None:
    with pytest.raises(InputError, match=problem):
        Sentence("a.1", "a b", words, starts, tags)


@given(sentences())
def test_columns_are_exchanged_and_all_else_stays(sentence: Sentence) -> None:
    tags = tuple("X" for _ in sentence.words)
    found = sentence.with_columns(tags=tags, lemmas=sentence.lemmas, chunks=())
    assert found == replace(sentence, tags=tags, chunks=())


def test_new_columns_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match="2 words but 1 tags"):
        from_words("a.1", ["I", "go"]).with_columns(tags=("PRP",), lemmas=(), chunks=())


def test_a_sentence_comes_out_of_a_pickle_with_all_columns() -> None:
    [sentence] = annotate("She has two cats.", "letter")
    again = pickle.loads(pickle.dumps(sentence))
    assert again == sentence
    assert (again.tags, again.lemmas) == (sentence.tags, sentence.lemmas)
    assert again.chunks
    with_notes = replace(sentence, notes={"L1": "German"}, columns={"head": ("2",) * 5}, after="")
    assert pickle.loads(pickle.dumps(with_notes)) == with_notes
    flag = Flag("letter.1:1-2:verb", "me", True, "verb", 0.5, (Suggestion("had", 0.25),), 0.75)
    assert pickle.loads(pickle.dumps(flag)) == flag
