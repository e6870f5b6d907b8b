"""Tags and texts of web pages, as the HTML standard divides them."""

from __future__ import annotations

import pytest

from solecism.documents.html import html_tokens


def shown(page: str) -> list[str]:
    """The tokens of a page: names of elements with their signs, and texts as they are."""
    signs = {"begin": "<{}>", "end": "</{}>"}
    return [
        signs[token.kind].format(token.name)
        if token.kind in signs
        else page[token.start : token.end]
        for token in html_tokens(page)
    ]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<P CLASS=it's id='a>b' x>y</P >", ["<p>", "y", "</p>"]),
        ('<a href="x>y" / title = z>b', ["<a>", "b"]),
        ("a<!-- <b> -->c<!-->d<!doctype x>e<?php f ?>g", ["a", "c", "d", "e", "g"]),
        ("<script>a<b></scripts></script >c", ["<script>", "</script>", "c"]),
        (
            "1 < && &amp;&#65&nothing;",
            ["1 ", "<", " ", "&", "&", " ", "&amp;", "&#65", "&nothing;"],
        ),
        ("a<b never closed", ["a", "<b>"]),
        ("<textarea><p>", ["<textarea>"]),
    ],
)
def test_tokens_are_those_of_the_standard(page: str, expected: list[str]) -> None:
    assert shown(page) == expected


@pytest.mark.parametrize(
    ("tag", "is_hidden"),
    [
        ("<p hidden>", True),
        ("<p id=a HIDDEN=x>", True),
        ("<p class=hidden>", False),
        ("<p/>", False),
    ],
)
def test_hidden_elements_are_known_by_their_attribute(tag: str, is_hidden: bool) -> None:
    [token] = html_tokens(tag)
    assert token.is_hidden == is_hidden
