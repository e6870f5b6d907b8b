"""What people read in a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rule_detector import RuleDetector
from solecism.checking.checked_files import DetectorOptions
from solecism.checking.checker import TextChecker
from solecism.checking.explanations import best_suggestions
from solecism.checking.output_formats import format_finding
from solecism.checking.texts import check_text
from solecism.finding import CheckedSentence, Place
from solecism.sentence import from_words
from solecism.site import Flag, Suggestion
from solecism.system.display_text import display_width


def shown(text: str, *, colour: bool = False) -> list[str]:
    checked = check_text([text], RuleDetector(), document="d", file="d.txt")
    return [format_finding(finding, colour=colour) for each in checked for finding in each.findings]


def test_the_words_are_marked_below_the_sentence() -> None:
    [found] = shown("I depend of you.")
    first, rest = found.split("\n", 1)
    assert first.startswith('d.txt:1:10: wrong preposition: native writers write "depend on" ')
    assert first.endswith(", 90% sure")
    assert rest == ('    I depend of you.\n             ^^ write "on" (80%) or "upon" (10%)\n\n')


def test_what_is_missing_and_what_is_not_needed_are_told_in_their_own_words() -> None:
    [missing, unneeded] = shown("I listen music. We discuss about it.")
    assert 'native writers write "listen to something"' in missing
    assert '^ insert "to" (80%)' in missing
    assert '"discuss" with an object and no preposition' in unneeded
    assert "leave it out (70%)" in unneeded


def test_improbable_suggestions_are_left_out_but_for_the_best() -> None:
    options = (Suggestion("on", 0.04), Suggestion("to", 0.3), Suggestion("by", 0.01))
    assert best_suggestions(options) == options[:2]
    assert best_suggestions(()) == ()


@pytest.mark.parametrize("n_words", [0, 5, 40, 400])
def test_long_sentences_are_cut_around_the_mark(n_words: int) -> None:
    words = "and so on " * n_words
    [found] = shown(f"{words}I depend of you {words}")
    _, sentence, mark, *_ = found.split("\n")
    assert len(sentence) < 100
    start = mark.index("^")
    assert sentence[start : start + 2] == "of"


@pytest.mark.parametrize("n_letters", [50, 100, 10_000])
def test_a_long_word_is_cut_to_what_fits_a_line(n_letters: int) -> None:
    sentence = from_words("d.1", ["We", "see", "a" * n_letters, "and", "go"])
    flag = Flag("d.1:2-3:other", "mine", True, "spelling", 0.9)
    [found] = CheckedSentence("d.txt", Place(1, 1), sentence, (flag,)).findings
    what, text, mark, *_ = format_finding(found).split("\n")
    assert len(what) < 120
    assert len(text) < 110
    assert text.strip("… ").startswith("We see aaa")
    assert mark.index("^") == text.index("aaa")
    assert len(mark) < 110


def test_marks_stand_right_below_wide_letters() -> None:
    [found] = shown("漢字 I depend of you.")
    _, sentence, mark, *_ = found.split("\n")
    assert display_width(sentence[: sentence.index("of")]) == mark.index("^")


def test_colours_come_only_when_asked_for() -> None:
    [plain], [coloured] = shown("I depend of you."), shown("I depend of you.", colour=True)
    assert "\033" not in plain
    assert "\033[1;31mof\033[0m" in coloured


@given(st.text(max_size=30))
def test_no_text_can_steer_the_terminal(text: str) -> None:
    for found in shown(f"I depend of you {text}"):
        assert not set(found) & {"\033", "\r", "\b", "\u202e", "\x9b"}
        assert found.count("\n") == 4


@pytest.mark.parametrize("audience", ["learner", "teacher"])
def test_a_needless_of_after_a_quantity_is_found(audience: str) -> None:
    checker = TextChecker(DetectorOptions(audience=audience))
    checked = checker.check("There are many of people here.")
    assert [finding.text for finding in checked.findings] == ["of"]
    assert checked.fixed == "There are many people here."
