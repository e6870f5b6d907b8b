"""`solecism study`: studies from their making to their export, each step a subcommand."""

from __future__ import annotations

import importlib

import click

SUBCOMMANDS = {
    "new": "Make a study of sites, sentences or a sample.",
    "serve": "Serve its pages to raters and administrators.",
    "status": "Tell how far a study is, what it costs, and how raters agree.",
    "raters": "List raters, invite them, send them away or take them back.",
    "simulate": "Let made-up raters try a study out.",
    "admin": "Let somebody run the study in the browser, or a program by its token.",
    "export": "Write the judgments, or all that the study is, to a file.",
    "import": "Take in judgments made elsewhere, or a bundle as a new study.",
    "migrate": "Bring a study of an older version up to date.",
    "verify": "Check that the log and the judgments are whole and unchanged.",
}


class _LazyStudyGroup(click.Group):
    """Subcommands in the order of their use, each loaded when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(SUBCOMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in SUBCOMMANDS:
            return None
        command = importlib.import_module(f"solecism.cli.study_{cmd_name}").command
        assert isinstance(command, click.Command)  # noqa: S101 - a programming error
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(SUBCOMMANDS.items()))


@click.group(name="study", cls=_LazyStudyGroup)
def command() -> None:
    """Collect judgments from many raters, blind, and keep every one of them.

    A study is a folder (SQLite), or the URL of a PostgreSQL database of its own.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous
      solecism study status demo
    """
