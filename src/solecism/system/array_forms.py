"""The form of a model's arrays, which is checked when the model is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt


class Form(NamedTuple):
    """The type of an array's numbers, and the size of each of its dimensions.

    A size is a number, or a name for a size that is the same wherever the name stands.
    """

    dtype: str
    shape: tuple[int | str, ...] = ()


def form(dtype: str, *shape: int | str) -> Form:
    """The form of an array; one without sizes is a single number."""
    return Form(dtype, shape)


def check_forms(
    arrays: Mapping[str, npt.NDArray[Any]],
    forms: Mapping[str, Form],
    *,
    sizes: Mapping[str, int] | None = None,
) -> dict[str, int]:
    """The sizes by name; ValueError if an array has another form, or a number that is not finite.

    >>> arrays = {"keys": np.zeros(3, np.uint8), "rows": np.zeros((3, 2), np.float32)}
    >>> check_forms(arrays, {"keys": form("uint8", "n"), "rows": form("float32", "n", "width")})
    {'n': 3, 'width': 2}
    """
    known = dict(sizes or {})
    for name, (dtype, shape) in forms.items():
        array = arrays[name]
        is_right = array.dtype.kind == "U" if dtype == "str" else array.dtype == np.dtype(dtype)
        if not is_right or array.ndim != len(shape):
            raise ValueError(f"{name} is {array.dtype}{array.shape}, not {dtype}{shape}")
        for size, expected in zip(array.shape, shape, strict=True):
            wanted = known.setdefault(expected, size) if isinstance(expected, str) else expected
            if size != wanted:
                raise ValueError(f"{name} has the shape {array.shape}, which does not fit")
        if array.dtype.kind == "f" and not np.isfinite(array).all():
            raise ValueError(f"{name} has a number that is not finite")
    return known


def check_range(
    name: str, numbers: npt.NDArray[Any], least: float, below: float = float("inf")
) -> None:
    """Raise ValueError if a number is less than `least`, or not less than `below`."""
    if numbers.size and not (numbers.min() >= least and numbers.max() < below):
        shown = f"{numbers.min()} to {numbers.max()}"
        raise ValueError(f"{name} has numbers from {shown}, not from {least} to below {below}")


def check_ascending(name: str, numbers: npt.NDArray[Any]) -> None:
    """Raise ValueError if the numbers do not ascend."""
    if not (numbers[1:] > numbers[:-1]).all():
        raise ValueError(f"{name} is not in ascending order")
