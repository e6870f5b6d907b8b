"""What a new network is tuned on, and its tuning alone and in a cascade."""

from __future__ import annotations

from pathlib import Path

import pytest
from fixed_detector import FixedDetector
from strong_models import random_model

from solecism.detect import registry
from solecism.edit import Annotation, Edit
from solecism.sentence import Sentence, from_words
from solecism.train.network.tuning import readers, tune
from solecism.train.network.tuning import tunings as network_tunings
from solecism.train.network.tuning.tuning_data import tuning_data
from solecism.train.network.tuning.tunings import TuningText, native_tuning, tuning_text, tunings

ON = Edit(1, ("of",), ("on",), "R:PREP")
M2 = "S We rely of it .\nA 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||{}\n\n"


def learners() -> list[Sentence]:
    return [
        from_words(f"l.{number}", ["rely", "of", word]).with_annotations(
            (Annotation("0", (ON,) if number % 3 else ()),)
        )
        for number, word in enumerate(("it", "him", "buses") * 10)
    ]


def native_file(folder: Path, n_documents: int) -> str:
    path = folder / "native.txt"
    path.write_text("We went to the old house by bus.\n\n" * n_documents)
    return str(path)


@pytest.fixture
def text(tmp_path: Path) -> TuningText:
    for name in ("web", "ten"):
        (tmp_path / f"{name}.m2").write_text(M2.format(0) * 30)
    registers = {"web": str(tmp_path / "web.m2")}
    native = [native_file(tmp_path, 1_000)]
    return tuning_text(learners(), native, registers, str(tmp_path / "ten.m2"))


def test_all_text_has_tags(text: TuningText) -> None:
    parts = (text.learners, text.native, text.registers["web"], text.corrected)
    assert all(part and all(each.tags and each.lemmas for each in part) for part in parts)
    assert [each.annotations for each in text.learners] == [e.annotations for e in learners()]


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
    alone, cascade = tunings(random_model(), text)
    parts = (text.learners, text.native, text.registers["web"], text.corrected)
    assert light.asked == [sentence.words for part in parts for sentence in part]

    both = [tuning_data(random_model(), each) for each in parts]
    right = tune.with_register(tune.tune(both[0], both[1]), "web", both[2])
    right = readers.with_readers(right, readers.objections(both[3], right, n_readers=1))
    assert alone == right
    assert cascade.registers == ("learners", "web")
    assert {name for name, each in cascade.groups.items() if each.second} == {"preposition"}
    assert cascade.gates
    assert alone.gates == ()


def test_where_nobody_has_corrected_much_no_readers_are_known(text: TuningText) -> None:
    unknown = TuningText(text.learners, text.native, {}, [])
    for found in tunings(random_model(), unknown):
        assert all(each.readers is None for each in found.groups.values())
        assert found.registers == ("learners",)
