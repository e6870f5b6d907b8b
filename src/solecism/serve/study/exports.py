"""The judgments of a study as files in several formats."""

from __future__ import annotations

from dataclasses import dataclass

from solecism.collect.exchange.anonymous import anonymous
from solecism.collect.exchange.export import FORMATS as WRITERS
from solecism.collect.exchange.recorded import recorded_judgments
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


def export_format(name: str) -> ExportFormat:
    """The format of this name; MissingError where there is none."""
    if name not in FORMATS:
        raise MissingError(f"there is no format {name!r}. Choose one of: {', '.join(FORMATS)}.")
    return FORMATS[name]


def export_judgments(
    study: Study,
    name: str,
    *,
    with_control: bool = True,
    with_surplus: bool = False,
    is_anonymous: bool = False,
) -> bytes:
    """The study's judgments in the format of this name."""
    judgments = recorded_judgments(study, with_control=with_control, with_surplus=with_surplus)
    if is_anonymous:
        judgments = iter(anonymous(judgments))
    return "".join(WRITERS[name](study, judgments)).encode()
