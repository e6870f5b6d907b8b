"""Findings as diagnostics, which editors underline, and as text to show beside the words."""

from __future__ import annotations

import re

from lsprotocol import types

from solecism.check import explain
from solecism.check.sarif import HOME
from solecism.finding import Finding
from solecism.lsp.explained import explained
from solecism.lsp.settings import EditorSettings

SOURCE = "solecism"
_MARKDOWN_SIGN = re.compile(r"([\\`*_{}\[\]<>#|~])")


def diagnostic(finding: Finding, range: types.Range, settings: EditorSettings) -> types.Diagnostic:
    """The message of a finding at its place, and what programs may want to know about it."""
    flag, said = finding.flag, explained(finding)
    return types.Diagnostic(
        range=range,
        message="; ".join(filter(None, (said.reason, said.advice))),
        severity=settings.severity_of(flag.confidence),
        code=flag.kind or "error",
        code_description=types.CodeDescription(href=HOME),
        source=SOURCE,
        data={
            "identity": said.identity,
            "confidence": flag.confidence,
            "readers": flag.readers,
            "suggestions": [each.text for each in explain.worthwhile(flag.suggestions)],
        },
    )


def hover_text(finding: Finding, *, is_markdown: bool) -> str:
    """The name of the error, why it is one, what to write, and how many readers would object."""
    name, said = explain.name(finding.kind), explained(finding)
    lines = [said.reason, _sentence(said.advice), _sentence(explain.certainty(finding))]
    if not is_markdown:
        return "\n".join(filter(None, [_sentence(name), *lines]))
    paragraphs = [_escaped(line) for line in lines if line]
    return "\n\n".join([f"**{_escaped(name[:1].upper() + name[1:])}**", *paragraphs])


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}." if words else ""


def _escaped(text: str) -> str:
    """Text in which Markdown finds no markup."""
    return _MARKDOWN_SIGN.sub(r"\\\1", text)
