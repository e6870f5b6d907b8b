"""The graphs say what the networks say, as far as 8 bits go."""

from __future__ import annotations

import numpy as np
import pytest

from solecism.detect.network import model
from solecism.detect.network.reading import encoded, inputs_of, read
from solecism.numeric import Floats32, Ints
from solecism_lab.train.network import onnx_graph
from solecism_lab.train.network.encoder import Shape
from strong_models import LARGE_SHAPE, PIECES, RELATIVE_SHAPE, SHAPE, random_model, random_network

# As many pieces in one as in the other.
WORDS = [["we", "Wait", "of", "the", "b", "."], ["The", "bus", "of", "it", "is", "."]]
INPUTS = inputs_of(encoded(WORDS, PIECES), np.arange(2))
HEADS = [f"{head}.sum" for head in onnx_graph.HEADS]


def real(shape: Shape = SHAPE, inputs: dict[str, Ints] = INPUTS) -> list[Floats32]:
    network = onnx_graph.measuring_graph(random_network(shape))
    return list(model.session_of(network).run(HEADS, inputs))


@pytest.mark.parametrize("shape", [SHAPE, RELATIVE_SHAPE])
def test_whole_numbers_are_near_real_ones(shape: Shape) -> None:
    graph = onnx_graph.score_graph(random_network(shape), notes={})
    whole = model.session_of(graph).run(HEADS, INPUTS)
    for mine, right in zip(whole, real(shape), strict=True):
        assert np.abs(mine - right).mean() < 0.15 * np.abs(right).mean()


# Sentences of two pieces, and longer ones than the distances that attention tells apart.
SENTENCES = [WORDS, [["a"], ["b"]], [["we", "wait", "."] * 3, ["bus", "of", "the", "it"] * 2]]
LENGTHS = [inputs_of(encoded(words, PIECES), np.arange(2)) for words in SENTENCES]


@pytest.mark.parametrize("inputs", LENGTHS)
@pytest.mark.parametrize("shape", [SHAPE, LARGE_SHAPE, RELATIVE_SHAPE])
def test_the_graph_computes_the_network(shape: Shape, inputs: dict[str, Ints]) -> None:
    torch = pytest.importorskip("torch")
    from solecism_lab.train.network.network import head, states

    weights = random_network(shape).weights
    tensors = {name: torch.tensor(values) for name, values in weights.items()}
    with torch.no_grad():
        state = states(
            tensors, torch.tensor(inputs["pieces"]), torch.tensor(inputs["cases"]), shape
        )
        asked = state.flatten(0, 1)[torch.tensor(inputs["rows"])]
        right = [head(asked, tensors, name).numpy() for name in onnx_graph.HEADS]
    for mine, theirs in zip(real(shape, inputs), right, strict=True):
        assert mine == pytest.approx(theirs, rel=0.02, abs=0.05)


def test_ranges_are_those_of_all_batches() -> None:
    session = model.session_of(onnx_graph.measuring_graph(random_network()))
    code = encoded(WORDS, PIECES)
    alone = [
        onnx_graph.measured_ranges(session, [inputs_of(code, np.array([number]))])
        for number in (0, 1)
    ]
    together = onnx_graph.measured_ranges(session, [INPUTS])
    assert {"asked", "0.qkv", "1.down"} < set(together)
    for name, (least, greatest) in together.items():
        assert least == pytest.approx(np.minimum(*(each[name][0] for each in alone)), abs=1e-5)
        assert greatest == pytest.approx(np.maximum(*(each[name][1] for each in alone)), abs=1e-5)


def test_the_bytes_of_a_graph_are_read_like_a_model() -> None:
    session = model.session_of(onnx_graph.score_graph(random_network(), notes={"a": "b"}))
    assert session.get_modelmeta().custom_metadata_map == {"a": "b"}
    mine = read(WORDS, session, PIECES)
    theirs = read(WORDS, random_model().session, PIECES)
    assert mine.words == pytest.approx(theirs.words, abs=0.05)
