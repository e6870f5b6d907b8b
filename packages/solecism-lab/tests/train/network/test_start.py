"""The start of a network: sizes, distances, and pieces that the encoder does not have."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from solecism.detect.network.reading import SPECIAL, Pieces
from solecism.errors import InputError, ModelError
from solecism_lab.train.network import encoder

CONFIG = {
    "model_type": "mpnet",
    "hidden_size": 768,
    "num_hidden_layers": 12,
    "num_attention_heads": 12,
    "intermediate_size": 3072,
    "relative_attention_num_buckets": 32,
}


def shape_of(folder: Path, **changes: object) -> encoder.Shape:
    (folder / "config.json").write_text(json.dumps({**CONFIG, **changes}))
    return encoder.read_shape(folder)


def test_an_mpnet_attends_by_distance_and_keeps_its_activation(tmp_path: Path) -> None:
    assert shape_of(tmp_path) == encoder.Shape(12, 12, 768, 3072, 256, "gelu", 32)


def test_a_small_bert_learns_to_do_with_relu(tmp_path: Path) -> None:
    changes = {"model_type": "bert", "hidden_size": 384, "relative_attention_num_buckets": 0}
    assert shape_of(tmp_path, **changes) == encoder.Shape(12, 12, 384, 3072, 512, "relu", 0)


@pytest.mark.parametrize("changes", [{"model_type": "gpt2"}, {"hidden_size": None}])
def test_another_encoder_is_told(tmp_path: Path, changes: dict[str, object]) -> None:
    with pytest.raises(ModelError, match=r"config\.json"):
        shape_of(tmp_path, **changes)


def test_near_distances_have_a_class_each_and_far_ones_share() -> None:
    classes = encoder.distance_classes(200, 32)
    # From the first piece on: itself, those behind it one by one, then on a logarithmic scale.
    assert classes[0, :9].tolist() == [0, 17, 18, 19, 20, 21, 22, 23, 24]
    assert classes[0, [11, 12, 16, 64, 127, 128, 199]].tolist() == [24, 25, 26, 30, 31, 31, 31]
    assert classes[8, :8].tolist() == [8, 7, 6, 5, 4, 3, 2, 1]


def test_a_piece_that_is_not_known_has_the_mean_of_its_parts() -> None:
    known = Pieces([*SPECIAL, "bus", "##es"])
    rows = np.arange(7, dtype=np.float32)[:, None]
    wanted = Pieces([*SPECIAL, "buses", "bus"])
    assert encoder.with_pieces(rows, known, wanted)[:, 0].tolist() == [0, 1, 2, 3, 4, 5.5, 5]


def test_a_deeper_network_has_each_layer_where_it_was() -> None:
    shape = encoder.Shape(n_layers=2, n_heads=1, width=4, inner=8, max_pieces=16)
    weights = encoder.random_weights(7, shape, seed=1)
    deep, its_shape = encoder.with_more_layers(weights, shape, 5)
    assert its_shape == encoder.Shape(n_layers=5, n_heads=1, width=4, inner=8, max_pieces=16)
    assert deep.keys() == encoder.random_weights(7, its_shape, seed=1).keys()
    for number, source in enumerate((0, 0, 0, 1, 1)):
        for part in ("qkv.weight", "norm2.bias"):
            assert deep[f"{number}.{part}"] is weights[f"{source}.{part}"]
    assert deep["pieces"] is weights["pieces"]


def test_layers_are_not_taken_away() -> None:
    shape = encoder.Shape(n_layers=2, n_heads=1, width=4, inner=8, max_pieces=16)
    with pytest.raises(InputError, match="has 2 layers, which is more than 1"):
        encoder.with_more_layers(encoder.random_weights(7, shape, seed=1), shape, 1)


def test_a_share_of_the_start_is_mixed_in_and_new_weights_stay() -> None:
    trained = {"pieces": np.array([1.0, 5.0], np.float32), "words.bias": np.ones(2, np.float32)}
    before = {"pieces": np.array([3.0, 1.0], np.float32), "gaps.bias": np.zeros(2, np.float32)}
    mixed = encoder.mixed_weights(trained, before, 0.25)
    assert mixed["pieces"].tolist() == [1.5, 4.0]
    assert mixed.keys() == trained.keys()
    assert mixed["words.bias"].tolist() == [1.0, 1.0]
    assert encoder.mixed_weights(trained, before, 0.0)["pieces"].tolist() == [1.0, 5.0]
