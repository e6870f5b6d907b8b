"""Pretrained encoders in their folders."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from deberta_folder import safetensors
from solecism.detect.network.reading import SPECIAL
from solecism.errors import ModelError
from solecism_lab.train.network import encoder


def test_weights_are_read_by_name(tmp_path: Path) -> None:
    matrix = np.arange(6, dtype=np.float16).reshape(2, 3)
    data = safetensors({"bert.a": matrix, "b": np.ones(2, np.float32)})
    (tmp_path / "model.safetensors").write_bytes(data)
    found = encoder.read_weights(tmp_path)
    assert found["a"].tolist() == matrix.tolist()
    assert found["b"].dtype == np.float32


def test_pieces_come_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    vocabulary = {piece: number for number, piece in enumerate([*SPECIAL, "b", "a"])}
    (tmp_path / "tokenizer.json").write_text(json.dumps({"model": {"vocab": vocabulary}}))
    assert encoder.read_pieces(tmp_path).vocabulary == (*SPECIAL, "b", "a")


def test_what_is_no_encoder_is_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="No such file"):
        encoder.read_pieces(tmp_path)
    (tmp_path / "tokenizer.json").write_text('{"model": {"vocab": {"a": 0}}}')
    with pytest.raises(ModelError, match="BERT"):
        encoder.read_pieces(tmp_path)
    with pytest.raises(ModelError, match=r"config\.json"):
        encoder.pretrained_weights({}, encoder.Shape())


@given(st.binary(max_size=60))
def test_any_bytes_are_weights_or_an_error(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    folder = tmp_path_factory.mktemp("encoder")
    (folder / "model.safetensors").write_bytes(data)
    with suppress(ModelError):
        assert isinstance(encoder.read_weights(folder), dict)
