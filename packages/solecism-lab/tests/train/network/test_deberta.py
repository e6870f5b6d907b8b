"""DeBERTa encoders: their folders, and attention by the distances of pieces."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from deberta_folder import random_arrays, unigrams, write_deberta
from solecism.errors import ModelError
from solecism.numeric import Floats32
from solecism_lab.train.network import encoder

SHAPE = encoder.Shape(2, 2, 16, 32, 512, "gelu", n_buckets=8)
# Longer than the distances that are told apart, and one with padding.
PIECES = np.random.default_rng(7).integers(4, 60, (2, 24))
PIECES[1, 15:] = 0


def states_of(folder: Path) -> Floats32:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    from solecism_lab.train.network.network import states

    shape = encoder.read_shape(folder)
    weights = encoder.pretrained_weights(encoder.read_weights(folder), shape)
    weights["cases"] = np.zeros((4, shape.width), np.float32)
    tensors = {name: torch.tensor(values) for name, values in weights.items()}
    with torch.no_grad():
        pieces = torch.tensor(PIECES)
        return np.asarray(states(tensors, pieces, torch.zeros_like(pieces), shape).numpy())


def test_the_size_of_a_deberta_is_read(tmp_path: Path) -> None:
    assert encoder.read_shape(write_deberta(tmp_path)) == SHAPE
    listed = write_deberta(tmp_path, pos_att_type=["c2p", "p2c"], max_relative_positions=16)
    assert encoder.read_shape(listed) == SHAPE


@pytest.mark.parametrize(
    "changes",
    [
        {"share_att_key": False},
        {"pos_att_type": "c2p"},
        {"conv_kernel_size": 3},
        {"max_position_embeddings": 512},
    ],
)
def test_a_deberta_of_another_form_is_told(tmp_path: Path, changes: dict[str, object]) -> None:
    name = "position_buckets" if "max_position_embeddings" in changes else next(iter(changes))
    with pytest.raises(ModelError, match=rf"not a DeBERTa of version 3: its {name} is another"):
        encoder.read_shape(write_deberta(tmp_path, **changes))


def test_unigram_pieces_have_their_scores_and_the_mask_is_added(tmp_path: Path) -> None:
    pieces = encoder.read_pieces(write_deberta(tmp_path))
    assert pieces.vocabulary == (*(piece for piece, _ in unigrams()), "[MASK]")
    assert pieces.scores == (*(score for _, score in unigrams()), 0.0)
    assert [pieces.vocabulary[each] for each in pieces.of("friends")] == ["▁friend", "s"]


def test_distances_are_rows_and_far_ones_share_them() -> None:
    rows = encoder.relative_rows(20, 8).tolist()
    assert rows[20 - 5 : 20 + 6] == [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    assert rows[:6] == [*([0] * 5), 1]
    assert rows[-12:] == [14, *([15] * 11)]


def test_a_tiny_deberta_says_what_it_said(tmp_path: Path) -> None:
    found = states_of(write_deberta(tmp_path))
    expected = json.loads(Path(__file__).with_name("deberta_states.json").read_text())
    for (sentence, piece), right in zip(expected["places"], expected["states"], strict=True):
        assert found[sentence, piece] == pytest.approx(right, abs=2e-4)


@pytest.mark.filterwarnings("ignore")
def test_states_are_those_of_transformers(tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers", reason="transformers is not installed")
    torch = pytest.importorskip("torch", reason="torch is not installed")
    mine = states_of(write_deberta(tmp_path))
    config = json.loads((tmp_path / "config.json").read_text())
    theirs = transformers.DebertaV2Model(transformers.DebertaV2Config(**config)).eval()
    theirs.load_state_dict({name: torch.tensor(each) for name, each in random_arrays().items()})
    pieces = torch.tensor(PIECES)
    with torch.no_grad():
        right = theirs(pieces, attention_mask=(pieces != 0).long()).last_hidden_state.numpy()
    assert np.abs(mine - right)[PIECES != 0].max() < 2e-4
