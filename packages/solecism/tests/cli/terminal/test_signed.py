"""Signatures of commands: they name every setting, every file, the models and the version."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from places import EXAMPLES
from scoring_files import call, call_json, write_flags, write_judgments
from solecism.cli.main import cli
from solecism.cli.measure.verify import command_of
from solecism.cli.terminal.options import (
    INPUT,
    InputFile,
    command_signature,
    shown_name,
    signed_parameters,
)
from solecism.signature import Signature, parse
from solecism.system.installation import model_path
from solecism.version import __version__

RANKING = EXAMPLES / "ranking"
M2 = RANKING / "annotated.m2"
OUTPUTS = sorted(RANKING.glob("*.txt"))


@click.command()
@click.argument("files", nargs=-1, type=INPUT)
@click.option("--level", default=0.95)
@click.option("--by")
@click.option("--figures")
def measure(**_: Any) -> None:
    """A command that prints nothing but its signature."""
    click.echo(command_signature("agree", counts={"n_raters": 3}))


def signed(*arguments: object) -> str:
    from click.testing import CliRunner

    return CliRunner().invoke(measure, [str(each) for each in arguments]).output.strip()


def test_a_file_is_its_name_and_its_content_and_not_its_folder(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    for name, text in (("a.m2", "x"), ("b/a.m2", "x"), ("c d.m2", "y")):
        (tmp_path / name).write_text(text)
    x, y = (hashlib.sha256(text).hexdigest()[:12] for text in (b"x", b"y"))
    end = f"|by:-|level:0.95|n_raters:3|v:{__version__}"
    assert signed(tmp_path / "a.m2") == f"agree|files:a.m2@{x}{end}"
    assert signed(tmp_path / "b" / "a.m2") == signed(tmp_path / "a.m2")
    assert signed(tmp_path / "c d.m2") == f"agree|files:c%20d.m2@{y}{end}"
    assert signed(tmp_path / "b", "--figures", "there") == f"agree|files:b/a.m2@{x}{end}"


def test_what_can_be_read_only_once_has_no_hash(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    end = f"|by:-|level:0.95|n_raters:3|v:{__version__}"
    assert signed("-", tmp_path / "pipe") == f"agree|files:-@?+pipe@?{end}"


@pytest.fixture
def commands(tmp_path: Path) -> dict[str, list[str]]:
    flags, other = write_flags(tmp_path / "f"), write_flags(tmp_path / "g", every=3, system="you")
    judgments, again = write_judgments(tmp_path / "j"), write_judgments(tmp_path / "k")
    return {
        "score": [str(flags), str(judgments)],
        "compare": [*map(str, (flags, other, judgments)), "--draws", "50"],
        "compare corpora": list(map(str, (flags, other, judgments, again))),
        "agree": [str(judgments)],
        "rank": [str(RANKING / "rankings.jsonl"), "--draws", "50"],
        "parseval": [str(EXAMPLES / "treebank.mrg")] * 2,
    }


@pytest.mark.parametrize(
    ("name", "files", "counts"),
    [
        ("score", "files:f@<>+j@<>", "n_raters:3|n_sites:16"),
        ("compare", "files:f@<>+g@<>+j@<>", "n_raters:3|n_sites:16"),
        ("compare corpora", "files:f@<>+g@<>+j@<>+k@<>", "seed:0|systems:-"),
        ("agree", "judgments:j@<>", "n_raters:3|n_sites:16"),
        ("rank", "rankings:rankings.jsonl@<>", "n_raters:2|n_sentences:10"),
        ("parseval", "gold:treebank.mrg@<>|parsed:treebank.mrg@<>", "n_sentences:75"),
    ],
)
def test_a_signature_has_the_files_and_their_size(
    name: str, files: str, counts: str, commands: dict[str, list[str]]
) -> None:
    command = name.split()[0]
    content = call_json(command, *commands[name])
    signature = content["signature"]
    pattern = "[0-9a-f]{12}".join(map(re.escape, files.split("<>")))
    assert re.match(rf"{command}\|{pattern}\|", signature)
    assert f"{counts}|v:{__version__}" in signature
    assert signature in call(command, *commands[name]).stdout
    own = [file for files in content["provenance"]["files"].values() for file in files]
    paths = [path for path in commands[name] if Path(path).is_file()]
    assert [each["name"] for each in own] == [Path(path).name for path in paths]
    assert [each["sha256"] for each in own] == [
        hashlib.sha256(Path(path).read_bytes()).hexdigest() for path in paths
    ]
    assert parse(signature).files.keys() == content["provenance"]["files"].keys()


@pytest.mark.parametrize(
    ("arguments", "models"),
    [
        (["agree", EXAMPLES / "judgments.simulated.jsonl"], []),
        (
            ["score", RANKING / "unchanged.txt", RANKING / "bold.txt", "--m2", M2, "--no-cache"],
            ["inflection.txt", "tagger.npz"],
        ),
        (["score", EXAMPLES / "flags.a.jsonl", "--m2", EXAMPLES / "annotations" / "novel.m2"], []),
        (
            [
                "rank",
                RANKING / "rankings.jsonl",
                *OUTPUTS,
                "--m2",
                M2,
                "--no-cache",
                "--draws",
                "9",
            ],
            ["inflection.txt", "tagger.npz"],
        ),
        (
            ["select", "--all", "--native", EXAMPLES / "texts" / "library.txt"],
            ["boundaries.json", "chunker.zz", "inflection.txt", "prepositions.npz", "tagger.npz"],
        ),
        (["nouns", "stone"], ["nouns.npz"]),
        (
            ["nouns", "--corpus", EXAMPLES / "texts" / "library.txt"],
            ["boundaries.json", "chunker.zz", "inflection.txt", "tagger.npz"],
        ),
        (
            ["rules", "measure", EXAMPLES / "annotations" / "novel.m2"],
            ["chunker.zz", "inflection.txt", "tagger.npz"],
        ),
    ],
)
def test_a_signature_has_the_models_that_the_command_opens(
    arguments: list[object], models: list[str]
) -> None:
    """What is named in the command is compared with what Python says was opened to be used."""
    if "nouns.npz" in models and not model_path("nouns.npz").is_file():
        models = ["nouns_open.npz"]
    done = subprocess.run(
        [sys.executable, "-c", _WATCH, *map(str, arguments), "--json"],
        capture_output=True,
        text=True,
        check=True,
    )
    opened = done.stderr.splitlines()[-1].split()
    named = [each["name"] for each in _provenance(done.stdout)["models"]]
    assert (named, opened) == (models, models)


_WATCH = """
import sys

opened = set()


def callers():
    frame = sys._getframe(2)
    while frame:
        yield frame.f_code.co_name
        frame = frame.f_back


def watch(event, arguments):
    if event == "open" and "/models/" in str(arguments[0]) and "model_digest" not in callers():
        opened.add(str(arguments[0]).rpartition("/")[2])


sys.addaudithook(watch)
from solecism.cli.main import cli

cli.main(sys.argv[1:], standalone_mode=False)
print(*sorted(each for each in opened if not each.endswith((".py", ".pyc"))), file=sys.stderr)
"""


def _provenance(text: str) -> dict[str, Any]:
    import json

    found: dict[str, Any] = json.loads(text)["provenance"]
    return found


MEASURED = [
    *("agree", "choice", "compare", "constructions", "effort", "estimate", "nouns", "parseval"),
    *("plan", "rank", "report", "rules-measure", "score", "select"),
    *(f"papers-{name}" for name in ("crowd", "nouns", "prepositions", "treebanks", "turk")),
]


def found_command(name: str) -> click.Command:
    command: click.Command = cli
    for word in command_of(Signature(name)):
        assert isinstance(command, click.Group)
        found = command.get_command(click.Context(command), word)
        assert found is not None
        command = found
    return command


@pytest.mark.parametrize("name", MEASURED)
def test_no_setting_of_a_command_is_the_name_of_a_file(name: str) -> None:
    """A new option that names a file is an input, or says where the result goes."""
    signed_here = signed_parameters(found_command(name))
    settings = [each for each in signed_here if not isinstance(each.type, InputFile)]
    suspicious = re.compile("FILE|PATH|FOLDER|M2|OUT|TEXT$")
    assert [shown_name(each) for each in settings if suspicious.search(each.metavar or "")] in (
        [],
        ["title"],
    )
    assert len({shown_name(each) for each in signed_here}) == len(signed_here)
