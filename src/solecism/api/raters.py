"""The agreement of raters, and one answer per item from many raters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from solecism.api.judgments import Rows, panels_of

if TYPE_CHECKING:
    from solecism.agree.agreement import Agreement
    from solecism.agree.agreement_summary import AgreementSummary
    from solecism.agree.consensus.consensus import Consensus
    from solecism.api.judgments import Judgments
    from solecism.panels import Duplicates

Metric = Literal["nominal", "ordinal", "interval"]
Weights = Literal["linear", "quadratic"]
Method = Literal["majority", "dawid-skene", "mace", "glad"]


def alpha(
    data: Judgments,
    *,
    metric: Metric = "nominal",
    rows: Rows = "raters",
    labels: Sequence[object] = (),
    level: float = 0.95,
    n_draws: int = 0,
    seed: int = 0,
) -> Agreement:
    """Krippendorff's alpha, with its standard error and interval.

    `data` is a list of answers per rater (None where an answer is missing), an array, columns
    named item, rater and answer, judgments, or the path of a file of them. The result is a float
    with `interval`, `se` and `note`. The interval is analytic, or by bootstrap of the items with
    `n_draws`. An ordinal alpha takes `labels` in their order, or the order of their numbers.

    >>> import solecism as s
    >>> print(s.alpha([["ok", "ok", "error", "ok"], ["ok", "error", "error", "ok"]]))
    0.533 [-0.934, 1.000]

    The same value with the package krippendorff, which gives no interval:
    `krippendorff.alpha([[1, 1, 0, 1], [1, 0, 0, 1]], level_of_measurement="nominal")`.
    """
    name = "alpha" if metric == "nominal" else f"alpha-{metric}"
    return _measured(data, name, rows, labels, level, n_draws, seed)


def kappa(
    data: Judgments,
    other: Sequence[object] | None = None,
    *,
    weights: Weights | None = None,
    rows: Rows = "raters",
    labels: Sequence[object] = (),
    level: float = 0.95,
    n_draws: int = 0,
    seed: int = 0,
) -> Agreement:
    """Cohen's kappa of two raters; for more raters, the mean over all pairs.

    Give the answers of both raters as two lists, or `data` as for `alpha`.

    >>> import solecism as s
    >>> print(s.kappa(["ok", "ok", "error", "ok"], ["ok", "error", "error", "ok"]))
    0.500 [-0.235, 1.000]

    The same value with scikit-learn, which gives no interval:
    `sklearn.metrics.cohen_kappa_score(first, second)`.
    """
    both: Judgments = data if other is None else [data, other]
    name = "cohen" if weights is None else f"cohen-{weights}"
    return _measured(both, name, rows, labels, level, n_draws, seed)


def agree(
    data: Judgments,
    *,
    measures: Sequence[str] = (),
    by: str | None = None,
    within: str | None = None,
    cluster: str | None = None,
    pairs: bool = False,
    raters: bool = False,
    reference: str | Sequence[str] = (),
    reliability: bool = False,
    rows: Rows = "raters",
    labels: Sequence[object] = (),
    ignored: Sequence[str] = ("unknown",),
    duplicates: Duplicates = "error",
    level: float = 0.95,
    n_draws: int = 0,
    seed: int = 0,
) -> AgreementSummary:
    """All figures on the agreement of raters, as `solecism agree` prints them.

    `measures` are names such as "cohen", "fleiss", "alpha" or "ac1"; without names, the usual
    ones. `by` splits the judgments by a field, `cluster` ("sentence", "document" or a field)
    names what makes items dependent. `pairs` adds every pair of raters, `raters` the quality of
    each rater; `reference` is one or several raters to compare the others with, and
    `reliability` shows how good the majority of N raters is.

    >>> import solecism as s
    >>> result = s.agree([["ok", "ok", "error"], ["ok", "error", "error"], ["ok", "ok", "ok"]])
    >>> [row.agreement.name for row in result.agreements]
    ['observed', 'mean pairwise cohen', 'fleiss', 'alpha', 'ac1']

    With NLTK, one figure at a time and without intervals: `AnnotationTask(triples).alpha()`.
    """
    from solecism.agree.summary import summarise

    return summarise(
        panels_of(
            data,
            rows=rows,
            by=by,
            within=within,
            cluster=cluster,
            labels=labels,
            ignored=ignored,
            duplicates=duplicates,
        ),
        measures=measures,
        pairs=pairs,
        raters=raters,
        reference=(reference,) if isinstance(reference, str) else reference,
        by_size=reliability,
        level=level,
        n_draws=n_draws,
        seed=seed,
    )


def consensus(
    data: Judgments,
    method: Method = "dawid-skene",
    *,
    rows: Rows = "raters",
    labels: Sequence[object] = (),
    ignored: Sequence[str] = ("unknown",),
    duplicates: Duplicates = "error",
    seed: int = 0,
) -> Consensus:
    """One answer per item from many raters: majority vote, Dawid-Skene, MACE or GLAD.

    `by_item()` gives the answers, `p` the probability of each label (items x labels), and
    `rater_score` how good each rater is.

    >>> import solecism as s
    >>> answers = {"item": ["a", "a", "b", "b"], "rater": ["ann", "bob"] * 2, "answer": "1101"}
    >>> s.consensus(answers, "majority").by_item()
    {'a': '1', 'b': '0'}

    The same with crowd-kit: `DawidSkene().fit_predict(frame)`, with columns task, worker, label.
    """
    from solecism.agree.consensus import aggregate

    panels = panels_of(data, rows=rows, labels=labels, ignored=ignored, duplicates=duplicates)
    return aggregate.consensus(panels.data, method, seed=seed)


def _measured(
    data: Judgments,
    name: str,
    rows: Rows,
    labels: Sequence[object],
    level: float,
    n_draws: int,
    seed: int,
) -> Agreement:
    import numpy as np

    from solecism.agree.coefficients.by_name import measure_agreement

    panel = panels_of(data, rows=rows, labels=labels).data
    rng = np.random.default_rng(seed)
    [figure] = measure_agreement(panel, [name], level=level, n_draws=n_draws, rng=rng)
    return figure
