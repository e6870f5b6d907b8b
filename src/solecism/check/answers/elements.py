"""Elements of Word documents, made in the namespace that a document uses."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml.etree import _Element as Element

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_PRESERVE = "{http://www.w3.org/XML/1998/namespace}space"


@dataclass(frozen=True, slots=True)
class Words:
    """The vocabulary of a document: the namespace of its elements and attributes."""

    namespace: str

    @classmethod
    def of(cls, element: Element) -> Self:
        """The vocabulary of the document that an element is in."""
        return cls(element.tag.partition("}")[0].lstrip("{"))

    def tag(self, name: str) -> str:
        """The full name of an element or attribute."""
        return f"{{{self.namespace}}}{name}"

    def element(self, name: str, *children: Element, **attributes: str) -> Element:
        """A new element with attributes and children."""
        from lxml import etree

        tags = {self.tag(key): value for key, value in attributes.items()}
        element = etree.Element(self.tag(name), tags, nsmap={"w": self.namespace})
        element.extend(children)
        return element

    def text(self, text: str, name: str = "t") -> Element:
        """A new element of text, with the spaces at its ends kept."""
        element = self.element(name)
        element.text = xml_text(text)
        element.set(_PRESERVE, "preserve")
        return element

    def free_numbers(self, *roots: Element) -> Iterator[int]:
        """The numbers that no element below some roots has as its id, from 1 upwards."""
        used = {element.get(self.tag("id")) for root in roots for element in root.iter("*")}
        return (number for number in count(1) if str(number) not in used)


def xml_text(text: str) -> str:
    """The text with another character for each that XML cannot hold.

    >>> xml_text("a\x07b")
    'a\ufffdb'
    """
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
