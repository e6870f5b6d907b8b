"""Earlier and new output of a command, figure by figure: JSON, a printed table, or a page.

The new output is looked for in the earlier one, which may have text around it, as a paper has
around its tables.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from html.parser import HTMLParser
from itertools import zip_longest
from typing import Any

# Sums of the same numbers differ by less, whichever order a processor adds them in.
_RELATIVE, _ABSOLUTE = 1e-9, 1e-12
_NOTHING = "nothing"
_DIGIT = re.compile(r"\d")
_SPACE = re.compile(r"\s+")
_MARKS = re.compile(r"^[#%]\s*|^\*\*(?=.*\*\*$)|(?<=.)\*\*$")
_CELL_BORDER = re.compile(r"\t| & | ?\| |\s{2,}|,(?! )")


@dataclass(frozen=True, slots=True)
class OutputDifference:
    """A figure, or a text, that the earlier and the new output do not share; `place` names it."""

    place: str
    earlier: str
    now: str


@dataclass(frozen=True, slots=True)
class OutputComparison:
    """What differs between two outputs, and how many figures, or lines with some, were compared."""

    differences: tuple[OutputDifference, ...]
    n_compared: int
    unit: str


def compare_json(earlier: Any, now: Any) -> OutputComparison:
    """Compare all values of two JSON documents; numbers are the same to nine digits."""
    found = list(_json_differences("", earlier, now))
    return OutputComparison(tuple(found), sum(1 for _ in _numbers(now)), "figure")


def _json_differences(place: str, earlier: Any, now: Any) -> Iterator[OutputDifference]:
    if isinstance(earlier, Mapping) and isinstance(now, Mapping):
        for name in dict.fromkeys([*now, *earlier]):
            inner = f"{place}.{name}" if place else str(name)
            yield from _json_differences(inner, earlier.get(name), now.get(name))
    elif isinstance(earlier, list) and isinstance(now, list):
        for index, (first, second) in enumerate(zip_longest(earlier, now)):
            named = _name_of(second) or _name_of(first)
            yield from _json_differences(
                f"{place}[{index}{': ' + named if named else ''}]", first, second
            )
    elif not _is_same(earlier, now):
        yield OutputDifference(place, _shown(earlier), _shown(now))


def _name_of(item: Any) -> str:
    """The texts with which an item of a list begins, such as a system and its reference."""
    if not isinstance(item, Mapping):
        return ""
    return " ".join([value for value in item.values() if isinstance(value, str) and value][:3])


def _is_same(earlier: Any, now: Any) -> bool:
    if isinstance(earlier, bool) or isinstance(now, bool):
        return earlier is now
    if isinstance(earlier, int | float) and isinstance(now, int | float):
        return math.isclose(earlier, now, rel_tol=_RELATIVE, abs_tol=_ABSOLUTE)
    return type(earlier) is type(now) and bool(earlier == now)


def _shown(value: Any) -> str:
    if isinstance(value, Mapping | list):
        return f"{len(value)} parts"
    return _NOTHING if value is None else str(value)


def _numbers(value: Any) -> Iterator[float]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _numbers(each)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield value


def compare_lines(earlier: str, now: str) -> OutputComparison:
    """Look for every line of `now` in `earlier`, in order; white space does not matter.

    Lines of `earlier` before the first that is found and after the last are not looked at, nor are
    those between that have no figure.
    """
    first, second = _lines(earlier), _lines(now)
    columns = _columns(second)
    blocks = SequenceMatcher(
        None, [_plain(line) for line in first], [_plain(line) for line in second], autojunk=False
    )
    found: list[OutputDifference] = []
    codes = blocks.get_opcodes()
    for index, (tag, start, end, new_start, new_end) in enumerate(codes):
        if tag == "equal":
            continue
        is_inside = 0 < index < len(codes) - 1
        old_rows = [line for line in first[start:end] if _DIGIT.search(line)]
        for old, new in _pairs(old_rows, second[new_start:new_end], is_inside=is_inside):
            if new is None:
                found.append(OutputDifference(_label(old or ""), old or "", _NOTHING))
            elif old is None:
                found.append(OutputDifference(_label(new), _NOTHING, new))
            else:
                found += _cell_differences(old, new, columns.get(new, ()))
    n_lines = sum(1 for line in second if _DIGIT.search(line))
    return OutputComparison(tuple(found), n_lines, "line")


def is_found(earlier: str, now: str) -> bool:
    """Whether any line with figures of `now` is in `earlier`, or one that begins like it."""
    labels = {_label(line) for line in _lines(earlier) if _DIGIT.search(line)}
    return any(_label(line) in labels for line in _lines(now) if _DIGIT.search(line))


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _plain(line: str) -> str:
    return _SPACE.sub(" ", _MARKS.sub("", line))


def _label(line: str) -> str:
    """What a row begins with: its cells up to the first that has a figure."""
    cells = _CELL_BORDER.split(_MARKS.sub("", line))
    names: list[str] = []
    for cell in cells:
        if names and _DIGIT.search(cell):
            break
        names.append(cell.strip())
    return " ".join(filter(None, names))


def _columns(lines: Sequence[str]) -> dict[str, list[str]]:
    """The header above each row of a table with tabs."""
    found: dict[str, list[str]] = {}
    header: list[str] = []
    is_title = False
    for line in lines:
        cells = line.split("\t")
        if line.startswith("# "):
            is_title = True
        elif is_title:
            header, is_title = cells, False
        elif len(cells) > 1:
            found[line] = header
    return found


def _pairs(
    earlier: Sequence[str], now: Sequence[str], *, is_inside: bool
) -> Iterator[tuple[str | None, str | None]]:
    """Rows that belong together: those that begin alike, then the others in order.

    Around the output there may be other text, of which only rows that begin alike are looked at.
    """
    left = list(earlier)
    alone = []
    for new in now:
        alike = next((old for old in left if _label(old) == _label(new)), None)
        if alike is None:
            alone.append(new)
        else:
            left.remove(alike)
            yield alike, new
    yield from zip_longest(left if is_inside else (), alone)


def _cell_differences(old: str, new: str, columns: Sequence[str]) -> Iterator[OutputDifference]:
    """The cells in which two rows differ; the whole rows where they do not have the same cells."""
    if _plain(old) == _plain(new):
        return
    first, second = _CELL_BORDER.split(old), _CELL_BORDER.split(new)
    if len(first) != len(second) or len(first) == 1:
        yield OutputDifference(_label(new), old, new)
        return
    for index, (one, other) in enumerate(zip(first, second, strict=True)):
        if one.strip() != other.strip():
            column = columns[index] if index < len(columns) else f"column {index + 1}"
            yield OutputDifference(f"{_label(new)}, {column}", one.strip(), other.strip())


def lines_of_page(html: str) -> str:
    """The text of an HTML page, one line for each paragraph, title, row and label of a drawing."""
    reader = _PageReader()
    reader.feed(html)
    reader.close()
    return "\n".join(reader.lines())


_HIDDEN = ("style", "script")
_CELLS = ("td", "th")
_INLINE = ("a", "b", "code", "em", "i", "small", "span", "strong", "sub", "sup", "tspan")


class _PageReader(HTMLParser):
    """Collects the text of a page: a tab between cells, a line for each other element."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[str] = []
        self._n_hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _HIDDEN:
            self._n_hidden += 1
        elif tag in _CELLS:
            self._pieces.append("\t")
        elif tag not in _INLINE:
            self._pieces.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in _HIDDEN:
            self._n_hidden = max(0, self._n_hidden - 1)
        elif tag not in (*_CELLS, *_INLINE):
            self._pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._n_hidden:
            self._pieces.append(_SPACE.sub(" ", data))

    def lines(self) -> Iterator[str]:
        """The lines that are not empty."""
        for line in "".join(self._pieces).split("\n"):
            if text := line.strip():
                yield text
