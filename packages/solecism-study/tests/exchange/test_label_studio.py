"""What Label Studio is given: the item's text, what was said of it, and a page that shows it."""

from __future__ import annotations

import json
from typing import Any
from xml.etree import ElementTree

import pytest

from solecism.judgment import Judgment
from solecism_study.exchange.export import label_studio_page, label_studio_tasks
from solecism_study.item import Item

SITE = 'essay.1:2-3:preposition "a" <b>'
ITEM = Item(SITE, "It depends ", "of", " us.", context=("We wait.", "They wait."))
USED = Judgment(
    SITE,
    "r-1",
    "error",
    task="usage",
    confidence=0.5,
    alternatives=("on", "upon"),
    seconds=4.5,
    notes={"rating": "incorrect", "context": "grammar+spelling", "guideline": "1"},
)
FINE = Judgment(SITE, "r-2", "ok", task="usage", confidence=1.0, notes={"rating": "correct"})


@pytest.fixture
def task() -> dict[str, Any]:
    [made] = json.loads("".join(label_studio_tasks([FINE, USED], {SITE: ITEM})))
    found: dict[str, Any] = made
    return found


def values(annotation: dict[str, Any]) -> dict[str, Any]:
    return {one["from_name"]: one["value"] for one in annotation["result"]}


def test_a_task_has_the_text_with_its_context_and_marked_place(task: dict[str, Any]) -> None:
    data = task["data"]
    assert (data["text"], data["context"]) == ("It depends of us.", "We wait. They wait.")
    place = values(task["annotations"][0])["place"]
    assert data["text"][place["start"] : place["end"]] == place["text"] == "of"


def test_an_annotation_has_all_that_a_rater_said(task: dict[str, Any]) -> None:
    first, second = map(values, task["annotations"])
    assert first["answer"] == {"choices": ["error"]}
    assert first["rating"] == {"choices": ["incorrect"]}
    assert first["errors_near"] == {"choices": ["grammar", "spelling"]}
    assert first["alternatives"] == {"text": ["on", "upon"]}
    assert first["confidence"] == {"number": 0.5}
    assert first["rater"] == {"text": ["r-1"]}
    assert second["rater"] == {"text": ["r-2"]}
    assert task["annotations"][0]["lead_time"] == 4.5


def test_no_annotation_is_taken_for_the_truth_or_for_a_users_own(task: dict[str, Any]) -> None:
    for one in task["annotations"]:
        assert one["ground_truth"] is False
        assert "completed_by" not in one


def test_the_page_has_a_control_for_everything_that_was_said(task: dict[str, Any]) -> None:
    root = ElementTree.fromstring("".join(label_studio_page([FINE, USED], {SITE: ITEM})))
    controls = {one.get("name"): one for one in root if one.get("toName")}
    for annotation in task["annotations"]:
        for one in annotation["result"]:
            control = controls[one["from_name"]]
            offered = {option.get("value") for option in control}
            given = one["value"].get("choices") or one["value"].get("labels") or []
            assert set(given) <= offered, one
    shown = {one.get("value") for one in root if one.tag == "Text"}
    assert shown == {"$context", "$text"}
    assert {one[1:] for one in shown if one} <= set(task["data"])


def test_each_construction_of_a_noun_is_a_control_of_its_own() -> None:
    said = [
        Judgment(SITE, "r-1", "yes", stage="in-context", notes={"construction": name})
        for name in ("the singular", "null plural")
    ]
    [made] = json.loads("".join(label_studio_tasks(said, {SITE: ITEM})))
    assert made["data"]["stage"] == "in-context"
    names = set(values(made["annotations"][0]))
    assert {"the singular", "null plural", "rater"} <= names
