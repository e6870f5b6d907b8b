"""What people call the places of an office document: paragraphs, cells of tables, text boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

Tags = frozenset[str]


class Labels:
    """Labels of paragraphs, which are asked for in the order of the document.

    Paragraphs outside tables and text boxes are counted from 1; so are tables and text boxes.
    """

    def __init__(self, *, table: Tags, row: Tags, cell: Tags, box: Tags) -> None:
        self._table, self._row, self._cell, self._box = table, row, cell, box
        self._n_paragraphs = 0
        self._boxes: dict[_Element, int] = {}
        self._tables: dict[_Element, int] = {}
        self._rows: dict[_Element, dict[_Element, int]] = {}
        self._cells: dict[_Element, dict[_Element, int]] = {}

    def label(self, paragraph: _Element) -> str:
        """The label of a paragraph that is not empty."""
        for above in paragraph.iterancestors(*self._box, *self._cell):
            if above.tag in self._box:
                return f"text box {self._boxes.setdefault(above, len(self._boxes) + 1)}"
            return self._cell_label(above)
        self._n_paragraphs += 1
        return f"paragraph {self._n_paragraphs}"

    def _cell_label(self, cell: _Element) -> str:
        row = next(cell.iterancestors(*self._row), cell)
        table = next(row.iterancestors(*self._table), row)
        if table not in self._tables:
            self._tables[table] = len(self._tables) + 1
            rows = (each for each in table.iter(*self._row) if self._table_of(each) is table)
            self._rows[table] = {each: number for number, each in enumerate(rows, 1)}
        if row not in self._cells:
            cells = row.iterchildren(*self._cell)
            self._cells[row] = {each: number for number, each in enumerate(cells, 1)}
        row_number, column = self._rows[table].get(row, 1), self._cells[row].get(cell, 1)
        return f"table {self._tables[table]}, row {row_number}, column {column}"

    def _table_of(self, row: _Element) -> _Element | None:
        return next(row.iterancestors(*self._table), None)
