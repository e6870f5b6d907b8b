"""Batches that part no run of items."""

from __future__ import annotations

from itertools import chain, groupby

from hypothesis import given
from hypothesis import strategies as st

from solecism.system.processes import batches, batches_of_runs


@given(st.lists(st.sampled_from("abc")), st.integers(1, 6))
def test_runs_stay_together_and_long_ones_are_cut_from_their_beginning(
    items: list[str], size: int
) -> None:
    found = list(batches_of_runs(items, str, size))
    assert list(chain.from_iterable(found)) == items
    assert all(0 < len(batch) < 2 * size for batch in found)
    parts = [part for _, run in groupby(items) for part in batches(run, size)]
    ends = set(accumulated(parts))
    assert all(end in ends for end in accumulated(found))


def accumulated(parts: list[list[str]]) -> list[int]:
    return [sum(map(len, parts[: number + 1])) for number in range(len(parts))]
