"""What is English, and what is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from languages import OTHER_LANGUAGES
from solecism.checking.reading import is_english
from solecism.language import sentence_splitter

ENGLISH = (
    "Yesterday I went to the cinema with my friends and we saw a film about bees.",
    "i am agree with you but i dont have many money for buy it",
    "Thieves steal three paintings from museum in the middle of the day.",
    "New Zealand and Papua New Guinea signed a Pacific Trade Agreement in Port Moresby on Friday",
)
HEADLINES = (
    "Former mayor faces fraud charges , police say",
    "Ingredients : butter , flour , brown sugar , three eggs , vanilla extract , baking powder",
    "Car sales fell 4.2 percent while exports rose sharply , led by small electric models .",
    "Several volunteers repaired wooden benches , painted fences and planted apple trees .",
)
NAMES = (
    "Anna Kowalska , Peter Miller , Maria Rossi , Jean Dupont , Tom Baker , Sue Hill , Li Wei",
    "Baker , T. 1998 . Learner English Abroad . Hill and Rossi Press , Cardiff . 2nd ed .",
)
OTHER = (
    "Gestern bin ich mit meinen Freunden ins Kino gegangen und wir haben viel gelacht.",
    "Hier, je suis allée au cinéma avec mes amis et nous avons beaucoup ri.",
    "Ayer fui al cine con mis amigos y nos reímos mucho durante la película.",
    "Gisteren ben ik met mijn vrienden naar de bioscoop gegaan en we hebben gelachen.",
    "Вчера я ходил в кино с друзьями и мы много смеялись .",
    "Ieri sono andato al cinema con i miei amici e abbiamo riso molto.",
    "Die Frau des Lehrers kaufte gestern auf dem Markt in der Stadt drei Kilo Birnen .",
    "GESTERN BIN ICH MIT MEINEN FREUNDEN INS KINO GEGANGEN UND HABE VIEL GELACHT",
)


@pytest.mark.parametrize("so_far", [True, False])
@pytest.mark.parametrize("text", ENGLISH)
def test_english_is_told_whatever_came_before(text: str, so_far: bool) -> None:
    assert is_english(text.split(), so_far=so_far)


@pytest.mark.parametrize("so_far", [True, False])
@pytest.mark.parametrize("text", OTHER)
def test_other_languages_are_told_whatever_came_before(text: str, so_far: bool) -> None:
    assert not is_english(text.split(), so_far=so_far)


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_texts_in_other_languages_are_told(language: str) -> None:
    sentences = sentence_splitter.sentences(OTHER_LANGUAGES[language], "text")
    assert not is_english(word for sentence in sentences for word in sentence.words)


@pytest.mark.parametrize("text", HEADLINES)
def test_headlines_and_lists_with_few_common_words_are_english(text: str) -> None:
    assert is_english(text.split())


@pytest.mark.parametrize("text", NAMES)
def test_lists_of_names_and_books_are_in_the_language_of_the_text(text: str) -> None:
    assert is_english(text.split())


def test_a_few_words_are_what_the_text_was_so_far() -> None:
    assert is_english(["Hotel", "Bristol"], so_far=True)
    assert not is_english(["Hotel", "Bristol"], so_far=False)


@given(st.lists(st.text(min_size=1)), st.booleans())
def test_any_words_get_a_verdict(words: list[str], so_far: bool) -> None:
    assert is_english(words, so_far=so_far) in (True, False)
