"""`solecism examples`: the bundled example files, to try every command on."""

from __future__ import annotations

import click


@click.command(name="examples")
@click.argument("folder", default="examples", metavar="[DIR]")
@click.option("--force", is_flag=True, help="Overwrite files that exist already.")
def command(folder: str, force: bool) -> None:
    """Write the bundled example files into DIR, which is `examples` unless you name another.

    There are invented learner texts with the edits of two annotators, a class of invented
    students, simulated judgments, flags of two made-up systems, files of crowd platforms and a
    small treebank. The examples of
    every command's help use them. README.md in that folder says what each file holds.

    \b
    Example:
      solecism examples first-steps
      solecism check --exit-zero first-steps/texts/landlord.txt
    """
    from pathlib import Path

    from solecism.errors import InputError
    from solecism.formats.files import write_bytes
    from solecism.system.bundled import EXAMPLES

    sources = sorted(path for path in EXAMPLES.rglob("*") if path.is_file())
    targets = {Path(folder) / source.relative_to(EXAMPLES): source for source in sources}
    for target in targets:
        if target.exists() and not force:
            raise InputError(f"{target}: exists already. Choose another folder, or add --force.")
    for target, source in targets.items():
        target.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(str(target), source.read_bytes())
    click.echo(f"{len(targets)} files in {folder}. Start with {Path(folder) / 'README.md'}.")
