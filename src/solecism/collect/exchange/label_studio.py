"""Judgments as tasks that Label Studio imports, and the labelling configuration to show them.

Label Studio assigns imported annotations to the user who imports them, so each annotation holds
the rater's pseudonym in a text field of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any
from xml.sax.saxutils import quoteattr

import msgspec

from solecism.collect.item import Item
from solecism.judgment import Judgment

CHOICES, WORDS, NUMBER, PLACE = "choices", "textarea", "number", "labels"
MARKED = "marked"
_TEXT = "text"
_SHOWN_APART = ("construction", "rating", "context")
_LAST = ("notes", "rater")
_TAGS = {CHOICES: "Choices", WORDS: "TextArea", NUMBER: "Number", PLACE: "Labels"}


def tasks(judgments: Iterable[Judgment], items: Mapping[str, Item]) -> Iterator[str]:
    """Yield one task per item and stage, in the order of ids, with one annotation per rater."""
    yield "["
    for number, group in enumerate(_groups(judgments), 1):
        yield "\n" if number == 1 else ",\n"
        yield msgspec.json.encode(_task(number, group, items[group[0].site])).decode()
    yield "\n]\n"


def page(judgments: Iterable[Judgment], items: Mapping[str, Item]) -> Iterator[str]:
    """Yield the labelling configuration that shows these tasks, with all answers given."""
    controls: dict[tuple[str, str], set[str]] = {}
    for group in _groups(judgments):
        for annotation in _task(0, group, items[group[0].site])["annotations"]:
            for one in annotation["result"]:
                values = controls.setdefault((one["type"], one["from_name"]), set())
                if one["type"] in (CHOICES, PLACE):
                    values.update(one["value"][one["type"]])
    yield '<View>\n  <Text name="before" value="$context"/>\n  <Text name="text" value="$text"/>\n'
    # Raters' answers come before the notes about them.
    for (kind, name), values in sorted(controls.items(), key=lambda one: one[0][1] in _LAST):
        yield _control(kind, name, sorted(values))
    yield "</View>\n"


def _groups(judgments: Iterable[Judgment]) -> Iterator[list[Judgment]]:
    ordered = sorted(judgments, key=lambda one: (one.site, one.stage or "", one.rater))
    for _, group in groupby(ordered, key=lambda one: (one.site, one.stage)):
        yield list(group)


def _task(number: int, group: Sequence[Judgment], item: Item) -> dict[str, Any]:
    first = group[0]
    data = {
        "site": first.site,
        "task": first.task or "",
        "stage": first.stage or "",
        "batch": first.batch or "",
        _TEXT: item.before + item.target + item.after,
        "context": " ".join(item.context),
        "target": item.target,
        **{f"offer_{name}": words for name, words in item.offers.items()},
    }
    gold = next((one.gold for one in group if one.gold), None)
    if gold:
        data["gold"] = gold
    by_rater = groupby(group, key=lambda one: one.rater)
    annotations = [_annotation(rater, list(own), item) for rater, own in by_rater]
    return {"id": number, "data": data, "annotations": annotations}


def _annotation(rater: str, judgments: Sequence[Judgment], item: Item) -> dict[str, Any]:
    place = [_marked(item)] if item.target else []
    results = [result for one in judgments for result in _results(one)]
    return {
        # Without this field, Label Studio takes an imported annotation as ground truth.
        "ground_truth": False,
        "was_cancelled": False,
        "lead_time": judgments[0].seconds,
        "result": [*place, *results, _result("rater", WORDS, "text", [rater])],
    }


def _marked(item: Item) -> dict[str, Any]:
    start = len(item.before)
    end = start + len(item.target)
    value = {"start": start, "end": end, "text": item.target, "labels": [MARKED]}
    return {"from_name": "place", "to_name": _TEXT, "type": PLACE, "value": value}


def _results(judgment: Judgment) -> Iterator[dict[str, Any]]:
    notes = judgment.notes
    answer = notes.get("construction", "answer")
    yield _result(answer, CHOICES, "choices", [judgment.answer])
    if "rating" in notes:
        yield _result("rating", CHOICES, "choices", [notes["rating"]])
    if "context" in notes:
        yield _result("errors_near", CHOICES, "choices", notes["context"].split("+"))
    if judgment.alternatives:
        yield _result("alternatives", WORDS, "text", list(judgment.alternatives))
    if judgment.confidence is not None:
        yield _result("confidence", NUMBER, "number", judgment.confidence)
    rest = [f"{name}: {text}" for name, text in notes.items() if name not in _SHOWN_APART]
    if rest:
        yield _result("notes" if answer == "answer" else f"notes of {answer}", WORDS, "text", rest)


def _result(name: str, kind: str, key: str, value: object) -> dict[str, Any]:
    return {"from_name": name, "to_name": _TEXT, "type": kind, "value": {key: value}}


def _control(kind: str, name: str, values: Sequence[str]) -> str:
    head = f"<{_TAGS[kind]} name={quoteattr(name)} toName={quoteattr(_TEXT)}"
    if kind == CHOICES:
        head += ' showInline="true"' + (' choice="multiple"' if name == "errors_near" else "")
    title = f"  <Header value={quoteattr(name)}/>\n"
    if not values:
        return f"{title}  {head}/>\n"
    tag = {CHOICES: "Choice", PLACE: "Label"}[kind]
    inner = "".join(f"    <{tag} value={quoteattr(value)}/>\n" for value in values)
    return f"{title}  {head}>\n{inner}  </{_TAGS[kind]}>\n"
