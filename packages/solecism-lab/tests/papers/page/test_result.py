"""A paper's result: ours beside the printed figures, on a page and in JSON."""

from __future__ import annotations

from solecism.figure import Figure, Interval
from solecism.reporting.charts import Series, bar_drawing, line_drawing
from solecism.signature import Signature
from solecism_lab.papers.page import PaperResult, PaperSection, beside

CLOZE = PaperSection(
    "cloze",
    "Table 2: cloze test",
    (
        beside(
            "cloze",
            "Agreement with the writer",
            [("system", Figure(0.7, interval=Interval(0.6, 0.8)), 0.75), ("raters", None, 0.76)],
        ),
    ),
    "Other text.",
    simulated="the two raters <b>.",
)
RESULT = PaperResult("Native judgments", (CLOZE,), Signature("papers", {"seed": 1}))


def test_ours_is_beside_the_printed_figure_with_its_interval() -> None:
    [table] = CLOZE.on_page().tables
    assert table.columns == ("", "ours", "95% interval", "printed", "ours minus printed")
    assert table.rows[0][:4] == ("system", 0.7, Interval(0.6, 0.8), 0.75)
    assert table.rows[1][1] is None


def test_the_page_says_what_is_simulated_and_what_differs() -> None:
    page = RESULT.html()
    assert '<p class="warning">Simulated: the two raters &lt;b&gt;.</p>' in page
    assert '<p class="remark">What differs, and why: Other text.</p>' in page
    assert page.index("Simulated") < page.index("0.750") < page.index("What differs")


def test_json_has_all_figures() -> None:
    [section] = RESULT.to_dict()["sections"]
    assert section["simulated"] == "the two raters <b>."
    assert section["tables"][0]["rows"][0][1] == 0.7


def test_a_drawing_has_the_numbers_behind_it() -> None:
    series = [Series("ours", (0, 1), (Figure(0.2, interval=Interval(0.1, 0.3)), 0.4))]
    bars = bar_drawing("bars", "Bars", series, ("few", "many"), x="raters", y="sites")
    assert [row[:3] for row in bars.data.rows] == [("ours", "few", 0.2), ("ours", "many", 0.4)]
    lines = line_drawing("lines", "Lines", series, x="raters", y="kappa")
    assert lines.data.rows[0] == ("ours", 0, 0.2, Interval(0.1, 0.3))
    section = PaperSection("s", "S", (bars, lines), "Nothing.")
    assert PaperResult("Drawn", (section,), Signature("papers")).html().count("<svg") == 2
