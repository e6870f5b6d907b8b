"""What the dictionary adds to readings, and suggestions in context."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import pytest

from solecism.detect.network.error_drafts import (
    Candidates,
    Misspellings,
    WordPlace,
    is_in_title,
    is_quoted,
    same_word,
)
from solecism.detect.network.reading import Reading
from solecism.detect.network.repairs import OTHER, REPLACE, SPELLING, UNSAID, Repair, Repairs
from solecism.language.speller import bundled_speller

REPAIRS = Repairs(
    (
        Repair("", "", ""),
        Repair(REPLACE, SPELLING, UNSAID),
        Repair(REPLACE, OTHER, UNSAID),
        Repair(REPLACE, "preposition", "on"),
        Repair(REPLACE, "number", "NN"),
        Repair(REPLACE, "noun", UNSAID),
    ),
    (Repair("", "", ""),),
)
RIGHT, MISSPELT, WRONG, ON, SINGULAR, NOUN = range(6)


@pytest.fixture
def misspellings() -> Misspellings:
    return Misspellings(REPAIRS, bundled_speller())


def reading(sentences: Sequence[Sequence[str]], row: Sequence[float]) -> Reading:
    """The same probabilities at all words."""
    places = np.cumsum([0, *(len(words) + 1 for words in sentences)])
    words = np.tile(np.array(row, np.float32), (places[-1], 1))
    return Reading(words, np.ones((places[-1], 1), np.float32), places)


def test_a_known_word_is_never_misspelt(misspellings: Misspellings) -> None:
    sentences = [["the", "dungeon"]]
    words = misspellings.corrected(
        reading(sentences, [0.1, 0.8, 0.05, 0.05, 0, 0]), sentences
    ).words
    assert words[1].tolist() == pytest.approx([0.58, 0, 0.37, 0.05, 0, 0])


def test_a_plural_that_no_dictionary_has_is_a_matter_of_number(misspellings: Misspellings) -> None:
    sentences = [["these", "informations"]]
    words = misspellings.corrected(
        reading(sentences, [0.1, 0.8, 0.05, 0.05, 0, 0]), sentences
    ).words
    assert words[1].tolist() == pytest.approx([0.1, 0, 0.05, 0.05, 0.8, 0])


def test_an_unknown_word_with_a_near_candidate_is_misspelt(misspellings: Misspellings) -> None:
    sentences = [["a", "usefull", "book"]]
    before = reading(sentences, [0.5, 0.3, 0.1, 0.1, 0, 0])
    words = misspellings.corrected(before, sentences).words
    assert words[1, MISSPELT] > 0.9
    assert words[1].sum() == pytest.approx(1)
    assert words[1, RIGHT] / words[1, ON] == pytest.approx(5)


def test_a_name_is_misspelt_less_probably_than_a_word(misspellings: Misspellings) -> None:
    sentences = [["a", "usefull"], ["a", "Usefull"]]
    words = misspellings.corrected(reading(sentences, [0.5, 0.3, 0.1, 0.1, 0, 0]), sentences).words
    assert words[4, MISSPELT] < words[1, MISSPELT]


def test_the_network_counts(misspellings: Misspellings) -> None:
    sentences = [["the", "shisha"]]
    high, low = (
        misspellings.corrected(reading(sentences, row), sentences).words[1, MISSPELT]
        for row in ([0.1, 0.8, 0.05, 0.05, 0, 0], [0.997, 0.001, 0.001, 0.001, 0, 0])
    )
    assert high > 0.5 > low


def test_nothing_is_read_without_words(misspellings: Misspellings) -> None:
    empty = Reading(np.zeros((0, 6), np.float32), np.zeros((0, 1), np.float32), np.zeros(1, int))
    assert misspellings.corrected(empty, []).words.shape == (0, 6)


def test_the_candidate_that_reads_best_comes_first(misspellings: Misspellings) -> None:
    """*Wather* may be *water* or *weather*."""

    def read_words(sentences: Sequence[Sequence[str]]) -> Reading:
        one = reading(sentences, [0.02, 0.38, 0.4, 0.2, 0, 0])
        for first, words in zip(one.places.tolist(), sentences, strict=False):
            for number, word in enumerate(words):
                if word == better:
                    one.words[first + number] = [1, 0, 0, 0, 0, 0]
        return one

    places = [WordPlace(["the", "wather", "is", "cold"], 1)]
    for better in ("water", "weather"):
        [options] = misspellings.suggestions(places, read_words)
        assert options[0].text == better
        shares = [option.p for option in options]
        assert shares == sorted(shares, key=lambda p: -(p or 0))
    assert misspellings.suggestions([], read_words) == []


def test_a_candidate_that_would_be_the_wrong_noun_is_less_probable(
    misspellings: Misspellings,
) -> None:
    """At equal probabilities of an error, it counts which error."""
    place = WordPlace(["the", "wather", "is", "cold"], 1)
    candidates = misspellings.candidates(place)

    def read_words(sentences: Sequence[Sequence[str]], wrong: str) -> Reading:
        one = reading(sentences, [0.5, 0, 0, 0.5, 0, 0])
        for first, words in zip(one.places.tolist(), sentences, strict=False):
            one.words[first + words.index(wrong)] = [0.5, 0, 0, 0, 0, 0.5]
        return one

    scores = []
    for wrong in ("is", candidates.texts[0]):
        few = Candidates(candidates.texts[:1], candidates.table[:1])
        [table] = misspellings.context([few], [place], partial(read_words, wrong=wrong))
        scores.append(float(table[0] @ misspellings.choice))
    assert scores[0] > scores[1]


def test_what_is_told_is_at_most_one_together(misspellings: Misspellings) -> None:
    def read_words(sentences: Sequence[Sequence[str]]) -> Reading:
        return reading(sentences, [1, 0, 0, 0, 0, 0])

    words = "she wather teh hause colourfull".split()
    for options in misspellings.suggestions([WordPlace(words, n) for n in range(1, 5)], read_words):
        assert 0 < sum(option.p or 0 for option in options) <= 1


def test_british_and_american_spellings_are_one_suggestion(misspellings: Misspellings) -> None:
    """*Orgnise* may be *organise* or *organize*."""

    def read_words(sentences: Sequence[Sequence[str]]) -> Reading:
        return reading(sentences, [1, 0, 0, 0, 0, 0])

    [options] = misspellings.suggestions([WordPlace("we orgnise it".split(), 1)], read_words)
    assert [same_word(option.text) for option in options].count("organize") == 1
    assert (options[0].p or 0) > 0.8


def test_the_words_around_choose_where_the_network_does_not(misspellings: Misspellings) -> None:
    if not misspellings.speller.collocations.words:
        pytest.skip("there are no collocations")

    def read_words(sentences: Sequence[Sequence[str]]) -> Reading:
        return reading(sentences, [1, 0, 0, 0, 0, 0])

    sentences = ("we climed the mountain", "she climed that he was right")
    places = [WordPlace(each.split(), 1) for each in sentences]
    first = [options[0].text for options in misspellings.suggestions(places, read_words)]
    assert first == ["climbed", "claimed"]


def test_few_candidates_are_read(misspellings: Misspellings) -> None:
    for word in ("wather", "quel", "stedy"):
        assert 1 <= len(misspellings.candidates(WordPlace(["the", word], 1)).texts) <= 10


def test_words_in_quotation_marks_and_titles_are_seen() -> None:
    quoted = '" gezelig " is a word'.split()
    assert [is_quoted(WordPlace(quoted, n)) for n in (1, 3)] == [True, False]
    assert not is_quoted(WordPlace('he said : " gezelig'.split(), 4))
    assert not is_in_title(WordPlace("We met Anna Kowalsk in Krakow yesterday evening".split(), 3))


def test_a_place_without_candidates_has_no_suggestions(misspellings: Misspellings) -> None:
    def read_words(sentences: Sequence[Sequence[str]]) -> Reading:
        return reading(sentences, [1, 0, 0, 0, 0, 0])

    places = [WordPlace(["qzrw-qxkw"], 0), WordPlace(["a", "freind"], 1)]
    none, some = misspellings.suggestions(places, read_words)
    assert none == ()
    assert some[0].text == "friend"
