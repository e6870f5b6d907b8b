"""Misspellings in checked texts, whatever the text is."""

from __future__ import annotations

import pytest

from solecism.checking.texts import check_text
from solecism.detect.detector import MISSPELLING
from solecism.detect.network.strong_detector import StrongDetector
from solecism.detect.registry import is_available
from solecism.finding import Finding
from strategies import lines

pytestmark = pytest.mark.skipif(not is_available(), reason="the bundled network cannot run")

CODE = "def f(x):\n    retval = x.strlen() + idx_buf[0x1f]\n    return retval\n"
ADDRESSES = (
    "Write to anna.kowalsk@exmaple.org or see https://exmaple.org/indx.html?q=recieve now.\n"
)
POEM = "The owlet wheels, the moonlight spills,\nO'er dusky dale and wooded hills.\n"


def misspellings(text: str) -> list[Finding]:
    checked = check_text(lines(text), StrongDetector(threshold=0.5), document="d", file="d.txt")
    findings = [finding for each in checked for finding in each.findings]
    return [finding for finding in findings if finding.kind == MISSPELLING]


@pytest.mark.parametrize(
    ("text", "word", "meant"),
    [
        ("The book that you gave me is very usefull.", "usefull", "useful"),
        ("I recieved your letter yesterday.", "recieved", "received"),
        ("We stayed at home becouse it rained.", "becouse", "because"),
        ("Our school is infront of the station.", "infront", "in front"),
        ("Becouse it rained, we stayed at home.", "Becouse", "Because"),
    ],
)
def test_a_misspelling_is_found_with_what_was_meant(text: str, word: str, meant: str) -> None:
    [finding] = misspellings(text)
    assert (finding.text, finding.suggestions[0]) == (word, meant)


def test_a_text_of_one_misspelt_word() -> None:
    [finding] = misspellings("beautifull")
    assert finding.suggestions[0] == "beautiful"


@pytest.mark.parametrize("text", [CODE, ADDRESSES, POEM])
def test_code_addresses_and_poems_are_not_misspelt(text: str) -> None:
    assert misspellings(text) == []


def test_good_words_and_names_are_not_misspelt() -> None:
    text = (
        "We walked from the dungeon past the bookshelves to the well-known theatre in Zagreb. "
        "My favorite colour is grey, and Mrs Kowalczyk organises the neighborhood's fair.\n"
    )
    assert misspellings(text) == []


@pytest.mark.parametrize("text", ["x" * 10_000, "omg u r l8 lol :-)) brb\n", "aaa bbb-ccc d'e"])
def test_odd_texts_are_checked(text: str) -> None:
    assert all(len(finding.text) < 40 for finding in misspellings(text))
