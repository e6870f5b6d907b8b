"""`solecism verify`: a command runs again from its signature, and its figures are compared."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

import solecism
from places import EXAMPLES
from scoring_files import call, call_json
from solecism.errors import InputError
from solecism.formats.files import digest_of
from solecism.formats.jsonl import read as read_judgments
from solecism.judgment import Judgment
from solecism.reporting import page as report_page
from solecism.reporting.drawing import Drawing
from solecism.reporting.output_comparison import compare_json
from solecism.signature import parse

JUDGMENTS = EXAMPLES / "judgments.simulated.jsonl"
FLAGS = [EXAMPLES / f"flags.{name}.jsonl" for name in "ab"]
RANKING = EXAMPLES / "ranking"
M2 = RANKING / "annotated.m2"
NOVEL = EXAMPLES / "annotations" / "novel.m2"
OUTPUTS = [RANKING / f"{name}.txt" for name in ("unchanged", "bold", "careful")]
LIBRARY = EXAMPLES / "texts" / "library.txt"

# Each command with options that are not the defaults, and the files that it reads.
COMMANDS: dict[str, tuple[tuple[Any, ...], list[Path]]] = {
    "agree": (
        ("agree", JUDGMENTS, "--measure", "alpha", "--cluster", "document", "--raters"),
        [JUDGMENTS],
    ),
    "compare": (
        ("compare", *FLAGS, JUDGMENTS, "--draws", "50", "--seed", "3"),
        [*FLAGS, JUDGMENTS],
    ),
    "compare corpora": (
        ("compare", *FLAGS, JUDGMENTS, JUDGMENTS, "--bins", "50-80-100"),
        [*FLAGS, JUDGMENTS],
    ),
    "compare-edits": (
        ("compare", *OUTPUTS, "--m2", M2, "--draws", "50", "--measure", "recall"),
        [*OUTPUTS, M2],
    ),
    "parseval": (
        ("parseval", *[EXAMPLES / "treebank.mrg"] * 2, "--no-leaf-ancestor", "--cut-off", "20"),
        [EXAMPLES / "treebank.mrg"],
    ),
    "plan": (("plan", "--size", "2000", "--within-recall", "0.12345678", "--textbook"), []),
    "rank": (
        (
            *("rank", RANKING / "rankings.jsonl", *sorted(RANKING.glob("*.txt")), "--m2", M2),
            *("--draws", "9", "--resample", "systems", "--resample", "raters", "--score", "gain"),
        ),
        [RANKING],
    ),
    "score": (
        ("score", FLAGS[0], JUDGMENTS, "--rater", "rater2", "--rater-prior", "none", "--curve"),
        [FLAGS[0], JUDGMENTS],
    ),
    "score-edits": (
        ("score", *OUTPUTS, "--m2", M2, "--by", "type", "--beta", "2", "--document", "a +|%: b"),
        [RANKING],
    ),
    "score-m2": (
        ("score", FLAGS[0], "--m2", NOVEL, "--kind", "preposition", "--level", "0.9"),
        [FLAGS[0], NOVEL],
    ),
    "score-references": (
        ("score", *OUTPUTS, "--people", f"four={M2}", "--silver", f"a|b={M2}"),
        [*OUTPUTS, M2],
    ),
}
ONLY_JSON = {
    "nouns": (("nouns", "--corpus", LIBRARY, "--least", "1"), [LIBRARY]),
    "rules-measure": (("rules", "measure", NOVEL, "--rule", "depend-of"), [NOVEL]),
    "select": (("select", "--all", "--native", LIBRARY, "--detector", "maxent"), [LIBRARY]),
}
EVERY = {**COMMANDS, **ONLY_JSON}


def moved(paths: list[Path], folder: Path) -> list[Path]:
    """Copies of the files, under other names."""
    files = [each for path in paths for each in ([path] if path.is_file() else path.iterdir())]
    folder.mkdir(exist_ok=True)
    return [Path(shutil.copy(file, folder / f"{number}.copy")) for number, file in enumerate(files)]


def printed(folder: Path, *arguments: Any) -> Path:
    """A file with what a command prints."""
    result = call(*arguments)
    assert result.exit_code == 0, result.output
    path = folder / "printed"
    path.write_text(result.stdout, encoding="utf-8")
    return path


def verify(*arguments: Any) -> tuple[int, str]:
    result = call("verify", *arguments)
    return result.exit_code, result.output


@pytest.mark.parametrize("name", EVERY)
def test_every_command_prints_the_same_again(name: str, tmp_path: Path) -> None:
    """The files have other names by then, but for those that a folder brings along."""
    arguments, files = EVERY[name]
    earlier = printed(tmp_path, *arguments, "--json")
    content = json.loads(earlier.read_text())
    wanted = {file["sha256"] for files in content["provenance"]["files"].values() for file in files}
    own = [file for file in moved(files, tmp_path / "moved") if digest_of(file) in wanted]
    code, shown = verify(earlier, *own)
    assert shown.startswith("Same: ")
    assert code == 0


def test_an_estimate_is_made_again_from_the_key_of_the_sample(tmp_path: Path) -> None:
    key = tmp_path / "key.json"
    drawn = call("sample", FLAGS[1], tmp_path / "items.jsonl", "--key", key, "-n", "150")
    assert drawn.exit_code == 0, drawn.output
    options = ("--method", "paper", "--reading", "majority", "--measure", "precision")
    earlier = printed(tmp_path, "estimate", key, JUDGMENTS, *options, "--json")
    assert verify(earlier, *moved([JUDGMENTS, key], tmp_path / "moved"))[0] == 0
    again = printed(tmp_path, "estimate", key, JUDGMENTS)
    assert verify(again, *moved([JUDGMENTS, key], tmp_path / "moved"))[0] == 0


@pytest.mark.parametrize("form", ["text", "latex", "markdown", "csv"])
@pytest.mark.parametrize("name", ["agree", "compare", "compare-edits", "score", "score-references"])
def test_a_printed_table_is_compared_line_by_line(form: str, name: str, tmp_path: Path) -> None:
    arguments, files = COMMANDS[name]
    earlier = printed(tmp_path, *arguments, "--format", form)
    code, shown = verify(earlier, *moved(files, tmp_path / "moved"))
    assert re.match(r"Same: \d+ lines of `solecism \w+` as before\.\n$", shown)
    assert code == 0


def test_a_table_in_a_paper_is_found_in_the_text_around_it(tmp_path: Path) -> None:
    table = call("score", *OUTPUTS, "--m2", M2, "--layout", "paper").stdout
    paper = tmp_path / "paper.tex"
    text = f"We scored 3 systems in 2026.\n{table}\nThe 2 best are alike.\n"
    paper.write_text(text)
    assert verify(paper, *OUTPUTS, M2) == (0, "Same: 5 lines of `solecism score` as before.\n")
    changed = re.sub(r"(careful & \S+ )& (\S+) &", r"\1& 99.99 &", text)
    assert changed != text
    paper.write_text(changed)
    code, shown = verify(paper, *OUTPUTS, M2)
    assert code == 1
    assert re.search(r"^careful, column 3\t99\.99\t\S+$", shown, re.MULTILINE)


@pytest.fixture
def drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same data is drawn once; that it is always drawn alike is a test of the report itself."""
    drawn: dict[tuple[str, str], Markup] = {}
    svg = report_page._svg

    def kept(drawing: Drawing) -> Markup:
        key = drawing.alt, repr(drawing.data)
        if key not in drawn:
            drawn[key] = svg(drawing)
        return drawn[key]

    monkeypatch.setattr(report_page, "_svg", kept)


@pytest.mark.usefixtures("drawn_once")
def test_a_report_is_compared_row_by_row(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    arguments = ("--judgments", JUDGMENTS, "--flags", FLAGS[0], "--title", "A <title> & more")
    assert call("report", *arguments, page).exit_code == 0
    code, shown = verify(page, JUDGMENTS, FLAGS[0])
    assert re.match(r"Same: \d\d\d lines of `solecism report` as before\.\n$", shown)
    assert code == 0
    text = page.read_text("utf-8")
    page.write_text(text.replace("0.580", "0.581"), "utf-8")
    code, shown = verify(page, JUDGMENTS, FLAGS[0])
    assert code == 1
    assert "\t0.581\t0.580\n" in shown


@pytest.mark.usefixtures("drawn_once")
def test_a_report_made_in_python_is_compared_too(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    solecism.report(JUDGMENTS, FLAGS, bins=(0.5, 0.8, 1.0), seed=3).write(page)
    code, shown = verify(page, JUDGMENTS, *FLAGS)
    assert (code, shown[:5]) == (0, "Same:"), shown
    solecism.report(list(read_judgments(str(JUDGMENTS), Judgment))).write(page)
    code, shown = verify(page)
    assert (code, "Missing option '--judgments'" in shown) == (2, True), shown


def numbers(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all numbers in a JSON document."""
    if isinstance(value, bool):
        return []
    if isinstance(value, int | float):
        return [path]
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(
        value, list) else ()  # fmt: skip
    return [found for name, part in items for found in numbers(part, (*path, name))]


@pytest.mark.parametrize("change", [1, -1, 1e-6], ids=["more", "less", "by a millionth"])
def test_any_number_of_json_that_was_changed_is_found(change: float, tmp_path: Path) -> None:
    """Every twelfth number of the output is changed, one after another."""
    arguments = ("agree", JUDGMENTS, "--measure", "alpha", "--raters")
    content = call_json(*arguments)
    earlier = tmp_path / "earlier.json"
    earlier.write_text(json.dumps(content))
    result = solecism.verify(earlier, JUDGMENTS)
    assert result.is_same
    assert result.comparison is not None
    places = [place for place in numbers(content) if place[0] not in ("provenance", "signature")]
    assert result.comparison.n_compared == len(places)
    now = json.loads(json.dumps(content))
    for place in places[::12]:
        part = now
        for step in place[:-1]:
            part = part[step]
        before = part[place[-1]]
        part[place[-1]] = before + change
        [found] = compare_json(now, content).differences
        assert (found.earlier, found.now) == (str(before + change), str(before))
        assert found.place.endswith(str(place[-1]))
        part[place[-1]] = before


def test_both_values_of_a_figure_that_differs_are_shown(tmp_path: Path) -> None:
    content = call_json("agree", JUDGMENTS, "--measure", "alpha")
    figure = content["result"]["agreements"][0]["agreement"]
    value, figure["value"] = figure["value"], 0.6
    figure["note"] = "another note"
    earlier = tmp_path / "earlier.json"
    earlier.write_text(json.dumps(content))
    code, shown = verify(earlier, JUDGMENTS)
    assert code == 1
    assert f"agreement.value\t0.6\t{value}\n" in shown
    assert "agreement.note\tanother note\t" in shown
    assert "Not the same: 2 differences among " in shown


def test_rows_that_are_missing_added_or_moved_are_found(tmp_path: Path) -> None:
    text = call("agree", JUDGMENTS).stdout
    lines = text.splitlines()
    earlier = tmp_path / "earlier.txt"
    for changed in (
        [*lines[:3], *lines[4:]],
        [*lines[:3], "all\tkappa\t0.9", *lines[3:]],
        [*lines[:3], lines[4], lines[3], *lines[5:]],
    ):
        earlier.write_text("\n".join(changed) + "\n")
        assert verify(earlier, JUDGMENTS)[0] == 1
    earlier.write_text("\n".join(re.sub("\t", "   ", line) for line in lines) + "\n")
    assert verify(earlier, JUDGMENTS)[0] == 0


def test_without_earlier_output_the_figures_are_printed(tmp_path: Path) -> None:
    text = call("agree", JUDGMENTS).stdout
    line = text.splitlines()[-1]
    result = call("verify", line, JUDGMENTS)
    assert result.exit_code == 0
    assert result.stdout == text
    assert "There was no earlier output to compare." in result.stderr
    note = tmp_path / "note.txt"
    note.write_text(f"Figures of 8 raters, from {line}\n")
    assert call("verify", note, JUDGMENTS).stdout == text
    assert verify(line, JUDGMENTS, "--output", note)[0] == 1


def test_the_output_may_be_another_file_than_the_one_with_the_signature(tmp_path: Path) -> None:
    text = call("agree", JUDGMENTS).stdout
    *table, line = text.splitlines()
    own = tmp_path / "own.txt"
    own.write_text("\n".join(table))
    assert verify(line, JUDGMENTS, "--output", own)[0] == 0
    own.write_text(text.replace("|seed:0|", "|seed:1|"))
    code, shown = verify(line, JUDGMENTS, "--output", own)
    assert (code, "has another signature" in shown) == (2, True)


def test_files_that_are_missing_extra_or_changed_are_named(tmp_path: Path) -> None:
    line = call("score", FLAGS[0], JUDGMENTS).stdout.splitlines()[-1]
    code, shown = verify(line, FLAGS[0])
    assert code == 2
    assert re.search(r"judgments\.simulated\.jsonl: no file was given .*SHA-256 \w{12}", shown)
    code, shown = verify(line, *FLAGS, JUDGMENTS)
    assert code == 2
    assert "flags.b.jsonl: is none of the files that the signature names" in shown
    changed = tmp_path / JUDGMENTS.name
    changed.write_text(JUDGMENTS.read_text() + "\n")
    code, shown = verify(line, FLAGS[0], changed)
    assert code == 2
    assert "is not the file that the signature names: its SHA-256 begins with" in shown
    assert verify(line, FLAGS[0], tmp_path / "none")[0] == 2


def test_another_version_and_another_model_are_named() -> None:
    line = call("score", *OUTPUTS, "--m2", M2).stdout.splitlines()[-1]
    signed = parse(line)
    [lemmas, tagger] = [each.digest for each in signed.models]
    other = line.replace(f"tagger.npz@{tagger}", "tagger.npz@0123456789ab").replace("|v:", "|v:9")
    notes = solecism.verify(other, *OUTPUTS, M2).notes
    assert notes[0].startswith("The signature is of Solecism 9")
    assert re.match(
        rf"The model tagger\.npz is another one: {tagger}\w*, and was 0123456789ab\.", notes[1]
    )
    assert len(notes) == 2
    gone = line.replace(f"inflection.txt@{lemmas}+", "old.npz@0123456789ab+")
    assert solecism.verify(gone, *OUTPUTS, M2).notes == (
        "The model inflection.txt is used now, and was not before.",
        "The model old.npz was used before, and is not now.",
    )
    fewer = line.replace("|n_sentences:10|", "|n_sentences:9|")
    assert solecism.verify(fewer, *OUTPUTS, M2).notes == ("n_sentences was 9, and is 10 now.",)


def test_signatures_of_older_versions_and_of_pipes_are_explained() -> None:
    old = "agree|duplicates:error|input:19b3634e|level:0.95|seed:0|v:0.2.0"
    code, shown = verify(old, JUDGMENTS)
    assert (code, "was made by an older version" in shown) == (2, True)
    code, shown = verify("agree|judgments:-@?|level:0.95|v:0.2.0", JUDGMENTS)
    assert (code, "was read from a pipe or a study" in shown) == (2, True)


HOSTILE: list[tuple[str, str]] = [
    ("check|files:a@{hash}|v:1", "'check' is no command that measures"),
    ("agree|judgments:../a.jsonl@{hash}|v:1", "'../a.jsonl' in the signature is no name of a file"),
    ("agree|judgments:/etc/passwd@{hash}|v:1", "'/etc/passwd' in the signature is no name"),
    ("agree|judgments:a%00b@{hash}|v:1", "is no name of a file"),
    ("agree|judgments:{long}@{hash}|v:1", "cannot be read: File name too long"),
    ("agree|judgments:..@{hash}|v:1", "'..' in the signature is no name of a file"),
    ("agree|judgments:{name}@{hash}|figures:/tmp/x|v:1", "has no setting 'figures'"),
    ("agree|judgments:/etc/passwd|v:1", "has no setting 'judgments'"),
    ("agree|level:a@{hash}|v:1", "has no setting 'level'"),
    ("agree|judgments:{name}@{hash}|level:x|v:1", "'x' is not a valid float"),
    ("agree|judgments:{name}@{hash}|level:0.9+0.8|v:1", "--level has one value, not 2"),
    ("agree|judgments:{name}@{hash}|pairwise:maybe|v:1", "--pairwise is yes or no, not 'maybe'"),
    ("agree|judgments:{name}@{hash}|measure:--json|v:1", "'--json' is not one of"),
    ("compare|files:{name}@{hash}|systems:a|v:1", "--systems has 2 values, not 1"),
    (
        "papers-treebanks|trees:{name}@{hash}|command:touch%20/tmp/x|v:1",
        "names a program to run (--command), which is not done",
    ),
    ("agree|judgments:{name}@{hash}|judgments:{name}@{hash}|v:1", "it has judgments twice"),
    ("agree|judgments:{name}@{hash}|n_raters:x|v:1", "what begins with n_ is not a number"),
    ("agree", "there is no such file"),
    ("agree|v:1|", "is not a signature"),
]


@pytest.mark.parametrize(("line", "message"), HOSTILE)
def test_a_signature_neither_names_paths_nor_runs_anything_else(line: str, message: str) -> None:
    own = parse(call("agree", JUDGMENTS).stdout.splitlines()[-1]).files["judgments"][0].digest
    filled = line.format(hash=own, name=JUDGMENTS.name, long="a" * 300)
    code, shown = verify(filled, *([JUDGMENTS] if own and own in filled else []))
    assert (code, message in shown) == (2, True), shown


PIECES = (
    "agree plan score | : v:1 + @ ? = % %zz %ff - size n_x 0123456789ab level:0.9 models input a é"
)


@given(
    st.text(max_size=60)
    | st.lists(st.sampled_from([*PIECES.split(), "\n", "\ud800"]), max_size=25).map("".join)
)
def test_no_text_makes_the_parser_fail_in_another_way(text: str) -> None:
    try:
        found = parse(text)
    except InputError:
        return
    assert str(parse(str(found))) == str(found)
