"""Forms of verbs, nouns, determiners and adjectives."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from places import ORACLES
from solecism.language.lemmas import (
    VERB_TAGS,
    Number,
    grammatical_number,
    inflect,
    lemma,
    with_case_of,
    with_number,
)

ORACLE = ORACLES / "inflection.txt"
COLUMNS = {"verb": ("VBZ", "VBD", "VBN", "VBG"), "noun": ("NNS",), "adjective": ("JJR", "JJS")}
NOUNS = st.sampled_from("cat city box knife hero day church child mouse series kiss".split())
SINGULAR, PLURAL = get_args(Number)


def test_every_form_of_the_list_is_known() -> None:
    wrong = []
    for line in ORACLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            kind, base, *columns = line.split("\t")
            for tag, column in zip(COLUMNS[kind], columns, strict=True):
                forms = inflect(base, tag)
                if forms[0] not in column.split("/") or not set(column.split("/")) <= set(forms):
                    wrong.append((base, tag, forms))
    assert wrong == []


def test_be_has_all_its_forms() -> None:
    assert {tag: inflect("be", tag) for tag in VERB_TAGS} == {
        "VB": ("be",),
        "VBP": ("are", "am"),
        "VBZ": ("is",),
        "VBD": ("was", "were"),
        "VBG": ("being",),
        "VBN": ("been",),
    }


@given(st.text("abcdefghilmnoprstuvwy", min_size=3, max_size=9))
def test_every_verb_has_a_form_under_every_tag(base: str) -> None:
    assert all(form for tag in VERB_TAGS for form in inflect(base, tag))


@pytest.mark.parametrize(
    ("word", "tag", "expected"),
    [
        ("beautiful", "JJR", "more beautiful"),
        ("tired", "JJS", "most tired"),
        ("quickly", "RBR", "more quickly"),
        ("must", "MD", "must"),
        ("ex-wife", "NNS", "ex-wives"),
        ("BOX", "NNS", "BOXES"),
        ("Study", "VBZ", "Studies"),
        ("blorf", "VBG", "blorfing"),
        ("Kennedy", "NNPS", "Kennedys"),
    ],
)
def test_forms_of_awkward_lemmas(word: str, tag: str, expected: str) -> None:
    assert inflect(word, tag)[0] == expected


@pytest.mark.parametrize(
    ("singular", "plural", "singular_tag", "plural_tag"),
    [
        ("Child", "Children", "NN", "NNS"),
        ("CHILD", "CHILDREN", "NN", "NNS"),
        ("person", "people", "NN", "NNS"),
        ("American", "Americans", "NNP", "NNPS"),
        ("this", "these", "DT", "DT"),
        ("That", "Those", "DT", "DT"),
        ("another", "other", "DT", "DT"),
        ("is", "are", "VBZ", "VBP"),
        ("'s", "'re", "VBZ", "VBP"),
        ("was", "were", "VBD", "VBD"),
        ("has", "have", "VBZ", "VBP"),
        ("Does", "Do", "VBZ", "VBP"),
        ("goes", "go", "VBZ", "VBP"),
        ("tries", "try", "VBZ", "VBP"),
        ("I", "we", "PRP", "PRP"),
        ("itself", "themselves", "PRP", "PRP"),
    ],
)
def test_number_goes_both_ways(
    singular: str, plural: str, singular_tag: str, plural_tag: str
) -> None:
    assert grammatical_number(singular, singular_tag) == SINGULAR
    assert with_number(singular, singular_tag, PLURAL) == plural
    assert with_number(plural, plural_tag, SINGULAR) == singular


@pytest.mark.parametrize(
    ("word", "tag", "expected"),
    [
        ("every", "DT", "singular"),
        ("both", "DT", "plural"),
        ("many", "JJ", "plural"),
        ("one", "CD", "singular"),
        ("12", "CD", "plural"),
        ("these", "DT", "plural"),
        ("the", "DT", None),
        ("you", "PRP", None),
        ("went", "VBD", None),
        ("were", "VBD", "plural"),
        ("are", "VBP", "plural"),
        ("am", "VBP", "singular"),
        ("quickly", "RB", None),
    ],
)
def test_number_is_what_the_form_says(word: str, tag: str, expected: Number | None) -> None:
    assert grammatical_number(word, tag) == expected


@pytest.mark.parametrize(
    ("word", "tag", "wanted", "expected"),
    [
        ("an", "DT", "plural", ""),
        ("am", "VBP", "plural", "are"),
        ("am", "VBP", "singular", "am"),
        ("the", "DT", "plural", "the"),
        ("can", "MD", "plural", "can"),
        ("went", "VBD", "singular", "went"),
        ("houses", "NNS", "plural", "houses"),
        ("house", "NN", "singular", "house"),
    ],
)
def test_words_without_another_number_stay(
    word: str, tag: str, wanted: Number, expected: str
) -> None:
    assert with_number(word, tag, wanted) == expected


@given(NOUNS, st.sampled_from([str.lower, str.upper, str.capitalize]))
def test_plural_and_back_is_the_noun_again(noun: str, case: object) -> None:
    assert callable(case)
    word = case(noun)
    assert with_number(with_number(word, "NN", PLURAL), "NNS", SINGULAR) == word


@given(st.sampled_from("stop visit panic hope die travel lie run be go undo".split()))
def test_every_form_leads_back_to_its_verb(base: str) -> None:
    for tag, forms in ((tag, inflect(base, tag)) for tag in VERB_TAGS):
        assert {lemma(form, tag) for form in forms} == {base}


@given(st.text(max_size=6), st.text(max_size=6))
def test_case_changes_nothing_but_case(model: str, word: str) -> None:
    assert with_case_of(model, word).casefold() == word.casefold()
