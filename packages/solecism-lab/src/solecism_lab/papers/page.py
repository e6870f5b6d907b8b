"""A paper's result as a page: our figures beside the printed ones, and the parts that a run saves.

The figures that a paper prints are in a file of `papers/printed`. The parts of a long experiment
are each computed once, and read again by the next run.
"""

from __future__ import annotations

import hashlib
import math
import tomllib
from collections.abc import Callable, Iterable, MutableMapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, TypeVar

import msgspec

from solecism.figure import Figure, Interval
from solecism.reporting.drawing import Drawing
from solecism.reporting.page import format_page
from solecism.reporting.section import Section
from solecism.reporting.table import Cell, ReportTable, table
from solecism.signature import Signature

OURS, SIMULATED = "ours", "simulated"


@dataclass(frozen=True, slots=True)
class PaperSection:
    """A table or figure of a paper: ours beside the printed one, and what differs and why.

    `name` is the anchor in the page and in JSON. `simulated` says which part comes from simulated
    raters or made errors; it is empty where everything was measured on real data.
    """

    name: str
    title: str
    contents: tuple[ReportTable | Drawing, ...]
    differs: str
    text: tuple[str, ...] = ()
    simulated: str = ""

    def on_page(self) -> Section:
        """The section as a part of an HTML page."""
        return Section(
            self.name,
            self.title,
            self.text,
            self.contents,
            warning=f"Simulated: {self.simulated}" if self.simulated else "",
            remark=f"What differs, and why: {self.differs}" if self.differs else "",
        )

    def to_dict(self) -> dict[str, Any]:
        """The section as values that JSON can represent."""
        return {
            "name": self.name,
            "title": self.title,
            "text": list(self.text),
            "simulated": self.simulated,
            "differs": self.differs,
            "tables": [
                {"name": each.name, "columns": each.columns, "rows": each.rows}
                for each in self.on_page().tables
            ],
        }


@dataclass(frozen=True, slots=True)
class PaperResult:
    """The sections of a paper in its order; `title` names the paper, `signature` the settings."""

    title: str
    sections: tuple[PaperSection, ...]
    signature: Signature

    def html(self) -> str:
        """The whole result as one HTML page that needs no network access and no scripts."""
        parts = [section.on_page() for section in self.sections]
        return format_page(parts, title=self.title, signature=str(self.signature))

    def to_dict(self) -> dict[str, Any]:
        """The whole result as values that JSON can represent."""
        sections = [section.to_dict() for section in self.sections]
        return {"title": self.title, **self.signature.content(), "sections": sections}


def beside(
    name: str,
    caption: str,
    rows: Iterable[tuple[str, float | None, float | None]],
    *,
    note: str = "",
    whose: str = OURS,
) -> ReportTable:
    """A table of one figure per row: ours with its interval, the printed one, the difference.

    Each row is a label, our figure and the printed one; None where there is none. `whose` is
    SIMULATED where no people were asked.

    >>> beside("t", "Agreement", [("raters", 0.8, 0.76)]).rows
    (('raters', 0.8, 0.76, 0.040000000000000036),)
    """
    columns = ("", whose, "95% interval", "printed", f"{whose} minus printed")
    return table(name, caption, columns, (_row(*row) for row in rows), note=note)


def _row(label: str, ours: float | None, printed: float | None) -> tuple[Cell, ...]:
    interval = ours.interval if isinstance(ours, Figure) else None
    difference = math.nan if ours is None or printed is None else ours - printed
    return label, ours, interval, printed, difference


@cache
def printed_figures(paper: str) -> dict[str, Any]:
    """The figures of a paper by the name of its room, such as "turk".

    >>> printed_figures("turk")["detection"]["needed"]
    13
    """
    file = resources.files("solecism_lab.papers") / "printed" / f"{paper}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def plain_figure(figure: Figure) -> Figure:
    """The number with its name, interval, note and standard error, and nothing else."""
    return Figure(
        figure.value, name=figure.name, interval=figure.interval, note=figure.note, se=figure.se
    )


# How many parts are done, and of how many.
Progress = Callable[[int, int | None], None]
_Part = TypeVar("_Part")


class SavedParts:
    """Computes parts by name, or takes them from a store such as a work folder.

    `key` holds everything that the parts depend on (a signature with the hash of the input): parts
    of another key are not read.
    """

    def __init__(
        self,
        store: MutableMapping[str, bytes] | None = None,
        *,
        key: str = "",
        n_parts: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._store = {} if store is None else store
        self._key = hashlib.sha256(key.encode()).hexdigest()[:12]
        self._n_parts, self._n_done = n_parts, 0
        self._progress = progress

    def part(self, name: str, kind: type[_Part], compute: Callable[[], _Part]) -> _Part:
        """The part of this name, computed unless it was saved; `kind` is its type.

        Parts consist of dataclasses, lists, dictionaries, strings, numbers and figures.
        """
        file = f"{name}.{self._key}.part"
        value = self._read(file, kind)
        if value is None:
            value = compute()
            self._store[file] = msgspec.msgpack.encode(value, enc_hook=_encoded)
        self._n_done += 1
        if self._progress:
            self._progress(self._n_done, self._n_parts)
        return value

    def is_saved(self, name: str, kind: type[_Part]) -> bool:
        """Whether the part of this name need not be computed."""
        return self._read(f"{name}.{self._key}.part", kind) is not None

    def _read(self, file: str, kind: type[_Part]) -> _Part | None:
        """The saved part; None where there is none, or only a damaged one."""
        try:
            return msgspec.msgpack.decode(self._store[file], type=kind, dec_hook=_decoded)
        except (KeyError, msgspec.DecodeError):
            return None


def _encoded(value: Any) -> Any:
    """A figure with everything it has; msgpack, unlike JSON, holds NaN."""
    if type(value) is not Figure:
        raise NotImplementedError(f"a part cannot hold {type(value).__name__}.")
    interval = value.interval
    ends = [interval.low, interval.high, interval.level, interval.method]
    return [value.value, value.name, value.note, value.se, ends]


def _decoded(kind: type, value: Any) -> Any:
    if kind is not Figure:
        raise NotImplementedError(f"a part cannot hold {kind.__name__}.")
    number, name, note, se, ends = value
    return Figure(number, name=name, note=note, se=se, interval=Interval(*ends))
