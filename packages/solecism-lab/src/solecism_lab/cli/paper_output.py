"""What all commands of `solecism papers` share: their options, saved parts, and their output."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import json_option, option_group, seed_option
from solecism.cli.terminal.output import WorkFolder, check_output, progress_bar
from solecism.cli.terminal.result_tables import (
    figures_option,
    make_folder,
    show,
    show_json,
    write_drawings,
    write_tables,
)

if TYPE_CHECKING:
    from solecism.judgment import Judgment
    from solecism.sentence import Sentence
    from solecism_lab.papers.page import PaperResult, PaperSection, SavedParts


@dataclass(frozen=True, slots=True)
class PaperOutput:
    """Where a paper's result goes, where its parts are saved, and the seed."""

    page: str | None
    work: str | None
    figures: str | None
    as_json: bool
    seed: int

    @contextmanager
    def saved_parts(self, key: str, *, n_parts: int) -> Iterator[SavedParts]:
        """The parts of a paper, with a progress bar; the page is checked before the long work."""
        from solecism_lab.papers.page import SavedParts

        if self.page:
            check_output(self.page)
        store = WorkFolder(self.work) if self.work else None
        with progress_bar("Reading", "Running the paper") as progress:
            yield SavedParts(store, key=key, n_parts=n_parts, progress=progress)

    def show(self, result: PaperResult) -> None:
        """Print the result, and write the page and the figures if they were asked for."""
        from solecism.formats.files import write_text

        if self.page:
            write_text(self.page, [result.html()])
        if self.figures:
            make_folder(self.figures)
            for section in result.sections:
                write_tables(self.figures, section.on_page().tables)
                write_drawings(self.figures, section.on_page().drawings)
        if self.as_json:
            show_json(result.to_dict())
            return
        click.echo(f"{result.title}\n")
        for section in result.sections:
            _show_section(section)
        click.echo(result.signature)


def annotated_reader(paths: Sequence[str]) -> Callable[[], list[Sentence]]:
    """A function that reads the sentences of M2 files."""

    def read() -> list[Sentence]:
        from solecism.formats import registry

        return list(registry.read(paths, registry.FORMATS["m2"]))

    return read


def read_judgments(path: str | None) -> tuple[Judgment, ...]:
    """The judgments of a file; none without a file."""
    from solecism.formats import jsonl
    from solecism.judgment import Judgment

    return tuple(jsonl.read(path, Judgment)) if path else ()


def _show_section(section: PaperSection) -> None:
    from solecism.reporting.table import format_cell

    part = section.on_page()
    for line in (section.title, part.warning, *section.text):
        if line:
            click.echo(line)
    for table in part.tables:
        show(
            table.caption,
            table.columns,
            [[format_cell(cell) for cell in row] for row in table.rows],
        )
        if table.note:
            click.echo(table.note)
    click.echo(f"{part.remark}\n")


paper_options = option_group(
    "output",
    PaperOutput,
    click.option("-o", "--out", "page", metavar="PAGE", help="HTML file to write the page to."),
    click.option(
        "--work",
        metavar="FOLDER",
        help="Folder for the results of finished parts, from which a run that was stopped goes on.",
    ),
    figures_option,
    json_option,
    seed_option(default=1),
)
