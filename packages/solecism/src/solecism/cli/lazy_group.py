"""Groups of commands, each of which is imported only when it is called."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass

import click

from solecism.cli.terminal.output import exit_quietly


@dataclass(frozen=True, slots=True)
class Entry:
    """A command in a group: the module that defines `command`, and a line of help."""

    module: str
    help: str


Sections = Mapping[str, Mapping[str, Entry]]


class LazyGroup(click.Group):
    """Commands in sections; `--help` imports none of them.

    Where there is a default, `GROUP ARGUMENTS` is short for `GROUP DEFAULT ARGUMENTS`.
    """

    def __init__(
        self, *, sections: Sections, default: str | None = None, **attributes: object
    ) -> None:
        # The attributes are click's own, passed on as they come.
        super().__init__(**attributes)  # type: ignore[arg-type]
        self._sections = sections
        self.entries = {
            name: entry for entries in sections.values() for name, entry in entries.items()
        }
        self._default = default

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, section by section."""
        return list(self.entries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported on demand."""
        entry = self.entries.get(cmd_name)
        if entry is None:
            return None
        command = importlib.import_module(f"solecism.cli.{entry.module}").command
        assert isinstance(command, click.Command)  # noqa: S101 - a programming error
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections, one line per command."""
        for title, entries in self._sections.items():
            with formatter.section(title):
                formatter.write_dl([(name, entry.help) for name, entry in entries.items()])

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; interrupts and closed pipes end it quietly."""
        with exit_quietly():
            return super().invoke(ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments, preceded by the default command if they name none."""
        if self._default and args and args[0] not in (*self.entries, "-h", "--help"):
            args = [self._default, *args]
        return super().parse_args(ctx, args)
