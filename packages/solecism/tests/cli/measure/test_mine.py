"""`solecism mine` and the training of what it asks, as a shell calls them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from solecism.cli.measure.mine import mine_command as mine
from solecism.detect.extraneous import language_model, perceptron
from solecism.errors import InputError
from solecism.formats import files, jsonl
from solecism.site import Site
from solecism_lab.cli.train_detectors import lm_command as train_lm
from solecism_lab.cli.train_detectors import perceptron_command as train_perceptron

NATIVE = "They marry her.\n\nThey live with her.\n\n" * 40
LEARNER = "".join(
    f"S We {verb} about the {noun} at home .\n{edit}\n"
    for noun in "plan book idea trip house garden film game song story".split()
    for verb, edit in (
        ("talked", ""),
        ("discussed", "A 2 3|||U:PREP||||||REQUIRED|||-NONE-|||0\n"),
    )
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a little native text, learner text and an essay."""
    (tmp_path / "native.txt").write_text(NATIVE)
    (tmp_path / "learner.m2").write_text(LEARNER * 3)
    (tmp_path / "essay.txt").write_text("They marry with her. They live with her.")
    return tmp_path


def trained(folder: Path, name: str, *arguments: str) -> bytes:
    out = folder / name
    options = ["--min-word", "1", "--min-marked", "1", "1", "1", "--min-other", "1", "1", "1"]
    native = str(folder / "native.txt")
    CliRunner().invoke(
        train_lm, [native, *options, *arguments, "--out", str(out)], catch_exceptions=False
    )
    return out.read_bytes()


def test_mining_shows_candidates_and_writes_their_sites(folder: Path) -> None:
    trained(folder, "lm.npz")
    sites = folder / "sites.jsonl"
    result = CliRunner().invoke(
        mine,
        [str(folder / "essay.txt"), "--model", str(folder / "lm.npz"), "-o", str(sites)],
        catch_exceptions=False,
    )
    _, columns, row, *_ = result.output.splitlines()
    assert columns.split("\t")[1] == "words"
    _, words, n_with, n_without, n_here, example = row.split("\t")
    assert (words, n_with, n_here, example) == ("marry with her", "0", "1", "They marry with her.")
    assert 37 <= int(n_without) <= 42
    [site] = jsonl.parse(files.read_lines(str(sites)), Site, file="sites.jsonl")
    assert site.id == "essay.1:2-3:preposition"
    assert site.context == "They marry with her."


def test_sites_alone_go_to_standard_output(folder: Path) -> None:
    trained(folder, "lm.npz")
    result = CliRunner().invoke(
        mine,
        ["-", "--model", str(folder / "lm.npz"), "-o", "-"],
        input="They marry with her.",
        catch_exceptions=False,
    )
    [site] = jsonl.parse(result.output.splitlines(), Site, file="output")
    assert site.id == "stdin.1:2-3:preposition"


def test_equal_text_gives_an_equal_language_model(folder: Path) -> None:
    assert trained(folder, "one.npz") == trained(folder, "two.npz")


def test_learner_text_sets_the_threshold(folder: Path) -> None:
    plain = language_model.parse(trained(folder, "plain.npz"), file="plain.npz")
    tuned = language_model.parse(
        trained(folder, "tuned.npz", "--learner", str(folder / "learner.m2")), file="tuned.npz"
    )
    assert plain.calibration.threshold == 0
    assert tuned.calibration != plain.calibration


@pytest.mark.parametrize("seed", ["1", "2"])
def test_the_same_seed_gives_the_same_perceptron(folder: Path, seed: str) -> None:
    written = []
    for name in ("one.npz", "two.npz"):
        arguments = [str(folder / "learner.m2"), "--native", str(folder / "native.txt")]
        arguments += ["--seed", seed, "--out", str(folder / name)]
        CliRunner().invoke(train_perceptron, arguments, catch_exceptions=False)
        written.append((folder / name).read_bytes())
    assert written[0] == written[1]
    perceptron.parse(written[0], file="one.npz")


def test_a_folder_that_is_not_there_is_told_before_the_work(folder: Path) -> None:
    for trainer in (train_lm, train_perceptron):
        result = CliRunner().invoke(trainer, ["nothing.txt", "--out", str(folder / "no" / "a.npz")])
        assert isinstance(result.exception, InputError)
        assert "there is no folder" in str(result.exception)
