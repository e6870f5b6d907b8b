"""The measures of agreement by name, computed for a panel."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from solecism.agree.agreement import Agreement, Coefficient, Linearised, agreement
from solecism.agree.coefficients.cohen import (
    Weights,
    cohen_coefficient,
    cohen_kappa,
    mean_pairwise_kappa,
)
from solecism.agree.coefficients.fleiss import fleiss_kappa
from solecism.agree.coefficients.gwet import gwet_ac1
from solecism.agree.coefficients.krippendorff import krippendorff_alpha
from solecism.agree.coefficients.observed import observed_agreement
from solecism.agree.coefficients.scott import scott_pi
from solecism.agree.confusion import confusion
from solecism.errors import InputError
from solecism.interval import DEFAULT_LEVEL
from solecism.panel import Panel

_WEIGHTS: dict[str, Weights] = {
    "cohen": "none",
    "cohen-linear": "linear",
    "cohen-quadratic": "quadratic",
}


def _cohen(name: str) -> Callable[[Panel], Coefficient | Linearised]:
    weights = _WEIGHTS[name]

    def coefficient(panel: Panel) -> Coefficient | Linearised:
        if panel.n_raters > 2:
            return mean_pairwise_kappa(panel, weights=weights)
        return cohen_coefficient(panel, weights=weights)

    return coefficient


MEASURES: dict[str, Callable[[Panel], Coefficient | Linearised]] = {
    "observed": observed_agreement,
    **{name: _cohen(name) for name in _WEIGHTS},
    "scott": scott_pi,
    "fleiss": fleiss_kappa,
    "alpha": krippendorff_alpha,
    "alpha-ordinal": lambda panel: krippendorff_alpha(panel, metric="ordinal"),
    "alpha-interval": lambda panel: krippendorff_alpha(panel, metric="interval"),
    "ac1": gwet_ac1,
}


def usual_measures(panel: Panel) -> tuple[str, ...]:
    """The measures to show by default."""
    of_raters = "scott" if panel.n_raters == 2 else "fleiss"
    return ("observed", "cohen", of_raters, "alpha", "ac1")


def coefficient(panel: Panel, measure: str) -> Coefficient | Linearised:
    """A measure of the panel as a coefficient, for standard errors, bootstrap and differences."""
    if measure not in MEASURES:
        raise InputError(f"there is no measure {measure!r}. There are {', '.join(MEASURES)}.")
    return MEASURES[measure](panel)


def measure_agreement(
    panel: Panel,
    measures: Sequence[str] = (),
    *,
    level: float = DEFAULT_LEVEL,
    n_draws: int = 0,
    rng: np.random.Generator | None = None,
) -> list[Agreement]:
    """Each measure with its standard error and interval: analytic, or with `n_draws` bootstrap."""
    figures = []
    for measure in measures or usual_measures(panel):
        source = coefficient(panel, measure)
        if measure in _WEIGHTS and not n_draws and _has_closed_form(panel):
            table = confusion(panel, *panel.raters)
            figures.append(cohen_kappa(table, weights=_WEIGHTS[measure], level=level))
        else:
            figures.append(agreement(source, panel, level=level, n_draws=n_draws, rng=rng))
    return figures


def _has_closed_form(panel: Panel) -> bool:
    """Whether there are two raters, and the items are drawn independently."""
    return panel.n_raters == 2 and len(np.unique(panel.cluster)) == panel.n_items
