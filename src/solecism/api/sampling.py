"""Precision and recall from few judgments: plan a sample, draw it, and estimate from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solecism.api.inputs import flags_of, key_of
from solecism.api.judgments import judgments_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from solecism.api.inputs import Flags, KeyLike
    from solecism.api.judgments import Judgments
    from solecism.sample.answers import Reading
    from solecism.sample.draw import Sample
    from solecism.sample.estimate import Estimates, Method
    from solecism.sample.plan import Plans
    from solecism.sample.take import DesignName
    from solecism.site import Site


def plan(
    size: int,
    *,
    errors: float = 0.1,
    precision: float = 0.8,
    recall: float = 0.3,
    auc: float = 0.9,
    within_precision: float | None = 0.03,
    within_recall: float | None = 0.05,
    n_raters: int = 1,
    price: float = 0.02,
    fee: float = 0.005,
    seconds: float = 28.8,
    assurance: float | None = 0.9,
    level: float = 0.95,
) -> Plans:
    """Sample sizes, their cost and hours, and the intervals to expect, for several designs.

    `size` is the number of sites in the corpus; `errors` the share of errors, `precision`,
    `recall` and `auc` the expected quality of the system; `within_precision` and `within_recall`
    the half-widths to reach (None: this measure does not matter). `assurance` is the share of
    studies that should reach the half-widths; with None, they are reached on average. A judgment
    takes so many `seconds`.

    >>> import solecism as s
    >>> plans = s.plan(22_000, recall=0.14)
    >>> best = min((plan for plan in plans if plan.recall.is_defined), key=lambda plan: plan.cost)
    >>> best.design, best.n_judgments < 22_000
    ('score strata', True)

    With statsmodels, for one proportion: `samplesize_confint_proportion(0.8, 0.03)`.
    """
    from solecism.sample.expectation import Expectation
    from solecism.sample.plan import Targets
    from solecism.sample.plan import plan as planned

    return planned(
        Expectation(size, errors, precision, recall, auc),
        Targets(within_precision, within_recall, level, assurance),
        n_raters=n_raters,
        price=price,
        fee=fee,
        seconds=seconds,
    )


def sample(
    flags: Flags,
    n: int | None = None,
    *,
    design: DesignName = "paper",
    system: str | None = None,
    sites: Iterable[Site] = (),
    precision: float | None = None,
    recall: float | None = None,
    seed: int = 1,
) -> Sample:
    """Sites for raters to judge, drawn so that precision and recall can be estimated.

    `flags` are a system's decisions, or the path of a file of them. The result has `items`, in
    random order and without the decisions, and the `key`, which raters must not see.

    >>> import solecism as s
    >>> drawn = s.sample("examples/flags.a.jsonl", 60, seed=7)
    >>> len(drawn.items), drawn.key.n_sample
    (60, {'flagged': 20, 'other': 40})

    With pandas, without a key that says what was drawn from where:
    `frame.groupby("flagged").sample(30, random_state=7)`.
    """
    from solecism.sample.population import population
    from solecism.sample.take import take

    return take(
        population(flags_of(flags), system=system),
        n=n,
        seed=seed,
        design=design,
        precision=precision,
        recall=recall,
        places={site.id: site for site in sites} or None,
    )


def estimate(
    sample: KeyLike,
    judgments: Judgments,
    *,
    method: Method = "stratified",
    reading: Reading = "graded",
    finite: bool = True,
    measures: Sequence[str] | None = None,
    level: float = 0.95,
) -> Estimates:
    """Precision, recall and F of a system from a sample and the judgments of its items.

    `sample` is the result of `sample`, its key, or the path of the key. With `finite` the
    intervals are for the corpus that was sampled, otherwise for all texts of its kind.

    >>> import solecism as s
    >>> drawn = s.sample("examples/flags.b.jsonl", 150, seed=7)
    >>> result = s.estimate(drawn, "examples/judgments.simulated.jsonl")
    >>> list(result.figures)
    ['precision', 'recall', 'F1', 'F0.5']

    With ppi-python, for a mean: `ppi_mean_ci(labels, predictions, all_predictions)`.
    """
    from solecism.sample.estimate import estimate as estimated

    return estimated(
        key_of(sample),
        judgments_of(judgments),
        method=method,
        reading=reading,
        finite=finite,
        level=level,
        measures=measures,
    )
