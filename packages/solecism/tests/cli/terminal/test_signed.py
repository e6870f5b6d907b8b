"""Signatures of commands: settings, counts and a hash of the input."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from scoring_files import call, call_json, write_flags, write_judgments
from solecism.cli.terminal.result_tables import command_signature
from solecism.system.installation import EXAMPLES
from solecism.version import __version__


def test_the_input_is_its_bytes_and_not_its_name(tmp_path: Path) -> None:
    for name, text in (("a", "x"), ("b", "x"), ("c", "y")):
        (tmp_path / name).write_text(text)
    a, b, c = (command_signature("agree", {"level": 0.9}, [str(tmp_path / name)]) for name in "abc")
    assert a == b == f"agree|input:0a325ca3|level:0.9|v:{__version__}"
    assert a != c


def test_what_can_be_read_only_once_has_no_hash(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in ("-", str(tmp_path / "pipe")):
        assert (
            command_signature("agree", {}, [path, None], n_raters=3)
            == f"agree|n_raters:3|v:{__version__}"
        )


@pytest.fixture
def commands(tmp_path: Path) -> dict[str, list[str]]:
    flags, other = write_flags(tmp_path / "f"), write_flags(tmp_path / "g", every=3, system="you")
    judgments, again = write_judgments(tmp_path / "j"), write_judgments(tmp_path / "k")
    return {
        "score": [str(flags), str(judgments)],
        "compare": [*map(str, (flags, other, judgments)), "--draws", "50"],
        "compare corpora": list(map(str, (flags, other, judgments, again))),
        "agree": [str(judgments)],
        "rank": [str(EXAMPLES / "ranking" / "rankings.jsonl"), "--draws", "50"],
        "parseval": [str(EXAMPLES / "treebank.mrg")] * 2,
    }


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        ("score", "n_raters:3|n_sites:16"),
        ("compare", "n_raters:3|n_sites:16"),
        ("compare corpora", ""),
        ("agree", "n_raters:3|n_sites:16"),
        ("rank", "n_raters:2|n_sentences:10"),
        ("parseval", "n_sentences:75"),
    ],
)
def test_a_signature_has_the_input_and_its_size(
    name: str, counts: str, commands: dict[str, list[str]]
) -> None:
    command = name.split()[0]
    signature = call_json(command, *commands[name])["signature"]
    assert re.search(r"\|input:[0-9a-f]{8}\|", signature)
    assert counts in signature
    assert signature in call(command, *commands[name]).stdout
