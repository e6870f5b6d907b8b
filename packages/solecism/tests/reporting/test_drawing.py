"""Figures as SVG and PNG: described, deterministic, and safe with any name."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import matplotlib as mpl
import pytest
from matplotlib.figure import Figure as Canvas

from report_studies import HOSTILE
from solecism.reporting.drawing import (
    ONE_COLUMN,
    PAGE,
    TWO_COLUMNS,
    Drawing,
    DrawingSize,
    RenderedDrawing,
    new_canvas,
    series_style,
)
from solecism.reporting.table import table
from solecism.reporting.wording import shortened

pytestmark = pytest.mark.figures
SVG = "{http://www.w3.org/2000/svg}"


def a_drawing(name: str = "test") -> Drawing:
    def draw(layout: DrawingSize) -> Canvas:
        canvas = new_canvas(layout, 2)
        axes = canvas.subplots()
        axes.bar([1, 2], [3, 4], hatch="//", label=shortened(HOSTILE, 200))
        axes.set_title('id="x" href="#y" url(#z) \'DejaVu Sans\' & <b>')
        axes.legend()
        return canvas

    return Drawing(name, "Two bars", f"3 and 4 {HOSTILE}", "", draw, table(name, "", ("a",), []))


@pytest.fixture(scope="module")
def drawn() -> RenderedDrawing:
    """The drawing of a page."""
    return RenderedDrawing(a_drawing())


@pytest.mark.parametrize("inline", [False, True])
def test_a_drawing_is_described_in_words(drawn: RenderedDrawing, inline: bool) -> None:
    root = ElementTree.fromstring(drawn.svg(inline=inline))
    assert root.get("role") == "img"
    assert root.get("aria-labelledby") == "test-title test-desc"
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None
    assert title.text == "Two bars"
    assert description is not None
    assert (description.text or "").startswith("3 and 4")
    assert ("width" in root.attrib) is not inline


def test_text_is_text_and_stays_as_it_was_given(drawn: RenderedDrawing) -> None:
    texts = [element.text for element in ElementTree.fromstring(drawn.svg()).iter(f"{SVG}text")]
    assert 'id="x" href="#y" url(#z) \'DejaVu Sans\' & <b>' in texts
    assert shortened(HOSTILE, 200) in texts


def test_no_element_but_those_of_drawings_comes_out_of_a_name(drawn: RenderedDrawing) -> None:
    tags = {element.tag.removeprefix(SVG) for element in ElementTree.fromstring(drawn.svg()).iter()}
    assert "script" not in tags
    assert "image" not in tags
    assert "metadata" not in tags


def test_references_lead_to_ids_of_the_same_figure() -> None:
    svg = RenderedDrawing(a_drawing("bars")).svg()
    root = ElementTree.fromstring(svg)
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    assert all(str(name).startswith("bars-") for name in ids)
    used = set()
    for element in root.iter():
        for key, value in element.attrib.items():
            used |= set(re.findall(r"url\(#([^)]+)\)", value))
            if key.endswith("href"):
                used.add(value.removeprefix("#"))
    assert used
    assert used <= ids


def test_the_same_figure_is_the_same_file(drawn: RenderedDrawing) -> None:
    again = RenderedDrawing(a_drawing())
    assert again.svg() == drawn.svg()
    assert again.png() == drawn.png()
    assert again.pdf() == drawn.pdf()


@pytest.mark.parametrize(("layout", "width"), [(PAGE, 6.4), (ONE_COLUMN, 3.03), (TWO_COLUMNS, 6.3)])
def test_a_drawing_is_as_wide_as_its_layout(layout: DrawingSize, width: float) -> None:
    points = 72 * width
    drawing = RenderedDrawing(a_drawing(), layout)
    root = ElementTree.fromstring(drawing.svg())
    assert float(root.attrib["width"].removesuffix("pt")) == pytest.approx(points, abs=0.01)
    box = re.search(rb"/MediaBox \[ ?0 0 ([0-9.]+) ", drawing.pdf())
    assert box is not None
    assert float(box[1]) == pytest.approx(points, abs=0.01)
    pixels = int.from_bytes(drawing.png()[16:20])
    assert pixels == pytest.approx(300 * width, abs=1)


def test_the_fonts_of_a_pdf_are_in_it_as_truetype(drawn: RenderedDrawing) -> None:
    data = drawn.pdf()
    assert b"/FontFile2" in data
    assert b"/Type3" not in data


def test_settings_of_the_user_neither_matter_nor_change(drawn: RenderedDrawing) -> None:
    expected = drawn.svg()
    with mpl.rc_context({"font.size": 20, "svg.fonttype": "path", "axes.facecolor": "red"}):
        assert RenderedDrawing(a_drawing()).svg() == expected
        assert mpl.rcParams["font.size"] == 20


def test_eight_series_can_be_told_apart_without_colour() -> None:
    assert len({(str(series_style(n).line), series_style(n).marker) for n in range(8)}) == 8
    assert len({(series_style(n).fill, series_style(n).hatch) for n in range(8)}) == 8
    assert len({series_style(n).marker for n in range(8)}) == 8
