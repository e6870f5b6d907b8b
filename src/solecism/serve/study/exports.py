"""Files of a study as pages and programs get them."""

from __future__ import annotations

from dataclasses import dataclass

from solecism.collect.exchange.bundle import bundle
from solecism.collect.exchange.export import FORMATS as WRITERS
from solecism.collect.exchange.recorded import recorded_judgments
from solecism.collect.study import Study


@dataclass(frozen=True, slots=True)
class Exported:
    """A format: its media type, the file's name, and what it is good for."""

    media: str
    file: str
    use: str


FORMATS = {
    "jsonl": Exported("application/jsonl", "judgments.jsonl", "all of Solecism's commands read it"),
    "csv": Exported("text/csv", "judgments.csv", "a row a judgment, safe to open in spreadsheets"),
    "label-studio": Exported("application/json", "label-studio.json", "Label Studio imports it"),
    "label-studio-page": Exported(
        "application/xml", "label-studio.xml", "the labelling configuration that shows it there"
    ),
}


def exported(
    study: Study, name: str, *, with_control: bool = True, with_surplus: bool = False
) -> bytes:
    """The study's judgments in a format."""
    judgments = recorded_judgments(study, with_control=with_control, with_surplus=with_surplus)
    return "".join(WRITERS[name](study, judgments)).encode()


def bundled(study: Study, *, now: int) -> bytes:
    """The whole study as a zip file."""
    return bundle(study, now=now)
