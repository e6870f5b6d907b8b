"""Export of judgments as JSON Lines, CSV or for Label Studio, always under pseudonyms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import msgspec

from solecism.collect.exchange import label_studio
from solecism.collect.item import Item
from solecism.collect.study import Study
from solecism.formats import jsonl
from solecism.formats.crowd import long
from solecism.judgment import Judgment

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


FORMATS: dict[str, Writer] = {
    "jsonl": _plain(jsonl.format),
    "csv": _plain(long.format),
    "label-studio": _with_items(label_studio.tasks),
    "label-studio-page": _with_items(label_studio.page),
}
"""The functions that write a study's judgments, by the name of the format."""


def item_lines(study: Study) -> Iterator[str]:
    """Yield the items with their right answers, one per line: for administrators only."""
    for item in study.all_items():
        yield msgspec.json.encode(item).decode() + "\n"
