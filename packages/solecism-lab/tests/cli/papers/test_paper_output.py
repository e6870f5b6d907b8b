"""What all commands of `solecism papers` print and write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from click.testing import CliRunner, Result

from solecism.signature import Signature
from solecism.version import __version__
from solecism_lab.cli.paper_output import PaperOutput, paper_options
from solecism_lab.papers.page import PaperResult, PaperSection, beside


@click.command()
@paper_options
def command(output: PaperOutput) -> None:
    """Run a paper of one part."""
    with output.saved_parts("paper|seed:1", n_parts=1) as parts:
        value = parts.part("share", float, _computed)
    table = beside("share", "Shares", [("raters", value, 0.76)])
    section = PaperSection("share", "Table 1", (table,), "Other text.", simulated="raters.")
    output.show(PaperResult("A paper", (section,), Signature("paper", {"seed": 1})))


def _computed() -> float:
    click.echo("computed", err=True)
    return 0.5


def call(*options: Any) -> Result:
    return CliRunner().invoke(command, list(map(str, options)), catch_exceptions=False)


def test_sections_are_printed_with_what_is_simulated_and_what_differs() -> None:
    lines = call().stdout.splitlines()
    assert lines[:4] == ["A paper", "", "Table 1", "Simulated: raters."]
    assert "raters\t0.500\t0.760\t−0.260" in lines
    assert lines[-3:] == ["What differs, and why: Other text.", "", f"paper|seed:1|v:{__version__}"]


def test_page_and_figures_are_written_and_a_stopped_run_goes_on(tmp_path: Path) -> None:
    page, work, figures = (tmp_path / name for name in ("page.html", "work", "figures"))
    first = call("-o", page, "--work", work, "--figures", figures)
    assert first.stderr == "computed\n"
    assert "<h2" in page.read_text("utf-8")
    assert (figures / "share.csv").read_text("utf-8").splitlines()[1].startswith("raters,0.5,0.76")
    again = call("--work", work, "--json")
    assert again.stderr == ""
    assert json.loads(again.stdout)["sections"][0]["tables"][0]["rows"][0][:2] == ["raters", 0.5]
