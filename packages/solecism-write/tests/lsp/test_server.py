"""A real server, driven as editors drive it: documents, edits, encodings and settings."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from editor import Editor

LETTER = "# A letter\n\nI depend of you. 🐈 I depend of my cat.\n"


def places(diagnostics: list[types.Diagnostic]) -> list[tuple[str, int, int, int]]:
    """The kind, line, first and last column of each diagnostic."""
    return [
        (
            str(each.code),
            each.range.start.line,
            each.range.start.character,
            each.range.end.character,
        )
        for each in diagnostics
    ]


def span(line: int, start: int, end: int) -> types.Range:
    return types.Range(types.Position(line, start), types.Position(line, end))


def test_diagnostics_are_at_the_words(editor: Editor) -> None:
    diagnostics = editor.open("letter.md", LETTER)
    assert places(diagnostics) == [
        ("wrong-preposition", 2, 9, 11),
        ("wrong-preposition", 2, 29, 31),
    ]
    [first, _] = diagnostics
    assert first.source == "solecism"
    assert first.severity == types.DiagnosticSeverity.Warning
    assert first.message.startswith("We depend on somebody or something")
    assert first.message.endswith("%)")
    assert first.code_description is not None
    assert first.data is not None
    assert first.data["identity"] == "wrong-preposition: I depend [of] you ."


def test_diagnostics_follow_edits_and_go_when_a_document_is_closed(editor: Editor) -> None:
    editor.open("edits.md", LETTER)
    text = LETTER.replace("depend of you", "depend on you")
    assert places(editor.change("edits.md", text, (span(2, 9, 11), "on"))) == [
        ("wrong-preposition", 2, 29, 31)
    ]
    # Two edits at once: the second one is for the text after the first.
    text = text.replace("🐈", "🐈🐈").replace("of my", "on my")
    edits = [(span(2, 19, 19), "🐈"), (span(2, 31, 33), "on")]
    assert editor.change("edits.md", text, *edits) == []
    assert len(editor.change("edits.md", "I depend of you.")) == 1
    assert editor.close("edits.md") == []
    # A file that is renamed is closed and opened again.
    assert len(editor.open("renamed.md", "I depend of you.")) == 1


def test_odd_ranges_mean_the_nearest_characters(editor: Editor) -> None:
    editor.open("odd.md", "I depend of you. 🐈\n")
    far = types.Range(types.Position(7, 0), types.Position(9, 9))
    text = "I depend of you. 🐈\nI depend of it.\n"
    assert len(editor.change("odd.md", text, (far, "I depend of it.\n"))) == 2
    reversed_range = types.Range(types.Position(0, 11), types.Position(0, 9))
    text = "I depend on you. 🐈\nI depend of it.\n"
    assert len(editor.change("odd.md", text, (reversed_range, "on"))) == 1
    inside_the_cat = span(0, 18, 99)
    text = "I depend on you. Yes.\nI depend of it.\n"
    diagnostics = editor.change("odd.md", text, (inside_the_cat, "Yes."))
    assert places(diagnostics) == [("wrong-preposition", 1, 9, 11)]


def test_columns_count_units_of_the_agreed_encoding(tmp_path: Path) -> None:
    with Editor(tmp_path, encodings=["klingon", "utf-8", "utf-16"]) as editor:
        assert editor.result.capabilities.position_encoding == "utf-8"
        assert places(editor.open("letter.md", LETTER)) == [
            ("wrong-preposition", 2, 9, 11),
            ("wrong-preposition", 2, 31, 33),
        ]


def test_settings_come_with_the_start_and_change_later(tmp_path: Path) -> None:
    text = "I depend of you. I recieved it."
    options = {"kinds": ["spelling"], "severity": "hint"}
    with Editor(tmp_path, options=options, settings=options) as editor:
        [diagnostic] = editor.open("a.txt", text, "plaintext")
        assert diagnostic.code == "spelling"
        assert diagnostic.severity == types.DiagnosticSeverity.Hint
        assert len(editor.change_settings("a.txt", {"precision": 0.9})) == 2
        assert editor.change_settings("a.txt", {"languages": ["markdown"]}) == []
        assert editor.client.messages == []
        editor.change_settings("a.txt", {"for": "learner"})
        editor.send_settings({"for": "nobody"})
        assert len(editor.change("a.txt", text)) == 2
        [message] = editor.client.messages
        assert message.message == (
            "Solecism: settings of the editor: for: 'nobody' is not known. "
            "Allowed: author, learner, teacher."
        )


def test_documents_without_a_file_and_long_ones(tmp_path: Path) -> None:
    with Editor() as editor:
        assert len(editor.open("Untitled-1", "I depend of you.", "plaintext")) == 1
        [*_, action] = editor.actions("Untitled-1", span(0, 10, 10), ["quickfix"])
        assert editor.refused(action) == ("Save the document first: its folder keeps the settings.")
        assert editor.open("Untitled-2", "I depend of you. " * 70_000, "plaintext") == []
        [message] = editor.client.messages
        assert message.message == (
            "Solecism: This document has over 1,000,000 characters and is not checked."
        )


def test_each_folder_has_its_own_settings(editor: Editor) -> None:
    assert editor.folder is not None
    for name, kind in (("one", "spelling"), ("two", "wrong-preposition")):
        (editor.folder / name).mkdir()
        (editor.folder / name / ".solecism.toml").write_text(f'kinds = ["{kind}"]\n')
        [diagnostic] = editor.open(f"{name}/a.txt", "I depend of you. I recieved it.", "text")
        assert diagnostic.code == kind
