"""`solecism study check` and `schema`: what a study will do, and the schema of study files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solecism_study.cli.new_options import ENDING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solecism_study.planning.planned_study import PlannedStudy


@click.command(name="check")
@click.argument("study", metavar="FILE")
def check_command(study: str) -> None:
    """Say in words what a study will do, before anybody is paid.

    FILE is a study file (.toml), or a study that was made. Each rater's work, how soon control
    items expose a careless one, how many raters are needed, what the study costs with fees, how
    wide its intervals will be, and what raters see at the end are computed from the study's own
    rules. The same text becomes part of a locked design and of the methods paragraph. Whatever the
    study cannot do although its design says so is listed last, and the exit code is then 1.

    \b
    Example:
      solecism study check examples/study.toml
    """
    from solecism_study.planning.contradictions import contradictions, doubts
    from solecism_study.planning.design_text import design_sections

    planned = _planned(study)
    problems = contradictions(planned)
    click.echo(f"# {planned.configuration.shown_title}")
    for section in design_sections(planned):
        _show(section.title, section.sentences)
    _show("Worth a second look", doubts(planned))
    _show("Contradictions", problems or ["None: the study can do what its design says."])
    if problems:
        raise SystemExit(1)


def _show(title: str, lines: Sequence[str]) -> None:
    if lines:
        click.echo(f"\n{title}")
    for line in lines:
        click.echo(f"- {line}")


def _planned(study: str) -> PlannedStudy:
    from solecism_study.cli.new_items import read_parts
    from solecism_study.cli.new_options import request_in_file
    from solecism_study.planning.planned_study import planned_from_items, planned_from_study
    from solecism_study.study import KEY, open_study

    if study.endswith(ENDING):
        parts = read_parts(request_in_file(study))
        key = parts.documents.get(KEY)
        return planned_from_items(parts.configuration, parts.items, key=key)
    opened = open_study(study)
    try:
        return planned_from_study(opened)
    finally:
        opened.close()


@click.command(name="schema")
def schema_command() -> None:
    """Print the JSON schema of study files, with which an editor completes and checks them.

    In editors that use Taplo, such as VS Code with Even Better TOML, write `#:schema
    study.schema.json` in the first line of the study file.

    \b
    Example:
      solecism study schema > study.schema.json
    """
    from solecism.cli.terminal.result_tables import show_json
    from solecism_study.study_file.schema import schema

    show_json(schema())
