"""SVG drawings made fit for a page: described in words, with ids and fonts of their own."""

from __future__ import annotations

import re
from xml.etree import ElementTree

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
