"""The network gives the same probabilities whether or not it is told to be exact."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from solecism.detect.network import model
from solecism.detect.network.model import BUNDLED_MODEL
from solecism.detect.network.reading import read
from solecism.detect.network.tuning import untuned
from solecism_lab.train.network.onnx_graph import score_graph
from strong_models import PIECES, RELATIVE_SHAPE, REPAIRS, random_network

EXACT = "session.x64quantprecision"
SENTENCES = ["I am agree with you .".split(), "He have two dog and like they .".split()]


def test_the_graph_multiplies_by_the_largest_weights() -> None:
    weights = numpy_helper.from_array(np.full((4, 16), 127, np.int8), "b")
    graph = helper.make_graph(
        [helper.make_node("MatMulInteger", ["a", "b"], ["c"])],
        "g",
        [helper.make_tensor_value_info("a", TensorProto.UINT8, ["n", 4])],
        [helper.make_tensor_value_info("c", TensorProto.INT32, ["n", 16])],
        [weights],
    )
    assert onnx.load_from_string(model._GRAPH).graph == graph


@pytest.mark.parametrize("is_exact", [True, False])
def test_only_a_processor_that_saturates_is_told_to_be_exact(
    is_exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "are_products_exact", lambda: is_exact)
    options = model.session_of(BUNDLED_MODEL).get_session_options()
    if is_exact:
        with pytest.raises(RuntimeError):
            options.get_session_config_entry(EXACT)
    else:
        assert options.get_session_config_entry(EXACT) == "1"


def relative_attention() -> bytes:
    """A network with the attention of DeBERTa."""
    notes = model.notes_of(PIECES, REPAIRS, untuned(), untuned())
    return score_graph(random_network(RELATIVE_SHAPE), notes=notes)


@pytest.mark.parametrize("source", [lambda: BUNDLED_MODEL, relative_attention])
def test_a_processor_that_is_exact_gives_the_same_probabilities_as_one_that_is_told(
    monkeypatch: pytest.MonkeyPatch, source: Callable[[], bytes | Path]
) -> None:
    network = source()
    pieces = model.parse(network, file="a network").pieces
    told = []
    for is_exact in (model.are_products_exact(), False):
        monkeypatch.setattr(model, "are_products_exact", lambda is_exact=is_exact: is_exact)
        told.append(read(SENTENCES, model.session_of(network), pieces))
    assert np.array_equal(told[0].words, told[1].words)
    assert np.array_equal(told[0].gaps, told[1].gaps)
