"""`solecism study`: studies from creation to export, one subcommand per step."""

from __future__ import annotations

import click

from solecism.cli.lazy_group import Entry, LazyGroup

SUBCOMMANDS = {
    "new": Entry("study.creation.new", "Create a study from sites, sentences or a sample."),
    "serve": Entry("study.serve", "Serve the pages of a study to raters and administrators."),
    "status": Entry(
        "study.status", "Show the progress of a study, its cost, and how raters agree."
    ),
    "raters": Entry("study.raters", "List raters, invite them, remove them or reinstate them."),
    "signs": Entry(
        "study.signs", "Show signs of careless work, and the results without some raters."
    ),
    "remind": Entry("study.remind", "List the raters whose second stage is open, or mail them."),
    "simulate": Entry("study.simulate", "Let simulated raters work through a study, to test it."),
    "admin": Entry("study.admin", "Add an administrator, or an access token for a program."),
    "adjudicate": Entry(
        "study.adjudicate", "List the items on which raters disagree, or record decisions on them."
    ),
    "export": Entry("study.export", "Write the judgments, or the whole study, to a file."),
    "import": Entry(
        "study.imports", "Import judgments made elsewhere, or a bundle as a new study."
    ),
    "design": Entry("study.design", "Show the locked design and deviations from it, or lock it."),
    "amend": Entry("study.amend", "Change price, budget or numbers, as a recorded amendment."),
    "erase": Entry("study.erase", "Erase who raters are, on request or when it is due."),
    "migrate": Entry(
        "study.migrate", "Update the database of a study that an older version created."
    ),
    "verify": Entry(
        "study.verify", "Check that the log and the judgments are complete and unchanged."
    ),
}


@click.group(name="study", cls=LazyGroup, sections={"Commands": SUBCOMMANDS})
def study_command() -> None:
    """Collect judgments from many raters, who do not see each other's answers.

    A study is a folder with an SQLite database, or the URL of a PostgreSQL database of its own.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous
      solecism study status demo
    """
