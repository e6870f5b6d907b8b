"""Places of findings."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solecism.finding import CheckedSentence, Place
from solecism.language.sentence_splitter import sentences
from solecism.sentence import from_words
from solecism.site import Flag, Suggestion


def test_a_place_is_found_behind_a_line_end() -> None:
    sentence = from_words("d.1", ["I", "depend", "of"], text="I depend\n of")
    flag = Flag("d.1:2-3:preposition", "me", True)
    [finding] = CheckedSentence("d.txt", Place(3, 1), sentence, (flag,)).findings
    assert finding.place == Place(4, 2)
    assert finding.place_of(0) == Place(3, 1)
    assert finding.place_of(8) == Place(3, 9)
    assert finding.text == "of"


def test_a_flag_that_says_ok_is_no_finding() -> None:
    [sentence] = sentences("I depend on you.", "d")
    flag = Flag("d.1:2-3:preposition", "me", False, confidence=0.1)
    assert CheckedSentence("d.txt", Place(1, 1), sentence, (flag,)).findings == ()


@given(st.text("a\n\r\u2028", max_size=20), st.text("a\n\r\u2028", max_size=20))
def test_places_add_up(first: str, second: str) -> None:
    start = Place(1, 1)
    assert start.after(first).after(second) == start.after(first + second)
    before = (first + second).split("\n")
    assert start.after(first + second) == Place(len(before), len(before[-1]) + 1)


def test_a_sentence_can_show_some_findings_only() -> None:
    [sentence] = sentences("I depend of you of course.", "d")
    first = Flag("d.1:2-3:preposition", "me", True, "wrong-preposition", 0.9, (Suggestion("on"),))
    second = Flag("d.1:4-5:preposition", "me", True, "wrong-preposition", 0.6)
    checked = CheckedSentence("d.txt", Place(1, 1), sentence, (first, second))
    assert checked.showing(lambda finding: True) is checked
    shown = checked.showing(lambda finding: finding.start > 10)
    assert shown.flags == (Flag("d.1:2-3:preposition", "me", False, confidence=0.9), second)
    assert [finding.start for finding in shown.findings] == [16]
