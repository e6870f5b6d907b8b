"""`solecism train misspellings`: a model of a few sentences."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from places import EXAMPLES
from solecism.language import spelling_model
from solecism.language.speller import Speller, plain_speller
from solecism_lab.cli.train_group import train_command
from strong_models import random_bytes

LEARNERS = """S This book is very usefull for us .
A 4 5|||R:SPELL|||useful|||REQUIRED|||-NONE-|||0

S We stayed at home becouse it rained .
A 4 5|||R:SPELL|||because|||REQUIRED|||-NONE-|||0

"""


@pytest.fixture
def arguments(tmp_path: Path) -> list[str]:
    (tmp_path / "learners.m2").write_text(LEARNERS * 20)
    (tmp_path / "network.onnx").write_bytes(random_bytes())
    (tmp_path / "native.txt").write_text("our zorbifier works\n" * 8)
    return [
        *("misspellings", "--native", str(tmp_path / "native.txt")),
        *("--native", str(EXAMPLES / "texts" / "library.txt")),
        *("--learner", str(tmp_path / "learners.m2")),
        *("--network", str(tmp_path / "network.onnx"), "--out", str(tmp_path / "m.npz")),
    ]


def test_the_same_text_gives_the_same_model(arguments: list[str], tmp_path: Path) -> None:
    for _ in range(2):
        result = CliRunner().invoke(train_command, arguments, catch_exceptions=False)
        assert result.exit_code == 0, result.output
        (tmp_path / "m.npz").rename(tmp_path / f"{len(list(tmp_path.iterdir()))}.npz")
    one, other = sorted(tmp_path.glob("*.npz"))
    assert one.read_bytes() == other.read_bytes()
    speller = Speller(spelling_model.read(one))
    assert speller.is_known("zorbifier")
    assert speller.candidates("usefull")[0].text == "useful"


def test_words_and_letters_are_kept_for_another_network(
    arguments: list[str], tmp_path: Path
) -> None:
    words = spelling_model.BUNDLED_MODEL
    if not words.is_file():
        pytest.skip("there is no bundled model")
    result = CliRunner().invoke(
        train_command, [*arguments, "--words", str(words)], catch_exceptions=False
    )
    assert result.exit_code == 0, result.output
    one, other = spelling_model.read(tmp_path / "m.npz"), spelling_model.bundled()
    assert (one.words, one.names) == (other.words, other.names)
    assert one.ranking.tolist() == other.ranking.tolist()
    assert one.evidence.tolist() != other.evidence.tolist()


def test_without_native_text_what_is_misspelt_is_kept(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "words.npz").write_bytes(spelling_model.format(plain_speller().model))
    rest = [each for each in arguments if each != "--native" and not each.endswith(".txt")]
    more = tmp_path / "more.m2"
    more.write_text("S We like plums .\n\n" * 40)
    words = ["--words", str(tmp_path / "words.npz"), "--more-learner", str(more)]
    result = CliRunner().invoke(train_command, [*rest, *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    one = spelling_model.read(tmp_path / "m.npz")
    assert one.evidence.tolist() == plain_speller().model.evidence.tolist()
    assert one.learners["plums"] > 30
    result = CliRunner().invoke(train_command, rest)
    assert "there is no --native text." in str(result.exception)
