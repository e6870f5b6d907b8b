"""Export of a study's judgments, items and raters as files, always under pseudonyms.

Judgments are written as JSON Lines, CSV, tables for statistics programs, or tasks that Label Studio
imports with the labelling configuration to show them. Label Studio assigns imported annotations to
the user who imports them, so each annotation holds the rater's pseudonym in a text field of its
own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from xml.sax.saxutils import quoteattr

import msgspec
from sqlalchemy import select

from solecism.errors import MissingError
from solecism.formats import jsonl
from solecism.formats.crowd import spreadsheets
from solecism.judgment import Judgment
from solecism_study.configuration import canonical_json
from solecism_study.exchange.recorded_judgments import anonymized, recorded_judgments
from solecism_study.exchange.statistics_tables import (
    LONG,
    SHAPES,
    WIDE,
    format_codebook,
    format_table,
    judgment_table,
)
from solecism_study.item import Item
from solecism_study.people.raters import SIMULATED
from solecism_study.store.tables import raters, screenings
from solecism_study.study import Study

BUNDLE_MEDIA, BUNDLE_FILE = "application/zip", "study.zip"


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A file format: its media type, the file's name, and what it is for."""

    media: str
    file: str
    use: str


FORMATS = {
    "jsonl": ExportFormat("application/jsonl", "judgments.jsonl", "for all of Solecism's commands"),
    "csv": ExportFormat(
        "text/csv", "judgments.csv", "one row per judgment, safe to open in a spreadsheet"
    ),
    "label-studio": ExportFormat("application/json", "label-studio.json", "for Label Studio"),
    "label-studio-page": ExportFormat(
        "application/xml", "label-studio.xml", "the labelling configuration for Label Studio"
    ),
}


_TABLE_KINDS = {
    "csv": ("text/csv", "CSV"),
    "jsonl": ("application/jsonl", "JSON Lines"),
    "parquet": ("application/vnd.apache.parquet", "Parquet"),
}
_TABLE_USES = {LONG: "one row per judgment, with the item's text", WIDE: "one row per item"}
CODEBOOK = "codebook"
TABLE_FORMATS = {
    **{
        f"{shape}-{kind}": ExportFormat(
            media, f"{shape}.{kind}", f"{_TABLE_USES[shape]}, as {words}"
        )
        for shape in SHAPES
        for kind, (media, words) in _TABLE_KINDS.items()
    },
    CODEBOOK: ExportFormat("text/csv", "codebook.csv", "what the columns of these tables hold"),
}
"""The tables for R, pandas and other programs."""


def export_format(name: str) -> ExportFormat:
    """The format of this name; MissingError where there is none."""
    known = {**FORMATS, **TABLE_FORMATS}
    if name not in known:
        raise MissingError(f"there is no format {name!r}. Choose one of: {', '.join(known)}.")
    return known[name]


def export_judgments(
    study: Study,
    name: str,
    *,
    with_control: bool = True,
    with_surplus: bool = False,
    is_anonymous: bool = False,
) -> bytes:
    """The study's judgments in the format of this name."""
    if name == CODEBOOK:
        return "".join(format_codebook(study)).encode()
    judgments = recorded_judgments(study, with_control=with_control, with_surplus=with_surplus)
    if is_anonymous:
        judgments = iter(anonymized(judgments))
    if name in TABLE_FORMATS:
        shape, _, kind = name.partition("-")
        return format_table(*judgment_table(study, judgments, shape), kind)
    return "".join(WRITERS[name](study, judgments)).encode()


def rater_lines(study: Study) -> Iterator[str]:
    """Yield one line per rater, in the order of pseudonyms."""
    query = (
        select(raters.c.pseudonym, raters.c.state, raters.c.origin, screenings.c.answers)
        .outerjoin(screenings, screenings.c.rater == raters.c.id)
        .order_by(raters.c.pseudonym)
    )
    with study.database.read() as connection:
        rows = connection.execute(query).all()
    for row in rows:
        line = {
            "rater": row.pseudonym,
            "state": row.state,
            "answers": msgspec.json.decode(row.answers) if row.answers else {},
        }
        if row.origin == SIMULATED:
            line["simulated"] = True
        yield canonical_json(line).decode() + "\n"


CHOICES, WORDS, NUMBER, PLACE = "choices", "textarea", "number", "labels"
MARKED = "marked"
_TEXT_FIELD = "text"
_SHOWN_APART = ("construction", "rating", "context")
_LAST_TAGS = ("notes", "rater")
_TAGS = {CHOICES: "Choices", WORDS: "TextArea", NUMBER: "Number", PLACE: "Labels"}


def label_studio_tasks(judgments: Iterable[Judgment], items: Mapping[str, Item]) -> Iterator[str]:
    """Yield one task per item and stage, in the order of ids, with one annotation per rater."""
    yield "["
    for number, group in enumerate(_groups(judgments), 1):
        yield "\n" if number == 1 else ",\n"
        yield msgspec.json.encode(_task(number, group, items[group[0].site])).decode()
    yield "\n]\n"


def label_studio_page(judgments: Iterable[Judgment], items: Mapping[str, Item]) -> Iterator[str]:
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
    for (kind, name), values in sorted(controls.items(), key=lambda one: one[0][1] in _LAST_TAGS):
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
        _TEXT_FIELD: item.before + item.target + item.after,
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
    return {"from_name": "place", "to_name": _TEXT_FIELD, "type": PLACE, "value": value}


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
    return {"from_name": name, "to_name": _TEXT_FIELD, "type": kind, "value": {key: value}}


def _control(kind: str, name: str, values: Sequence[str]) -> str:
    head = f"<{_TAGS[kind]} name={quoteattr(name)} toName={quoteattr(_TEXT_FIELD)}"
    if kind == CHOICES:
        head += ' showInline="true"' + (' choice="multiple"' if name == "errors_near" else "")
    title = f"  <Header value={quoteattr(name)}/>\n"
    if not values:
        return f"{title}  {head}/>\n"
    tag = {CHOICES: "Choice", PLACE: "Label"}[kind]
    inner = "".join(f"    <{tag} value={quoteattr(value)}/>\n" for value in values)
    return f"{title}  {head}>\n{inner}  </{_TAGS[kind]}>\n"


Writer = Callable[[Study, Iterable[Judgment]], Iterator[str]]


def _plain(format: Callable[[Iterable[Judgment]], Iterator[str]]) -> Writer:
    return lambda study, judgments: format(judgments)


def _with_items(
    format: Callable[[Iterable[Judgment], Mapping[str, Item]], Iterator[str]],
) -> Writer:
    def write(study: Study, judgments: Iterable[Judgment]) -> Iterator[str]:
        exported = list(judgments)
        return format(exported, study.items_at({one.site for one in exported}))

    return write


WRITERS: dict[str, Writer] = {
    "jsonl": _plain(jsonl.format),
    "csv": _plain(spreadsheets.format_long),
    "label-studio": _with_items(label_studio_tasks),
    "label-studio-page": _with_items(label_studio_page),
}
"""The functions that write a study's judgments, by the name of the format."""


def item_lines(study: Study) -> Iterator[str]:
    """Yield the items with their right answers, one per line: for administrators only."""
    for item in study.all_items():
        yield msgspec.json.encode(item).decode() + "\n"
