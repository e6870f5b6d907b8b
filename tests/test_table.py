"""Tables print aligned, with tabs, and as HTML that no cell can break."""

from __future__ import annotations

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
