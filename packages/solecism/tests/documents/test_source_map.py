"""Plain text and its source: sentences lead back to the very characters of the source."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solecism import documents
from solecism.formats import text

PIECES = st.sampled_from(
    """<p> </p> <b> </b> <br> &amp; &eacute; <!--x--> \\emph{ } \\cite{a} $x$ \\'e % -- \\\\
    <code> </code> \\foo \\begin{tabular} & # .. ::
    1\n00:00:01,000 \n\n \n . We depend of it. <i don't { ] & <script>""".split(" ")
)


@pytest.mark.parametrize("name", ["a.html", "a.tex", "a.srt", "a.vtt", "a.rst", "a.py"])
@given(pieces=st.lists(PIECES, max_size=30))
def test_the_restored_sentences_are_the_source(name: str, pieces: list[str]) -> None:
    source = " ".join(pieces)
    if name[-3:] in ("srt", "vtt"):
        source = f"1\n00:00:01,000 --> 00:00:02,000\n{source}"
    document = documents.parse(source.encode(), name=name)
    assert document.source is not None
    restored, offset = [], 0
    for sentence in text.parse(document.text.splitlines(keepends=True), document="d", file=name):
        written = document.source.restored(sentence, offset)
        assert len(written.words) == len(sentence.words)
        restored.append(written.text + written.after)
        offset += len(sentence.text) + len(sentence.after)
    assert "".join(restored) == (source if restored else "")
    assert offset == len(document.text)


def test_words_are_those_of_the_source() -> None:
    document = documents.parse(b"<p>We don&rsquo;t <b>depend</b> of it.", name="a.html")
    assert document.source is not None
    [sentence] = text.parse([document.text], document="d", file="a.html")
    written = document.source.restored(sentence, 0)
    assert written.text == "<p>We don&rsquo;t <b>depend</b> of it."
    assert written.words == ("We", "do", "n&rsquo;t", "depend", "of", "it", ".")
    assert all(
        re.match(re.escape(w), written.text[s:])
        for w, s in zip(written.words, written.starts, strict=True)
    )
