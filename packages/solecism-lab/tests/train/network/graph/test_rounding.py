"""States and weights in 8 bits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.detect.network import model
from solecism.detect.network.reading import encoded, inputs_of
from solecism.numeric import Floats32
from solecism_lab.train.network.model_file import measured
from solecism_lab.train.network.onnx_graph import (
    Network,
    Weights,
    evened,
    measuring_graph,
    rounded_rows,
    separated,
    smoothing,
    steps,
)
from strong_models import PIECES, SENTENCES, SHAPE, random_network


def floats(*values: float) -> Floats32:
    return np.array(values, np.float32)


def joined(weights: Weights) -> Weights:
    """The weights with queries, keys and values together, as networks have them."""
    found = dict(weights)
    for layer in range(SHAPE.n_layers):
        for kind in ("weight", "bias"):
            parts = [found[f"{layer}.{part}.{kind}"] for part in ("query", "key", "value")]
            found[f"{layer}.qkv.{kind}"] = np.concatenate(parts)
    return found


def test_channels_of_great_range_are_made_smaller() -> None:
    assert smoothing((floats(-1, -1, -1, -8), floats(1, 1, 1, 2))).tolist() == [1, 1, 1, 4]


def test_rows_are_rounded_by_a_scale_each() -> None:
    matrix = np.array([[1.0, -0.5], [0.0, 0.0], [100.0, 50.0]], np.float32)
    values, scales = rounded_rows(matrix)
    assert values.tolist() == [[127, -64], [0, 0], [127, 64]]
    assert values * scales[:, None] == pytest.approx(matrix, abs=0.4)


@given(st.floats(-1e3, 1e3), st.floats(-1e3, 1e3))
def test_steps_reach_from_the_least_to_the_greatest(one: float, other: float) -> None:
    found = steps((floats(min(one, other)), floats(max(one, other))))
    assert 0 <= found.zero <= 255
    assert -found.zero * found.size <= min(one, other, 0) + found.size
    assert (255 - found.zero) * found.size >= max(one, other, 0) - found.size


def test_an_evened_network_says_the_same() -> None:
    network = random_network()
    code = encoded(SENTENCES, PIECES)
    stretched = {
        name: (least, greatest * np.linspace(1, 40, len(greatest), dtype=np.float32))
        for name, (least, greatest) in network.ranges.items()
    }
    apart = separated(network.weights, n_layers=SHAPE.n_layers)
    weights, ranges = evened(apart, stretched, n_layers=SHAPE.n_layers)
    assert any((weights[name] != apart[name]).any() for name in weights)
    assert all(
        smoothing(ranges[f"{layer}.{name}"]).max() < 1.001
        for layer in range(SHAPE.n_layers)
        for name in ("out", "down")
    )
    inputs = inputs_of(code, np.array([0, 2]))
    mine, theirs = (
        model.session_of(measuring_graph(Network(each, SHAPE))).run(["words.sum"], inputs)[0]
        for each in (joined(weights), network.weights)
    )
    assert mine == pytest.approx(theirs, rel=1e-3, abs=1e-3)


def test_measuring_gives_a_range_for_every_channel() -> None:
    found = measured(Network(random_network().weights, SHAPE), encoded(SENTENCES, PIECES)).ranges
    assert found["0.down"][0].shape == (SHAPE.inner,)
    assert found["0.down"][0].min() >= 0
    assert found["asked"][1].shape == (SHAPE.width,)
