"""What suggestions do to a text: the words, all that follows from them, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.checking.suggested_edits import (
    TextChange,
    apply_changes,
    change_of,
    edit_of,
    new_words,
    text_changes,
)
from solecism.edit import Edit
from solecism.finding import CheckedSentence, Finding, Place
from solecism.language.tokeniser import tokenise
from solecism.sentence import Sentence, tokenised
from solecism.site import Flag, Suggestion


def sentence_of(text: str) -> Sentence:
    return tokenised("d.1", text, *tokenise(text), after="\n")


def finding(text: str, span: str, suggestion: str) -> Finding:
    sentence = sentence_of(text)
    flag = Flag(f"d.1:{span}:other", "me", True, suggestions=(Suggestion(suggestion),))
    [found] = CheckedSentence("d.txt", Place(1, 1), sentence, (flag,)).findings
    return found


def after(text: str, span: str, suggestion: str) -> str:
    return apply_changes(text, [change_of(finding(text, span, suggestion), Suggestion(suggestion))])


@pytest.mark.parametrize(
    ("text", "span", "suggestion", "result"),
    [
        ("I depend of you.", "2-3", "on", "I depend on you."),
        ("We discuss about it.", "2-3", "", "We discuss it."),
        ("It is what we discuss about.", "5-6", "", "It is what we discuss."),
        ("I listen music.", "2-2", "to", "I listen to music."),
        ("It is what we look.", "5-5", "at", "It is what we look at."),
        ("We go now", "3-3", "home", "We go now home"),
        ("We discuss about\nit.", "2-3", "", "We discuss\nit."),
        ("We discuss\nabout it.", "2-3", "", "We discuss\nit."),
        ("We listen\n  music.", "2-2", "to", "We listen\n  to music."),
        ("They left (car broke).", "3-3", "the", "They left (the car broke)."),
        ("He sees it yes.", "3-3", ",", "He sees it, yes."),
        ("He sees it , yes.", "3-4", ";", "He sees it; yes."),
        ("They's here.", "1-2", "'re", "They're here."),
    ],
)
def test_spaces_come_and_go_with_words(text: str, span: str, suggestion: str, result: str) -> None:
    assert after(text, span, suggestion) == result


@pytest.mark.parametrize(
    ("text", "span", "suggestion", "result"),
    [
        ("Of me you depend.", "0-1", "on", "On me you depend."),
        ("Of the house I dream.", "0-1", "", "The house I dream."),
        ("House is big.", "0-0", "the", "The house is big."),
        ("Girls are here.", "0-0", "the", "The girls are here."),
        ("Tom is big.", "0-0", "then", "Then Tom is big."),
        ("I am big.", "0-0", "then", "Then I am big."),
        ("English is hard.", "0-0", "then", "Then English is hard."),
        ("BBC is big.", "0-0", "the", "The BBC is big."),
        ('"House" is a word.', "1-1", "the", '"The house" is a word.'),
        ("house is big.", "0-0", "the", "the house is big."),
        ("So I see it.", "1-2", "me", "So me see it."),
        ("I see it.", "0-1", "me", "Me see it."),
        ("You are late?", "0-2", "are you", "Are you late?"),
        ("THE INFORMATIONS ARE OLD.", "1-2", "information", "THE INFORMATION ARE OLD."),
        ("He speaks english well.", "2-3", "English", "He speaks English well."),
    ],
)
def test_capitals_stay_where_they_belong(
    text: str, span: str, suggestion: str, result: str
) -> None:
    assert after(text, span, suggestion) == result


@pytest.mark.parametrize(
    ("text", "span", "suggestion", "result"),
    [
        ("We need many informations.", "3-4", "information", "We need much information."),
        ("Many useful informations help.", "2-3", "information", "Much useful information help."),
        ("We have few informations.", "3-4", "information", "We have little information."),
        ("We read these books.", "3-4", "book", "We read this book."),
        ("We read many books.", "3-4", "book", "We read many book."),
        ("We read many news.", "3-4", "stories", "We read many stories."),
        ("We ask many of informations.", "4-5", "information", "We ask many of information."),
        ("Informations are few.", "0-1", "information", "Information are few."),
    ],
)
def test_a_quantity_fits_its_noun(text: str, span: str, suggestion: str, result: str) -> None:
    assert after(text, span, suggestion) == result


@pytest.mark.parametrize(
    ("text", "span", "suggestion", "result"),
    [
        ("I can't go.", "1-2", "may", "I may not go."),
        ("I can't go.", "1-2", "could", "I couldn't go."),
        ("I can't go.", "2-3", "not", "I cannot go."),
        ("I can’t go.", "2-3", "", "I can go."),
        ("I won't go.", "2-3", "not", "I will not go."),
        ("I won't go.", "1-2", "can", "I can't go."),
        ("I cannot go.", "1-2", "could", "I could not go."),
        ("The boat's new.", "2-3", "is", "The boat is new."),
        ("We like the boy's room.", "3-4", "boys", "We like the boys' room."),
        ("We like the boys' room.", "3-4", "boy", "We like the boy's room."),
        ("He is a fisics' teacher.", "3-4", "physics", "He is a physics' teacher."),
    ],
)
def test_contractions_and_possessives_follow(
    text: str, span: str, suggestion: str, result: str
) -> None:
    assert after(text, span, suggestion) == result


@pytest.mark.parametrize(
    ("text", "span", "suggestion", "result", "shown"),
    [
        ("It is a book.", "3-4", "umbrella", "It is an umbrella.", "an umbrella"),
        ("It is a long hour.", "3-4", "", "It is an hour.", ""),
        ("It is an hour.", "3-3", "long", "It is a long hour.", "a long"),
        ("A book fell.", "1-2", "apple", "An apple fell.", "An apple"),
        ("It is hour.", "2-2", "a", "It is an hour.", "an"),
        ("Take vitamin A pills.", "3-4", "ointment", "Take vitamin A ointment.", "ointment"),
    ],
)
def test_the_article_fits_the_next_word(
    text: str, span: str, suggestion: str, result: str, shown: str
) -> None:
    assert after(text, span, suggestion) == result
    assert new_words(finding(text, span, suggestion), Suggestion(suggestion)) == shown


def test_changes_that_meet_fit_together() -> None:
    sentence = sentence_of("We doesnt know.")
    both = [Edit(1, ("does",), ("do",)), Edit(2, ("nt",), ("not",))]
    assert apply_changes(sentence.text, text_changes(sentence, both)) == "We do not know."
    sentence = sentence_of("We go to of about.")
    both = [Edit(3, ("of",), ()), Edit(4, ("about",), ())]
    assert apply_changes(sentence.text, text_changes(sentence, both)) == "We go to."
    sentence = sentence_of("It is the book.")
    both = [Edit(2, ("the",), ("a",)), Edit(3, ("book",), ("orange",))]
    assert apply_changes(sentence.text, text_changes(sentence, both)) == "It is an orange."


def test_nothing_to_change_is_no_change() -> None:
    sentence = sentence_of("All is well.")
    assert text_changes(sentence, []) == []
    assert apply_changes("All", [TextChange(3, 3, "!")]) == "All!"


WORDS = st.lists(
    st.sampled_from(
        ["We", "can't", "the", "a", "hour", "Tom's", "book", "(of)", "well-known", "I"]
    ),
    min_size=2,
    max_size=8,
)


@given(WORDS, st.sampled_from([" ", "  ", "\n", " \r\n"]), st.data())
def test_all_other_characters_stay_whatever_is_changed(
    words: list[str], space: str, data: st.DataObject
) -> None:
    sentence = sentence_of(space.join(words) + ".")
    start = data.draw(st.integers(0, len(sentence.words) - 1))
    end = data.draw(st.integers(start, min(start + 1, len(sentence.words))))
    option = data.draw(
        st.sampled_from(["", "on", "umbrella", "an"] if end > start else ["on", "a"])
    )
    flag = Flag(f"{sentence.id}:{start}-{end}:other", "me", True)
    edit = edit_of(flag, sentence.words, Suggestion(option))
    done = text_changes(sentence, [edit])
    result = apply_changes(sentence.text, done)
    reach = 2
    first = sentence.starts[max(0, start - reach)]
    last = min(len(sentence.words), end + reach) - 1
    tail = len(sentence.text) - sentence.starts[last] - len(sentence.words[last])
    assert result.startswith(sentence.text[:first])
    assert result.endswith(sentence.text[len(sentence.text) - tail :])
    assert result.count("\n") == sentence.text.count("\n")


@pytest.mark.parametrize(
    ("text", "span", "suggestion", "result"),
    [
        ("We left . Because it rained.", "2-3", ",", "We left, because it rained."),
        ("We left . Because it rained.", "2-3", "", "We left because it rained."),
        ("We left . Paris is far.", "2-3", ",", "We left, Paris is far."),
        ("We left . I stayed.", "2-3", ",", "We left, I stayed."),
        ("We left . Because it rained.", "2-3", "!", "We left! Because it rained."),
        ("We left ; Ann stayed.", "2-3", ",", "We left, Ann stayed."),
    ],
)
def test_a_sentence_that_goes_on_has_no_capital_in_the_middle(
    text: str, span: str, suggestion: str, result: str
) -> None:
    assert after(text, span, suggestion) == result
