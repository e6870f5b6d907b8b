"""Names and other code inside prose become words of x's; prose stays as it is."""

from __future__ import annotations

import pytest

from solecism.documents.code_comments import without_code


@pytest.mark.parametrize(
    "code",
    [
        "`a b`", "max_size", "_private", "camelCase", "PascalCase", "os.path", "f(x)", "a.b()",
        "std::vector", "/usr/bin/env", "src/main.py", "--all", "--size=3", "https://a.b/c", "$HOME",
        "utf8", "0xFF", "@deprecated", ":class:`Name`", "{@link Name}", "<T>", "items[0]",
        "@param {string} name", ":param int size:",
    ],
)  # fmt: skip
def test_code_becomes_a_word(code: str) -> None:
    assert without_code(f"It says {code} here.") == f"It says {'x' * len(code)} here."


@pytest.mark.parametrize(
    "line",
    ["x = 1", "return x;", "if x == 1:", "for i in range(3):", "} else {", "-----", ">>> f(1)"],
)
def test_lines_of_code_are_blanked(line: str) -> None:
    assert without_code(f"Before.\n{line}\nAfter.").split() == ["Before.", "After."]


@pytest.mark.parametrize(
    "prose",
    [
        "It's a well-known fact, e.g. here, i.e. there; and/or (maybe) so.",
        "If this holds, return at once. The class of 2020 was 50% of it!",
        "For a while - or two - we wait. Mr. Kim's U.S. visit costs 5 EUR.",
    ],
)
def test_prose_stays_as_it_is(prose: str) -> None:
    assert without_code(prose) == prose
