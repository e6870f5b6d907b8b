"""reStructuredText markup is blanked, and every character that is left stays in its place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism.documents.rst import unmarked_rst

PIECES = st.sampled_from(
    "``a`` `a` `a`_ `a <b>`_ :ref:`a` *a* ** | |a| :: .. .. note:: .. code:: === word".split()
)
MARKED_UP = st.lists(st.one_of(PIECES, st.sampled_from([" ", "\n", "\n    ", ". "])), max_size=30)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A *trip* to **Rome**", "A trip to Rome"),
        ("see ``of it`` here", "see xxxxxxxxx here"),
        ("see :class:`of` and `of it`_ here", "see xxxxxxxxxxx and xxxxxxxx here"),
        ("see `the page <http://of.in>`_ here", "see the page here"),
        ("Title\n=====\nyes", "Title yes"),
        ("so::\n\n    of code\n\n    of code\n\nyes", "so yes"),
        (".. code-block:: python\n   :of: of\n\n   of\n\nyes", "yes"),
        (".. of a comment\n   of it\nyes", "yes"),
        (".. note:: Read this.\n   And that.\n\nyes", "Read this. And that. yes"),
        (".. _of: http://of.in\n\nyes", "yes"),
        ("+----+\n| of |\n+----+\nyes", "yes"),
        (":author: Kim\n\nyes [1]_ |of| end", "Kim yes xxxx xxxx end"),
    ],
)
def test_only_prose_is_left(text: str, words: str) -> None:
    assert unmarked_rst(text).split() == words.split()


@given(st.one_of(st.text(max_size=60), MARKED_UP.map("".join)))
def test_what_is_left_stays_in_its_place(text: str) -> None:
    masked = unmarked_rst(text)
    assert len(masked) == len(text)
    assert all(new == old or new in " x" for new, old in zip(masked, text, strict=True))
