"""Code actions: fixes for findings, and commands that keep a decision about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lsprotocol import types

from solecism.check import explain
from solecism.check.advice.changes import Change, change_of, changes, new_words
from solecism.check.edits import first_edits
from solecism.detect.detector import MISSPELLING
from solecism.flag import Suggestion
from solecism.lsp.checked import CheckedDocument, Located, placed
from solecism.lsp.document import Document
from solecism.lsp.explained import explained

ADD_WORD = "solecism.addToDictionary"
IGNORE = "solecism.ignoreFinding"
TURN_OFF = "solecism.turnOffKind"
FIX_ALL = "source.fixAll.solecism"
_FIX_ALL_TITLE = "Fix all that Solecism found in this document"


def actions(
    checked: CheckedDocument,
    start: int,
    end: int,
    *,
    only: Sequence[str] | None = None,
    is_versioned: bool = True,
) -> list[types.CodeAction]:
    """The actions for findings that touch a span of characters, and one for the whole document.

    `only` has the kinds of action that were asked for. Edits name the version of the document that
    they are for if `is_versioned`.
    """
    made: list[types.CodeAction] = []
    if _is_asked(types.CodeActionKind.QuickFix.value, only):
        touching = checked.touching(start, end)
        for located in touching:
            made += _fixes(checked.document, located, is_versioned=is_versioned)
        for located in touching:
            made += _decisions(checked.document, located)
    if _is_asked(FIX_ALL, only):
        made += _fix_all(checked, is_versioned=is_versioned)
    return made


def _is_asked(kind: str, only: Sequence[str] | None) -> bool:
    return only is None or any(kind == asked or kind.startswith(f"{asked}.") for asked in only)


def _fixes(
    document: Document, located: Located, *, is_versioned: bool
) -> Iterator[types.CodeAction]:
    finding = located.finding
    for number, suggestion in enumerate(explain.worthwhile(finding.flag.suggestions)):
        change = _edit(document, located.origin, change_of(finding, suggestion))
        yield types.CodeAction(
            title=_title(located, suggestion),
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[located.diagnostic],
            is_preferred=number == 0,
            edit=_workspace_edit(document, [change], is_versioned=is_versioned),
        )


def _title(located: Located, suggestion: Suggestion) -> str:
    finding = located.finding
    words = new_words(finding, suggestion)
    if not words:
        return f"Leave out “{finding.text}”"
    return f"{'Insert' if finding.start == finding.end else 'Write'} “{words}”"


def _decisions(document: Document, located: Located) -> Iterator[types.CodeAction]:
    finding = located.finding
    commands = [
        ("Ignore this finding here", IGNORE, explained(finding).identity),
        (f"Turn off “{explain.name(finding.kind)}” in this project", TURN_OFF, finding.kind),
    ]
    if finding.kind == MISSPELLING:
        commands.insert(0, (f"Add “{finding.text}” to the dictionary", ADD_WORD, finding.text))
    for title, command, value in commands:
        yield types.CodeAction(
            title=title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[located.diagnostic],
            command=types.Command(title=title, command=command, arguments=[document.uri, value]),
        )


def _fix_all(checked: CheckedDocument, *, is_versioned: bool) -> list[types.CodeAction]:
    document = checked.document
    edits = [
        _edit(document, origin, change)
        for origin, each in placed(checked.sentences)
        if each.findings
        for change in changes(each.sentence, first_edits(each))
    ]
    if not edits:
        return []
    edit = _workspace_edit(document, edits, is_versioned=is_versioned)
    return [types.CodeAction(title=_FIX_ALL_TITLE, kind=FIX_ALL, edit=edit)]


def _edit(document: Document, origin: int, change: Change) -> types.TextEdit:
    range = document.lines.range(origin + change.start, origin + change.end)
    return types.TextEdit(range=range, new_text=change.text)


def _workspace_edit(
    document: Document, edits: Sequence[types.TextEdit], *, is_versioned: bool
) -> types.WorkspaceEdit:
    if not is_versioned:
        return types.WorkspaceEdit(changes={document.uri: list(edits)})
    identifier = types.OptionalVersionedTextDocumentIdentifier(document.uri, document.version)
    change = types.TextDocumentEdit(text_document=identifier, edits=list(edits))
    return types.WorkspaceEdit(document_changes=[change])
