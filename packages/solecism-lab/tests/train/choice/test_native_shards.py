"""Shards of native text in a work folder."""

from __future__ import annotations

from pathlib import Path

from nominal import NATIVE
from solecism_lab.train import articles
from solecism_lab.train.choice.native_shards import prepare_shards, training_shards, tuning_shard


def test_each_file_is_read_once_and_thinned_out_where_it_is_long(tmp_path: Path) -> None:
    text = tmp_path / "native.txt"
    text.write_text("\n\n".join(NATIVE * 20), encoding="utf-8")
    folder: dict[str, bytes] = {}

    def read() -> str:
        return prepare_shards(
            str(text),
            folder,
            mark="articles",
            training=articles.shards,
            tuning=articles.whole_shard,
        )

    name = read()
    [whole] = [shard() for shard in training_shards(name, folder)]
    [few] = [shard() for shard in training_shards(name, folder, most=50)]
    assert len(whole) > 100
    assert len(few) <= 50
    assert (few.choices == whole.choices[:: -(-len(whole) // 50)]).all()
    assert 0 < len(tuning_shard(name, folder)) < len(whole)
    text.unlink()
    assert read() == name
