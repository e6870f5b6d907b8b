"""A folder with a tiny DeBERTa of random weights, as pretrained encoders come."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import numpy as np

LETTERS = "abcdefghijklmnopqrstuvwxyz"
WORDS = ("the", "of", "on", "we", "We", "I", "my", "friend", "school", "a", "many")
CONFIG = {
    "model_type": "deberta-v2",
    "hidden_size": 16,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 32,
    "hidden_act": "gelu",
    "max_position_embeddings": 16,
    "relative_attention": True,
    "position_buckets": 8,
    "max_relative_positions": -1,
    "pos_att_type": "p2c|c2p",
    "share_att_key": True,
    "norm_rel_ebd": "layer_norm",
    "position_biased_input": False,
    "type_vocab_size": 0,
    "layer_norm_eps": 1e-7,
}
_FIRST = ("[PAD]", "[CLS]", "[SEP]", "[UNK]")
_MASK = "[MASK]"


def safetensors(arrays: dict[str, np.ndarray]) -> bytes:
    """The bytes of a file with arrays of 16 or 32 bits."""
    header, body = {}, b""
    for name, values in arrays.items():
        data = values.tobytes()
        kind = {"float32": "F32", "float16": "F16"}[values.dtype.name]
        offsets = [len(body), len(body) + len(data)]
        header[name] = {"dtype": kind, "shape": values.shape, "data_offsets": offsets}
        body += data
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + body


def unigrams() -> list[tuple[str, float]]:
    """The pieces of the tiny encoder and their log probabilities, without the mask."""
    letters = [(letter, -8.0) for letter in LETTERS + LETTERS.upper() + ".,'?!"]
    words = [(f"▁{word}", -3.0 - number / 8) for number, word in enumerate(WORDS)]
    endings = [(ending, -4.0) for ending in ("s", "ed", "ing", "ation")]
    special = [(piece, 0.0) for piece in _FIRST]
    # The ending "s" is likelier than the letters.
    return [*special, *dict([("▁", -6.0), *letters, *words, *endings]).items()]


def random_arrays() -> dict[str, np.ndarray]:
    """The weights by the names that DeBERTa gives them, random but always the same."""
    rng = np.random.default_rng(5)
    width, inner = 16, 32
    sizes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (len(unigrams()) + 1, width),
        "encoder.rel_embeddings.weight": (16, width),
    }
    linear = {
        **{f"attention.self.{part}_proj": (width, width) for part in ("query", "key", "value")},
        "attention.output.dense": (width, width),
        "intermediate.dense": (inner, width),
        "output.dense": (width, inner),
    }
    norms = ["embeddings.LayerNorm", "encoder.LayerNorm"]
    for number in range(2):
        layer = f"encoder.layer.{number}"
        for name, size in linear.items():
            sizes |= {f"{layer}.{name}.weight": size, f"{layer}.{name}.bias": size[:1]}
        norms += [f"{layer}.attention.output.LayerNorm", f"{layer}.output.LayerNorm"]
    for name in norms:
        sizes |= {f"{name}.weight": (width,), f"{name}.bias": (width,)}
    # Numbers of 16 bits, so that the files say exactly the same.
    return {
        name: rng.normal(0, 0.4, size).astype(np.float16).astype(np.float32)
        for name, size in sizes.items()
    }


def write_deberta(folder: Path, **changes: object) -> Path:
    """Write the folder, with changes of its config.json, and give it back."""
    folder.mkdir(exist_ok=True)
    pieces = unigrams()
    added = [{"id": number, "content": piece} for number, piece in enumerate(_FIRST)]
    added.append({"id": len(pieces), "content": _MASK})
    tokenizer = {
        "model": {"type": "Unigram", "unk_id": 3, "vocab": pieces},
        "added_tokens": added,
    }
    config = {**CONFIG, "vocab_size": len(pieces) + 1, **changes}
    (folder / "config.json").write_text(json.dumps(config))
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer))
    arrays = {f"deberta.{name}": values for name, values in random_arrays().items()}
    (folder / "model.safetensors").write_bytes(safetensors(arrays))
    return folder
