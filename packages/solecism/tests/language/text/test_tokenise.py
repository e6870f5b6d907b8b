"""Words and their places."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.language.tokeniser import INVISIBLE_PATTERN, tokenise

AWKWARD = (
    " ab1.,'’`´-_@#:/\"()!?…&%$€<>=*~^+|\\\t\n\r\x00\x92\u00a0\u200b\ufeff\u0301\u200d👍🏽🇬漢ह"
)
CASES = {
    "I don't, he won't, we can’t.": "I do n't , he wo n't , we ca n’t .",
    "don´t isn`t DON'T dont Isnt": "do n´t is n`t DO N'T do nt Is nt",
    "It's Kim's, they'll, I’ve, she'd": "It 's Kim 's , they 'll , I ’ve , she 'd",
    "cannot Cannot gonna wanna gotta Im": "can not Can not gon na wan na got ta I m",
    "its content, the cant of thistle": "its content , the ca nt of thistle",
    "the boys' toys and O'Neil's o'clock": "the boys ' toys and O'Neil 's o'clock",
    "'90s 80's 1990s 1st 22nd": "'90s 80's 1990s 1st 22nd",
    "well-known mother-in-law": "well - known mother - in - law",
    "e-mail co-worker non-EU re-read": "e-mail co-worker non-EU re-read",
    "two-fold, price-wise": "two-fold , price-wise",
    "and/or 1/2 9/11 12/05/2019": "and / or 1 / 2 9/11 12/05/2019",
    "$50 £3.50 20% 5€": "$ 50 £ 3.50 20 % 5 €",
    "1,000.50 7,5 10:30 10:30am 2kg 3D": "1,000.50 7,5 10:30 10:30 am 2 kg 3D",
    "5-10 2010-2012 555-123-4567": "5 - 10 2010 - 2012 555-123-4567",
    "Mr. Fox, Dr.Hill and St. Ives": "Mr. Fox , Dr. Hill and St. Ives",
    "the U.S. army, e.g. J. Fox, at 5 p.m. sharp": "the U.S. army , e.g. J. Fox , at 5 p.m. sharp",
    "tea, milk, etc.": "tea , milk , etc .",
    "It closes at 5 p.m.": "It closes at 5 p.m .",
    "At http://a.test/b?c=d, or www.x.test.": "At http://a.test/b?c=d , or www.x.test .",
    "Write to kim.fox@mail.example.org!": "Write to kim.fox@mail.example.org !",
    "Open notes.doc on example.com.": "Open notes.doc on example.com .",
    "#happy @kim :) ;-) <3 ^_^ :-(": "#happy @kim :) ;-) <3 ^_^ :-(",
    "Really?! No!!! Well... so.. ok…": "Really ?! No !!! Well ... so .. ok …",
    "I like it.But he does not,yes,but": "I like it . But he does not , yes , but",
    "it.but ,so .what": "it . but , so . what",
    '(She said: "No.")': '( She said : " No . " )',
    "„So“ “yes” ``ok'' «da»": "„ So “ “ yes ” `` ok '' « da »",
    "wait -- no — yes --- a-": "wait -- no — yes --- a -",
    "cafe\u0301 naïve Zürich": "cafe\u0301 naïve Zürich",
    "नमस्ते สวัสดี привет 漢字": "नमस्ते สวัสดี привет 漢字",
    "hi👍🏽👩‍👩‍👧🇬🇧 1️⃣ ❤️": "hi 👍🏽 👩‍👩‍👧 🇬🇧 1️⃣ ❤️",
    "a\u200bb\u00a0c\td\ufeffe": "a b c d e",
    "AT&T *** ==== ____ w/o b/c": "AT&T *** ==== ____ w/o b/c",
}


@pytest.mark.parametrize("text", CASES)
def test_words_are_cut_as_in_the_english_web_treebank(text: str) -> None:
    assert " ".join(tokenise(text)[0]) == CASES[text]


@given(st.text() | st.text(AWKWARD, max_size=60))
def test_words_stand_where_they_start_and_only_white_space_is_between(text: str) -> None:
    words, starts = tokenise(text)
    done = 0
    for word, start in zip(words, starts, strict=True):
        assert word
        assert text[start : start + len(word)] == word
        assert not INVISIBLE_PATTERN.sub("", text[done:start]).strip()
        assert not any(character.isspace() for character in word)
        done = start + len(word)
    assert not INVISIBLE_PATTERN.sub("", text[done:]).strip()


@given(st.lists(st.sampled_from(list(CASES.values())), max_size=3))
def test_words_of_running_text_are_found_again_when_joined_by_spaces(lines: list[str]) -> None:
    words = [word for line in lines for word in line.split() if word.isalpha() and word.isascii()]
    kept = [word for word in words if len(tokenise(word)[0]) == 1]
    assert list(tokenise(" ".join(kept))[0]) == kept


# A quadratic pattern would take minutes: the suite itself would notice.
UNITS = (
    *("a", "A.", "a.", "a-", "a'", "nt", "e-", "w/", "a@", "n't", "etc. ", "http://", "www."),
    *("1", "1,", "1.", "1-", "1/", "1:", ".", "-", "'", "@", "=", ":", "``", "A&", "_", " ", "\n"),
    *("👩\u200d", "\u0301", "\u00ad", "é"),
)


@pytest.mark.parametrize("unit", UNITS)
def test_a_long_run_of_anything_is_cut_in_linear_time(unit: str) -> None:
    text = unit * (80_000 // len(unit))
    words, starts = tokenise(text)
    assert sum(map(len, words)) == len("".join(text.split()))
    assert len(words) == len(starts)
