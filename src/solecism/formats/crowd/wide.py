"""Wide tables: one row per item, and one column per rater."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from solecism.formats.crowd import rows, table
from solecism.formats.crowd.layout import PLAIN, Layout
from solecism.judgment import Judgment


def parse(
    lines: Iterable[str],
    layout: Layout = PLAIN,
    *,
    file: str,
    skipped: Counter[str] | None = None,
) -> Iterator[Judgment]:
    """The judgments of all cells that are not empty, by raters named as their columns.

    Without `answers`, each column that the layout has no other use for is a rater's.

    >>> lines = ["id,ann,bob\\n", "1,ok,error\\n", "2,ok,\\n"]
    >>> layout = Layout(places={"item": "id"})
    >>> [(j.site, j.rater, j.answer) for j in parse(lines, layout, file="a.csv")]
    [('1', 'ann', 'ok'), ('1', 'bob', 'error'), ('2', 'ann', 'ok')]
    """
    read = table.parse(lines, file=file, **layout.dialect)
    used = [*layout.places.values(), *layout.notes.values()]
    others = tuple(
        name
        for name in read.names
        if name not in used and not any(f"{{{name}}}" in place for place in used)
    )
    layout = replace(layout, answers=layout.answers or others)
    yield from rows.judgments(read, layout.or_else(rater="{question}"), skipped=skipped)
