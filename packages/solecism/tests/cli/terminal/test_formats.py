"""--format of the commands that print tables."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from scoring_files import call, write_flags, write_judgments
from solecism.system.installation import EXAMPLES


@pytest.fixture
def commands(tmp_path: Path) -> dict[str, list[str]]:
    first, second = write_flags(tmp_path / "a"), write_flags(tmp_path / "b", every=3, system="you")
    judgments = write_judgments(tmp_path / "j")
    return {
        "score": list(map(str, (first, judgments))),
        "compare": list(map(str, (first, second, judgments))),
        "agree": [str(judgments)],
        "rank": [str(EXAMPLES / "ranking" / "rankings.jsonl"), "--draws", "50"],
    }


@pytest.mark.parametrize("command", ["score", "compare", "agree", "rank"])
def test_a_table_can_be_had_in_every_format(command: str, commands: dict[str, list[str]]) -> None:
    def shown(*options: str) -> str:
        result = call(command, *commands[command], *options)
        assert result.exit_code == 0, result.output
        return result.stdout

    assert shown("--format", "text") == shown()
    assert json.loads(shown("--format", "json")) == json.loads(shown("--json"))
    latex = shown("--format", "latex")
    assert latex.startswith("\\begin{table}\n\\centering\n\\caption{")
    assert latex.count("\\toprule") == latex.count("\\end{table}")
    outside = [line for line in latex.split("\\end{table}")[-1].splitlines() if line]
    assert all(line.startswith("% ") for line in outside)
    assert shown("--format", "markdown").splitlines()[3].startswith("| ---")
    assert shown("--format", "csv").splitlines()[0].startswith("# ")


def test_the_signature_and_remarks_are_below_the_tables(commands: dict[str, list[str]]) -> None:
    for name, mark in (("latex", "% "), ("csv", "# "), ("markdown", "")):
        lines = call("score", *commands["score"], "--format", name).stdout.split("\n")
        assert any(line.startswith(f"{mark}score|files:") for line in lines)
        assert any(line.startswith(f"{mark}No scores at 75-90% agreement") for line in lines)
