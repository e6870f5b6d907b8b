"""Languages by the names that editors have for them, and the prose in their texts."""

from __future__ import annotations

import pytest

from solecism_write.lsp.document import LANGUAGES, language_of, mask_of


@pytest.mark.parametrize(
    ("identifier", "path", "language"),
    [
        ("markdown", "", "markdown"),
        ("tex", "", "latex"),
        ("plaintex", "", "latex"),
        ("text", "", "plaintext"),
        ("rst", "", "restructuredtext"),
        ("gitcommit", "", "git-commit"),
        ("vue", "", "html"),
        ("Python", "", "python"),
        ("c++", "", "cpp"),
        ("", "/a/b.TEX", "latex"),
        ("json", "/a/b.txt", None),
        ("", "/a/b.bin", None),
    ],
)
def test_a_language_has_many_names(identifier: str, path: str, language: str | None) -> None:
    assert language_of(identifier, path) == language


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mask_keeps_the_length(language: str) -> None:
    text = '# Of `it` \\emph{of} <b>of</b> // of\n\n"""Of""" ``of`` -- of /* of */ ; of % of\n'
    assert len(mask_of(language)(text)) == len(text)


@pytest.mark.parametrize(
    ("language", "text", "prose"),
    [
        ("plaintext", "A <b>b</b>.", "A <b>b</b>."),
        ("markdown", "# A `b` *c*\r\n", "A xxx c"),
        ("html", "<p>A <i>b</i></p>", "A b"),
        ("latex", r"A \emph{b}", "A b"),
        ("restructuredtext", "A ``b`` *c*", "A xxxxx c"),
        ("git-commit", "feat: A\n\n# b\n", "A"),
        ("python", "x = 1  # A", "A"),
    ],
)
def test_prose_is_left(language: str, text: str, prose: str) -> None:
    assert mask_of(language)(text).split() == prose.split()
