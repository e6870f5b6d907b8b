"""Parts of an experiment are computed once."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest

from solecism.figure import Figure, Interval
from solecism_lab.papers.page import SavedParts


@dataclass(frozen=True)
class Part:
    """A part with all that a part can hold."""

    figures: dict[str, Figure]
    values: list[float]


PART = Part({"kappa": Figure(0.5, name="kappa", interval=Interval(0.4, 0.6))}, [math.nan, 2.0])


def fail() -> Part:
    raise AssertionError("computed again")


def test_a_saved_part_is_not_computed_again() -> None:
    store: dict[str, bytes] = {}
    SavedParts(store, key="seed:1").part("cloze", Part, lambda: PART)
    again = SavedParts(store, key="seed:1").part("cloze", Part, fail)
    assert again.figures == PART.figures
    assert math.isnan(again.values[0])


def test_a_part_of_other_settings_is_computed() -> None:
    store: dict[str, bytes] = {}
    SavedParts(store, key="seed:1").part("cloze", Part, lambda: PART)
    with pytest.raises(AssertionError, match="computed again"):
        SavedParts(store, key="seed:2").part("cloze", Part, fail)


def test_a_damaged_part_is_computed_again() -> None:
    store: dict[str, bytes] = {}
    SavedParts(store).part("cloze", Part, lambda: PART)
    [name] = store
    store[name] = store[name][:-4]
    assert SavedParts(store).part("cloze", Part, lambda: PART) == PART


def test_progress_counts_saved_parts_too() -> None:
    done: list[tuple[int, int | None]] = []
    parts = SavedParts(n_parts=2, progress=lambda n, total: done.append((n, total)))
    for name in "ab":
        parts.part(name, int, lambda: 1)
    assert done == [(1, 2), (2, 2)]
