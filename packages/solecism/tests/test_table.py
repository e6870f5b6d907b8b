"""Tables print aligned, with tabs, and as HTML that no cell can break."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from solecism.system.display_text import display_width
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


TEXTS = table(
    "Texts",
    ("id", "text", "language"),
    [
        ("1", "We had nice evening.", "English"),
        ("2", "我们 过了 一个 愉快的 晚上。", "中文"),
        ("3", "", ""),
    ],
)


def test_wide_characters_take_two_columns() -> None:
    assert list(TEXTS.lines()) == [
        "Texts",
        "id  text                          language",
        "1   We had nice evening.          English",
        "2   我们 过了 一个 愉快的 晚上。  中文",
        "3",
    ]


def test_the_widest_column_of_a_narrow_terminal_is_wrapped() -> None:
    assert list(TEXTS.lines(24)) == [
        "Texts",
        "id  text        language",
        "1   We had      English",
        "    nice",
        "    evening.",
        "2   我们 过了   中文",
        "    一个",
        "    愉快的",
        "    晚上。",
        "3",
    ]


def test_each_cell_has_a_line_where_a_terminal_is_narrower_than_the_words() -> None:
    assert list(RATERS.lines(11, str.upper)) == [
        "Raters",
        "RATER: ann",
        "ITEMS: 12",
        "",
        "RATER: <b>",
        "ITEMS: 9",
    ]


CELLS = st.text(alphabet="ab é中\u0301\t", max_size=20)


@given(st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=5), st.integers(1, 40))
def test_no_word_is_lost_in_a_terminal_of_any_width(rows: list[tuple[str, str]], wide: int) -> None:
    cells = table("T", ("first", "the second"), rows)
    _, *lines = cells.lines(wide)
    words = sorted(word for row in str(cells).splitlines()[1:] for word in row.split(" "))
    is_in_columns = lines[0].startswith("first ")
    assert is_in_columns == all(display_width(line) <= wide for line in lines)
    if is_in_columns:
        shown = sorted(word for line in lines for word in line.split(" "))
        assert [word for word in shown if word] == [word for word in words if word]
    else:
        assert len(lines) == 3 * len(rows) - 1


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
