"""What a new network is tuned on, and its tuning alone and in a cascade."""

from __future__ import annotations

from pathlib import Path

import pytest

from fixed_detector import FixedDetector
from solecism.detect import registry
from solecism.detect.network.tuning import Gate
from solecism.formats.corpora import is_tuning_text
from solecism_lab.train.network.tuning import reader_objections, tune
from solecism_lab.train.network.tuning import tunings as network_tunings
from solecism_lab.train.network.tuning.tuning_data import Readings, tuning_data
from solecism_lab.train.network.tuning.tunings import (
    TuningText,
    native_tuning,
    tuning_text,
    tunings,
)
from strong_models import random_bytes, random_model

M2 = "S We rely of it .\nA 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0\n\n"


RIGHT = "S He depends of it .\nA -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0\n\n"


def native_file(folder: Path, n_documents: int) -> str:
    path = folder / "native.txt"
    path.write_text("We went to the old house by bus.\n\n" * n_documents)
    return str(path)


@pytest.fixture
def text(tmp_path: Path) -> TuningText:
    learners, ten = (str(tmp_path / f"{name}.m2") for name in ("learners", "ten"))
    Path(learners).write_text((M2 + M2 + RIGHT) * 100)
    Path(ten).write_text(M2.replace("We", "They") * 30)
    native = [native_file(tmp_path, 1_000)]
    return tuning_text([learners], native, ten)


def readings() -> Readings:
    return Readings([random_bytes()], digest="random")


def test_all_text_has_tags(text: TuningText) -> None:
    parts = (text.learners, text.native, text.corrected)
    assert all(part and all(each.tags and each.lemmas for each in part) for part in parts)
    # About a tenth of 300, by their ids, and of each native document every fiftieth.
    assert [len(part) for part in parts] == [28, 20, 30]


def test_of_all_learners_files_what_was_reserved_is_read(tmp_path: Path) -> None:
    paths = [str(tmp_path / f"{name}.m2") for name in ("learners", "essays")]
    for path in paths:
        Path(path).write_text(M2 * 300)
    ids = [each.id for each in tuning_text(paths, []).learners]
    assert all(map(is_tuning_text, ids))
    assert {id.split(".")[0] for id in ids} == {"essays", "learners"}


def test_each_native_file_gives_some_words_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = native_file(tmp_path, 3_000)
    monkeypatch.setattr(network_tunings, "_NATIVE_WORDS", 50)
    found = list(native_tuning([path, path]))
    # Nine words a sentence, six of which are the first to make fifty.
    assert len(found) == 12
    assert {len(sentence.words) for sentence in found} == {9}


def test_each_text_is_read_once_and_gives_both_tunings(
    text: TuningText, monkeypatch: pytest.MonkeyPatch
) -> None:
    light = FixedDetector({"of": ("preposition", 0.9), "house": ("number", 0.1)})
    monkeypatch.setattr(registry, "light", lambda: light)
    alone, cascade = tunings(readings(), text)
    parts = (text.learners, text.native, text.corrected)
    assert light.asked == [sentence.words for part in parts for sentence in part]

    both = [tuning_data(random_model(), each) for each in parts]
    right = tune.tune(both[0], both[1])
    right = reader_objections.with_readers(
        right, reader_objections.objections(both[2], right, n_readers=1)
    )
    assert alone == right
    assert {name for name, each in cascade.groups.items() if each.second} == {"preposition"}
    assert alone.gate == Gate()


def test_where_nobody_has_corrected_much_no_readers_are_known(text: TuningText) -> None:
    unknown = TuningText(text.learners, text.native, [])
    for found in tunings(readings(), unknown):
        assert all(each.readers is None for each in found.groups.values())
        assert all(each.curve for each in found.groups.values())
