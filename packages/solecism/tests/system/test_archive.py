"""Archives of arrays: what is written is read, as copies or in place, and damage is told."""

from __future__ import annotations

import io
from contextlib import suppress
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays, scalar_dtypes

from solecism.errors import ModelError
from solecism.system import archive

ARRAYS: archive.Arrays = {
    "weights": np.arange(6, dtype=np.int8).reshape(2, 3),
    "columns": np.asfortranarray(np.arange(6, dtype=np.float32).reshape(2, 3)),
    "names": np.array(["one", "two"]),
    "scale": np.array(0.5),
    "none": np.zeros((0, 4), dtype=np.uint16),
}


def parsed(data: bytes, *, views: bool = False) -> archive.Arrays:
    return archive.parse(data, version=3, file="m.npz", remedy="Train it.", views=views)


@pytest.mark.parametrize("compressed", [True, False])
@pytest.mark.parametrize("views", [True, False])
def test_what_is_written_is_read(compressed: bool, views: bool) -> None:
    found = parsed(archive.format(ARRAYS, version=3, compressed=compressed), views=views)
    assert sorted(found) == sorted([*ARRAYS, "version"])
    for name, expected in ARRAYS.items():
        assert found[name].dtype == expected.dtype
        np.testing.assert_array_equal(found[name], expected, strict=True)
        assert found[name].flags.f_contiguous == expected.flags.f_contiguous


@given(arrays(scalar_dtypes(), array_shapes(min_dims=0, min_side=0)))
def test_any_array_is_read_as_numpy_reads_it(array: npt.NDArray[Any]) -> None:
    data = archive.format({"array": array}, version=3, compressed=False)
    expected = np.load(io.BytesIO(data))["array"]
    np.testing.assert_array_equal(parsed(data, views=True)["array"], expected, strict=True)


def test_views_cannot_be_written_to_and_copies_can() -> None:
    data = archive.format(ARRAYS, version=3, compressed=False)
    parsed(data)["weights"][0, 0] = 9
    with pytest.raises(ValueError, match="read-only"):
        parsed(data, views=True)["weights"][0, 0] = 9
    assert parsed(data)["weights"][0, 0] == 0


@given(st.integers(0, 1 << 20), st.integers(1, 255), st.booleans())
def test_a_changed_byte_is_told_or_changes_nothing(place: int, change: int, packed: bool) -> None:
    data = bytearray(archive.format(ARRAYS, version=3, compressed=packed))
    data[place % len(data)] ^= change
    with suppress(ModelError):
        for name, array in parsed(bytes(data), views=True).items():
            if name in ARRAYS:
                np.testing.assert_array_equal(array, ARRAYS[name])


def test_other_names_and_versions_are_told() -> None:
    data = archive.format(ARRAYS, version=2)
    with pytest.raises(ModelError, match=r"m\.npz: not a model of version 3\. Train it\."):
        parsed(data)
    with pytest.raises(ModelError, match="not a model of version 2"):
        archive.parse(data, names=["weights"], version=2, file="m.npz", remedy="")


def test_objects_are_never_unpickled() -> None:
    stream = io.BytesIO()
    np.savez(stream, version=np.array(3), weights=np.full(1000, None))
    with pytest.raises(ModelError, match="not a model, or damaged"):
        parsed(stream.getvalue())
