r"""Tables for a paper, which LaTeX sets as wide as a column."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from scoring_files import call, call_json
from solecism.signature import parse
from solecism.system.installation import EXAMPLES

REFERENCE = Path("ranking/annotated.m2")
# Debian's smallest LaTeX has tabularx, but not booktabs.
DOCUMENT = r"""
\documentclass[twocolumn]{article}
\usepackage{tabularx}
\IfFileExists{booktabs.sty}{\usepackage{booktabs}}{
  \let\toprule\hline\let\midrule\hline\let\bottomrule\hline}
\begin{document}
%s
See Table~\ref{%s}.
\end{document}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Outputs of four systems, of which one has an awkward name, and their source."""
    source = "".join(
        f"{line[2:]}\n"
        for line in (EXAMPLES / REFERENCE).read_text().splitlines()
        if line.startswith("S ")
    )
    (tmp_path / "source.txt").write_text(source)
    (tmp_path / "unchanged.txt").write_text(source)
    for name, new in (("bold", "bold_50%_&_more"), ("careful", "careful"), ("clumsy", "clumsy")):
        shutil.copy(EXAMPLES / "ranking" / f"{name}.txt", tmp_path / f"{new}.txt")
    return tmp_path


def score_table(folder: Path, *options: str) -> str:
    systems = sorted(path for path in folder.glob("*.txt") if path.name != "source.txt")
    m2 = ("--m2", EXAMPLES / REFERENCE)
    return call("score", folder / "source.txt", *systems, *m2, "--layout", "paper", *options).stdout


def rows_of(latex: str) -> list[list[str]]:
    body = latex.partition("\\midrule\n")[2].partition("\\bottomrule")[0]
    return [row.removesuffix(r" \\").split(" & ") for row in body.splitlines() if " & " in row]


def test_the_best_are_bold_and_what_the_tests_do_not_tell_from_them_has_a_dagger(
    folder: Path,
) -> None:
    def dagger(number: str) -> str:
        return rf"{number}\rlap{{$^{{\dagger}}$}}"

    name = r"bold\_\allowbreak{}50\%\_\allowbreak{}\&\_\allowbreak{}more"
    assert rows_of(score_table(folder)) == [
        [name, dagger("83.33"), r"\textbf{93.75}", dagger("85.23"), "[64.3, 100.0]"],
        ["careful", r"\textbf{100.00}", dagger("75.00"), r"\textbf{93.75}", "[84.9, 100.0]"],
        ["clumsy", "36.36", dagger("26.67"), "33.90", "[9.4, 56.5]"],
        # Without an edit precision is 1 by convention, which is no result.
        ["unchanged", "--", dagger("0.00"), "0.00", "--"],
    ]


def test_the_daggers_are_those_of_compare(folder: Path) -> None:
    systems = sorted(path for path in folder.glob("*.txt") if path.name != "source.txt")
    files: tuple[str | Path, ...] = (folder / "source.txt", *systems, "--m2", EXAMPLES / REFERENCE)
    measures = ("--reference", "errant", "--measure", "precision", "--measure", "F")
    found = call_json("compare", *files, *measures)["result"]["differences"]
    from_careful = {
        (one["name"], *{one["first_system"], one["second_system"]} - {"careful"}): one["p_holm"]
        for one in found
        if "careful" in (one["first_system"], one["second_system"])
    }
    assert from_careful["precision", "clumsy"] < 0.05
    assert from_careful["F0.5", "clumsy"] < 0.05
    assert from_careful["F0.5", "unchanged"] < 0.05
    assert from_careful["F0.5", "bold_50%_&_more"] >= 0.05


def test_the_caption_says_what_was_counted_and_tested(folder: Path) -> None:
    latex = score_table(folder, "--level", "0.9", "--beta", "1")
    caption = re.search(r"\\caption\{(.*)\}\n\\label\{tab:scores\}", latex)
    assert caption is not None
    assert "10 sentences against 4 annotators (reference errant)" in caption[1]
    assert r"with the 90\,\% interval of F$_{1}$" in caption[1]
    assert r"$p \geq 0.1$ after Holm's correction for 6 pairs of systems" in caption[1]
    signature = parse(latex.splitlines()[-1].removeprefix("% "))
    assert signature.command == "score-edits"
    assert (signature.settings["beta"], signature.settings["level"]) == (("1",), ("0.9",))


def test_one_system_has_nothing_to_be_compared_with(folder: Path) -> None:
    files: tuple[str | Path, ...] = (
        folder / "source.txt",
        folder / "clumsy.txt",
        "--m2",
        EXAMPLES / REFERENCE,
    )
    latex = call("score", *files, "--layout", "paper").stdout
    [[_, precision, *_]] = rows_of(latex)
    assert precision == r"\textbf{36.36}"
    assert "dagger" not in latex


def test_rankings_and_scores_are_two_tables_with_minus_signs() -> None:
    outputs = sorted((EXAMPLES / "ranking").glob("*.txt"))
    rankings = EXAMPLES / "ranking" / "rankings.jsonl"
    options = ("--m2", EXAMPLES / REFERENCE, "--score", "gleu", "--score", "share")
    latex = call("rank", rankings, *outputs, *options, "--layout", "paper").stdout
    people, scores = latex.split("\\end{table}\n")[:2]
    assert rows_of(people)[0] == ["fluent", r"\textbf{0.782}", "[0.655, 0.889]", "1--3"]
    assert people.count("\\midrule\n") == 3
    assert rows_of(scores)[1] == ["share $-$ 0.15", "0.779", "0.600", "0.700", "0.780"]
    assert r"$^{*}$: differs from GLEU ($p < 0.05$ after Holm's correction" in scores


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--json",), "Leave out --format and --json"),
        (("--format", "csv"), "Leave out --format and --json"),
        (("--people", "four=annotated.m2"), "--layout paper is for SOURCE HYPOTHESIS... --m2"),
    ],
)
def test_what_a_paper_has_no_place_for_is_refused(
    folder: Path, arguments: tuple[str, ...], message: str
) -> None:
    files = ("score", folder / "source.txt", folder / "careful.txt")
    m2 = () if "--people" in arguments else ("--m2", EXAMPLES / REFERENCE)
    result = call(*files, *m2, "--layout", "paper", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.skipif(
    shutil.which("pdflatex") is None,
    reason="pdflatex is not installed (Debian: texlive-latex-base)",
)
def test_latex_sets_the_tables_without_a_warning(folder: Path) -> None:
    rankings = EXAMPLES / "ranking" / "rankings.jsonl"
    outputs = sorted((EXAMPLES / "ranking").glob("*.txt"))
    rank = call("rank", rankings, *outputs, "--m2", EXAMPLES / REFERENCE, "--layout", "paper")
    for tables, label in (
        (score_table(folder), "tab:scores"),
        (rank.stdout, "tab:score-agreement"),
    ):
        (folder / "paper.tex").write_text(DOCUMENT % (tables, label))
        for _ in range(2):
            command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
            assert run.returncode == 0, run.stdout[-2000:]
        assert "Overfull" not in run.stdout
        assert "undefined" not in run.stdout
