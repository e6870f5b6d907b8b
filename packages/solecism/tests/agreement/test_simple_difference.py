"""The z of paper 004 is printed beside the others."""

from __future__ import annotations

from pathlib import Path

from scoring_files import call, write
from solecism.judgment import Judgment

# Table 5 of paper 004: rows are rater 1, columns rater 2.
STAGES = {"alone": [[846, 302], [108, 584]], "context": [[462, 77], [260, 1041]]}


def test_z_is_1_71_if_chance_agreement_is_taken_as_known(tmp_path: Path) -> None:
    judgments = []
    for stage, counts in STAGES.items():
        pairs = [
            (row, column)
            for row, cells in enumerate(counts)
            for column, n in enumerate(cells)
            for _ in range(n)
        ]
        for number, pair in enumerate(pairs):
            site = f"n.{number}:0-1:number"
            for rater, answer in zip(("one", "two"), pair, strict=True):
                judgments.append(Judgment(site, rater, ("yes", "no")[answer], stage=stage))
    study = write(tmp_path / "study.jsonl", judgments)
    lines = call("agree", study, "--by", "stage", "--measure", "cohen").stdout.splitlines()
    start = lines.index("# Differences")
    rows = {line.split("\t")[-1]: line.split("\t")[6] for line in lines[start + 2 : start + 5]}
    assert rows["independent, chance agreement known"] == "1.71"
    assert rows["independent"] == "1.76"
    assert any(test.startswith("paired") for test in rows)
