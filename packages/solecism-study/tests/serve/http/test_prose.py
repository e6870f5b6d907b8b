"""Instructions as plain text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solecism_study.serve.http.pages import ProseBlock, inline_html, prose_blocks


def test_blank_lines_part_paragraphs_and_marks_make_lists_and_headings() -> None:
    text = "# What\nRead\nit all.\n\n- one\n* two\nAnd then:\n# Last\n"
    assert prose_blocks(text) == [
        ProseBlock("heading", ("What",)),
        ProseBlock("paragraph", ("Read it all.",)),
        ProseBlock("list", ("one", "two")),
        ProseBlock("paragraph", ("And then:",)),
        ProseBlock("heading", ("Last",)),
    ]


@given(st.text())
def test_no_word_of_a_text_is_lost(text: str) -> None:
    shown = [word for block in prose_blocks(text) for line in block.lines for word in line.split()]
    marks = {"-", "*", "#"}
    assert [word for word in shown if word not in marks] == [
        word for word in text.split() if word not in marks
    ]


def test_only_addresses_of_sites_become_links() -> None:
    shown = str(inline_html('[a](javascript:x) [b](https://b.org/"onclick) <i> https://c.org/d.'))
    assert shown.count("<a ") == 2
    assert 'href="https://b.org/"' in shown
    assert "&#34;onclick" in shown
    assert 'href="https://c.org/d"' in shown
    assert "javascript:x)" in shown
    assert "&lt;i&gt;" in shown


def test_examples_are_a_block_of_their_own() -> None:
    kinds = [(block.kind, block.lines) for block in prose_blocks("Read.\n> One.\n> Two.\n")]
    assert kinds == [("paragraph", ("Read.",)), ("examples", ("One.", "Two."))]
