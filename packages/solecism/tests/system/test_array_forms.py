"""The form of arrays: types, sizes that must be equal, and ranges of numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from solecism.system.archive import check_arrays, check_ascending, check_range, spec

FORMS = {"keys": spec("uint8", "n"), "rows": spec("float32", "n", 2), "one": spec("int64")}
ARRAYS: dict[str, npt.NDArray[Any]] = {
    "keys": np.zeros(3, np.uint8),
    "rows": np.zeros((3, 2), np.float32),
    "one": np.array(5),
}


def test_arrays_that_fit_give_their_sizes() -> None:
    assert check_arrays(ARRAYS, FORMS) == {"n": 3}
    assert check_arrays(ARRAYS, FORMS, sizes={"n": 3, "m": 1}) == {"n": 3, "m": 1}


@pytest.mark.parametrize(
    ("name", "array", "problem"),
    [
        ("keys", np.zeros(3, np.int8), "keys is int8"),
        ("keys", np.zeros((3, 1), np.uint8), "keys is uint8"),
        ("keys", np.zeros(4, np.uint8), "rows has the shape"),
        ("rows", np.zeros((3, 3), np.float32), "rows has the shape"),
        ("rows", np.full((3, 2), np.nan, np.float32), "not finite"),
        ("one", np.array([5]), "one is int64"),
    ],
)
def test_an_array_of_another_form_is_told(name: str, array: npt.NDArray[Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        check_arrays({**ARRAYS, name: array}, FORMS)


def test_numbers_out_of_range_or_order_are_told() -> None:
    check_range("x", np.array([0, 4]), 0, 5)
    check_range("x", np.zeros(0), 0, 0)
    for numbers in ([-1, 4], [0, 5], [0, np.nan]):
        with pytest.raises(ValueError, match="x has numbers from"):
            check_range("x", np.array(numbers), 0, 5)
    check_ascending("x", np.array([1, 2, 9], np.uint32))
    for numbers in ([1, 1], [2, 1]):
        with pytest.raises(ValueError, match="x is not in ascending order"):
            check_ascending("x", np.array(numbers, np.uint32))
