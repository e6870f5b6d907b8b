"""`solecism train`, as a shell calls it."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest

import solecism
from shell import run
from solecism.cli.terminal.output import check_output
from solecism.errors import InputError

MODELS = Path(solecism.__file__).parent / "models"
ROW = "{number}\t{word}\t{lemma}\t_\t{tag}\t_\t_\t_\t_\t_\n"
SENTENCES = [
    [("the", "DT"), ("dog", "NN"), ("barks", "VBZ"), (".", ".")],
    [("A", "DT"), ("cat", "NN"), ("sleeps", "VBZ"), (".", ".")],
]
NOUNS = "dog cat cow hen pig fox owl bee ant elk".split()
CHUNKS = "".join(
    f"The DT B-NP\n{noun} NN I-NP\nbarks VBZ B-VP\n\n"
    f"He PRP B-NP\ncan MD B-VP\nsee VB I-VP\n{noun}s NNS B-NP\nin IN O\nMay NNP B-NP\n. . O\n\n"
    for noun in NOUNS
)
LEXICON = "city,noun,cities\npony,noun,ponies\nduty,noun,duties\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with small corpora of every kind."""
    blocks = [
        "".join(
            ROW.format(number=n, word=word, lemma=word.lower().rstrip("s"), tag=tag)
            for n, (word, tag) in enumerate(words, 1)
        )
        for words in SENTENCES * 10
    ]
    (tmp_path / "train.conllu").write_text("\n".join(blocks) + "\n")
    (tmp_path / "native.txt").write_text("The dog sleeps here.\n\nA cat barks there.\n" * 10)
    (tmp_path / "chunks.txt").write_text(CHUNKS)
    (tmp_path / "forms.csv").write_text(LEXICON)
    return tmp_path


COMMANDS: dict[str, tuple[str, ...]] = {
    "tagger": ("train.conllu", "--epochs", "1", "--native", "native.txt", "--seed", "7"),
    "chunker": ("chunks.txt", "--seed", "7"),
    "boundaries": ("train.conllu",),
    "inflection": ("forms.csv", "--treebank", "train.conllu"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_the_same_input_and_seed_give_the_same_bytes(name: str, folder: Path) -> None:
    for out in ("one", "two"):
        trained = run("train", name, *COMMANDS[name], "--out", out, folder=folder)
        assert (trained.returncode, trained.stdout, trained.stderr) == (0, "", "")
    assert (folder / "one").read_bytes() == (folder / "two").read_bytes() != b""


def test_a_tagger_is_trained_and_used(folder: Path) -> None:
    run("train", "tagger", *COMMANDS["tagger"], "--out", "own.npz", folder=folder)
    shown = run("tag", "--tagger", "own.npz", folder=folder, text="the cat barks")
    tags = {line.split("\t")[1] for line in shown.stdout.splitlines() if line}
    assert tags <= {"DT", "NN", "VBZ", "."}
    assert tags


def test_a_chunker_is_trained_and_used(folder: Path) -> None:
    run("train", "chunker", "chunks.txt", "--out", "own.xz", folder=folder)
    shown = run("tag", "--chunker", "own.xz", folder=folder, text="He can see cats in May.")
    labels = [line.split("\t")[3] for line in shown.stdout.splitlines() if line]
    assert labels == ["B-NP*", "B-VP", "I-VP*", "B-NP*", "O", "B-NP*", "O"]


def test_a_chunker_learns_from_json_lines_as_well(folder: Path) -> None:
    run("convert", "--from", "conll2000", "chunks.txt", "chunks.jsonl", folder=folder)
    for given, out in (("chunks.txt", "one.xz"), ("chunks.jsonl", "two.xz")):
        run("train", "chunker", given, "--out", out, folder=folder)
    assert (folder / "one.xz").read_bytes() == (folder / "two.xz").read_bytes()


def test_another_tagger_can_tag_for_the_chunker(folder: Path) -> None:
    treebank = (folder / "train.conllu").read_text()
    (folder / "other.conllu").write_text(treebank.replace("NN", "XX"))
    tagger = ("train", "tagger", "other.conllu", "--epochs", "1", "--out", "other.npz")
    assert run(*tagger, folder=folder).returncode == 0
    learn = ("train", "chunker", "chunks.txt", "--out")
    run(*learn, "one.xz", folder=folder)
    run(*learn, "two.xz", "--tagger", "other.npz", folder=folder)
    assert (folder / "one.xz").read_bytes() != (folder / "two.xz").read_bytes()


def test_rules_of_inflection_come_from_a_pipe_too(folder: Path) -> None:
    learn = ("train", "inflection", "-", "--out", "rules.txt")
    assert run(*learn, folder=folder, text=LEXICON).returncode == 0
    assert (folder / "rules.txt").read_text().startswith("# NNS from lemma\n1ies -\n")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("tagger", "none.conllu"), "none.conllu"),
        (("tagger", "native.txt"), "native.txt:1: "),
        (("tagger", *COMMANDS["tagger"], "--native", "none.txt"), "none.txt"),
        (("chunker", "native.txt"), "native.txt:1: 'The dog sleeps here.' has 4 columns"),
        (("chunker", "chunks.txt", "--tagger", "native.txt"), "not a model, or damaged"),
        (("boundaries", "chunks.txt"), "chunks.txt:1: "),
        (("inflection", "chunks.txt"), "chunks.txt:1: 'The DT B-NP' is not a lemma"),
    ],
)
def test_bad_input_is_told_in_one_line_and_nothing_is_written(
    arguments: tuple[str, ...], problem: str, folder: Path
) -> None:
    before = sorted(folder.iterdir())
    shown = run("train", *arguments, "--out", "model", folder=folder)
    assert shown.returncode == 1
    assert shown.stderr.startswith("solecism: ")
    assert problem in shown.stderr
    assert shown.stderr.count("\n") == 1
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize("name", COMMANDS)
def test_a_place_that_cannot_be_written_is_told_before_the_work(name: str, folder: Path) -> None:
    shown = run("train", name, "none", "--out", "no/model", folder=folder)
    assert shown.returncode == 1
    assert shown.stderr.startswith("solecism: no/model: there is no folder")


def test_a_folder_is_no_place_for_a_model(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a directory"):
        check_output(str(tmp_path))


def test_the_bundled_boundaries_are_what_the_card_s_command_gives(
    shared_data: Path, tmp_path: Path
) -> None:
    treebank = str(shared_data / "ud" / "ewt-train.conllu.xz")
    run("train", "boundaries", treebank, "--out", "boundaries.json", folder=tmp_path)
    found = json.loads((tmp_path / "boundaries.json").read_text())["weights"]
    bundled = json.loads((MODELS / "boundaries.json").read_text())["weights"]
    # Other processors round otherwise: a weight just below the least that is kept may come or go.
    assert len(found.keys() ^ bundled.keys()) < 0.01 * len(bundled)
    assert all(abs(found.get(name, 0) - weight) <= 0.03 for name, weight in bundled.items())


def test_the_bundled_rules_of_inflection_are_what_the_card_s_command_gives(
    shared_data: Path, tmp_path: Path
) -> None:
    spec = importlib.util.find_spec("lemminflect")
    if spec is None or spec.origin is None:
        pytest.skip("lemminflect, whose lexicon the rules come from, is not installed")
    lexicon = Path(spec.origin).parent / "resources" / "infl_lu.csv.gz"
    treebank = shared_data / "ud" / "ewt-train.conllu.xz"
    learn = ("train", "inflection", str(lexicon), "--treebank", str(treebank))
    run(*learn, "--out", "inflection.txt", folder=tmp_path)
    rules = (tmp_path / "inflection.txt").read_bytes()
    assert rules == (MODELS / "inflection.txt").read_bytes()
