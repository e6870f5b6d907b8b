"""Tables of judgments with the items' text, long or wide, for R, pandas and other programs."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from solecism.collect.exchange.columns import LONG, names, rater_column
from solecism.collect.item import Item
from solecism.collect.study import Study
from solecism.errors import InputError
from solecism.formats.crowd import long
from solecism.judgment import ERROR, OK, UNKNOWN, Judgment
from solecism.site import kind_of, sentence_of

Row = dict[str, Any]
ENDINGS = {".csv": "csv", ".jsonl": "jsonl", ".parquet": "parquet"}


def table(study: Study, judgments: Iterable[Judgment], shape: str) -> tuple[list[str], list[Row]]:
    """Return the columns and the rows of a study's judgments, in order of items and raters."""
    ordered = sorted(judgments, key=lambda one: (*_place(one), one.rater))
    items = study.items_at({one.site for one in ordered})
    if shape == LONG:
        rows = [{**_item(one, items[one.site]), **_judgment(one)} for one in ordered]
        return names(LONG), rows
    return _wide(ordered, items)


def format_table(columns: Sequence[str], rows: Iterable[Row], kind: str) -> bytes:
    """Return a table as CSV, JSON Lines or Parquet; InputError for any other kind."""
    if kind not in _WRITERS:
        raise InputError(f"there is no table {kind!r}. Choose one of {', '.join(_WRITERS)}.")
    return _WRITERS[kind](columns, rows)


def _place(one: Judgment) -> tuple[str, str, str]:
    return one.site, one.stage or "", one.notes.get("construction", "")


def _item(one: Judgment, item: Item) -> Row:
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


def _judgment(one: Judgment) -> Row:
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


def _wide(ordered: Sequence[Judgment], items: Mapping[str, Item]) -> tuple[list[str], list[Row]]:
    raters = sorted({one.rater for one in ordered})
    rows: dict[tuple[str, str, str], Row] = {}
    answers: dict[tuple[str, str, str], dict[str, str]] = {}
    for one in ordered:
        rows.setdefault(_place(one), _item(one, items[one.site]))
        answers.setdefault(_place(one), {})[one.rater] = one.answer
    for place, given in answers.items():
        rows[place] |= _counts(given)
        rows[place] |= {rater_column(rater): given.get(rater) for rater in raters}
    return [*names("wide"), *map(rater_column, raters)], list(rows.values())


def _counts(given: Mapping[str, str]) -> Row:
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


def _csv(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    lines = [long.line(columns)]
    lines += [long.line([_cell(row[name]) for name in columns]) for row in rows]
    return "".join(lines).encode()


def _cell(value: object) -> str:
    """A cell as R reads it: TRUE and FALSE, and nothing where nothing is known."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    # NUL cannot be in a table.
    return repr(value) if isinstance(value, float) else str(value).replace("\0", "�")


def _jsonl(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    return b"".join(_json_lines(columns, rows))


def _json_lines(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[bytes]:
    for row in rows:
        yield msgspec.json.encode({name: row[name] for name in columns}) + b"\n"


def _parquet(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
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


_WRITERS: dict[str, Callable[[Sequence[str], Iterable[Row]], bytes]] = {
    "csv": _csv,
    "jsonl": _jsonl,
    "parquet": _parquet,
}
