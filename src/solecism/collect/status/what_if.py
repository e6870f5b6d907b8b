"""What if some raters were left out: how agreement, scores and estimates would change."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from solecism.collect.people.raters import all_raters
from solecism.collect.status.results import Results, results
from solecism.collect.study import Study
from solecism.errors import InputError
from solecism.figure import Figure


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """A figure of all raters and the same one without some of them; None where undefined then."""

    part: str
    name: str
    everybody: Figure
    rest: Figure | None


@dataclass(frozen=True, slots=True, eq=False)
class WhatIf:
    """All figures with and without some raters, and how many judgments there are."""

    without: tuple[str, ...]
    n_everybody: int
    n_rest: int
    comparisons: tuple[Comparison, ...]


def what_if(study: Study, without: Collection[str]) -> WhatIf:
    """Compare the results so far with those without some raters; nothing is changed."""
    known = {rater.pseudonym for rater in all_raters(study)}
    unknown = sorted(set(without) - known)
    if unknown:
        raise InputError(f"there is no rater {unknown[0][:60]!r}.")
    before, after = results(study), results(study, without=without)
    rest = dict(_figures(after))
    return WhatIf(
        tuple(sorted(without)),
        before.n_judgments,
        after.n_judgments,
        tuple(
            Comparison(part, name, figure, rest.get((part, name)))
            for (part, name), figure in _figures(before)
        ),
    )


def _figures(measured: Results) -> Iterator[tuple[tuple[str, str], Figure]]:
    for stage, agreements in measured.agreements.items():
        for one in agreements:
            yield (f"agreement, {stage}", one.name), one
    for system in measured.systems:
        for name, figure in system.graded.figures.items():
            yield (f"{system.system}, graded", name), figure
    if measured.estimates is not None:
        for name, figure in measured.estimates.figures.items():
            yield (f"{measured.estimates.system}, estimated", name), figure
