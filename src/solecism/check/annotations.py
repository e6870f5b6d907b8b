"""Findings as workflow commands of GitHub Actions, which become annotations of changed files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solecism.check import explain
from solecism.check.reasons.reason import reason
from solecism.finding import CheckedSentence, Finding

# The characters that would end a message, and those that would end a property besides.
_IN_MESSAGE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTY = {**_IN_MESSAGE, **str.maketrans({":": "%3A", ",": "%2C"})}


def format_annotations(checked: Iterable[CheckedSentence]) -> Iterator[str]:
    """One line per finding: a warning with its file, place, kind, reason and advice."""
    for sentence in checked:
        yield from map(format_annotation, sentence.findings)


def format_annotation(finding: Finding) -> str:
    """A workflow command such as `::warning file=a.md,line=1,...::reason; advice`."""
    last = finding.place.after(finding.text)
    properties = {
        "file": finding.file,
        "line": finding.place.line,
        "col": finding.place.column,
        "endLine": last.line,
        "endColumn": last.column,
        "title": explain.name(finding.kind),
    }
    listed = (f"{name}={str(each).translate(_IN_PROPERTY)}" for name, each in properties.items())
    message = "; ".join(filter(None, (reason(finding), explain.advice(finding))))
    return f"::warning {','.join(listed)}::{message.translate(_IN_MESSAGE)}\n"
