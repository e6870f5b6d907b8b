"""The judgments of a study as files in several formats."""

from __future__ import annotations

from dataclasses import dataclass

from solecism.collect.exchange.anonymous import anonymous
from solecism.collect.exchange.columns import LONG, SHAPES, WIDE, format_codebook
from solecism.collect.exchange.export import FORMATS as WRITERS
from solecism.collect.exchange.recorded import recorded_judgments
from solecism.collect.exchange.tables import format_table, table
from solecism.collect.study import Study
from solecism.errors import MissingError

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


_TABLES = {
    "csv": ("text/csv", "CSV"),
    "jsonl": ("application/jsonl", "JSON Lines"),
    "parquet": ("application/vnd.apache.parquet", "Parquet"),
}
_USES = {LONG: "one row per judgment, with the item's text", WIDE: "one row per item"}
CODEBOOK = "codebook"
TABLES = {
    **{
        f"{shape}-{kind}": ExportFormat(media, f"{shape}.{kind}", f"{_USES[shape]}, as {words}")
        for shape in SHAPES
        for kind, (media, words) in _TABLES.items()
    },
    CODEBOOK: ExportFormat("text/csv", "codebook.csv", "what the columns of these tables hold"),
}
"""The tables for R, pandas and other programs."""


def export_format(name: str) -> ExportFormat:
    """The format of this name; MissingError where there is none."""
    known = {**FORMATS, **TABLES}
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
        judgments = iter(anonymous(judgments))
    if name in TABLES:
        shape, _, kind = name.partition("-")
        return format_table(*table(study, judgments, shape), kind)
    return "".join(WRITERS[name](study, judgments)).encode()
