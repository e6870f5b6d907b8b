"""Shards of native text in a work folder."""

from __future__ import annotations

from pathlib import Path

from nominal import NATIVE

from solecism.cli.terminal.output import WorkFolder
from solecism.cli.train.shards import learnt_shards, prepared, tuning_shard
from solecism.train.articles import native_examples


def test_each_file_is_read_once_and_thinned_out_where_it_is_long(tmp_path: Path) -> None:
    text = tmp_path / "native.txt"
    text.write_text("\n\n".join(NATIVE * 20), encoding="utf-8")
    folder = WorkFolder(str(tmp_path / "work"))

    def read() -> str:
        return prepared(
            str(text),
            folder,
            mark="articles",
            learnt=native_examples.shards,
            checked=native_examples.whole_shard,
        )

    name = read()
    [whole] = [shard() for shard in learnt_shards(name, folder)]
    [few] = [shard() for shard in learnt_shards(name, folder, most=50)]
    assert len(whole) > 100
    assert len(few) <= 50
    assert (few.choices == whole.choices[:: -(-len(whole) // 50)]).all()
    assert 0 < len(tuning_shard(name, folder)) < len(whole)
    text.unlink()
    assert read() == name
