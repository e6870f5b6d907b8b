"""The pages about kinds of error."""

from __future__ import annotations

import re

import pytest
from click.testing import CliRunner

from solecism.checking.explanations import KIND_NAMES, KINDS_OF_PAGE, page_name
from solecism.checking.kind_pages import FOLDER, kind_page, markdown_to_html, pages_about
from solecism.cli.text.explain import explain_command
from solecism.errors import InputError


def test_every_kind_has_a_page_and_every_page_a_kind() -> None:
    assert set(KIND_NAMES) == {kind for kinds in KINDS_OF_PAGE.values() for kind in kinds}
    assert {path.stem for path in FOLDER.glob("*.md")} == set(KINDS_OF_PAGE)


@pytest.mark.parametrize("name", KINDS_OF_PAGE)
def test_a_page_has_rules_examples_traps_and_when_not_to_change(name: str) -> None:
    text = kind_page(name).text
    assert re.findall(r"^## (.+)", text, re.MULTILINE) == ["Rules", "Traps", "When not to change"]
    assert "| Wrong | Right |" in text
    for row in re.findall(r"^\|.+\|$", text, re.MULTILINE):
        assert row.count("|") in (3, 4)


@pytest.mark.parametrize("name", KINDS_OF_PAGE)
def test_a_page_as_html_has_no_markdown_left(name: str) -> None:
    html = kind_page(name).html
    assert "*" not in html
    assert "|" not in html
    assert html.startswith(f"<h2>{kind_page(name).title}</h2>")


def test_a_table_is_a_table_with_its_markup() -> None:
    html = markdown_to_html("| Wrong | Right |\n|---|---|\n| a < b | **b** |\n")
    assert "<th>Wrong</th><th>Right</th>" in html
    assert "<tr><td>a &lt; b</td><td><strong>b</strong></td></tr>" in html


def test_pages_come_once_in_their_usual_order() -> None:
    pages = pages_about(["tense", "wrong-article", "missing-article", "metre", None])
    assert [page.name for page in pages] == ["articles", "tense"]
    assert page_name(None) == ""


def test_the_command_lists_the_pages_and_prints_one_by_its_kind() -> None:
    listed = CliRunner().invoke(explain_command, [], catch_exceptions=False).stdout
    assert [line.split(":")[0] for line in listed.splitlines()] == list(KINDS_OF_PAGE)
    shown = CliRunner().invoke(explain_command, ["wrong-article"], catch_exceptions=False)
    assert shown.stdout == kind_page("articles").text


def test_a_page_that_there_is_not_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(InputError, match="no page about 'metre'"):
        kind_page("metre")
