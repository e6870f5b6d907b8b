"""`solecism study`: studies from their making to their export, each step a subcommand."""

from __future__ import annotations

import click

from solecism.cli.lazy_group import Entry, LazyGroup

SUBCOMMANDS = {
    "new": Entry("study.new", "Make a study of sites, sentences or a sample."),
    "serve": Entry("study.serve", "Serve its pages to raters and administrators."),
    "status": Entry(
        "study.status", "Tell how far a study is, what it costs, and how raters agree."
    ),
    "raters": Entry("study.raters", "List raters, invite them, send them away or take them back."),
    "simulate": Entry("study.simulate", "Let made-up raters try a study out."),
    "admin": Entry(
        "study.admin", "Let somebody run the study in the browser, or a program by its token."
    ),
    "export": Entry("study.export", "Write the judgments, or all that the study is, to a file."),
    "import": Entry(
        "study.imports", "Take in judgments made elsewhere, or a bundle as a new study."
    ),
    "migrate": Entry("study.migrate", "Bring a study of an older version up to date."),
    "verify": Entry(
        "study.verify", "Check that the log and the judgments are whole and unchanged."
    ),
}


@click.group(name="study", cls=LazyGroup, sections={"Commands": SUBCOMMANDS})
def command() -> None:
    """Collect judgments from many raters, blind, and keep every one of them.

    A study is a folder (SQLite), or the URL of a PostgreSQL database of its own.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous
      solecism study status demo
    """
