"""The graph says what the network says, as far as 8 bits go."""

from __future__ import annotations

import numpy as np
import onnxruntime
import pytest

from solecism.detect.strong.encode import encoded
from solecism.detect.strong.read import inputs_of
from solecism.detect.training.strong import graph
from strong_models import PIECES, SHAPE, random_model, random_weights

CODE = encoded([["we", "Wait", "for", "the", "bus", "."], ["of", "it"]], PIECES)
INPUTS = inputs_of(CODE, np.arange(2))
HEADS = [f"{head}.sum" for head in graph.HEADS]


def plain() -> onnxruntime.InferenceSession:
    data = graph.graph(random_weights(), SHAPE, notes={}).SerializeToString()
    return onnxruntime.InferenceSession(data, providers=["CPUExecutionProvider"])


def test_whole_numbers_are_near_real_ones() -> None:
    real = plain().run(HEADS, INPUTS)
    whole = random_model().session.run(HEADS, INPUTS)
    for mine, right in zip(whole, real, strict=True):
        assert np.abs(mine - right).mean() < 0.15 * np.abs(right).mean()


def test_the_graph_computes_the_network() -> None:
    torch = pytest.importorskip("torch")
    from solecism.detect.training.strong.network import head, states

    tensors = {name: torch.tensor(values) for name, values in random_weights().items()}
    with torch.no_grad():
        state = states(
            tensors, torch.tensor(INPUTS["pieces"]), torch.tensor(INPUTS["cases"]), SHAPE
        )
        asked = state.flatten(0, 1)[torch.tensor(INPUTS["rows"])]
        right = [head(asked, tensors, name).numpy() for name in graph.HEADS]
    for mine, theirs in zip(plain().run(HEADS, INPUTS), right, strict=True):
        assert mine == pytest.approx(theirs, rel=0.02, abs=0.05)


def test_channels_of_great_range_are_made_smaller() -> None:
    channels = (np.array([-1.0, -1, -1, -8], np.float32), np.array([1.0, 1, 1, 2], np.float32))
    assert graph.smoothing(channels).tolist() == [1, 1, 1, 4]


def test_rows_are_rounded_by_a_scale_each() -> None:
    matrix = np.array([[1.0, -0.5], [0.0, 0.0], [100.0, 50.0]], np.float32)
    values, scales = graph.rounded_rows(matrix)
    assert values.tolist() == [[127, -64], [0, 0], [127, 64]]
    assert values * scales[:, None] == pytest.approx(matrix, abs=0.4)
