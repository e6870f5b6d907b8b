"""Findings for editors: diagnostics to underline, texts to show beside them, and code actions.

Code actions are fixes, and commands that keep a decision about a finding. What is said about a
finding is remembered as long as its sentence stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lsprotocol import types
from lsprotocol.types import Diagnostic

from solecism.checking import explanations
from solecism.checking.code_review import HOME_PAGE
from solecism.checking.explanations import page_name
from solecism.checking.reasons import reason
from solecism.checking.suggested_edits import (
    TextChange,
    change_of,
    first_edits,
    new_words,
    text_changes,
)
from solecism.detect.detector import MISSPELLING
from solecism.finding import CheckedSentence, Finding
from solecism.project.baseline import identity
from solecism.site import Suggestion
from solecism.system.caches import BoundedCache
from solecism_write.lsp.document import EditorDocument
from solecism_write.lsp.editor_settings import EditorSettings


@dataclass(frozen=True, slots=True)
class LocatedFinding:
    """A finding, where its sentence and its underlined characters are, and its diagnostic."""

    finding: Finding
    origin: int
    start: int
    end: int
    diagnostic: Diagnostic


@dataclass(frozen=True, slots=True)
class CheckedDocument:
    """A document, its checked sentences, and the findings in the order of the text.

    `problem` says what is wrong with the settings of its project.
    """

    document: EditorDocument
    sentences: tuple[CheckedSentence, ...] = ()
    findings: tuple[LocatedFinding, ...] = ()
    problem: str | None = None

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """The diagnostics of all findings."""
        return [located.diagnostic for located in self.findings]

    def touching(self, start: int, end: int) -> Sequence[LocatedFinding]:
        """The findings that touch a span of characters."""
        return [each for each in self.findings if each.start <= end and start <= each.end]


def with_offsets(sentences: Sequence[CheckedSentence]) -> Iterator[tuple[int, CheckedSentence]]:
    """The sentences of a document, each with the offset at which it begins."""
    origin = 0
    for checked in sentences:
        yield origin, checked
        origin += len(checked.sentence.text) + len(checked.sentence.after)


def underlined_span(finding: Finding) -> tuple[int, int]:
    """The characters of a sentence to underline: those of the finding, or a word beside a gap."""
    if finding.start < finding.end:
        return finding.start, finding.end
    sentence = finding.sentence
    beside = (finding.start, finding.end)
    for start, end in zip(sentence.starts, sentence.ends, strict=True):
        beside = (start, end)
        if start >= finding.start:
            break
    return beside


SOURCE = "solecism"
_MARKDOWN_SIGN = re.compile(r"([\\`*_{}\[\]<>#|~])")


def diagnostic(finding: Finding, range: types.Range, settings: EditorSettings) -> types.Diagnostic:
    """The message of a finding at its place, and what programs may want to know about it."""
    flag, said = finding.flag, finding_text(finding)
    return types.Diagnostic(
        range=range,
        message="; ".join(filter(None, (said.reason, said.advice))),
        severity=settings.severity_of(flag.confidence),
        code=flag.kind or "error",
        code_description=types.CodeDescription(href=HOME_PAGE),
        source=SOURCE,
        data={
            "identity": said.identity,
            "confidence": flag.confidence,
            "readers": flag.readers,
            "suggestions": [each.text for each in explanations.best_suggestions(flag.suggestions)],
        },
    )


def hover_text(finding: Finding, *, is_markdown: bool) -> str:
    """The name of the error, why it is one, what to write, and how many readers would object."""
    name, said = explanations.kind_name(finding.kind), finding_text(finding)
    lines = [said.reason, _sentence(said.advice), _sentence(explanations.certainty(finding))]
    if page := page_name(finding.kind):
        lines.append(f"Rules and examples: solecism explain {page}")
    if not is_markdown:
        return "\n".join(filter(None, [_sentence(name), *lines]))
    paragraphs = [_escaped(line) for line in lines if line]
    return "\n\n".join([f"**{_escaped(name[:1].upper() + name[1:])}**", *paragraphs])


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _escaped(text: str) -> str:
    """Text in which Markdown finds no markup."""
    return _MARKDOWN_SIGN.sub(r"\\\1", text)


_MAX_FINDINGS = 20_000

# The text of a sentence, the site in it, the kind of error, and what is suggested.
_Key = tuple[str, str, str | None, tuple[Suggestion, ...]]


@dataclass(frozen=True, slots=True)
class FindingText:
    """Why a finding is an error, what to write, and what identifies it."""

    reason: str
    advice: str
    identity: str


_RECENT = BoundedCache[_Key, FindingText](max_size=_MAX_FINDINGS)


def finding_text(finding: Finding) -> FindingText:
    """What is said about a finding, which takes time only when it is new."""
    sentence, flag = finding.sentence, finding.flag
    site = flag.site.removeprefix(sentence.id)
    key = (sentence.text, site, flag.kind, flag.suggestions)
    return _RECENT.value(key, lambda: _explained(finding), size=1)


def _explained(finding: Finding) -> FindingText:
    return FindingText(reason(finding), explanations.advice(finding), identity(finding))


ADD_WORD = "solecism.addToDictionary"
IGNORE = "solecism.ignoreFinding"
TURN_OFF = "solecism.turnOffKind"
FIX_ALL = "source.fixAll.solecism"
_FIX_ALL_TITLE = "Fix all that Solecism found in this document"


def code_actions(
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
    document: EditorDocument, located: LocatedFinding, *, is_versioned: bool
) -> Iterator[types.CodeAction]:
    finding = located.finding
    for number, suggestion in enumerate(explanations.best_suggestions(finding.flag.suggestions)):
        change = _edit(document, located.origin, change_of(finding, suggestion))
        yield types.CodeAction(
            title=_title(located, suggestion),
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[located.diagnostic],
            is_preferred=number == 0,
            edit=_workspace_edit(document, [change], is_versioned=is_versioned),
        )


def _title(located: LocatedFinding, suggestion: Suggestion) -> str:
    finding = located.finding
    words = new_words(finding, suggestion)
    if not words:
        return f"Leave out “{finding.text}”"
    return f"{'Insert' if finding.start == finding.end else 'Write'} “{words}”"


def _decisions(document: EditorDocument, located: LocatedFinding) -> Iterator[types.CodeAction]:
    finding = located.finding
    commands = [
        ("Ignore this finding here", IGNORE, finding_text(finding).identity),
        (
            f"Turn off “{explanations.kind_name(finding.kind)}” in this project",
            TURN_OFF,
            finding.kind,
        ),
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
        for origin, each in with_offsets(checked.sentences)
        if each.findings
        for change in text_changes(each.sentence, first_edits(each))
    ]
    if not edits:
        return []
    edit = _workspace_edit(document, edits, is_versioned=is_versioned)
    return [types.CodeAction(title=_FIX_ALL_TITLE, kind=FIX_ALL, edit=edit)]


def _edit(document: EditorDocument, origin: int, change: TextChange) -> types.TextEdit:
    range = document.lines.range(origin + change.start, origin + change.end)
    return types.TextEdit(range=range, new_text=change.text)


def _workspace_edit(
    document: EditorDocument, edits: Sequence[types.TextEdit], *, is_versioned: bool
) -> types.WorkspaceEdit:
    if not is_versioned:
        return types.WorkspaceEdit(changes={document.uri: list(edits)})
    identifier = types.OptionalVersionedTextDocumentIdentifier(document.uri, document.version)
    change = types.TextDocumentEdit(text_document=identifier, edits=list(edits))
    return types.WorkspaceEdit(document_changes=[change])
