"""Languages by the names that editors have for them, or else by the names of files."""

from __future__ import annotations

import pytest

from solecism_write.lsp.document import EditorDocument, TextLines


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
        ("", "/a/.git/COMMIT_EDITMSG", "git-commit"),
        ("plaintext", "/a/b.srt", "subtitles"),
        ("plaintext", "/a/b.bin", "plaintext"),
        ("latex", "/a/b.md", "latex"),
        ("", "", None),
    ],
)
def test_a_language_has_many_names(identifier: str, path: str, language: str | None) -> None:
    uri = f"file://{path}" if path else "untitled:1"
    assert EditorDocument(uri, identifier, 1, TextLines("")).language == language
