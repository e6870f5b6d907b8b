"""Tables of judgments with the items' text, long or wide, for R, pandas and other programs.

Each column says what it holds; together they are the codebook.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from solecism.errors import InputError
from solecism.formats.crowd import spreadsheets
from solecism.judgment import ERROR, OK, UNKNOWN, Judgment
from solecism.site import kind_of, sentence_of
from solecism_study.item import Item
from solecism_study.study import Study
from solecism_study.tasks.task import ANSWER, Answer

LONG, WIDE = "long", "wide"
SHAPES = (LONG, WIDE)
ANSWER_PREFIX = "answer_"
"""Before a rater's pseudonym in the columns of a wide table; R has no names with a hyphen."""

CODEBOOK = ("column", "shape", "type", "description", "values")


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, in which shapes it is, its type, and what it holds."""

    name: str
    shapes: tuple[str, ...]
    kind: str
    about: str
    values: str = ""


_BOTH = (LONG, WIDE)
_YES_NO = "TRUE or FALSE"
_ITEM = (
    Column("item", _BOTH, "text", "Id of the item: the site in its sentence."),
    Column("document", _BOTH, "text", "Id of the document that the item is from."),
    Column("sentence", _BOTH, "text", "Id of the sentence; items of one are not independent."),
    Column("kind", _BOTH, "text", "Kind of the site, such as preposition."),
    Column("stage", _BOTH, "text", "Stage of the task, empty where there is one only."),
    Column("construction", _BOTH, "text", "What of the item is judged, where a task asks several."),
    Column("batch", _BOTH, "text", "Batch that every rater judges, if the item is in one."),
    Column("before", _BOTH, "text", "Text of the sentence before the place in question."),
    Column("target", _BOTH, "text", "Words at the place in question; empty for a gap."),
    Column("after", _BOTH, "text", "Text of the sentence after the place in question."),
    Column("context", _BOTH, "text", "Sentences before it that raters could see."),
    Column("is_control", _BOTH, "logical", "Whether it is a control item, not data.", _YES_NO),
    Column("gold", _BOTH, "text", "Right answer of a control item."),
)
_JUDGMENT = (
    Column("rater", (LONG,), "text", "Pseudonym of the rater."),
    Column("is_simulated", (LONG,), "logical", "Whether a program played the rater.", _YES_NO),
    Column("answer", (LONG,), "text", "What the rater's answer means."),
    Column("is_right", (LONG,), "logical", "Whether the answer is right, if known.", _YES_NO),
    Column("rating", (LONG,), "text", "The option chosen, where it says more than the answer."),
    Column("confidence", (LONG,), "number", "How sure the rater was, from 0 to 1."),
    Column("alternatives", (LONG,), "text", "Words that the rater gave, separated by ;"),
    Column("seconds", (LONG,), "number", "Active seconds that the answer took."),
    Column("guideline", (LONG,), "number", "Version of the instructions that the rater had read."),
    Column("shown", (LONG,), "text", "Order in which options were shown, as JSON."),
    Column("is_surplus", (LONG,), "logical", "Whether enough others had answered.", _YES_NO),
    Column("notes", (LONG,), "text", "All that is recorded about the answer, as JSON."),
)
_COUNTS = (
    Column("n_judgments", (WIDE,), "number", "Number of judgments of the item."),
    Column("n_error", (WIDE,), "number", "Number of judgments that say error."),
    Column("n_ok", (WIDE,), "number", "Number of judgments that say ok."),
    Column("n_unknown", (WIDE,), "number", "Number of judgments that say it cannot be told."),
    Column("majority", (WIDE,), "text", "The most frequent answer; empty where two are."),
    Column("share_majority", (WIDE,), "number", "Share of the judgments that give the majority."),
)
COLUMNS = (*_ITEM, *_JUDGMENT, *_COUNTS)


def column_names(shape: str) -> list[str]:
    """Return the columns of a shape in order; a wide table has one more per rater."""
    return [column.name for column in COLUMNS if shape in column.shapes]


def codebook(study: Study) -> list[dict[str, str]]:
    """Return one row per column of the tables, with the answers that the task can give."""
    values = _answers(study)
    rows = [
        {
            "column": column.name,
            "shape": " ".join(column.shapes),
            "type": column.kind,
            "description": column.about,
            "values": values if column.name in ("answer", "gold", "majority") else column.values,
        }
        for column in COLUMNS
    ]
    wide = {
        "column": f"{ANSWER_PREFIX}*",
        "shape": WIDE,
        "type": "text",
        "description": "Answer of the rater with this pseudonym, whose - is written as _.",
        "values": values,
    }
    return [*rows, wide]


def format_codebook(study: Study) -> Iterator[str]:
    """Yield the codebook as CSV."""
    yield spreadsheets.long_line(CODEBOOK)
    for row in codebook(study):
        yield spreadsheets.long_line([row[name] for name in CODEBOOK])


def rater_column(pseudonym: str) -> str:
    """Return the name of a rater's column in a wide table.

    >>> rater_column("r-0a1b")
    'answer_r_0a1b'
    """
    return ANSWER_PREFIX + pseudonym.replace("-", "_")


def _answers(study: Study) -> str:
    """The answers that the options of the first field mean, with their labels."""
    item, stage = study.all_items()[0], study.task.stages[-1]
    fields = study.task.fields(item, stage, study.configuration.task_settings)
    rest: Answer = {field.name: (field.options[0].value,) for field in fields if field.options}
    main = next((field for field in fields if field.name == ANSWER), fields[0])
    labels: dict[str, list[str]] = {}
    for option in main.options:
        meant = study.task.interpret(item, stage, {**rest, main.name: (option.value,)})
        about = next((one for one in meant if one.about in ("", main.name)), meant[0])
        labels.setdefault(about.answer, []).append(option.label)
    return "; ".join(f"{answer} = {' or '.join(words)}" for answer, words in labels.items())


TableRow = dict[str, Any]
ENDINGS = {".csv": "csv", ".jsonl": "jsonl", ".parquet": "parquet"}


def judgment_table(
    study: Study, judgments: Iterable[Judgment], shape: str
) -> tuple[list[str], list[TableRow]]:
    """Return the columns and the rows of a study's judgments, in order of items and raters."""
    ordered = sorted(judgments, key=lambda one: (*_place(one), one.rater))
    items = study.items_at({one.site for one in ordered})
    if shape == LONG:
        rows = [{**_item(one, items[one.site]), **_judgment(one)} for one in ordered]
        return column_names(LONG), rows
    return _wide(ordered, items)


def format_table(columns: Sequence[str], rows: Iterable[TableRow], kind: str) -> bytes:
    """Return a table as CSV, JSON Lines or Parquet; InputError for any other kind."""
    if kind not in _WRITERS:
        raise InputError(f"there is no table {kind!r}. Choose one of {', '.join(_WRITERS)}.")
    return _WRITERS[kind](columns, rows)


def _place(one: Judgment) -> tuple[str, str, str]:
    return one.site, one.stage or "", one.notes.get("construction", "")


def _item(one: Judgment, item: Item) -> TableRow:
    sentence = sentence_of(one.site)
    return {
        "item": one.site,
        "document": sentence.rpartition(".")[0],
        "sentence": sentence,
        "kind": kind_of(one.site),
        "stage": one.stage or "",
        "construction": one.notes.get("construction", ""),
        "batch": one.batch or "",
        "before": item.before,
        "target": item.target,
        "after": item.after,
        "context": " ".join(item.context),
        "is_control": one.gold is not None,
        "gold": one.gold,
    }


def _judgment(one: Judgment) -> TableRow:
    notes = one.notes
    return {
        "rater": one.rater,
        "is_simulated": notes.get("simulated") == "yes",
        "answer": one.answer,
        "is_right": None if one.gold is None else one.answer == one.gold,
        "rating": notes.get("rating"),
        "confidence": one.confidence,
        "alternatives": "; ".join(one.alternatives),
        "seconds": one.seconds,
        "guideline": int(notes["guideline"]) if "guideline" in notes else None,
        "shown": notes.get("shown", ""),
        "is_surplus": notes.get("surplus") == "yes",
        "notes": msgspec.json.encode(dict(notes)).decode(),
    }


def _wide(
    ordered: Sequence[Judgment], items: Mapping[str, Item]
) -> tuple[list[str], list[TableRow]]:
    raters = sorted({one.rater for one in ordered})
    rows: dict[tuple[str, str, str], TableRow] = {}
    answers: dict[tuple[str, str, str], dict[str, str]] = {}
    for one in ordered:
        rows.setdefault(_place(one), _item(one, items[one.site]))
        answers.setdefault(_place(one), {})[one.rater] = one.answer
    for place, given in answers.items():
        rows[place] |= _counts(given)
        rows[place] |= {rater_column(rater): given.get(rater) for rater in raters}
    return [*column_names("wide"), *map(rater_column, raters)], list(rows.values())


def _counts(given: Mapping[str, str]) -> TableRow:
    counts = Counter(given.values())
    [(answer, n), *rest] = counts.most_common()
    is_tied = bool(rest) and rest[0][1] == n
    return {
        "n_judgments": len(given),
        "n_error": counts[ERROR],
        "n_ok": counts[OK],
        "n_unknown": counts[UNKNOWN],
        "majority": None if is_tied else answer,
        "share_majority": n / len(given),
    }


def _csv(columns: Sequence[str], rows: Iterable[TableRow]) -> bytes:
    lines = [spreadsheets.long_line(columns)]
    lines += [spreadsheets.long_line([_cell(row[name]) for name in columns]) for row in rows]
    return "".join(lines).encode()


def _cell(value: object) -> str:
    """A cell as R reads it: TRUE and FALSE, and nothing where nothing is known."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    # NUL cannot be in a table.
    return repr(value) if isinstance(value, float) else str(value).replace("\0", "�")


def _jsonl(columns: Sequence[str], rows: Iterable[TableRow]) -> bytes:
    return b"".join(_json_lines(columns, rows))


def _json_lines(columns: Sequence[str], rows: Iterable[TableRow]) -> Iterator[bytes]:
    for row in rows:
        yield msgspec.json.encode({name: row[name] for name in columns}) + b"\n"


def _parquet(columns: Sequence[str], rows: Iterable[TableRow]) -> bytes:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise InputError(
            'Parquet needs an extra: pip install "solecism[parquet]". CSV and JSON Lines do not.'
        ) from error
    listed = list(rows)
    arrays = {name: [row[name] for row in listed] for name in columns}
    made = pyarrow.table(
        {name: pyarrow.array(values, _type(pyarrow, name)) for name, values in arrays.items()}
    )
    packed = io.BytesIO()
    pyarrow.parquet.write_table(made, packed)
    return packed.getvalue()


def _type(pyarrow: Any, name: str) -> Any:
    """The type of a column, the same whether it has values or not."""
    if name.startswith("is_"):
        return pyarrow.bool_()
    if name.startswith("n_") or name == "guideline":
        return pyarrow.int64()
    return (
        pyarrow.float64()
        if name in ("confidence", "seconds", "share_majority")
        else pyarrow.string()
    )


_WRITERS: dict[str, Callable[[Sequence[str], Iterable[TableRow]], bytes]] = {
    "csv": _csv,
    "jsonl": _jsonl,
    "parquet": _parquet,
}
