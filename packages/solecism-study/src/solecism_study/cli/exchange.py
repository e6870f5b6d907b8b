"""`solecism study export` and `import`: judgments, or a whole study, to and from files."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from solecism.errors import InputError

if TYPE_CHECKING:
    from solecism_study.study import Study

_ENDINGS = {
    ".jsonl": "jsonl",
    ".csv": "csv",
    ".json": "label-studio",
    ".xml": "label-studio-page",
    ".zip": "bundle",
}

_FLAGS, _RATERS, _ADJUDICATED = "flags", "raters", "adjudicated"


@click.command(name="export")
@click.argument("study")
@click.argument("output")
@click.option(
    "--format",
    "kind",
    type=click.Choice([*_ENDINGS.values(), _FLAGS, _RATERS, _ADJUDICATED]),
    help="Format of OUTPUT; by default its name decides.",
)
@click.option(
    "--shape",
    type=click.Choice(["long", "wide"]),
    help="Write a table for R or pandas with the items' text: one row per judgment, or per item.",
)
@click.option(
    "--codebook", metavar="FILE", help="Also write what each column of such a table holds (CSV)."
)
@click.option(
    "--surplus", is_flag=True, help="Include judgments beyond the number wanted per item."
)
@click.option("--no-gold", is_flag=True, help="Leave out judgments of control items.")
@click.option(
    "--anonymous",
    is_flag=True,
    help="Leave out personal data: raters have numbers instead of pseudonyms, and there are no "
    "times, no answers to screening and no log.",
)
def export_command(
    study: str,
    output: str,
    kind: str | None,
    shape: str | None,
    codebook: str | None,
    surplus: bool,
    no_gold: bool,
    anonymous: bool,
) -> None:
    """Write the judgments of a study, under pseudonyms, or the whole study to a file.

    The name of OUTPUT decides the format: .jsonl, .csv, .json (tasks to import into Label Studio),
    .xml (the page that shows them there) or .zip (the bundle: configuration, items, guidelines,
    judgments, log, and a paragraph for the methods section of a paper). --format flags writes what
    the systems under test say at the study's items, which `solecism score` compares with the
    judgments. --format raters writes one line per rater, with their state and what they answered
    before work. --format adjudicated writes one answer per item, with its history, after
    `solecism study adjudicate`.

    --shape writes a table (.csv, .jsonl or .parquet) in which every row has the text of its item,
    and --codebook says what its columns hold.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous
      solecism study export demo judgments.csv
      solecism study export demo wide.csv --shape wide --codebook codebook.csv
      solecism study export demo demo.zip
      solecism study export demo public.zip --anonymous
    """
    from solecism.formats.files import write_bytes, write_text
    from solecism.system.clock import now
    from solecism_study.exchange import recorded_judgments as anonymity
    from solecism_study.exchange.bundle import bundle
    from solecism_study.exchange.export import WRITERS, rater_lines
    from solecism_study.exchange.recorded_judgments import recorded_judgments
    from solecism_study.exchange.statistics_tables import (
        LONG,
        format_codebook,
        format_table,
        judgment_table,
    )
    from solecism_study.study import open_study

    is_table = shape is not None or output.endswith(".parquet")
    chosen = "table" if is_table else kind or _by_name(output)
    if anonymous and chosen in (_RATERS, _ADJUDICATED):
        raise click.UsageError(f"--anonymous does not go with --format {chosen}.")
    opened = open_study(study)
    if codebook:
        write_text(codebook, format_codebook(opened))
    judgments = recorded_judgments(opened, with_surplus=surplus, with_control=not no_gold)
    if anonymous:
        judgments = iter(anonymity.anonymized(judgments))
    if is_table:
        columns, rows = judgment_table(opened, judgments, shape or LONG)
        write_bytes(output, format_table(columns, rows, _table_kind(output)))
    elif chosen == "bundle":
        write_bytes(output, bundle(opened, now=now(), is_anonymous=anonymous))
    elif chosen == _FLAGS:
        write_text(output, [_flags(opened)])
    elif chosen == _RATERS:
        write_text(output, rater_lines(opened))
    elif chosen == _ADJUDICATED:
        write_text(output, _adjudicated(opened))
    else:
        write_text(output, WRITERS[chosen](opened, judgments))
    opened.close()


def _adjudicated(study: Study) -> Iterator[str]:
    """The adjudicated set as JSON Lines; says how many disagreements are left out."""
    from solecism.formats import jsonl
    from solecism_study.exchange.recorded_judgments import adjudicated_judgments

    judgments, n_open = adjudicated_judgments(study)
    if n_open:
        click.echo(f"Disagreements without a decision, left out: {n_open}.", err=True)
    return jsonl.format(judgments)


def _flags(study: Study) -> str:
    from solecism_study.study import FLAGS

    flags = study.document(FLAGS)
    if flags is None:
        raise InputError("the study has no flags of a system. They are given when it is created.")
    return flags


def _table_kind(output: str) -> str:
    from solecism_study.exchange.statistics_tables import ENDINGS

    for ending, kind in ENDINGS.items():
        if output.endswith(ending):
            return kind
    raise InputError(f"{output}: a table is .csv, .jsonl or .parquet. Name it so.")


def _by_name(output: str) -> str:
    for ending, kind in _ENDINGS.items():
        if output.endswith(ending):
            return kind
    raise InputError(f"{output}: its name does not show a format. Give --format.")


@click.command(name="import")
@click.argument("study")
@click.argument("file")
def import_command(study: str, file: str) -> None:
    """Import judgments made elsewhere, or create a new study from a bundle.

    Judgments (JSON Lines) fill the items that still need some; the others are stored as surplus. A
    bundle (.zip) gives the same items, rules, seeds and instructions to new raters, who do not see
    its flags and key. Items of an older version about which this one does not ask are left out.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous -n 8
      solecism study import demo examples/judgments.simulated.jsonl
    """
    from solecism.cli.terminal.output import progress_bar
    from solecism.formats import jsonl
    from solecism.formats.files import read_bytes
    from solecism.judgment import Judgment
    from solecism.system.clock import now
    from solecism_study.cli.administration import say_outdated
    from solecism_study.exchange.bundle import read_bundle
    from solecism_study.exchange.imports import import_judgments
    from solecism_study.study import create_study, open_study

    if file.endswith(".zip"):
        bundle = read_bundle(read_bytes(file), file=file)
        create_study(
            study,
            bundle.configuration,
            bundle.items,
            now=now(),
            guideline=bundle.guideline.text,
            consent=bundle.guideline.consent,
            documents=bundle.documents,
        ).close()
        say_outdated(bundle.outdated, "left out")
        n_items = len(bundle.items)
        click.echo(f"{study}: {n_items} items of {bundle.configuration.name}.", err=True)
        return
    opened = open_study(study)
    with progress_bar("reading", "importing answers") as progress:
        judgments = jsonl.read(file, Judgment)
        imported = import_judgments(opened, judgments, now=now(), progress=progress)
    opened.close()
    click.echo(
        f"{imported.n_imported} answers imported, {imported.n_surplus} of them surplus; "
        f"{imported.n_known} were already there, {imported.n_control} are of control items.",
        err=True,
    )
    if imported.n_gaps:
        click.echo(
            f"{imported.n_gaps} are about gaps, which this task does not ask about.", err=True
        )
