"""Comments that speak to the checker: what is one, and what is not."""

from __future__ import annotations

import pytest

from solecism.language.markup import UnmarkedText, directives, without_directives


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("<!-- solecism: off -->", "off"),
        ("<!--solecism:off wrong-preposition,spelling-->", "off wrong-preposition,spelling"),
        ("text <!-- solecism: anything at all --> text", "anything at all"),
        ("% solecism: off", "off"),
        ("So it depends. %% solecism: ignore-line", "ignore-line"),
        ("x = 1  # solecism: ignore-next-line spelling", "ignore-next-line spelling"),
        ("// solecism: on", "on"),
        ("/* solecism: off */", "off"),
        (" * solecism: off", "off"),
        ("-- solecism: off", "off"),
        ("{# solecism: on #}", "on"),
        (".. solecism: off", "off"),
        ("solecism: off spelling, tense", "off spelling, tense"),
        ("  solecism: ignore-nextline", "ignore-nextline"),
    ],
)
@pytest.mark.parametrize("end", ["", "\n", "\r\n"])
def test_what_a_comment_says(line: str, words: str, end: str) -> None:
    [directive] = directives(line + end)
    assert directive.words == words
    assert "solecism:" in line[directive.start : directive.end]


@pytest.mark.parametrize(
    "line",
    [
        "solecism: a mistake in speech",
        "solecism: on the whole, a mistake",
        "# solecism: mistakes of the great",
        "Write `<!-- solecism: off -->` above it.",
        "Write `% solecism: off`",
        "C# solecism: off",
        "A solecism: off",
        "<!-- Solecism: off -->",
        "<!-- solecism: off",
    ],
)
def test_what_is_none(line: str) -> None:
    assert list(directives(line)) == []
    assert without_directives(line) == line


def test_a_long_line_of_signs_takes_no_time() -> None:
    assert list(directives("solecism: " + "<!-- solecism: " * 20_000)) == []
    assert list(directives("solecism: off " + "a-, " * 50_000 + "!")) == []


@pytest.mark.parametrize("markup", [True, False])
def test_a_comment_on_its_own_line_does_not_divide_a_paragraph(markup: bool) -> None:
    lines = ["We all\n", "% solecism: ignore-next-line\n", "depend of it.\n"]
    unmarked = list(UnmarkedText(lines, markup=markup))
    assert unmarked == ["We all\n", " " * 29 + "depend of it.\n"]


@pytest.mark.parametrize("markup", [True, False])
def test_a_comment_at_the_end_of_a_text_stays_in_it(markup: bool) -> None:
    lines = ["We depend. <!-- solecism: off -->\n", "solecism: on\n"]
    unmarked = "".join(UnmarkedText(lines, markup=markup))
    assert unmarked == "We depend." + " " * 23 + "\n" + " " * 13
