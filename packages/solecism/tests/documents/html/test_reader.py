"""Web pages: the text that they show, and where it stands in the source."""

from __future__ import annotations

import pytest

from solecism import documents
from solecism.documents.document import SourceMap


def parsed(page: str) -> tuple[str, SourceMap]:
    document = documents.parse(page.encode(), name="page.html")
    assert document.source is not None
    return document.text, document.source


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<h1>My <em>summer</em></h1><p>In\nMay.</p>", "My summer|In May."),
        ("<p>One<p>Two<br>lines<ul><li>Three<li>Four</ul>", "One|Two\nlines|Three|Four"),
        ("<title>T</title><style>p{}</style><p>a<script>if (a<b) c</script>b", "a|b"),
        ("Yes<!-- depend of -->, <span hidden>no <span>no</span></span>it is.", "Yes, it is."),
        (
            "<p>Don&rsquo;t go to the caf&eacute; &#8212; &#x41;&amp;B &lt;now",
            "Don’t go to the café — A&B <now",
        ),
        ("<p>Type <code>rm -r</code> or <kbd>q</kbd>.<pre>depend of</pre>", "Type xx xx or x."),
        ("<table><tr><td>a<td>b</table><select><option>c</select>d", "a|b|d"),
        ("<p hidden>shown: its end may be left out", "shown: its end may be left out"),
        ("We <del>depend of</del> rely<sup>1</sup> on the 5<sup>th</sup>", "We  rely on the 5th"),
        ("a <svg/>b <svg><g/><svg></svg>no</svg>c", "a|b|c"),
        ("1 < 2 & 3 > 2 <", "1 < 2 & 3 > 2 <"),
    ],
)
def test_only_what_a_reader_sees_is_text(page: str, text: str) -> None:
    plain, _ = parsed(page)
    assert "|".join(filter(None, (part.strip() for part in plain.split("\n\n")))) == text


def test_every_character_leads_back_to_the_source() -> None:
    page = "<!doctype html>\n<p>We don&rsquo;t <b>depend</b>\n\tof <a href='x'>it</a>.</p>\n"
    plain, source = parsed(page)
    for word, written in (("don’t", "don&rsquo;t"), ("depend", "depend"), ("of", "of"), (".", ".")):
        start = plain.index(word)
        end = start + len(word)
        assert page[source.start_of(start) : source.end_of(end)] == written


def test_the_encoding_that_a_page_names_is_used() -> None:
    page = "<meta charset='windows-1250'><p>Paweł Świątek".encode("cp1250")
    document = documents.parse(page, name="page.htm")
    assert document.text.strip() == "Paweł Świątek"
    assert document.notes == ("page.htm: was read as Windows-1250, not as UTF-8.",)
    assert document.encoding == "cp1250"


@pytest.mark.parametrize("name", ["idna", "unicode_escape", "hex", "nothing", "utf-16"])
def test_a_name_that_is_no_encoding_of_pages_is_not_used(name: str) -> None:
    page = f"<meta charset={name}><p>caf\\x41é".encode()
    assert documents.parse(page, name="page.html").text.strip() == "caf\\x41é"


@pytest.mark.parametrize(
    "piece", ["<", "<!--", "<a ", "&", "</", "<![CDATA[", "<p hidden><div>", "<svg>", "<a href='"]
)
def test_a_page_of_nothing_but_beginnings_is_read(piece: str) -> None:
    parsed(piece * 30_000)
