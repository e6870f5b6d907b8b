"""The results of a study with and without some raters, as pages and programs have them."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from solecism.collect.study import Study
from solecism.serve.study.results import ResultFigure, result_figure


class ComparedFigure(Struct, frozen=True):
    """A figure of all raters, and without some; None where it is undefined then."""

    part: str
    everybody: ResultFigure
    rest: ResultFigure | None


class ComparedResults(Struct, frozen=True):
    """All figures with and without some raters, and the number of judgments of each."""

    without: tuple[str, ...]
    n_everybody: int
    n_rest: int
    figures: tuple[ComparedFigure, ...]


def compare_without(study: Study, without: Collection[str]) -> ComparedResults:
    """The results so far, beside those without some raters; nothing is changed."""
    # Imported here because the rater's pages do not need these modules.
    from solecism.collect.status.what_if import what_if

    compared = what_if(study, without)
    return ComparedResults(
        compared.without,
        compared.n_everybody,
        compared.n_rest,
        tuple(
            ComparedFigure(
                one.part,
                result_figure(one.everybody),
                None if one.rest is None else result_figure(one.rest),
            )
            for one in compared.comparisons
        ),
    )
