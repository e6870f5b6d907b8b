"""`solecism report` as people call it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from places import EXAMPLES
from shell import run
from solecism.cli.measure import report as report_module
from solecism.cli.measure.report import report_command
from solecism.cli.sample.sample_group import sample_command
from solecism.reporting import page as page_module
from solecism.reporting.drawing import RenderedDrawing

pytestmark = pytest.mark.figures
JUDGMENTS = str(EXAMPLES / "judgments.simulated.jsonl")
FLAGS = [str(EXAMPLES / f"flags.{name}.jsonl") for name in "ab"]


@pytest.fixture
def no_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only tables are written to the folder of figures; the page has its drawings all the same."""
    monkeypatch.setattr(report_module, "write_drawings", lambda folder, drawings: None)


def report(*options: str) -> Result:
    return CliRunner().invoke(
        report_command, ["--judgments", JUDGMENTS, *options], catch_exceptions=False
    )


@pytest.fixture
def drawn_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of PDF and PNG have a head only; the tests of drawings have whole ones."""
    monkeypatch.setattr(RenderedDrawing, "pdf", lambda drawing: b"%PDF")
    monkeypatch.setattr(RenderedDrawing, "png", lambda drawing: b"\x89PNG")


@pytest.mark.usefixtures("drawn_fast")
def test_every_figure_is_written_in_two_widths_and_every_table_as_csv(tmp_path: Path) -> None:
    page, figures = tmp_path / "report.html", tmp_path / "deep" / "figures"
    report("--flags", FLAGS[0], "--flags", FLAGS[1], str(page), "--figures", str(figures))
    names = {path.name for path in figures.iterdir()}
    drawn = {name.removesuffix("-column.svg") for name in names if name.endswith("-column.svg")}
    assert len(drawn) == 9
    for name in drawn:
        assert f"{name}.csv" in names
        for width in ("", "-column"):
            assert f"{name}{width}.svg" in names
            assert (figures / f"{name}{width}.png").read_bytes().startswith(b"\x89PNG")
            assert (figures / f"{name}{width}.pdf").read_bytes().startswith(b"%PDF")
    assert {"raters.csv", "scores.csv", "agreement.csv", "comparisons.csv"} <= names
    entries = (figures / "references.bib").read_text("utf-8")
    assert entries.count("\n@") + 1 == 7
    assert "@article{gwet2008," in entries
    text = page.read_text("utf-8")
    assert text.count("<svg") == 9
    assert "invented-a" in text
    assert re.search(
        r"report\|judgments:judgments\.simulated\.jsonl@\w{12}\|flags:[^|]+\|answer:-\|"
        r"bins:50-75-90-100\|duplicates:error\|join:-\|level:0\.95\|number-raters:no\|"
        r"rater-prior:studies\|reference:-\|seed:0\|title:How%20far%20raters[^|]+\|within:-\|"
        r"without:-\|n_raters:8\|n_sites:257\|v:",
        text,
    )


def test_a_page_is_the_same_each_time_and_goes_to_a_pipe(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    report(str(page))
    assert report("-").output == page.read_text("utf-8")


def test_a_sample_is_shown(tmp_path: Path) -> None:
    key = tmp_path / "key.json"
    drawn = [FLAGS[1], str(tmp_path / "items.jsonl"), "--key", str(key), "-n", "150", "--seed", "7"]
    done = CliRunner().invoke(sample_command, drawn, catch_exceptions=False)
    assert done.exit_code == 0
    text = report("--sample", str(key), "-").output
    assert "Sample: 150 judged sites of invented-b" in text


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--reference", "nobody", "out.html"], "no rater 'nobody'"),
        (["--level", "95", "out.html"], "level 95"),
        (["--bins", "50-40", "--flags", FLAGS[0], "out.html"], "bins 50-40"),
        (["nowhere/out.html"], "there is no folder"),
        (["--flags", "/dev/null", "out.html"], "/dev/null: contains no flags"),
        (["--flags", "missing.jsonl", "out.html"], "missing.jsonl: there is no such file"),
        (["--figures", "/dev/null/figures", "out.html"], "cannot be a folder"),
    ],
)
def test_bad_input_is_one_clear_line(tmp_path: Path, options: list[str], problem: str) -> None:
    done = run("report", "--judgments", JUDGMENTS, *options, folder=tmp_path)
    assert done.returncode == 1
    assert problem in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


def write_constructions(folder: Path) -> tuple[Path, Path]:
    """Two raters' answers to five constructions of six nouns in two stages, and the writer's."""
    from solecism.formats import jsonl
    from solecism.judgment import Judgment
    from solecism.locate.sites import CONSTRUCTIONS

    nouns = [f"d.{number}:1-2:number" for number in range(6)]
    judgments = [
        Judgment(
            site,
            rater,
            "yes" if (number + place) % (2 + (rater == "bob" and number == 5)) == 0 else "no",
            task="article-number",
            stage=stage,
            notes={"construction": name},
        )
        for stage in ("no-context", "in-context")
        for rater in ("ann", "bob")
        for number, site in enumerate(nouns)
        for place, name in enumerate(CONSTRUCTIONS)
    ]
    writers = [
        Judgment(site, "writer", "yes*", notes={"construction": CONSTRUCTIONS[number % 5]})
        for number, site in enumerate(nouns)
    ]
    paths = folder / "judgments.jsonl", folder / "key.jsonl"
    for path, lines in zip(paths, (judgments, writers), strict=True):
        path.write_text("".join(jsonl.format(lines)), "utf-8")
    return paths


@pytest.mark.usefixtures("no_drawings")
def test_five_constructions_of_a_noun_have_a_section_of_their_own(tmp_path: Path) -> None:
    judgments, key = write_constructions(tmp_path)
    page, figures = tmp_path / "report.html", tmp_path / "figures"
    options = ["--writers", str(key), "--choices", str(key), str(page), "--figures", str(figures)]
    result = CliRunner().invoke(
        report_command, ["--judgments", str(judgments), *options], catch_exceptions=False
    )
    assert result.exit_code == 0
    text = page.read_text("utf-8")
    assert "Constructions of nouns" in text
    assert "no-context: ann (rows) and bob (columns)" in text
    confusion = (figures / "constructions-confusion-in-context.csv").read_text("utf-8")
    assert confusion.splitlines()[0].split(",")[1:] == ["no", "yes"]
    systems = (figures / "constructions-systems.csv").read_text("utf-8").splitlines()
    # The writer as a system is always right against the writer's own.
    assert systems[1].startswith("writer,the writer’s own,6,1.0")


@pytest.mark.usefixtures("no_drawings")
def test_references_show_how_many_raters_match_them(tmp_path: Path) -> None:
    page, figures = tmp_path / "report.html", tmp_path / "figures"
    report("--reference", "rater1,rater2,rater3", str(page), "--figures", str(figures))
    rows = (figures / "raters-needed.csv").read_text("utf-8").splitlines()
    assert [row.split(",")[0] for row in rows[1:5]] == ["majority"] * 4
    assert "raters needed" in page.read_text("utf-8")


@pytest.mark.usefixtures("no_drawings")
def test_correct_incorrect_and_too_messy_are_scored(tmp_path: Path) -> None:
    from solecism.formats import jsonl
    from solecism.judgment import Judgment
    from solecism.site import Flag

    kinds = ("preposition", "determiner", "number")
    sites = [f"d.{number}:1-2:{kinds[number % 3]}" for number in range(30)]
    answers = ("correct", "incorrect", "too-messy")
    judgments = tmp_path / "judgments.jsonl"
    lines = [
        Judgment(site, rater, answers[(number * 7 + (rater == "bob" and number > 27)) % 3 % 3])
        for number, site in enumerate(sites)
        for rater in ("ann", "bob")
    ]
    judgments.write_text("".join(jsonl.format(lines)), "utf-8")
    flags = tmp_path / "flags.jsonl"
    flagged = [Flag(site, "me", number * 7 % 3 == 1) for number, site in enumerate(sites)]
    flags.write_text("".join(jsonl.format(flagged)), "utf-8")
    figures = tmp_path / "figures"
    options = ["--flags", str(flags), str(tmp_path / "page.html"), "--figures", str(figures)]
    CliRunner().invoke(
        report_command, ["--judgments", str(judgments), *options], catch_exceptions=False
    )
    confusion = (figures / "confusion-raters.csv").read_text("utf-8").splitlines()
    assert confusion[0].split(",")[1:4] == ["correct", "incorrect", "too-messy"]
    hits, _, false_alarms, _ = map(
        float, (figures / "confusion-systems.csv").read_text("utf-8").splitlines()[1].split(",")[1:]
    )
    assert hits >= 9
    assert false_alarms <= 1


@pytest.fixture
def without_drawings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page has its tables only, because drawings take most of the time."""
    monkeypatch.setattr(page_module, "_svg", lambda drawing: "")


@pytest.mark.usefixtures("without_drawings")
def test_a_page_for_everybody_has_numbers_for_raters_and_names_the_prior(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    names = {f"rater{number}" for number in range(1, 9)}
    report("--flags", FLAGS[0], "--number-raters", "--reference", min(names), str(page))
    text = page.read_text("utf-8")
    assert not any(f">{name}<" in text for name in names)
    assert ">rater 1<" in text
    assert f">rater {len(names)}<" in text
    assert "a variance of strictness of 0.59 (log-odds squared), which counts as 13" in text
    assert "|rater-prior:studies|" in text
    assert '<meta name="description" content="8 raters gave 1,890 answers' in text
    report("--flags", FLAGS[0], "--rater-prior", "none", str(page))
    text = page.read_text("utf-8")
    assert "How much raters differ is estimated from these raters alone." in text
    assert "|rater-prior:none|" in text
