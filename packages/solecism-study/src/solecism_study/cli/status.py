"""`solecism study status` and `simulate`: the progress of a study, and a trial before it."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from solecism.cli.terminal.options import json_option, seed_option
from solecism.cli.terminal.result_tables import show
from solecism.system.display_text import count
from solecism.table import number, span

if TYPE_CHECKING:
    from collections.abc import Callable

    from solecism.figure import Figure
    from solecism_study.status.forecast import Forecast
    from solecism_study.status.progress import Progress
    from solecism_study.status.results import Results


@click.command(name="status")
@click.argument("study")
@click.option(
    "--forecast",
    "n_raters",
    type=int,
    metavar="RATERS",
    help="Forecast the rest of the study with this number of simulated raters.",
)
@click.option(
    "--seconds",
    type=float,
    show_default="the measured time, or 12",
    help="Seconds per judgment that the forecast assumes.",
)
@json_option
def status_command(study: str, n_raters: int | None, seconds: float | None, as_json: bool) -> None:
    """Show the progress of a study: judgments, control items, money, and agreement so far.

    The forecast covers what is still to come: judgments, hours and money. It is made by simulated
    raters, so that you can see before you ask people whether the budget is enough.

    \b
    Example:
      solecism study new demo examples/sites.jsonl --task extraneous --price 0.05 --fee 0.33
      solecism study status demo --forecast 10
    """
    from solecism.cli.terminal.result_tables import show_json
    from solecism.system.clock import now
    from solecism_study.status.forecast import forecast
    from solecism_study.status.progress import progress
    from solecism_study.status.results import results
    from solecism_study.study import open_study

    opened = open_study(study)
    so_far = progress(opened, now=now())
    measured = results(opened)
    rest = None
    if n_raters is not None:
        rest = forecast(opened, so_far, n_raters=n_raters, seconds=seconds)
    opened.close()
    if as_json:
        content = {"progress": asdict(so_far), "agreements": measured.agreements}
        show_json({**content, "estimates": measured.estimates, "forecast": rest})
        return
    _show_progress(so_far)
    _show_results(measured)
    if rest is not None:
        _show_forecast(rest)


def _show_progress(so_far: Progress) -> None:
    from solecism_study.units import format_money

    rows = [
        [
            stage.stage or "all",
            str(stage.n_items),
            str(stage.n_wanted),
            str(stage.n_answered),
            str(stage.n_complete),
            f"{stage.share:.0%}",
        ]
        for stage in so_far.stages
    ]
    state = "open" if so_far.is_open else "closed"
    columns = ("stage", "items", "judgments wanted", "made", "items complete", "done")
    title = f"{so_far.name}: {so_far.task}, {state}"
    show(title, columns, rows)
    batches = [
        [one.name, str(one.n_items), str(one.n_answered), str(one.n_raters)]
        for one in so_far.batches
    ]
    if batches:
        show(
            "Batches for all raters" if rows else title,
            ("batch", "items", "judgments", "raters"),
            batches,
        )
    facts = [
        ["raters", str(len(so_far.raters))],
        ["surplus judgments", str(so_far.n_surplus)],
        ["void judgments", str(so_far.n_void)],
        ["active seconds per judgment", number(so_far.seconds_per_judgment, 1)],
        ["earned by raters", format_money(so_far.earned, so_far.currency)],
        ["cost with fees", format_money(so_far.cost, so_far.currency)],
    ]
    if so_far.budget is not None:
        facts.append(["budget", format_money(so_far.budget, so_far.currency)])
    show("So far", ("what", "value"), facts)
    if so_far.is_budget_used_up:
        click.echo(
            "The budget is used up: raters get no more questions. Give a larger one with "
            "`solecism study amend --budget`.",
            err=True,
        )


def _show_results(measured: Results) -> None:
    rows = [
        [stage, one.name, number(one), span(one.interval), str(one.n_items), one.note]
        for stage, figures in measured.agreements.items()
        for one in figures
    ]
    show("Agreement", ("stage", "measure", "value", "interval", "items", "note"), rows)
    if measured.estimates is not None:
        rows = [
            [one.name, number(one), span(one.interval)]
            for one in measured.estimates.figures.values()
        ]
        show(f"{measured.estimates.system}, estimated", ("measure", "value", "interval"), rows)


def _show_forecast(rest: Forecast) -> None:
    from solecism_study.units import format_money

    def money(amount: float) -> str:
        return format_money(amount, rest.currency)

    rows = [
        _forecast_row("judgments", rest.judgments, "{:.0f}".format),
        _forecast_row("hours of work", rest.hours, "{:.1f}".format),
        _forecast_row("hours of the busiest", rest.longest, "{:.1f}".format),
        _forecast_row("cost", rest.cost, money),
    ]
    if rest.hours_at_pace is not None:
        rows.append(["hours at the pace of the last hour", f"{rest.hours_at_pace:.1f}", ""])
    show(f"Still to come, by {rest.note}", ("what", "mean", "90% of runs"), rows)
    if rest.n_short:
        click.echo(
            f"{count(rest.n_short, 'judgment')} would still be missing: "
            f"{count(rest.n_raters, 'rater')} cannot give more. Ask more raters, or let each "
            "answer more.",
            err=True,
        )
    if not rest.is_within_budget:
        click.echo("The budget may not be enough.", err=True)


def _forecast_row(name: str, mean: Figure, shown: Callable[[float], str]) -> list[str]:
    return [name, shown(mean), f"[{shown(mean.interval.low)}, {shown(mean.interval.high)}]"]


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
def simulate_command(
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

    from solecism.formats import jsonl
    from solecism.judgment import Judgment, grades
    from solecism.system.clock import now
    from solecism_study.simulation import SimulatedRaters, simulate
    from solecism_study.study import open_study

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
