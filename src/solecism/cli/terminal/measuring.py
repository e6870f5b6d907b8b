"""The options that commands which measure have in common."""

from __future__ import annotations

import click

duplicates_option = click.option(
    "--duplicates",
    type=click.Choice(["error", "first", "last"]),
    default="error",
    show_default=True,
    help="What a second answer of a rater to an item is.",
)
level_option = click.option(
    "--level", type=float, default=0.95, show_default=True, help="Of the intervals."
)
seed_option = click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="The same seed gives the same figures.",
)
