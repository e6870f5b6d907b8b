"""Kinds of document by the names of files and by the names that editors have for languages."""

from __future__ import annotations

import pytest

from solecism import documents
from solecism.documents import kinds
from solecism.documents.code_comments import COMMIT, FAMILIES

SAMPLE = '# Of `it` \\emph{of} <b>of</b> // of\n\n"""Of""" ``of`` -- of /* of */ ; of % of\n'


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("a.tex", "latex"),
        ("a.sty", "latex"),
        ("a.HTM", "html"),
        ("a.vue", "html"),
        ("a.rst.gz", "restructuredtext"),
        ("a.py", "python"),
        ("src/a.R", "r"),
        ("a.txt", None),
        ("a.docx", ""),
        ("CMakeLists.txt", "cmake"),
        ("src/makefile", "makefile"),
        (".git/COMMIT_EDITMSG", "git-commit"),
        ("a.unknown", None),
    ],
)
def test_the_name_of_a_file_tells_its_kind(path: str, language: str | None) -> None:
    kind = kinds.by_name(path)
    assert (kind and kind.language) == language


def test_every_language_of_programs_has_comments() -> None:
    programs = {kind.language for kind in kinds.KINDS if kind.module_name == "code_comments"}
    assert programs == {*FAMILIES, COMMIT}


def test_no_two_kinds_have_the_same_names() -> None:
    names = [name for kind in kinds.KINDS for name in (*kind.suffixes, *kind.file_names)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("language", kinds.LANGUAGES)
def test_a_text_in_every_language_is_read(language: str) -> None:
    document = documents.parse_text(SAMPLE, language=language)
    if document.source is not None:
        assert document.source.source == SAMPLE
    if document.shown_text != document.text:
        assert len(document.text) == len(SAMPLE)


@pytest.mark.parametrize(
    ("language", "text", "prose"),
    [
        ("plaintext", "A <b>b</b>.", "A <b>b</b>."),
        ("html", "<p>A <i>b</i></p>", "A b"),
        ("latex", r"A \emph{b}", "A b"),
        ("restructuredtext", "A ``b`` *c*", "A xxxxx c"),
        ("git-commit", "feat: A\n\n# b\n", "A"),
        ("python", "x = 1  # A\n# solecism: off", "A"),
    ],
)
def test_prose_is_left(language: str, text: str, prose: str) -> None:
    assert documents.parse_text(text, language=language).text.split() == prose.split()


@pytest.mark.parametrize(
    ("name", "text", "shown"),
    [
        ("a.tex", r"A \emph{b}", "A b"),
        ("a.rst", "A ``b`` *c*", "A ``b`` *c*"),
        ("a.py", "x = 1  # A", "x = 1  # A"),
        ("a.md", "A *b*", "A *b*"),
    ],
)
def test_people_see_programs_with_their_code(name: str, text: str, shown: str) -> None:
    assert documents.parse(text.encode(), name=name).shown_text == shown


@pytest.mark.parametrize(
    ("text", "length", "beginning"),
    [
        (r"\emph{One}." "\n\nTwo.\n\nThree.", 9, "One.\n\n"),
        (r"\emph{One}." "\n\nTwo.\n\nThree.", 13, "One.\n\nTwo.\n\n"),
        ("One.\n\nTwo.", 99, "One.\n\nTwo."),
    ],
)
def test_the_beginning_ends_with_a_paragraph(text: str, length: int, beginning: str) -> None:
    assert documents.parse_text(text, language="latex").beginning(length).text == beginning
