"""The page of the papers: its figures and pictures are those of the runs that are kept."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from docs import paper_page, paper_pictures
from docs.paper_page import StoredRunError
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import TextPath

from shell import program
from solecism.figure import Figure, Interval
from solecism.system.installation import EXAMPLES

NAMES = list(paper_page.papers())
# What examples are enough for; the others need judgments of people, which cannot be shipped.
ON_EXAMPLES = {
    "prepositions": (
        "--native quarry.txt --all --learner annotations/landlord.m2 "
        "--learner annotations/novel.m2 --annotated annotations/landlord.m2 --samples 200"
    ),
    "crowd": "--annotated ranking/annotated.m2",
}
SVG = "{http://www.w3.org/2000/svg}"


def test_the_page_is_what_the_kept_runs_give() -> None:
    assert paper_page.PAGE.read_text(encoding="utf-8") == paper_page.page(), (
        "run: python docs/paper_page.py"
    )


@pytest.mark.parametrize("paper", NAMES)
def test_pictures_are_what_the_kept_runs_give(paper: str) -> None:
    file = paper_page.FOLDER / f"{paper}.svg"
    assert file.read_text(encoding="utf-8") == paper_page.picture(paper), (
        "run: python docs/paper_page.py"
    )


@pytest.mark.parametrize("paper", NAMES)
def test_kept_runs_say_where_they_come_from(paper: str) -> None:
    run = paper_page.kept_run(paper)
    text = (paper_page.FOLDER / f"{paper}.json").read_text(encoding="utf-8")
    assert text == paper_page.format_run(run)
    assert len(text) < 12_000
    assert run["command"] == paper_page.papers()[paper]["command"]
    assert run["signature"].startswith(f"papers-{paper}|")
    assert all(run[name] for name in ("data", "version", "date"))


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of runs, in which precision in one table of a paper is another."""
    for file in paper_page.FOLDER.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    run = paper_page.kept_run("crowd")
    [cells] = (
        row
        for table in run["tables"]
        if table["name"] == "table-1"
        for row in table["rows"]
        if row[:2] == ["lm", "unweighted"]
    )
    cells[2] = [0.111, 0.101, 0.121]
    (tmp_path / "crowd.json").write_text(paper_page.format_run(run), encoding="utf-8")
    monkeypatch.setattr(paper_page, "FOLDER", tmp_path)
    return tmp_path


def test_another_figure_changes_table_text_and_picture(changed: Path) -> None:
    was = (changed / "crowd.svg").read_text(encoding="utf-8")
    page, picture = paper_page.page(), paper_page.picture("crowd")
    assert "| .957 | .111 [.101,\N{NO-BREAK SPACE}.121] |" in page
    assert "language model from .111 to" in page
    assert page != paper_page.PAGE.read_text(encoding="utf-8")
    assert picture != was
    assert ">.111</text>" in picture


def test_what_is_not_as_kept_is_told_row_by_row(changed: Path) -> None:
    other = paper_page.kept_run("crowd")
    now = json.loads(
        Path(paper_page.__file__).with_name("papers").joinpath("crowd.json").read_text()
    )
    assert paper_page.differences(now, now) == []
    lines = paper_page.differences(other, now)
    assert [line.split(" ", 2)[:2] for line in lines] == [
        ["table-1:", "kept"],
        ["table-1:", "measured"],
    ]
    assert "0.111" in lines[0]


def test_a_text_with_a_figure_that_there_is_not_is_refused(
    changed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(paper_page.papers()["crowd"], "found", "Half of it is {nothing}.")
    with pytest.raises(StoredRunError, match=r"crowd: \{nothing\} is no figure"):
        paper_page.page()


def test_a_line_without_points_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    line = {"name": "people", "kind": "ours", "from": "detection-curves / nobody / kappa"}
    monkeypatch.setitem(paper_page.papers()["turk"]["picture"], "lines", [line])
    with pytest.raises(StoredRunError, match="turk: no points for the line 'people'"):
        paper_page.picture("turk")


def test_a_row_that_a_run_has_not_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    row = {**paper_page.papers()["turk"]["rows"][0], "from": "detection / kappa of cats / ours"}
    monkeypatch.setitem(paper_page.papers()["turk"], "rows", [row])
    with pytest.raises(
        StoredRunError, match="no table 'detection' with 'kappa of cats' and 'ours'"
    ):
        paper_page.page()


def test_a_run_that_fails_changes_nothing(
    changed: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = {file: file.read_bytes() for file in changed.iterdir()}
    with pytest.raises(SystemExit) as stopped:
        paper_page.main(["turk", "--data", str(tmp_path / "nowhere")])
    assert stopped.value.code == 1
    said = capfd.readouterr().err
    assert "nowhere/judgments/blimp_mturk.csv: there is no such file" in said
    assert said.endswith("turk: its command ended with exit code 1.\n")
    assert {file: file.read_bytes() for file in changed.iterdir()} == before


def test_a_paper_that_there_is_not_is_refused_with_the_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as stopped:
        paper_page.main(["turks"])
    assert stopped.value.code == 2
    assert "'turks': there are prepositions, treebanks, crowd, turk, nouns" in (
        capsys.readouterr().err
    )


@pytest.mark.slow
@pytest.mark.parametrize("paper", ON_EXAMPLES)
def test_commands_still_have_all_figures_of_the_page(paper: str) -> None:
    line = f"{program()} papers {paper} {ON_EXAMPLES[paper]} --json"
    done = subprocess.run(
        ["bash", "-c", line], cwd=EXAMPLES, capture_output=True, text=True, check=True
    )
    run = paper_page.as_kept(paper, json.loads(done.stdout))
    assert len(paper_page.figures(paper, run)) == len(paper_page.papers()[paper]["rows"])
    kept = {
        (table["name"], *table["columns"][:2]) for table in paper_page.kept_run(paper)["tables"]
    }
    assert {(table["name"], *table["columns"][:2]) for table in run["tables"]} == kept


def shown(ours: float, **settings: Any) -> paper_page.Shown:
    figure = Figure(ours, interval=Interval(ours - 0.1, ours + 0.1))
    whole = {"printed": (0.5, float("nan")), "digits": 3, "scale": 1, "is_signed": False}
    parts = {**whole, "unit": "", "simulated": False, "group": "", **settings}
    return paper_page.Shown("label", figure, **parts)


@pytest.mark.parametrize(
    ("settings", "written"),
    [
        ({}, (".386", "[.286,\N{NO-BREAK SPACE}.486]", ".50")),
        ({"digits": 1, "is_signed": True}, ("+0.4", "[+0.3,\N{NO-BREAK SPACE}+0.5]", "+0.5")),
        (
            {"digits": 1, "scale": 100, "unit": "%"},
            ("38.6%", "[28.6%,\N{NO-BREAK SPACE}48.6%]", "50%"),
        ),
    ],
)
def test_figures_are_written_with_their_digits(
    settings: dict[str, Any], written: tuple[str, str, str]
) -> None:
    one = shown(0.386, **settings)
    assert (one.value(), one.interval(), one.printed_values()) == written


def test_negative_figures_have_a_minus_sign_and_zero_has_none() -> None:
    assert shown(-4.25, digits=1).value() == "\N{MINUS SIGN}4.2"
    assert shown(-0.04, digits=1, is_signed=True).value() == "0.0"


@pytest.mark.parametrize("paper", NAMES)
def test_words_of_pictures_fit_and_do_not_meet(paper: str) -> None:
    root = ElementTree.fromstring(paper_page.picture(paper))
    _, _, width, height = map(float, root.get("viewBox", "").split())
    assert root.get("aria-label")
    ends: dict[float, float] = {}
    for text in sorted(root.iter(f"{SVG}text"), key=lambda each: float(each.get("x", ""))):
        wide = _width(text.text or "", is_bold=text.get("class") is not None)
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.get("text-anchor", "start")]
        start, line = float(text.get("x", "")) - shift * wide, float(text.get("y", ""))
        assert start >= 0, text.text
        assert start + wide <= width, text.text
        assert line < height, text.text
        assert start >= ends.get(line, -1), text.text
        ends[line] = start + wide


def _width(text: str, *, is_bold: bool) -> float:
    font = FontProperties(family="DejaVu Sans", weight="bold" if is_bold else "normal")
    size = 14 if is_bold else 12.5
    return float(TextPath((0, 0), text, size=size, prop=font).get_extents().width)


@pytest.mark.parametrize("paper", NAMES)
def test_marks_of_pictures_lie_within_them(paper: str) -> None:
    root = ElementTree.fromstring(paper_page.picture(paper))
    circles = list(root.iter(f"{SVG}circle"))
    assert circles
    for circle in circles:
        assert 0 < float(circle.get("cx", "")) < paper_pictures.WIDTH
