"""Options that several commands have in common."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

duplicates_option = click.option(
    "--duplicates",
    type=click.Choice(["error", "first", "last"]),
    default="error",
    show_default=True,
    help="What to do with a rater's second answer to an item: report an error, or use the first "
    "or the last answer.",
)
level_option = click.option(
    "--level",
    type=float,
    default=0.95,
    show_default=True,
    help="Confidence level of the intervals.",
)
json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON with all figures at full precision."
)
FORMATS = ("text", "latex", "markdown", "csv", "json")


def format_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --format, and --json for short; the command gets `output_format`."""

    @wraps(command)
    def formatted(*arguments: Any, as_json: bool, output_format: str, **options: Any) -> Any:
        chosen = "json" if as_json else output_format
        return command(*arguments, output_format=chosen, **options)

    return json_option(_format_option(formatted))


_format_option = click.option(
    "--format",
    "output_format",
    type=click.Choice(FORMATS),
    default="text",
    show_default=True,
    help="How to print the tables; latex needs the package booktabs, and json has all figures.",
)
bins_option = click.option(
    "--bins",
    metavar="EDGES",
    default="50-75-90-100",
    show_default=True,
    help="Edges of the bins of agreement between raters, in per cent.",
)
kinds_option = click.option(
    "--kind",
    "kinds",
    metavar="KIND",
    multiple=True,
    help="Score sites of this kind only; may be repeated.",
)


def seed_option(*, default: int = 0, result: str = "figures") -> Callable[[Any], Any]:
    """The seed of whatever a command draws at random."""
    return click.option(
        "--seed",
        type=click.IntRange(min=0),
        default=default,
        show_default=True,
        help=f"Seed of the random numbers; the same seed gives the same {result}.",
    )
