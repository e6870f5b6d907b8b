"""SVG: elements and small charts for pages, and drawings made fit for a page.

All drawings have their words for people who do not see them. Pages colour the elements by their
kinds, which are classes of their style sheets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree import ElementTree

from markupsafe import Markup, escape

from solecism.reporting.wording import printable

_SVG, _XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
_FONT = "'DejaVu Sans'"
_FONTS = f"{_FONT}, Verdana, 'Segoe UI', Helvetica, Arial, sans-serif"
# As wide as the text of a page, for the widest drawing.
_REMS_PER_POINT = 0.1
# As small as it gets on a telephone: its letters are then 10 pixels high.
_SMALLEST = 0.64
_REFERENCE = re.compile(r"url\(#")

ElementTree.register_namespace("", _SVG)
ElementTree.register_namespace("xlink", _XLINK)


def element(name: str, content: object = "", /, *, kind: str = "", **attributes: object) -> Markup:
    """An element of its content, which is escaped unless it is markup; numbers have one decimal.

    >>> element("text", "A & B", kind="name", x=3.14159, y=2, text_anchor="end")
    Markup('<text class="name" x="3.1" y="2" text-anchor="end">A &amp; B</text>')
    """
    given = {"class": kind, **attributes} if kind else attributes
    rounded = {
        key: round(value, 1) if isinstance(value, float) else value for key, value in given.items()
    }
    written = "".join(
        f' {key.replace("_", "-")}="{escape(value)}"' for key, value in rounded.items()
    )
    inside = escape(content)
    return Markup(f"<{name}{written}>{inside}</{name}>" if inside else f"<{name}{written}/>")


def points(places: Iterable[tuple[float, float]]) -> str:
    """The places of a line or an area, as an attribute has them."""
    return " ".join(f"{round(x, 1)},{round(y, 1)}" for x, y in places)


def chart(
    width: int, height: int, label: str, parts: Iterable[Markup], /, **attributes: object
) -> Markup:
    """A chart made of its parts, with a text equivalent."""
    return element(
        "svg",
        Markup("").join(parts),
        kind="chart",
        viewBox=f"0 0 {width} {height}",
        role="img",
        aria_label=label,
        **attributes,
    )


def with_description(
    svg: str, name: str, title: str, description: str, *, inline: bool = False
) -> str:
    """The drawing with title and description; ids begin with its name, so that pages can have many.

    `inline` makes its size the largest that it takes, so that it shrinks with the window.
    """
    root = ElementTree.fromstring(printable(svg))
    for element in root.iter():
        _rename(element, f"{name}-")
    for part in root.findall(f"{{{_SVG}}}metadata"):
        root.remove(part)
    root.set("role", "img")
    root.set("aria-labelledby", f"{name}-title {name}-desc")
    for place, (kind, words) in enumerate((("title", title), ("desc", description))):
        element = ElementTree.Element(f"{{{_SVG}}}{kind}", {"id": f"{name}-{kind}"})
        element.text, element.tail = printable(words), "\n"
        root.insert(place, element)
    if inline:
        width = float(root.attrib.pop("width").removesuffix("pt"))
        root.attrib.pop("height")
        rems = width * _REMS_PER_POINT
        root.set("style", f"max-width: {rems:.3g}rem; min-width: {rems * _SMALLEST:.3g}rem")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _rename(element: ElementTree.Element, prefix: str) -> None:
    for key, value in element.attrib.items():
        if key == "id":
            element.set(key, prefix + value)
        elif key in ("href", f"{{{_XLINK}}}href") and value.startswith("#"):
            element.set(key, f"#{prefix}{value[1:]}")
        elif key in ("style", "clip-path", "fill"):
            element.set(key, _REFERENCE.sub(f"url(#{prefix}", value).replace(_FONT, _FONTS))
