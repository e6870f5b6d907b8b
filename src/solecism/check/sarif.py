"""SARIF 2.1.0, which code-review tools and editors read: findings with places and fixes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote

from solecism.check import explain
from solecism.check.advice.changes import change_of, new_words
from solecism.check.reasons.reason import reason
from solecism.finding import CheckedSentence, Finding
from solecism.flag import Suggestion

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
HOME = "https://pypi.org/project/solecism/"


def format_sarif(
    checked: Iterable[CheckedSentence], *, version: str, detector: str
) -> Iterator[str]:
    """One run with one result per finding, as pieces of one JSON object."""
    driver = {
        "name": "solecism",
        "version": version,
        "informationUri": HOME,
        "rules": [_rule(kind) for kind in explain.NAMES],
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
    name = explain.name(kind)
    return {
        "id": kind,
        "shortDescription": {"text": name[:1].upper() + name[1:]},
        "fullDescription": {"text": explain.REASONS.get(kind, name)},
        "defaultConfiguration": {"level": "warning"},
    }


def _result(finding: Finding) -> dict[str, Any]:
    flag = finding.flag
    message = "; ".join(filter(None, (reason(finding), explain.advice(finding))))
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
        options = explain.worthwhile(flag.suggestions)
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
