"""Options in groups, which a command gets as one value."""

from __future__ import annotations

from dataclasses import dataclass

import click
from click.testing import CliRunner

from solecism.cli.terminal.options import option_group


@dataclass(frozen=True, slots=True)
class Size:
    """What the group makes of its options."""

    width: int
    is_wide: bool


@click.command()
@click.option("--before", default="b")
@option_group(
    "size",
    Size,
    click.option("--width", type=int, default=1),
    click.option("--wide", "is_wide", is_flag=True),
)
@click.option("--after", default="a")
def command(before: str, size: Size, after: str) -> None:
    """Print what came."""
    click.echo(f"{before} {size} {after}")


def test_the_command_gets_one_value_for_the_group() -> None:
    shown = CliRunner().invoke(command, ["--wide", "--width", "3", "--after", "x"])
    assert shown.stdout == "b Size(width=3, is_wide=True) x\n"


def test_the_options_stand_in_their_order() -> None:
    names = [parameter.name for parameter in command.params]
    assert names == ["before", "width", "is_wide", "after"]
