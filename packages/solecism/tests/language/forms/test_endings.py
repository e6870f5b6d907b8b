"""Endings learned from pairs of forms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.errors import FormatError
from solecism.language.lemmas import (
    EndingChange,
    Endings,
    change_between,
    format_endings,
    learn_endings,
    parse_endings,
)

letters = st.text("abcdes", min_size=1, max_size=8)
pairs = st.dictionaries(letters, letters, max_size=40)


@given(letters, letters)
def test_a_change_takes_the_source_to_the_target(source: str, target: str) -> None:
    assert change_between(source, target).apply(source) == target


@given(pairs)
def test_learned_endings_give_back_every_pair(known: dict[str, str]) -> None:
    endings = learn_endings(known)
    assert {source: endings.apply(source) for source in known} == known


def test_unknown_words_follow_their_longest_known_ending() -> None:
    known = {"cats": "cat", "dogs": "dog", "pens": "pen", "cups": "cup"}
    known |= {"ponies": "pony", "cities": "city", "parties": "party", "lice": "louse"}
    endings = learn_endings(known)
    assert [endings.apply(word) for word in ("blorfs", "blories", "lice")] == [
        "blorf",
        "blory",
        "louse",
    ]


@given(st.dictionaries(st.sampled_from(["NNS to lemma", "VBD from lemma"]), pairs))
def test_parsing_undoes_formatting(known: dict[str, dict[str, str]]) -> None:
    tables = {name: learn_endings(table) for name, table in known.items()}
    assert parse_endings(format_endings(tables), file="x") == tables


@given(st.lists(st.text(max_size=12)))
def test_any_lines_give_tables_or_our_error(lines: list[str]) -> None:
    try:
        tables = parse_endings(lines, file="rules.txt")
    except FormatError:
        return
    assert all(isinstance(table, Endings) for table in tables.values())


def test_a_rule_outside_a_table_is_named_with_its_line() -> None:
    with pytest.raises(FormatError, match=r"rules.txt:2: '1y ies' is not a rule"):
        parse_endings(["", "1y ies"], file="rules.txt")


def test_a_number_of_very_many_digits_is_told() -> None:
    with pytest.raises(FormatError, match=r"rules.txt:2: a number of 5000 digits is too large"):
        parse_endings(["# plural", f"{'9' * 5000}s cat"], file="rules.txt")


def test_a_change_longer_than_the_word_leaves_only_the_ending() -> None:
    assert Endings({"s": EndingChange(1, "")}).apply("s") == ""
