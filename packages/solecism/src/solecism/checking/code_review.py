"""Findings for code review: SARIF 2.1.0, and annotations of files in GitHub Actions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote

from solecism.checking import explanations
from solecism.checking.explanations import page_name
from solecism.checking.kind_pages import kind_page
from solecism.checking.reasons import reason
from solecism.checking.suggested_edits import change_of, new_words
from solecism.finding import CheckedSentence, Finding
from solecism.site import Suggestion

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
HOME_PAGE = "https://pypi.org/project/solecism/"


def format_sarif(
    checked: Iterable[CheckedSentence], *, version: str, detector: str
) -> Iterator[str]:
    """One run with one result per finding, as pieces of one JSON object."""
    driver = {
        "name": "solecism",
        "version": version,
        "informationUri": HOME_PAGE,
        "rules": [_rule(kind) for kind in explanations.KIND_NAMES],
        "properties": {"detector": detector},
    }
    head = {"$schema": SCHEMA, "version": "2.1.0"}
    opening = json.dumps(head)[:-1] + ', "runs": [{"tool": ' + json.dumps({"driver": driver})
    yield opening + ', "columnKind": "unicodeCodePoints", "results": ['
    separator = "\n"
    for sentence in checked:
        for finding in sentence.findings:
            yield separator + json.dumps(_result(finding))
            separator = ",\n"
    yield "\n]}]}\n"


def _rule(kind: str) -> dict[str, Any]:
    name = explanations.kind_name(kind)
    page = page_name(kind)
    text = kind_page(page).text if page else name
    return {
        "id": kind,
        "shortDescription": {"text": name[:1].upper() + name[1:]},
        "fullDescription": {"text": explanations.KIND_DESCRIPTIONS.get(kind, name)},
        "help": {"text": text, "markdown": text},
        "defaultConfiguration": {"level": "warning"},
    }


def _result(finding: Finding) -> dict[str, Any]:
    flag = finding.flag
    message = "; ".join(filter(None, (reason(finding), explanations.advice(finding))))
    if finding.where:
        message = f"{finding.where}: {message}"
    result: dict[str, Any] = {
        "ruleId": flag.kind or "error",
        "level": "warning",
        "message": {"text": message},
        "locations": [_location(finding)],
        "partialFingerprints": {"site/v1": flag.site},
    }
    if flag.confidence is not None:
        result["rank"] = round(100 * flag.confidence, 1)
    if flag.suggestions and not finding.where:
        options = explanations.best_suggestions(flag.suggestions)
        result["fixes"] = [_fix(finding, suggestion) for suggestion in options]
    return result


def _location(finding: Finding) -> dict[str, Any]:
    """The file, with lines and columns, or with the name of a place in a document without lines."""
    physical: dict[str, Any] = {"artifactLocation": _artifact(finding)}
    if finding.where:
        return {"physicalLocation": physical, "logicalLocations": [{"name": finding.where}]}
    physical["region"] = _region(finding, finding.start, finding.end)
    return {"physicalLocation": physical}


def _fix(finding: Finding, suggestion: Suggestion) -> dict[str, Any]:
    change = change_of(finding, suggestion)
    replacement = {
        "deletedRegion": _region(finding, change.start, change.end),
        "insertedContent": {"text": change.text},
    }
    artifact = {"artifactLocation": _artifact(finding), "replacements": [replacement]}
    words = new_words(finding, suggestion)
    what = f'Write "{words}"' if words else "Leave it out"
    return {"description": {"text": what}, "artifactChanges": [artifact]}


def _artifact(finding: Finding) -> dict[str, str]:
    return {"uri": quote(finding.file.replace("\\", "/"))}


def _region(finding: Finding, start: int, end: int) -> dict[str, int]:
    """The lines and columns of some characters of the sentence."""
    first = finding.place_of(start)
    last = first.after(finding.sentence.text[start:end])
    return {
        "startLine": first.line,
        "startColumn": first.column,
        "endLine": last.line,
        "endColumn": last.column,
    }


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
        "title": explanations.kind_name(finding.kind),
    }
    listed = (f"{name}={str(each).translate(_IN_PROPERTY)}" for name, each in properties.items())
    message = "; ".join(filter(None, (reason(finding), explanations.advice(finding))))
    return f"::warning {','.join(listed)}::{message.translate(_IN_MESSAGE)}\n"
