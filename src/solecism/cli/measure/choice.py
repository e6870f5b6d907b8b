"""`solecism choice`: how often a system's word is as good as the writer's."""

from __future__ import annotations

from typing import Any

import click

from solecism.cli.terminal.options import format_option, level_option
from solecism.cli.terminal.signed import signed
from solecism.cli.terminal.tables import show_formatted


@click.command(name="choice")
@click.argument("judgments")
@click.option(
    "--right",
    "n_right",
    type=click.IntRange(0),
    help="Number of prepositions that the system guessed as they were written.",
)
@click.option(
    "--guessed",
    "n_guessed",
    type=click.IntRange(1),
    help="Number of prepositions that the system guessed in all.",
)
@level_option
@format_option
def command(judgments: str, output_format: str, **settings: Any) -> None:
    """Show how often raters find a system's word as good as the writer's, or better.

    JUDGMENTS are those of a study with the task choice, whose items `solecism sample choice` drew
    where the two differ. With --right and --guessed, which that command prints, the accuracy of
    the system is shown as it is, and corrected: a word as good as the writer's is no mistake.

    \b
    Example:
      solecism sample choice examples/texts/landlord.txt examples/texts/novel.txt pairs.jsonl \\
        --flags guesses.jsonl -n 8
      solecism study new which pairs.jsonl --task choice --flags guesses.jsonl -n 2
      solecism study simulate which --raters 2
      solecism study export which answers.jsonl
      solecism choice answers.jsonl --right 75 --guessed 100
    """
    from solecism.agree.preference import preferences
    from solecism.formats import jsonl
    from solecism.judgment import Judgment

    if (settings["n_right"] is None) != (settings["n_guessed"] is None):
        raise click.UsageError("Give --right and --guessed together.")
    result = preferences(jsonl.read(judgments, Judgment), **settings)
    signature = signed("choice", settings, [judgments], n_sites=result.n_items)
    content = {"signature": signature, "preferences": result}
    show_formatted(result, content, output_format=output_format, signature=signature)
