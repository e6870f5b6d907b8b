"""Quoted words and verse are left alone, and a writer's own words are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.checking.quotations import quotations, verses, without_quoted
from solecism.detect.detector import MISSPELLING, PUNCTUATION, WRONG_WORD
from solecism.language.annotate import annotate
from solecism.site import Flag, id_of


def errors(text: str, *words: str, kind: str = WRONG_WORD, p: float = 0.8) -> set[str]:
    """Which of the words of a text are errors still, if each of them was flagged."""
    every = list(annotate(text, "a"))
    flagged = []
    for sentence in every:
        places = [place for place, word in enumerate(sentence.words) if word in words]
        sites = [id_of(sentence.id, place, place + 1, "edit") for place in places]
        flagged.append((sentence, tuple(Flag(site, "x", True, kind, p) for site in sites), True))
    kept = {flag.site for _, flags, _ in without_quoted(flagged) for flag in flags if flag.error}
    return {
        sentence.words[place]
        for sentence in every
        for place in range(len(sentence.words))
        if id_of(sentence.id, place, place + 1, "edit") in kept
    }


@pytest.mark.parametrize(
    "text",
    [
        '"I ain\'t seen him," said the old man, and he shut the door of the shed behind him.',
        "“We was only lookin’. Them as seen him knows it,” said the old man, and shut the door.",
        "‘He don’t know where they seen it,’ said the old man, and he shut the door of the shed.",
    ],
)
def test_dialect_in_quoted_speech_is_left_alone_and_the_rest_is_not(text: str) -> None:
    assert errors(text, "seen", "door") == {"door"}


@pytest.mark.parametrize("term", ['"les seen"', "“a seen”", "‘seen’", "«seen»", "'seen'"])
def test_terms_in_quotation_marks_are_not_misspelt_unless_that_is_sure(term: str) -> None:
    text = f"They call it {term} in this old book about the sea."
    assert not errors(text, "seen", kind=MISSPELLING)
    assert errors(text, "seen", kind=MISSPELLING, p=0.95) == {"seen"}
    assert errors(text, "seen") == {"seen"}


@pytest.mark.parametrize("term", ['"seen"', "“seen”", "'a seen'"])
def test_a_word_that_is_written_about_is_left_alone_and_the_rest_is_not(term: str) -> None:
    text = f"The word {term} has several meanings in this old book, and nobody knew the author."
    assert errors(text, "seen", "author") == {"author"}
    assert errors(text, "seen", "author", kind=MISSPELLING, p=0.95) == {"author"}


def test_plain_speech_is_checked() -> None:
    text = 'My friend said, "I seens the doctor on Monday and he was very kind to me." I agreed.'
    assert errors(text, "seens") == {"seens"}


def test_an_essay_in_quotation_marks_is_no_quotation() -> None:
    essay = '"I ain\'t seen him since Monday. We was at home. It is a pity, because I like him."'
    assert errors(essay, "seen") == {"seen"}


def test_apostrophes_are_no_quotation_marks() -> None:
    text = "The boys' mother seen the girls' father. It's theirs, isn't it, in the '90s?"
    assert errors(text, "seen") == {"seen"}
    assert not list(quotations(text))


def test_a_quotation_does_not_go_on_after_its_paragraph() -> None:
    assert not list(quotations('He said "we are\n\nhere" and left.'))


def test_marks_themselves_are_checked() -> None:
    assert errors("The word “seen” is old.", "seen", kind=PUNCTUATION) == {"seen"}


VERSES = [
    "My garden in the morning light,\nMy little house upon the height,\nI see them still.\n",
    "O wind of the west,\nO bird in thy nest,\nO let me now rest.\n",
    "The leaves are falling one by one / and all our summer days are done",
]


@pytest.mark.parametrize("verse", VERSES)
def test_verse_is_known_by_its_lines(verse: str) -> None:
    text = f"This is what my aunt wrote to us.\n\n{verse}\n\nThat is all."
    assert list(verses(text))


@pytest.mark.parametrize(
    "text",
    [
        "Milk and a loaf\nEggs and butter\nTwo red apples\nTea",
        "Dear Ms Hill,\n\nThank you for the letter, which\ncame on Monday. We were very\nglad.",
        "12 Station Road\nUpper Milton\nNorthshire\n",
        "We can use yes / no questions, and he / she forms in this exercise as well.",
        "I went home early.\nThe bus was late.\nIt was cold outside.\nMy mother made some tea.",
    ],
)
def test_lists_letters_and_short_sentences_are_no_verse(text: str) -> None:
    assert not list(verses(text))


def test_marks_in_verse_are_left_alone_and_those_in_speech_are_not() -> None:
    verse = "O wind of the west,\nO bird in thy nest,\nO let me now rest.\n"
    text = f"This is what my aunt wrote to us.\n\n{verse}\nThat is all."
    assert not errors(text, "west", "nest", kind=PUNCTUATION)
    speech = '"I ain\'t seen him," said the old man, and he shut the door of the shed.'
    assert errors(speech, "him", kind=PUNCTUATION) == {"him"}


@given(st.text(alphabet="ab '\"“”‘’«»/\n.,I"))
def test_spans_are_in_the_text(text: str) -> None:
    for quotation in quotations(text):
        assert text[quotation.start : quotation.end] == quotation.words
    assert all(0 <= start <= end <= len(text) for start, end in verses(text))
