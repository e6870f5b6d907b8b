"""Tables print aligned, with tabs, and as HTML that no cell can break."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from solecism.table import Table, Tabular, table

RATERS = table("Raters", ("rater", "items"), [("ann", "12"), ("<b>", "9")])


class Result(Tabular):
    """A result with a full table and an empty one."""

    def tables(self) -> Iterator[Table]:
        yield RATERS
        yield table("Nothing", ("a",), [])

    def remarks(self) -> Iterator[str]:
        yield "1 < 2."


def test_columns_are_aligned() -> None:
    assert str(RATERS) == "Raters\nrater  items\nann    12\n<b>    9"


def test_a_pipe_gets_tabs() -> None:
    assert RATERS.tab_separated() == "# Raters\nrater\titems\nann\t12\n<b>\t9\n"


def test_html_escapes_every_cell() -> None:
    page = RATERS._repr_html_()
    assert "<td" in page
    assert "&lt;b&gt;" in page
    assert "<b>" not in page


def test_a_result_prints_its_full_tables_and_remarks() -> None:
    assert str(Result()) == f"{RATERS}\n\n1 < 2."
    assert "Nothing" not in Result()._repr_html_()
    assert Result()._repr_html_().endswith("<p>1 &lt; 2.</p>")


AWKWARD = table(
    "A & B_1",
    ("name", "95%"),
    [("50% of {x}", "0.50"), (r"a|b \ ~^<>#$", "-1e-05"), ('"q", r', "")],
)


def test_csv_quotes_what_holds_commas() -> None:
    title, *lines = AWKWARD.csv().splitlines()
    assert title == "# A & B_1"
    assert list(csv.reader(lines)) == [list(AWKWARD.columns), *map(list, AWKWARD.rows)]


def test_markdown_escapes_bars_and_puts_numbers_on_the_right() -> None:
    lines = AWKWARD.markdown().splitlines()
    assert lines[:4] == ["**A & B_1**", "", "| name | 95% |", "| --- | ---: |"]
    assert lines[5] == r"| a\|b \ ~^<>#$ | -1e-05 |"


def test_latex_escapes_what_has_a_meaning_and_uses_booktabs() -> None:
    lines = AWKWARD.latex().splitlines()
    assert lines[2] == r"\caption{A \& B\_1}"
    assert lines[3] == r"\begin{tabular}{lr}"
    assert lines[4:7] == [r"\toprule", r"name & 95\% \\", r"\midrule"]
    assert lines[7] == r"50\% of \{x\} & 0.50 \\"
    assert lines[8].startswith(
        r"a|b \textbackslash{} \textasciitilde{}\textasciicircum{}\textless{}\textgreater{}\#\$ &"
    )
    assert lines[-3:] == [r"\bottomrule", r"\end{tabular}", r"\end{table}"]


def test_latex_is_balanced_and_has_as_many_cells_in_each_row() -> None:
    text = AWKWARD.latex()
    plain = re.sub(r"\\[&%$#_{}\\]", "", text)
    assert plain.count("{") == plain.count("}")
    assert re.findall(r"\\begin\{(\w+)\}", text) == re.findall(r"\\end\{(\w+)\}", text)[::-1]
    rows = [line for line in text.splitlines() if line.endswith(r" \\")]
    assert {re.sub(r"\\&", "", row).count("&") for row in rows} == {1}
    assert not re.search(r"(?<!\\)[%$#_^~]", text)


def test_a_table_without_rows_has_formats_too() -> None:
    nothing = table("Nothing", ("a", "b"), [])
    assert r"a & b \\" in nothing.latex()
    assert "| a | b |" in nothing.markdown()
