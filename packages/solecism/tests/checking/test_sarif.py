"""SARIF has all that the standard requires, and places that editors can use."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError
from sarif_pydantic import Sarif

from rule_detector import RuleDetector
from solecism.checking.code_review import format_sarif
from solecism.checking.texts import check_text

TEXT = "Yes.\nWe depend of it. I listen music.\nLet us discuss about it.\n"


def log(text: str = TEXT, file: str = "my essay.txt") -> dict[str, Any]:
    checked = check_text(text.splitlines(keepends=True), RuleDetector(), document="d", file=file)
    found: dict[str, Any] = json.loads("".join(format_sarif(checked, version="1", detector="r")))
    return found


def fixed(text: str, fix: dict[str, Any]) -> str:
    [change] = fix["artifactChanges"]
    [replacement] = change["replacements"]
    region = replacement["deletedRegion"]
    rows = text.splitlines(keepends=True)
    starts = [sum(map(len, rows[:number])) for number in range(len(rows) + 1)]
    first = starts[region["startLine"] - 1] + region["startColumn"] - 1
    last = starts[region["endLine"] - 1] + region["endColumn"] - 1
    return f"{text[:first]}{replacement['insertedContent']['text']}{text[last:]}"


def test_it_follows_the_schema() -> None:
    found = log()
    Sarif.model_validate(found)
    found["runs"][0]["results"][0]["level"] = "bad"
    with pytest.raises(ValidationError, match="level"):
        Sarif.model_validate(found)


def test_required_parts_are_there() -> None:
    found = log()
    assert found["version"] == "2.1.0"
    [run] = found["runs"]
    assert run["tool"]["driver"]["name"] == "solecism"
    rules = {rule["id"] for rule in run["tool"]["driver"]["rules"]}
    assert len(run["results"]) == 3
    for result in run["results"]:
        assert result["ruleId"] in rules
        assert result["message"]["text"]
        assert result["level"] in ("none", "note", "warning", "error")
        assert 0 <= result["rank"] <= 100
        [location] = result["locations"]
        physical = location["physicalLocation"]
        assert physical["artifactLocation"]["uri"] == "my%20essay.txt"
        region = physical["region"]
        assert 1 <= region["startLine"] <= region["endLine"]
        assert region["startColumn"] >= 1


def test_fixes_mend_the_file() -> None:
    first, second, third = log()["runs"][0]["results"]
    assert "We depend on it." in fixed(TEXT, first["fixes"][0])
    assert "I listen to music." in fixed(TEXT, second["fixes"][0])
    assert "Let us discuss it." in fixed(TEXT, third["fixes"][0])


def test_nothing_found_is_a_run_without_results() -> None:
    assert log("All is well.\n")["runs"][0]["results"] == []
