"""Groups of commands, each of which is imported only when it is called."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.output import exit_quietly
from solecism.errors import MissingPackageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

OTHERS = "Commands of other packages"


@dataclass(frozen=True, slots=True)
class Entry:
    """A command in a group, and a line of help.

    `place` is `module:function`, or the name of the distribution that brings the command.
    """

    place: str
    help: str


Sections = Mapping[str, Mapping[str, Entry]]


class LazyGroup(click.Group):
    """Commands in sections; `--help` imports none of them.

    Where there is a default, `GROUP ARGUMENTS` is short for `GROUP DEFAULT ARGUMENTS`. Commands of
    other distributions join by entry points of the group `joins`.
    """

    def __init__(
        self,
        *,
        sections: Sections,
        default: str | None = None,
        joins: str | None = None,
        **attributes: object,
    ) -> None:
        # The attributes are click's own, passed on as they come.
        super().__init__(**attributes)  # type: ignore[arg-type]
        self._sections = sections
        self.entries = {
            name: entry for entries in sections.values() for name, entry in entries.items()
        }
        self._default = default
        self._joins = joins

    @cached_property
    def _joined(self) -> dict[str, EntryPoint]:
        """The commands of other distributions that are installed."""
        # Imported here: most commands are our own, and start sooner without it.
        from importlib.metadata import entry_points

        found = entry_points(group=self._joins) if self._joins else ()
        return {point.name: point for point in found}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names, section by section."""
        return [*self.entries, *sorted(self._joined.keys() - self.entries.keys())]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of this name, imported on demand."""
        entry = self.entries.get(cmd_name)
        if entry is not None and ":" in entry.place:
            module, _, function = entry.place.partition(":")
            command = getattr(importlib.import_module(module), function)
        elif cmd_name in self._joined:
            command = self._joined[cmd_name].load()
        elif entry is not None:
            command = _missing_command(cmd_name, entry)
        else:
            return None
        assert isinstance(command, click.Command)  # noqa: S101 - a programming error
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections, one line per command."""
        for title, entries in self._sections.items():
            with formatter.section(title):
                formatter.write_dl([(name, entry.help) for name, entry in entries.items()])
        if others := sorted(self._joined.keys() - self.entries.keys()):
            with formatter.section(OTHERS):
                formatter.write_dl([(name, f"From {self._joined[name].value}.") for name in others])

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; interrupts and closed pipes end it quietly."""
        with exit_quietly():
            return super().invoke(ctx)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments, preceded by the default command if they name none."""
        if self._default and args and args[0] not in (*self.list_commands(ctx), "-h", "--help"):
            args = [self._default, *args]
        return super().parse_args(ctx, args)


def _missing_command(name: str, entry: Entry) -> click.Command:
    """A command in place of one that is not installed: it names the distribution to install.

    To raise the error when the command is looked up would break completion in shells.
    """

    def say_where(arguments: tuple[str, ...]) -> None:
        raise MissingPackageError(f"solecism {name}", entry.place)

    return click.Command(
        name,
        callback=say_where,
        params=[click.Argument(["arguments"], nargs=-1, type=click.UNPROCESSED)],
        help=entry.help,
        add_help_option=False,
        context_settings={"ignore_unknown_options": True},
    )
