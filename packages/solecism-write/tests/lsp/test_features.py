"""What an editor can ask: hovers, fixes, decisions that are kept, and diagnostics on request."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol import types

from editor import Editor

LETTER = "# Dear Kim 🐈\n\nI *depend* of you 🐈. We recieved it. He is good doctor.\n"


def at(line: int, character: int) -> types.Range:
    return types.Range(types.Position(line, character), types.Position(line, character))


def title_and_text(editor: Editor, name: str, range: types.Range) -> list[tuple[str, str]]:
    """The title of each fix, and the last line of the text after it."""
    actions = editor.actions(name, range, ["quickfix"])
    return [
        (action.title, editor.after(name, action).splitlines()[-1])
        for action in actions
        if action.edit
    ]


def test_every_suggestion_has_a_fix(editor: Editor) -> None:
    editor.open("fixes.md", LETTER)
    rest = "He is good doctor."
    assert title_and_text(editor, "fixes.md", at(2, 11)) == [
        ("Write “on”", f"I *depend* on you 🐈. We recieved it. {rest}")
    ]
    spellings = title_and_text(editor, "fixes.md", at(2, 30))
    assert spellings[0] == ("Write “received”", f"I *depend* of you 🐈. We received it. {rest}")
    for title, text in spellings:
        word = title.removeprefix("Write “").removesuffix("”")
        assert text == f"I *depend* of you 🐈. We {word} it. {rest}"
    assert title_and_text(editor, "fixes.md", at(2, 44)) == [
        ("Insert “a”", "I *depend* of you 🐈. We recieved it. He is a good doctor.")
    ]
    assert title_and_text(editor, "fixes.md", at(0, 3)) == []


def test_the_first_fix_is_preferred(editor: Editor) -> None:
    editor.open("preferred.txt", "I depend on you 🐈. The thier woman left.", "plaintext")
    actions = [each for each in editor.actions("preferred.txt", at(0, 28)) if each.edit]
    quick = [each for each in actions if each.kind == types.CodeActionKind.QuickFix]
    first, *others = [each.is_preferred for each in quick if each.edit]
    assert first
    assert others
    assert not any(others)
    assert editor.after("preferred.txt", quick[0]) == "I depend on you 🐈. The third woman left."
    [diagnostic] = quick[0].diagnostics or []
    assert diagnostic.code == "spelling"


def test_all_can_be_fixed_at_once(editor: Editor) -> None:
    editor.open("all.md", LETTER.replace(" and recieved it", ". We recieved it"))
    for only in (["source.fixAll"], ["source"], ["source.fixAll.solecism"]):
        [action] = editor.actions("all.md", at(0, 0), only)
        assert editor.after("all.md", action) == (
            "# Dear Kim 🐈\n\nI *depend* on you 🐈. We received it. He is a good doctor.\n"
        )
    assert editor.actions("all.md", at(0, 0), ["refactor"]) == []
    editor.open("good.md", "All is well.\n")
    assert editor.actions("good.md", at(0, 0), ["source.fixAll"]) == []


def test_a_hover_explains(editor: Editor) -> None:
    editor.open("hover.md", LETTER)
    hover = editor.hover("hover.md", 2, 11)
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    name, why, advice, certainty, page = hover.contents.value.split("\n\n")
    assert name == "**Wrong preposition**"
    assert why.startswith("We depend on somebody or something")
    assert advice.startswith('Write "on" (')
    assert certainty.endswith("would object.")
    assert page == "Rules and examples: solecism explain prepositions"
    assert hover.range == types.Range(types.Position(2, 11), types.Position(2, 13))
    assert editor.hover("hover.md", 0, 3) is None
    assert editor.hover("not-open.md", 0, 3) is None


@pytest.mark.parametrize(
    ("title", "character", "file", "n_left"),
    [
        (
            "Add “recieved” to the dictionary",
            28,
            'dictionary = [\n    "recieved",\n]\n',
            2,
        ),
        (
            "Ignore this finding here",
            11,
            'ignored-findings = [\n    "wrong-preposition: I depend [of] you 🐈 .",\n]\n',
            2,
        ),
        (
            "Turn off “missing article” in this project",
            44,
            'turned-off = [\n    "missing-article",\n]\n',
            2,
        ),
    ],
)
def test_decisions_are_kept_in_the_project(
    editor: Editor, title: str, character: int, file: str, n_left: int
) -> None:
    folder = f"kept{character}"
    assert editor.folder is not None
    (editor.folder / folder).mkdir()
    settings = editor.folder / folder / ".solecism.toml"
    settings.write_text("# Ours.\n")
    name = f"{folder}/letter.md"
    assert len(editor.open(name, LETTER)) == 3
    [action] = [each for each in editor.actions(name, at(2, character)) if each.title == title]
    assert len(editor.execute(name, action)) == n_left
    assert settings.read_text() == f"# Ours.\n{file}"


def test_a_project_without_settings_gets_them_in_the_folder_of_the_editor(tmp_path: Path) -> None:
    with Editor(tmp_path) as editor:
        (tmp_path / "deep" / "er").mkdir(parents=True)
        editor.open("deep/er/a.txt", "I depend of you.", "plaintext")
        actions = editor.actions("deep/er/a.txt", at(0, 10))
        [action] = [each for each in actions if each.title.startswith("Turn off")]
        assert editor.execute("deep/er/a.txt", action) == []
        text = 'turned-off = [\n    "wrong-preposition",\n]\n'
        assert (tmp_path / ".solecism.toml").read_text() == text
        # Somebody changes the file in another program, and the editor says so.
        (tmp_path / ".solecism.toml").write_text("")
        assert len(editor.files_changed("deep/er/a.txt", ".solecism.toml")) == 1
        (tmp_path / ".solecism.toml").write_text("for = 3")
        assert len(editor.files_changed("deep/er/a.txt", ".solecism.toml")) == 1
        [message] = editor.client.messages
        assert message.message.endswith("for: 3 is not known. Allowed: author, learner, teacher.")


def test_editors_that_ask_get_diagnostics_on_request(tmp_path: Path) -> None:
    with Editor(tmp_path, like="neovim@v0.11.0") as editor:
        assert editor.result.capabilities.diagnostic_provider is not None
        editor.send_open("a.txt", "I depend of you.", "plaintext")
        report = editor.pull("a.txt")
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        assert [each.code for each in report.items] == ["wrong-preposition"]
        again = editor.pull("a.txt", report.result_id)
        assert isinstance(again, types.RelatedUnchangedDocumentDiagnosticReport)
        editor.send_open("b.json", "I depend of you.", "json")
        empty = editor.pull("b.json")
        assert isinstance(empty, types.RelatedFullDocumentDiagnosticReport)
        assert list(empty.items) == []
        assert editor.client.diagnostics == {}
