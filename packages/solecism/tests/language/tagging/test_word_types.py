"""Words by number, and tables of what is worked out of them."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.language import word_types
from solecism.language.word_types import TypeTable, WordTypes, current_types


def lengths(words: Sequence[str]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array([len(word) for word in words], dtype=np.int64)


@given(st.lists(st.text()))
def test_numbers_give_the_words_back(words: list[str]) -> None:
    types = WordTypes()
    numbers = types.numbers(words).tolist()
    assert [types.words[number] for number in numbers] == words
    assert 0 not in numbers


@given(st.lists(st.lists(st.text())))
def test_every_word_is_worked_out_once_and_has_its_row(batches: list[list[str]]) -> None:
    asked: list[str] = []

    def work_out(words: Sequence[str]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        asked.extend(words)
        return lengths(words)

    types, table = WordTypes(), TypeTable(work_out, np.array(-1))
    for words in batches:
        numbers = types.numbers(words)
        rows = table.rows(types)
        assert rows[numbers].tolist() == lengths(words).tolist()
        assert rows[0] == -1
    assert len(asked) == len(set(asked)) == len(types)


def test_other_types_have_rows_of_their_own() -> None:
    table, first, second = TypeTable(lengths, np.array(0)), WordTypes(), WordTypes()
    first.numbers(["a", "house"])
    second.numbers(["houses"])
    assert table.rows(first)[:3].tolist() == [0, 1, 5]
    assert table.rows(second)[:2].tolist() == [0, 6]
    assert table.rows(first)[:3].tolist() == [0, 1, 5]


def test_too_many_types_are_let_go_but_for_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_types, "_current", [WordTypes()])
    monkeypatch.setattr(word_types, "_MAX_TYPES", 2)
    monkeypatch.setattr(word_types, "_N_STAYING", 1)
    types = current_types()
    types.numbers(["a", "b"])
    assert current_types() is types
    types.numbers(["c"])
    assert current_types() is not types
    assert current_types().words == ["", "a"]


@given(st.lists(st.lists(st.text(max_size=3))))
def test_rows_fit_their_words_after_a_renewal(batches: list[list[str]]) -> None:
    asked: list[str] = []

    def work_out(words: Sequence[str]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        asked.extend(words)
        return lengths(words)

    types, table = WordTypes(), TypeTable(work_out, np.array(-1))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(word_types, "_N_STAYING", 3)
        types.numbers(["", "a", "b", "c"])
        for words in batches:
            older, types = types, types.renewed()
            for each in (types, older):
                numbers = each.numbers(words)
                assert table.rows(each)[numbers].tolist() == lengths(words).tolist()
    assert [asked.count(word) for word in ("", "a", "b")] == [bool(batches)] * 3


def test_rows_that_were_given_before_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_types, "_N_STAYING", 1)
    table, types = TypeTable(lengths, np.array(0)), WordTypes()
    numbers = types.numbers(["a", "house"])
    rows = table.rows(types)
    renewed = types.renewed()
    renewed.numbers(["houses"])
    assert table.rows(renewed)[:3].tolist() == [0, 1, 6]
    assert rows[numbers].tolist() == [1, 5]


def test_threads_do_not_give_a_number_twice() -> None:
    types = WordTypes()
    words = [str(number) for number in range(3_000)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: types.numbers(words).tolist(), range(8)))
    assert len(types.words) == len(words) + 1
    assert all([types.words[number] for number in numbers] == words for numbers in found)
