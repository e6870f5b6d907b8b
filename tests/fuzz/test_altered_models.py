"""Models with altered arrays are refused when they are read, each in one line."""

from __future__ import annotations

import io
import zlib
from typing import Any

import numpy as np
import pytest

from fuzzed_models import models
from fuzzed_readers import Reader
from mutations import mutated_arrays
from parser_grammars import example_grammar
from solecism.errors import ModelError
from solecism.language import chunker
from solecism.system.archive import Arrays
from solecism_lab.parse.grammar import grammar

OF_ARRAYS = [model for model in models() if model.mutate is mutated_arrays]


def unpacked(data: bytes) -> Arrays:
    with np.load(io.BytesIO(data)) as archive:
        return {name: archive[name] for name in archive.files}


def packed(arrays: Arrays) -> bytes:
    stream = io.BytesIO()
    named: dict[str, Any] = {**arrays}
    np.savez(stream, **named)
    return stream.getvalue()


@pytest.mark.parametrize("model", OF_ARRAYS, ids=lambda model: model.name)
def test_an_array_of_another_type_or_shape_is_refused(model: Reader) -> None:
    [data] = model.seeds()
    arrays = unpacked(data)
    for name, array in arrays.items():
        if name == "version":
            continue
        for altered in (array[..., None], np.zeros(array.shape, bool)):
            with pytest.raises(ModelError, match=r"m\.npz"):
                model.read(packed({**arrays, name: altered}))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rules", 3_000),
        ("rules", -1),
        ("chains", 3_000),
        ("sizes", 0),
        ("sizes", 30_000),
        ("n_entries", -5),
        ("entries", 4_000_000_000),
        ("n_rows", 1 << 60),
        ("bounds", 60_000),
        ("subsymbols", 65_535),
        ("counts", -1.0),
        ("probs", 7.0),
        ("totals", np.nan),
    ],
)
def test_an_index_of_a_grammar_that_leads_nowhere_is_refused(name: str, value: float) -> None:
    arrays = unpacked(grammar.format(example_grammar()))
    arrays[name].reshape(-1)[-1] = value
    with pytest.raises(ModelError, match=r"m\.npz: not a model, or damaged: .* Train it again"):
        grammar.parse(packed(arrays), file="m.npz")


def test_a_feature_of_a_chunker_that_is_too_high_is_refused() -> None:
    data = zlib.decompress(chunker.BUNDLED_MODEL.read_bytes())
    n_head = data.index(b"\n") + 1 + 2 * chunker.N_LABELS**2
    altered = data[:n_head] + b"\xff\xff\xff\xff" + data[n_head + 4 :]
    with pytest.raises(ModelError, match="a feature"):
        chunker.from_bytes(zlib.compress(altered), file="m.zz")
