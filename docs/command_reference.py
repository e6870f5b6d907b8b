"""The command reference: every command's `--help`, word for word, as Markdown pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from solecism.cli.main import SECTIONS, cli

WIDTH = 88


def commands(
    command: click.Command = cli, name: str = "solecism"
) -> Iterator[tuple[str, click.Command]]:
    """Every command with its full name, groups before what they hold."""
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=name)
        for part in command.list_commands(context):
            below = command.get_command(context, part)
            if below is not None:
                yield from commands(below, f"{name} {part}")


def help_text(name: str, command: click.Command) -> str:
    """What `NAME --help` prints on a terminal of `WIDTH` columns."""
    context = click.Context(
        command,
        info_name=name,
        terminal_width=WIDTH,
        help_option_names=["-h", "--help"],
    )
    return command.get_help(context).rstrip()


def pages() -> dict[str, str]:
    """The text of each page by file name: an index, and one page per top-level command."""
    sections: dict[str, list[str]] = {}
    for name, command in commands():
        parts = name.split()
        page = parts[1] if len(parts) > 1 else "index"
        heading = "##" if len(parts) > 2 else "#"
        section = f"{heading} {name}\n\n```text\n$ {name} --help\n{help_text(name, command)}\n```\n"
        sections.setdefault(page, []).append(section)
    listing = "\n".join(name for group in SECTIONS.values() for name in group)
    sections["index"] = [
        "# Command reference\n\nWhat each command says of itself.\n",
        sections["index"][0].replace("# solecism", "## solecism", 1),
        f"```{{toctree}}\n:maxdepth: 2\n\n{listing}\n```\n",
    ]
    return {f"{page}.md": "\n".join(parts) for page, parts in sections.items()}


def write_reference(folder: Path) -> None:
    """Write the pages, leave those alone that have not changed, remove those of lost commands."""
    folder.mkdir(exist_ok=True)
    written = pages()
    for stale in set(folder.glob("*.md")) - {folder / name for name in written}:
        stale.unlink()
    for name, text in written.items():
        page = folder / name
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")
