"""`solecism compare`: is one system better than another?"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from solecism.cli.measure.score_tables import (
    bin_cells,
    bin_columns,
    edges,
    read_flags,
    read_panels,
)
from solecism.cli.terminal.measuring import duplicates_option, level_option, seed_option
from solecism.cli.terminal.signature import settings_signature, show_json, span
from solecism.cli.terminal.tables import figure, show

if TYPE_CHECKING:
    from solecism.score.compare import Comparison
    from solecism.score.match import Match

_COLUMNS = ("measure", "against", "first", "second", "difference")


@click.command(name="compare")
@click.argument("first")
@click.argument("second")
@click.argument("judgments")
@click.argument("other_judgments", required=False)
@click.option("--systems", nargs=2, metavar="A B", help="Their names, in files of several systems.")
@click.option("--kind", "kinds", multiple=True, help="These kinds of site only; may be repeated.")
@click.option("--bins", default="50-75-90-100", show_default=True, help="Of agreement, per cent.")
@click.option(
    "--draws",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    help="Of the shuffling and of the bootstrap.",
)
@duplicates_option
@level_option
@seed_option
@click.option("--json", "as_json", is_flag=True, help="Write JSON at full precision.")
def command(first: str, second: str, judgments: str, as_json: bool, **settings: Any) -> None:
    """Compare two systems on the same judgments, or on different corpora.

    FIRST and SECOND are flags, JUDGMENTS are of the sites of both. Differences are first minus
    second; their interval is for other sentences and raters, the p-value that of stratified
    shuffling by sentence. Only judgments of sites where the systems differ tell one from the
    other: how many these are is told too.

    With OTHER_JUDGMENTS, FIRST is scored against JUDGMENTS and SECOND against OTHER_JUDGMENTS, and
    what is compared is kappa by bin of agreement, as corpora differ in their share of errors.

    \b
    Example:
      solecism compare examples/flags.a.jsonl examples/flags.b.jsonl \\
          examples/judgments.simulated.jsonl
    """
    names = settings["systems"] or (None, None)
    other = settings.pop("other_judgments")
    panel = read_panels(judgments, settings["duplicates"]).data
    one = _matched(first, panel, names[0], settings["kinds"])
    other_panel = read_panels(other, settings["duplicates"]).data if other else panel
    two = _matched(second, other_panel, names[1], settings["kinds"])
    if one.system == two.system:
        one, two = (
            replace(side, system=f"{side.system} ({path})")
            for side, path in ((one, first), (two, second))
        )
    signed = settings_signature("compare", settings)
    if other:
        _compare_corpora(one, two, as_json, signed, settings)
    else:
        _compare_systems(one, two, as_json, signed, settings)


def _matched(path: str, panel: Any, system: str | None, kinds: tuple[str, ...]) -> Match:
    from solecism.score.match import match, only

    found = only(match(read_flags(path), panel), system=system)
    return found.of_kinds(kinds) if kinds else found


def _compare_systems(
    one: Match, two: Match, as_json: bool, signed: str, settings: dict[str, Any]
) -> None:
    import numpy as np

    from solecism.score.compare import compare
    from solecism.score.summary import notes

    result = compare(
        one,
        two,
        rng=np.random.default_rng(settings["seed"]),
        n_draws=settings["draws"],
        level=settings["level"],
    )
    told = [*notes(one), *notes(two)]
    if as_json:
        show_json({"signature": signed, "result": result, "notes": told})
        return
    _show(result, settings["level"])
    for line in dict.fromkeys(told):
        click.echo(line)
    click.echo(signed)


def _show(result: Comparison, level: float) -> None:
    show(
        f"{result.first} minus {result.second}",
        (*_COLUMNS, f"{level:.0%}", "for other", f"bootstrap {level:.0%}", "p"),
        [
            [
                row.measure,
                row.against,
                *map(figure, (row.first, row.second, row.difference)),
                span(row.interval),
                row.interval.method,
                span(row.bootstrap),
                _p_value(row.p_value),
            ]
            for row in result.differences
        ],
    )
    test, where = result.mcnemar, result.decisive
    click.echo(
        f"Right by the majority where the other is wrong: {result.first} at {test.n_first_right} "
        f"sites, {result.second} at {test.n_second_right}; McNemar mid-p "
        f"{_p_value(test.p_value)}; {test.n_ties} ties of raters left out.\n"
        f"The systems differ at {where.n_differ} of {where.n_sites} sites, so that "
        f"{where.n_informative} of {where.n_judgments} judgments ({where.share:.1%}) decide."
    )


def _p_value(value: float) -> str:
    return "not defined" if math.isnan(value) else f"{value:.2g}"


def _compare_corpora(
    one: Match, two: Match, as_json: bool, signed: str, settings: dict[str, Any]
) -> None:
    from solecism.score.bins import agreement_bins
    from solecism.score.compare import compare_bins

    level = settings["level"]
    bins = [
        agreement_bins(match, edges=edges(settings["bins"]), level=level) for match in (one, two)
    ]
    differences = compare_bins(*bins)
    if as_json:
        show_json({"signature": signed, "first": bins[0], "second": bins[1], "result": differences})
        return
    for match, its_bins in zip((one, two), bins, strict=True):
        show(
            f"{match.system}: {match.n_items} sites, {match.panel.n_raters} raters",
            bin_columns(level),
            map(bin_cells, its_bins),
        )
    show(
        f"Kappa of {one.system} minus kappa of {two.system}",
        ("agreement", "sites", "sites", "first", "second", "difference", f"{level:.0%}"),
        [
            [
                row.name,
                str(row.n_first),
                str(row.n_second),
                *map(figure, (row.first, row.second, row.difference)),
                span(row.interval),
            ]
            for row in differences
        ],
    )
    click.echo(signed)
