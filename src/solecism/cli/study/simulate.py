"""`solecism study simulate`: simulated raters test a study."""

from __future__ import annotations

import click

from solecism.cli.terminal.options import seed_option


@click.command(name="simulate")
@click.argument("study")
@click.option(
    "--raters",
    type=click.IntRange(min=1),
    default=6,
    show_default=True,
    help="Number of simulated raters to create.",
)
@click.option(
    "--seconds",
    type=float,
    default=12.0,
    show_default=True,
    help="Average seconds that a rater takes per answer.",
)
@click.option(
    "--careless",
    type=float,
    default=0.1,
    show_default=True,
    help="Share of raters who answer at random.",
)
@click.option("--answers", type=click.IntRange(min=1), help="Stop after this number of answers.")
@click.option(
    "--like",
    metavar="FILE",
    help="Draw answers with the shares of errors in this file of judgments.",
)
@seed_option(default=1, result="answers")
def command(
    study: str,
    raters: int,
    seconds: float,
    careless: float,
    answers: int | None,
    like: str | None,
    seed: int,
) -> None:
    """Let simulated raters work through a study, to test it before people are asked.

    They are assigned items, answer, are checked with control items and paid, on a simulated clock.
    Their answers are marked as simulated on every page and in every export.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous --price 0.05
      solecism study simulate demo --raters 4 --answers 60 --like examples/judgments.simulated.jsonl
      solecism study status demo
    """
    import numpy as np

    from solecism.collect.simulation.simulate import simulate
    from solecism.collect.simulation.simulated_raters import SimulatedRaters
    from solecism.collect.study import open_study
    from solecism.formats import jsonl
    from solecism.judgment import Judgment, grades
    from solecism.system.clock import now

    shares = {} if like is None else {g.site: g.share for g in grades(jsonl.read(like, Judgment))}
    people = SimulatedRaters(n_raters=raters, seconds=seconds, careless=careless)
    opened = open_study(study)
    simulation = simulate(
        opened,
        people,
        rng=np.random.default_rng(seed),
        now=now(),
        shares=shares,
        n_answers=answers,
    )
    opened.close()
    click.echo(
        f"{simulation.n_raters} simulated raters gave {simulation.n_answers} answers; "
        f"{simulation.n_removed} of them were removed by control items.",
        err=True,
    )
