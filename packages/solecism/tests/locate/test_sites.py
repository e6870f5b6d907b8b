"""Sites of words and of edits."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.edit import Edit
from solecism.errors import InputError
from solecism.language.tagger import tag
from solecism.locate.sites import check_kinds, is_touched, located, sites_of
from solecism.sentence import Sentence, from_words
from solecism.site import KINDS, kinds_of
from strategies import edits, sentences

SENTENCE = from_words("note.1", "She depends of her parents since two year .".split())


def ids(sentence: Sentence, edit: Edit) -> list[str]:
    return [site.id.removeprefix("note.1:") for site in sites_of(sentence, edit)]


def test_prepositions_determiners_and_nouns_are_located() -> None:
    [tagged] = tag([SENTENCE])
    found = [site.id.removeprefix("note.1:") for site in located(tagged)]
    assert found == [
        "2-3:preposition",
        "5-6:preposition",
        "3-4:determiner",
        "4-5:number",
        "7-8:number",
    ]


def test_an_infinitive_has_no_preposition() -> None:
    sentence = from_words("note.1", "I want to go to Rome .".split())
    assert [site.start for site in located(sentence, kinds=["preposition"])] == [4]


def test_text_of_a_site_is_its_words() -> None:
    assert [site.text for site in located(SENTENCE, kinds=["preposition"])] == ["of", "since"]


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (Edit(2, ("of",), ("on",), "R:PREP"), ["2-3:preposition"]),
        (Edit(2, ("of",), (), "U:PREP"), ["2-3:preposition"]),
        (Edit(1, ("depends", "of"), ("depends", "on"), "Prep"), ["2-3:preposition"]),
        (Edit(2, ("of", "her"), ("on", "her"), "RT"), ["2-3:preposition"]),
        (Edit(6, (), ("for",), "M:PREP"), ["6-6:preposition"]),
        (Edit(5, ("since",), ("since", "about"), "Prep"), ["6-6:preposition"]),
        (Edit(0, ("She",), ("With", "she"), "M:PREP"), ["0-0:preposition"]),
        (Edit(1, ("depends", "of"), ("on",), "Prep"), ["2-3:preposition"]),
        (Edit(6, ("two", "year"), ("long",), "Prep"), ["6-7:preposition"]),
        (Edit(7, ("year",), ("years",), "Nn"), ["7-8:number"]),
        (Edit(3, ("her",), ("the",), "ArtOrDet"), ["3-4:determiner"]),
        (Edit(6, (), ("the",), "MD"), ["6-6:determiner"]),
        (Edit(5, ("since",), ("for", "the"), "RT+MD"), ["5-6:preposition", "5-6:determiner"]),
        (Edit(1, ("depends",), ("depend",), "R:VERB:SVA"), []),
    ],
)
def test_an_edit_points_at_one_site_of_its_kind(edit: Edit, expected: list[str]) -> None:
    assert ids(SENTENCE, edit) == expected


def test_an_edit_over_two_prepositions_touches_both_and_points_at_the_first() -> None:
    sentence = from_words("note.1", "He is from of our town .".split())
    edit = Edit(2, ("from", "of"), ("in",), "R:PREP")
    touched = [site.start for site in located(sentence) if is_touched(site, edit)]
    assert touched == [2, 3]
    assert [site.start for site in sites_of(sentence, edit)] == [2]


def test_an_insertion_does_not_touch_the_words_beside_it() -> None:
    edit = Edit(3, (), ("from",), "M:PREP")
    assert not any(is_touched(site, edit) for site in located(SENTENCE))


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(InputError, match="no kind of site 'verb'"):
        check_kinds(["verb"])


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("M:DET", ("determiner",)),
        ("NOUN:NUM", ("number",)),
        ("AGN", ("number",)),
        ("R:NOUN", ()),
        ("", ()),
        ("R:PREP+R:DET", ("preposition", "determiner")),
        ("Wform", ()),
    ],
)
def test_names_of_all_schemes_are_known(name: str, kinds: tuple[str, ...]) -> None:
    assert kinds_of(name) == kinds


@given(st.data())
def test_whatever_is_edited_an_edit_touches_the_sites_it_points_at(data: st.DataObject) -> None:
    sentence = data.draw(sentences())
    edit = data.draw(edits(sentence.words))
    for site in sites_of(sentence, edit):
        assert is_touched(site, edit)
        assert site.kind in KINDS
        assert edit.start <= site.start <= site.end <= edit.end
