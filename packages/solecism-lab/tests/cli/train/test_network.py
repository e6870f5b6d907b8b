"""`solecism train network`: a tiny network from scratch, on the examples that come along."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from deberta_folder import write_deberta
from places import EXAMPLES
from solecism.detect.network import model
from solecism.detect.network.strong_detector import StrongDetector
from solecism.errors import InputError, MissingExtraError, ModelError
from solecism.language.annotate import annotate
from solecism_lab.cli.train_group import train_command
from solecism_lab.train.network import typical_errors
from solecism_lab.train.network.encoder import Shape
from solecism_lab.train.network.starting_point import format_repairs

LEARNERS = """S I depend of my friends a lot .
A 2 3|||R:PREP|||on|||REQUIRED|||-NONE-|||0

S She gave me many advices about school .
A 4 5|||R:NOUN:NUM|||advice|||REQUIRED|||-NONE-|||0

S We went to cinema on Friday .
A 3 3|||M:DET|||the|||REQUIRED|||-NONE-|||0
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("torch", reason="torch is not installed")
    folder = tmp_path_factory.mktemp("strong")
    for name in ("learners", "letters"):
        (folder / f"{name}.m2").write_text(LEARNERS * 20)
    train(folder, "first")
    return folder


def train(folder: Path, work: str, *more: str) -> str:
    arguments = [
        *("network", "--native", str(EXAMPLES / "texts" / "library.txt")),
        *("--learner", str(folder / "learners.m2"), "--readers", str(folder / "learners.m2")),
        *("--steps", "12", "--learner-steps", "12", "--rounds", "1", "--step-pieces", "512"),
        *("--pieces", "300", "--device", "cpu", "--work", str(folder / work)),
        *("--out", str(folder / f"{work}.onnx")),
        *more,
    ]
    result = CliRunner().invoke(train_command, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_the_model_reads(folder: Path) -> None:
    found = model.read(folder / "first.onnx")
    assert all(each.curve for each in found.tuning.groups.values())
    flags = list(StrongDetector(found).flags(annotate("We depend of it.", "a")))
    assert any(flag.site == "a.1:2-3:preposition" for flag in flags)


def test_only_the_cascade_hears_the_light_detector(folder: Path) -> None:
    found = model.read(folder / "first.onnx")
    assert all(each.second is None for each in found.tuning.groups.values())
    assert found.cascade.groups["preposition"].second is not None


def test_readers_are_known_where_they_object(folder: Path) -> None:
    found = model.read(folder / "first.onnx")
    for tuning in (found.tuning, found.cascade):
        known = {name for name, each in tuning.groups.items() if each.readers is not None}
        assert known <= {"preposition", "number", "determiner"}
        assert "preposition" in known


def test_one_seed_gives_the_same_bytes(folder: Path) -> None:
    train(folder, "second")
    assert (folder / "first.onnx").read_bytes() == (folder / "second.onnx").read_bytes()


def test_what_is_done_is_not_done_again(folder: Path) -> None:
    before = {path.name: path.stat().st_mtime_ns for path in (folder / "first").iterdir()}
    train(folder, "first")
    after = {path.name: path.stat().st_mtime_ns for path in (folder / "first").iterdir()}
    assert before == after


def test_a_model_is_tuned_again_on_the_same_text(folder: Path) -> None:
    model_file, again = str(folder / "first.onnx"), str(folder / "again.onnx")
    arguments = [
        *("tuning", model_file, "--native", str(EXAMPLES / "texts" / "library.txt")),
        *("--learner", str(folder / "learners.m2"), "--readers", str(folder / "learners.m2")),
        *("--out", again),
    ]
    result = CliRunner().invoke(train_command, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    assert (folder / "first.onnx").read_bytes() == (folder / "again.onnx").read_bytes()
    _, *rows = (line.split("\t") for line in result.output.splitlines() if "\t" in line)
    assert rows[0][:2] == ["preposition", "3"]
    assert {row[-1] for row in rows} == {"too few: tuned together"}


def test_the_mean_of_two_models_is_tuned_into_a_file_of_its_own(folder: Path) -> None:
    one, other = folder / "first.onnx", folder / "partner.onnx"
    work = folder / "partner"
    shutil.copytree(folder / "first", work)
    for path in work.glob("*.weights"):
        path.unlink()
    train(folder, "partner", "--seed", "7")
    assert one.read_bytes() != other.read_bytes()
    given = ["tuning", str(one), "--native", str(EXAMPLES / "texts" / "library.txt")]
    given += ["--learner", str(folder / "learners.m2"), "--partner", str(other)]
    with pytest.raises(InputError, match=r"--partner: .* Name one by --out \(\.json\)"):
        CliRunner().invoke(train_command, given, catch_exceptions=False)
    tuning = folder / "both.json"
    result = CliRunner().invoke(train_command, [*given, "--out", str(tuning)])
    assert result.exit_code == 0, result.output
    found = model.read_mean(one, other, tuning=tuning)
    assert found.partner is not None
    assert found.tuning != model.read(one).tuning
    assert list(StrongDetector(found).flags(annotate("We depend of it.", "a")))


def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    given = ["--native", "a.txt", "--learner", "b.m2", "--work", str(tmp_path), "--out", "c.onnx"]
    with pytest.raises(MissingExtraError, match=r"torch.*solecism-lab\[train\]"):
        CliRunner().invoke(train_command, ["network", *given], catch_exceptions=False)


def test_a_network_goes_on_from_a_model_and_is_taught_by_one(folder: Path) -> None:
    from solecism_lab.train.network.model_file import read_network

    work = folder / "taught"
    work.mkdir()
    for name in ("pieces.json", "repairs.json"):
        (work / name).write_bytes((folder / "first" / name).read_bytes())
    (folder / "bare.txt").write_text("We depend of it. He go home.\n\nI wait you.\n")
    first = str(folder / "first.onnx")
    train(
        folder,
        "taught",
        *("--encoder", first, "--layers", "3", "--minutes", "5"),
        *("--teacher", first, "--bare", str(folder / "bare.txt")),
        *("--more-learner", str(folder / "letters.m2")),
    )
    taught = model.read(folder / "taught.onnx")
    assert taught.pieces.vocabulary == model.read(folder / "first.onnx").pieces.vocabulary
    for name in ("wide.weights", "varied.done", "varied.0.7", "learner.examples", "bare.examples"):
        assert (folder / "taught" / name).is_file()
    assert not (folder / "taught" / "varied.0.8").exists()
    assert not (folder / "first" / "varied.done").exists()
    assert read_network((folder / "taught.onnx").read_bytes())[1].n_layers == 3


def test_a_deberta_is_taught_by_a_network_with_other_pieces_and_gone_on_with(folder: Path) -> None:
    from solecism_lab.train.network.model_file import read_network

    encoder = write_deberta(folder / "encoder")
    (folder / "bare.txt").write_text("We depend of it. He go home.\n\nI wait you.\n")
    train(
        folder,
        "deberta",
        *("--encoder", str(encoder), "--teacher", str(folder / "first.onnx")),
        *("--bare", str(folder / "bare.txt"), "--more-learner", str(folder / "letters.m2")),
    )
    found = model.read(folder / "deberta.onnx")
    teacher = model.read(folder / "first.onnx")
    assert found.repairs == teacher.repairs
    assert found.pieces.scores
    assert not teacher.pieces.scores
    assert "▁the" in found.pieces.vocabulary
    assert list(StrongDetector(found).flags(annotate("We depend of it.", "a")))
    train(folder, "further", "--encoder", str(folder / "deberta.onnx"), "--mix", "1")
    before, after = (
        read_network((folder / f"{name}.onnx").read_bytes()) for name in ("deberta", "further")
    )
    assert after[1] == before[1] == Shape(2, 2, 16, 32, 512, "gelu", n_buckets=8)
    # Its start alone is in the result, and it was rounded once more.
    for name, values in before[0].items():
        assert after[0][name] == pytest.approx(values, abs=float(np.abs(values).max()) / 50), name
    assert model.read(folder / "further.onnx").pieces.scores == found.pieces.scores


def test_a_model_goes_on_with_its_heads_if_they_are_for_the_same_repairs(folder: Path) -> None:
    from solecism.cli.terminal.output import WorkFolder
    from solecism_lab.train.network.model_file import read_network
    from solecism_lab.train.network.starting_point import model_as_start, read_chosen_repairs

    path, work = str(folder / "first.onnx"), WorkFolder(str(folder / "first"))
    known, _ = read_network((folder / "first.onnx").read_bytes())
    same = model_as_start(path, work, read_chosen_repairs(work))[1]
    assert (same["words.weight"] == known["words.weight"]).all()
    other = model_as_start(path, work, typical_errors.typical_repairs())[1]
    assert set(known) - set(other) == {
        f"{head}.{part}" for head in ("words", "gaps", "hidden") for part in ("weight", "bias")
    }


def test_the_start_is_mixed_into_the_result(folder: Path) -> None:
    from solecism_lab.train.network.model_file import read_network

    work = folder / "mixed"
    shutil.copytree(folder / "first", work)
    for path in work.glob("*.weights"):
        path.unlink()
    first = str(folder / "first.onnx")
    start = read_network((folder / "first.onnx").read_bytes())[0]["words.weight"]
    distances = []
    for share in ("0", "0.5", "1"):
        train(folder, "mixed", "--encoder", first, "--mix", share)
        result = read_network((folder / "mixed.onnx").read_bytes())[0]["words.weight"]
        distances.append(float(np.abs(result - start).mean()))
    # Weights are rounded to eight bits.
    assert distances[1] == pytest.approx(distances[0] / 2, rel=0.1)
    assert distances[2] < distances[0] / 10


def test_nothing_is_mixed_without_a_model(folder: Path) -> None:
    with pytest.raises(InputError, match="--mix needs a model"):
        train(folder, "unmixed", "--mix", "0.5")
    assert not (folder / "unmixed").exists()


def test_another_seed_makes_other_errors(folder: Path) -> None:
    from solecism.cli.terminal.output import WorkFolder
    from solecism_lab.train.network.shards import network_shards

    made: list[list[list[int]]] = []
    for seed in (1, 1, 2):
        work = WorkFolder(str(folder / f"seed{len(made)}"))
        for name in ("pieces.json", "repairs.json", "slips.json"):
            work[name] = (folder / "first" / name).read_bytes()
        native = [str(EXAMPLES / "texts" / "library.txt")]
        shards = network_shards(native, (), work, rounds=2, seed=seed, jobs=1)
        made.append([shard().words.tolist() for shard in shards])
    assert made[0] == made[1] != made[2]
    assert made[0][0] != made[0][1]
    assert made[2][0] not in made[0]


def test_without_learners_text_common_errors_are_learnt(folder: Path) -> None:
    text = "She went to the station because the children had made plans for the summer.\n\n"
    (folder / "native.txt").write_text(text * 60)
    arguments = [
        *("network", "--native", str(folder / "native.txt"), "--steps", "12"),
        *("--rounds", "1", "--step-pieces", "512", "--pieces", "300", "--device", "cpu"),
        *("--work", str(folder / "common"), "--out", str(folder / "common.onnx")),
    ]
    result = CliRunner().invoke(train_command, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    found = model.read(folder / "common.onnx")
    assert found.repairs == typical_errors.typical_repairs()
    assert found.tuning == found.cascade
    assert not (folder / "common" / "slips.json").exists()


def test_a_teacher_with_other_repairs_is_told(folder: Path) -> None:
    (folder / "untaught").mkdir()
    others = format_repairs(typical_errors.typical_repairs())
    (folder / "untaught" / "repairs.json").write_bytes(others)
    with pytest.raises(InputError, match=r"other repairs\. Empty the work folder"):
        train(
            folder,
            "untaught",
            *("--encoder", str(folder / "first.onnx"), "--teacher", str(folder / "first.onnx")),
        )


def test_two_native_files_of_one_name_are_told(folder: Path) -> None:
    (folder / "more").mkdir()
    (folder / "more" / "library.txt").write_text("We wait for the bus.\n")
    with pytest.raises(InputError, match="another native file is called library"):
        train(folder, "same", "--native", str(folder / "more" / "library.txt"))


def test_learners_text_too_short_for_tuning_is_told_at_once(folder: Path) -> None:
    (folder / "short.m2").write_text("S We wait .\n")
    arguments = [
        *("network", "--native", str(folder / "native.txt"), "--learner", str(folder / "short.m2")),
        *("--device", "cpu", "--work", str(folder / "short"), "--out", str(folder / "short.onnx")),
    ]
    with pytest.raises(InputError, match="tenth for tuning"):
        CliRunner().invoke(train_command, arguments, catch_exceptions=False)
    assert not (folder / "short").exists()


def test_a_damaged_model_to_go_on_with_is_named(folder: Path) -> None:
    damaged = folder / "damaged.onnx"
    damaged.write_bytes((folder / "first.onnx").read_bytes()[:5_000])
    with pytest.raises(ModelError, match=r"damaged\.onnx: not a model of this command"):
        train(folder, "damaged", "--encoder", str(damaged))
