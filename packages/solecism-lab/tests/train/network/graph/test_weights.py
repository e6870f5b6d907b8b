"""Weights out of a model file."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.detect.network import model
from solecism.detect.network.reading import encoded, inputs_of
from solecism.errors import ModelError
from solecism.numeric import Floats32
from solecism_lab.train.network import onnx_graph
from solecism_lab.train.network.encoder import Shape
from solecism_lab.train.network.model_file import read_network
from strong_models import LARGE_SHAPE, PIECES, RELATIVE_SHAPE, SHAPE, random_network, random_weights


@pytest.mark.parametrize("shape", [SHAPE, LARGE_SHAPE, RELATIVE_SHAPE])
def test_a_network_comes_back_as_far_as_8_bits_go(shape: Shape) -> None:
    data = onnx_graph.score_graph(random_network(shape), notes={})
    weights, found = read_network(data, n_distances=shape.n_distances)
    assert found == shape
    assert set(weights) == set(random_network(shape).weights)
    mine, right = (
        scores(onnx_graph.Network(each, shape)) for each in (weights, random_weights(shape))
    )
    assert np.abs(mine - right).mean() < 0.15 * np.abs(right).mean()


def scores(network: onnx_graph.Network) -> Floats32:
    session = model.session_of(onnx_graph.measuring_graph(network))
    inputs = inputs_of(encoded([["we", "wait", "of", "the", "bus"]], PIECES), np.arange(1))
    return np.asarray(session.run(["words.sum"], inputs)[0])


def test_distances_come_back() -> None:
    weights, _ = read_network(
        onnx_graph.score_graph(random_network(LARGE_SHAPE), notes={}), n_distances=8
    )
    right = random_network(LARGE_SHAPE).weights["distances"]
    # No piece is at distance 0 behind another: that class is never used.
    used = [0, 1, 2, 3, 5, 6, 7]
    assert weights["distances"][used] == pytest.approx(right[used])


@pytest.mark.parametrize("data", [b"", b"no graph", b"\x08\x0a"])
def test_what_is_no_model_is_told(data: bytes) -> None:
    with pytest.raises(ModelError, match="model"):
        read_network(data)
