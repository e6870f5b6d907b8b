"""Documents are checked by their language and by the settings that hold for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from solecism.checking.checked_files import DetectorOptions
from solecism.checking.checker import TextChecker
from solecism.checking.suggested_edits import fixed_text
from solecism_write.lsp.checking import LONGEST, MOST_CHECKED, check_document, parts
from solecism_write.lsp.diagnostics import CheckedDocument
from solecism_write.lsp.document import EditorDocument, TextLines
from solecism_write.lsp.editor_settings import EditorSettings, editor_settings

WHOLE = LONGEST


def checked(
    text: str,
    language: str,
    *,
    folder: Path | None = None,
    name: str = "file",
    settings: EditorSettings | None = None,
    length: int = WHOLE,
) -> CheckedDocument:
    uri = "untitled:1" if folder is None else (folder / name).as_uri()
    document = EditorDocument(uri, language, 1, TextLines(text))
    return check_document(document, settings or EditorSettings(), None, length)


def words(result: CheckedDocument) -> list[str]:
    return [result.document.text[each.start : each.end] for each in result.findings]


@pytest.mark.parametrize(
    ("language", "text", "fixed"),
    [
        (
            "markdown",
            "I *depend* **of** you.\n\n```\nI depend of you.\n```\n",
            "I *depend* **on** you.\n\n```\nI depend of you.\n```\n",
        ),
        (
            "html",
            "<p>I depend <b>of</b> you.</p><pre>I depend of it.</pre>",
            "<p>I depend <b>on</b> you.</p><pre>I depend of it.</pre>",
        ),
        (
            "latex",
            "% I depend of it.\nI \\emph{depend} of~you (see $x$).\n",
            "% I depend of it.\nI \\emph{depend} on~you (see $x$).\n",
        ),
        (
            "restructuredtext",
            "I depend of ``it``::\n\n    I depend of it.\n",
            "I depend on ``it``::\n\n    I depend of it.\n",
        ),
        (
            "git-commit",
            "fix: We depend of nothing\n\nWe recieved it.\n# We recieved it.\n",
            "fix: We depend on nothing\n\nWe received it.\n# We recieved it.\n",
        ),
        (
            "python",
            'def f():\n    """We recieved it."""\n    return "recieved"  # We depend of max_n.\n',
            'def f():\n    """We received it."""\n    return "recieved"  # We depend on max_n.\n',
        ),
        (
            "rust",
            "/// The number of all the threads depends\n/// of the computer.\nfn recieve() {}\n",
            "/// The number of all the threads depends\n/// on the computer.\nfn recieve() {}\n",
        ),
        (
            "plaintext",
            "I depend of you 🐈.\r\nI recieved it.",
            "I depend on you 🐈.\r\nI received it.",
        ),
    ],
)
def test_fixes_change_prose_and_nothing_else(language: str, text: str, fixed: str) -> None:
    assert "".join(fixed_text(checked(text, language).sentences)) == fixed


def test_a_gap_is_underlined_at_the_next_word() -> None:
    result = checked("He is doctor and she is teacher.", "plaintext")
    assert words(result) == ["doctor", "teacher"]


def test_the_beginning_comes_first() -> None:
    text = "I depend of you.\n\n" * 200
    assert words(checked(text, "plaintext", length=36)) == ["of"] * 3
    assert len(checked(text, "plaintext").findings) == 200


def test_parts_grow_to_what_is_checked_at_most() -> None:
    assert parts(100, 0) == [100]
    assert parts(40_000, 0) == [2_000, 8_000, 32_000, 40_000]
    assert parts(40_000, 39_000) == [40_000]
    assert parts(10 * MOST_CHECKED, 128_000)[-1] == MOST_CHECKED


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("json", "I depend of you."),
        ("plaintext", ""),
        ("plaintext", " \n"),
        ("plaintext", "I depend of you. " * 60_000),
        ("plaintext", "\0\ufeff\ud83d \udc08"),
    ],
)
def test_some_documents_have_no_findings(language: str, text: str) -> None:
    assert checked(text, language).findings == ()


def test_half_a_pair_does_not_move_places() -> None:
    assert words(checked("A \ud83d cat. I depend of you \udc08.", "plaintext")) == ["of"]


def test_the_settings_of_the_project_hold(tmp_path: Path) -> None:
    text = "I depend of you. I recieved it."
    (tmp_path / ".solecism.toml").write_text('turned-off = ["spelling"]\nignore = ["old/"]\n')
    assert words(checked(text, "plaintext", folder=tmp_path)) == ["of"]
    assert words(checked(text, "plaintext", folder=tmp_path / "old")) == []


def test_settings_that_cannot_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / ".solecism.toml").write_text("kinds = 3\n")
    result = checked("I depend of you.", "plaintext", folder=tmp_path)
    assert words(result) == ["of"]
    assert result.problem is not None
    assert "kinds: 3 is not a list" in result.problem


def test_the_settings_of_the_editor_go_first(tmp_path: Path) -> None:
    text = "I depend of you. I recieved it."
    (tmp_path / ".solecism.toml").write_text('kinds = ["spelling"]\n')
    settings = editor_settings({"kinds": ["wrong-preposition"], "languages": ["markdown", "text"]})
    assert words(checked(text, "plaintext", folder=tmp_path, settings=settings)) == ["of"]
    assert words(checked(text, "latex", folder=tmp_path, settings=settings)) == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("markdown", "<!-- solecism: off -->\nI depend of it.\n<!-- solecism: on -->\n"),
        ("latex", "% solecism: ignore-next-line\nI depend of it.\n"),
        ("python", "# solecism: off\n# I depend of it.\n"),
        ("c", "// I depend of it. solecism: off\n/* solecism: off */\n// I depend of it."),
    ],
)
def test_comments_turn_checking_off(language: str, text: str) -> None:
    expected = 1 if language == "c" else 0
    assert words(checked(text, language)).count("of") == expected
    read = f"{text}\n\n".replace("solecism:", "sol:")
    assert words(checked(read, language)).count("of") == expected + 1


def test_the_project_s_own_rules_go_to_the_detector(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".solecism.toml").write_text(
        '[[rule]]\nid = "asap"\nkind = "wrong-word"\nmessage = "Say by when."\npattern = "asap"\n'
    )
    asked: list[DetectorOptions] = []

    def checker(options: DetectorOptions) -> TextChecker:
        asked.append(options)
        return TextChecker(DetectorOptions("light"))

    monkeypatch.setattr("solecism_write.lsp.checking._checker", checker)
    checked("Reply asap.", "plaintext", folder=tmp_path, name="a.txt")
    assert [rule.id for options in asked for rule in options.rules] == ["asap"]
