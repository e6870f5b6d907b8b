"""White space around errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drafts import sentences
from solecism.corruption.corrupted import spliced
from solecism.edit import Edit
from solecism.sentence import Sentence, from_words


def after(text: str, words: str, start: int, end: int, new: str) -> str:
    sentence = from_words("a", words.split(), text=text)
    edit = Edit(start, sentence.words[start:end], tuple(new.split()))
    return spliced(sentence.text, sentence.words, sentence.starts, edit)[0]


@pytest.mark.parametrize(
    ("text", "words", "start", "end", "new", "expected"),
    [
        ("I saw the cat.", "I saw the cat .", 2, 3, "", "I saw cat."),
        ("I saw the cat.", "I saw the cat .", 3, 4, "", "I saw the."),
        ("The cat sat.", "The cat sat .", 0, 2, "Cat", "Cat sat."),
        ("I don't go.", "I do n't go .", 2, 3, "", "I do go."),
        ('He said "the end".', 'He said " the end " .', 3, 4, "", 'He said "end".'),
        ("(the end)", "( the end )", 1, 2, "", "(end)"),
        ("one\ntwo three", "one two three", 1, 2, "", "one\nthree"),
        ("check her tears.", "check her tears .", 1, 1, "in", "check in her tears."),
        ("the end.", "the end .", 2, 2, "of", "the end of."),
        ("(the end)", "( the end )", 1, 1, "in", "(in the end)"),
        ("They're here", "They 're here", 1, 2, "being", "They being here"),
        ("a  b", "a b", 0, 1, "the", "the  b"),
        ("go", "go", 0, 1, "", ""),
        ("cannot", "can not", 1, 1, "we", "can we not"),
    ],
)
def test_spaces(text: str, words: str, start: int, end: int, new: str, expected: str) -> None:
    assert after(text, words, start, end, new) == expected


@given(sentences(), st.data())
def test_words_are_where_they_are_said_to_be(sentence: Sentence, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(sentence)))
    end = data.draw(st.integers(start, min(len(sentence), start + 2)))
    new = tuple(data.draw(st.lists(st.sampled_from(["of", "'s", "X", "."]), max_size=2)))
    edit = Edit(start, sentence.words[start:end], new)
    if not edit.before and not new:
        return
    text, starts = spliced(sentence.text, sentence.words, sentence.starts, edit)
    words = sentence.words[:start] + new + sentence.words[end:]
    assert Sentence("a", text, words, starts).words == words
