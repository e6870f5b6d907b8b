"""The compact table: counts go in and come out again."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.extraneous.language_model import NgramTable, compact, from_arrays, to_arrays
from solecism.errors import ModelError

contents = st.dictionaries(
    # Hashes whose upper halves, the fingerprints, all differ.
    st.integers(0, 2**32 - 1).map(lambda upper: upper << 32),
    st.integers(1, 50_000_000),
    min_size=1,
    max_size=50,
)


def table_of(counts: dict[int, int]) -> NgramTable:
    hashes = np.array(list(counts), dtype=np.uint64)
    return compact(hashes, np.array(list(counts.values())), n_words=sum(counts.values()))


@given(contents)
def test_counts_are_found_again_to_within_four_per_cent(counts: dict[int, int]) -> None:
    table = table_of(counts)
    found = table.look_up(np.array(list(counts), dtype=np.uint64))
    np.testing.assert_allclose(found, list(counts.values()), rtol=0.04)


@given(contents, st.integers(0, 2**64 - 1))
def test_what_is_not_in_the_table_has_count_0(counts: dict[int, int], other: int) -> None:
    table = table_of(counts)
    is_there = other >> 32 in {hash >> 32 for hash in counts}
    assert table.has(other) == is_there


@given(contents)
def test_a_table_is_rebuilt_from_its_arrays(counts: dict[int, int]) -> None:
    table = table_of(counts)
    again = from_arrays(to_arrays(table), file="lm.npz")
    np.testing.assert_array_equal(again.keys, table.keys)
    np.testing.assert_array_equal(again.counts, table.counts)
    assert again.n_words == table.n_words


def test_of_two_with_one_fingerprint_the_more_frequent_stays() -> None:
    alike = np.array([7 << 32, (7 << 32) + 1], dtype=np.uint64)
    table = compact(alike, np.array([3, 90]), n_words=93)
    assert len(table) == 1
    assert table.look_up(np.array([7 << 32], dtype=np.uint64))[0] == pytest.approx(90, rel=0.04)


@pytest.mark.parametrize("name", ["n_in_bucket", "lower_halves", "counts"])
def test_a_damaged_table_is_told(name: str) -> None:
    arrays = to_arrays(table_of({1 << 40: 5, 1 << 50: 6}))
    arrays[name] = arrays[name][1:]
    with pytest.raises(ModelError, match=r"^lm.npz: its table of n-grams is damaged"):
        from_arrays(arrays, file="lm.npz")
