"""`solecism study import`: judgments made elsewhere, or a bundle as a new study."""

from __future__ import annotations

import click


@click.command(name="import")
@click.argument("study")
@click.argument("file")
def command(study: str, file: str) -> None:
    """Import judgments made elsewhere, or create a new study from a bundle.

    Judgments (JSON Lines) fill the items that still need some; the others are stored as surplus. A
    bundle (.zip) gives the same items, rules, seeds and instructions to new raters, who do not see
    its flags and key.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous -n 8
      solecism study import demo examples/judgments.simulated.jsonl
    """
    from solecism.cli.terminal.progress import progress_bar
    from solecism.collect.exchange.bundle import read_bundle
    from solecism.collect.exchange.imports import import_judgments
    from solecism.collect.study import create, open_study
    from solecism.formats import jsonl
    from solecism.formats.files import read_bytes
    from solecism.judgment import Judgment
    from solecism.system.clock import now

    if file.endswith(".zip"):
        bundle = read_bundle(read_bytes(file), file=file)
        create(
            study,
            bundle.configuration,
            bundle.items,
            now=now(),
            guideline=bundle.guideline.text,
            consent=bundle.guideline.consent,
            documents=bundle.documents,
        ).close()
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
