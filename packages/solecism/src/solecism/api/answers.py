"""Raters' answers: their agreement, one answer per item, samples to judge, and reports."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from solecism.api.arguments import Rows, flags_of, judgments_of, key_of, panels_of
from solecism.site import Flag
from solecism.system.installation import explain_missing

if TYPE_CHECKING:
    from solecism.agreement.agreement import Agreement
    from solecism.agreement.consensus import Consensus
    from solecism.agreement.construction_measures import ConstructionMeasures
    from solecism.agreement.effort import Effort
    from solecism.agreement.summary import AgreementSummary
    from solecism.api.arguments import AnyPath, Flags, Judgments, KeyLike
    from solecism.judgment import Judgment
    from solecism.locate.flags_and_judgments import Fault, Presence
    from solecism.panel import Duplicates
    from solecism.reporting.page import Report
    from solecism.sampling.draw import DesignName, Reading, Sample
    from solecism.sampling.estimate import Estimates, Method
    from solecism.sampling.plan import Plans
    from solecism.sentence import Sentence
    from solecism.signature import SignedFile
    from solecism.site import Site
    from solecism.uncertainty.two_way import PriorName

Metric = Literal["nominal", "ordinal", "interval"]
Weights = Literal["linear", "quadratic"]
ConsensusMethod = Literal["majority", "dawid-skene", "mace", "glad"]


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


@explain_missing()
def agree(
    data: Judgments,
    *,
    measures: Sequence[str] = (),
    by: str | None = None,
    within: str | None = None,
    cluster: str | None = None,
    pairs: bool = False,
    confusion: bool = False,
    raters: bool = False,
    reference: str | Sequence[str] = (),
    reliability: bool = False,
    usage: bool = False,
    rows: Rows = "raters",
    labels: Sequence[object] = (),
    ignored: Sequence[str] = ("unknown",),
    duplicates: Duplicates = "error",
    level: float = 0.95,
    n_draws: int = 0,
    seed: int = 0,
) -> AgreementSummary:
    """All figures on the agreement of raters, as `solecism agree` prints them.

    `measures` are names such as "cohen", "fleiss", "alpha" or "ac1"; without names, the usual ones.
    `by` splits the judgments by a field, `cluster` ("sentence", "document" or a field) names what
    makes items dependent. `pairs` adds every pair of raters, `confusion` their tables of answers,
    `raters` the quality of each rater, and `usage` how often each rater accepts what; `reference`
    is one or several raters to compare the others with, and `reliability` shows how good the
    majority of N raters is.

    >>> import solecism as s
    >>> result = s.agree([["ok", "ok", "error"], ["ok", "error", "error"], ["ok", "ok", "ok"]])
    >>> [row.agreement.name for row in result.agreements]
    ['observed', 'mean pairwise cohen', 'fleiss', 'alpha', 'ac1']

    With NLTK, one figure at a time and without intervals: `AnnotationTask(triples).alpha()`.
    """
    from solecism.agreement.summary import summarise

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
        pairs=pairs or confusion,
        confusion=confusion,
        raters=raters,
        reference=(reference,) if isinstance(reference, str) else reference,
        by_size=reliability,
        usage=usage,
        level=level,
        n_draws=n_draws,
        seed=seed,
    )


@explain_missing()
def consensus(
    data: Judgments,
    method: ConsensusMethod = "dawid-skene",
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
    from solecism.agreement import consensus as aggregate

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

    from solecism.agreement.coefficients import measure_agreement

    panel = panels_of(data, rows=rows, labels=labels).data
    rng = np.random.default_rng(seed)
    [figure] = measure_agreement(panel, [name], level=level, n_draws=n_draws, rng=rng)
    return figure


def judgments(
    annotated: AnyPath | Iterable[Sentence],
    *,
    kinds: Sequence[str] = (),
    presence: Presence = "auto",
    flags: Flags | None = None,
    only: Fault | None = None,
    three_way: bool = False,
) -> list[Judgment]:
    """What annotated text says of each site: one judgment per annotator, "error" or "ok".

    Sites are prepositions, determiners and nouns, places where an annotator makes an edit of such
    a kind, and those of `flags`. `presence` says whether annotators saw all sentences
    ("everywhere") or those that they marked. `only` ("extraneous", "wrong", "missing") counts one
    kind of fault; with `three_way` the answer names the fault.

    >>> import solecism as s
    >>> answers = s.judgments("examples/annotations/landlord.m2", kinds=["preposition"])
    >>> answers[0].site, answers[0].rater, answers[0].answer
    ('landlord.2:3-3:preposition', '0', 'error')
    """
    from solecism.api.arguments import read_sentences
    from solecism.locate.flags_and_judgments import flagged_sites, judgments_of_annotations
    from solecism.site import KINDS

    if isinstance(annotated, str | os.PathLike):
        annotated = read_sentences(os.fspath(annotated))
    return list(
        judgments_of_annotations(
            list(annotated),
            kinds=tuple(kinds) or KINDS,
            presence=presence,
            further=[] if flags is None else list(flagged_sites(flags_of(flags))),
            only=only,
            names_faults=three_way,
        )
    )


@explain_missing()
def constructions(
    judgments: Judgments,
    key: AnyPath | Iterable[Judgment],
    *,
    systems: Iterable[AnyPath | Iterable[Judgment]] = (),
    accepts_grey: bool = True,
    level: float = 0.95,
) -> ConstructionMeasures:
    """Which of five ways to write a noun raters accept: stone, a stone, the stone, stones ...

    `judgments` are those of an article-number study, `key` the writers' own constructions, and
    each of `systems` has a system's.

    >>> import solecism as s
    >>> from solecism.judgment import Judgment
    >>> from solecism.locate.sites import CONSTRUCTIONS
    >>> answers = [
    ...     Judgment("d.1:1-2:number", rater, answer, stage="c", notes={"construction": name})
    ...     for rater in ("ann", "bob")
    ...     for name, answer in zip(CONSTRUCTIONS, ["no", "yes", "yes", "no", "no"])
    ... ]
    >>> key = [Judgment("d.1:1-2:number", "writer", "yes*", notes={"construction": "a singular"})]
    >>> ann, bob = s.constructions(answers, key).usage
    >>> ann.usage.shares["yes"], ann.usage.original_accepted
    (0.4, 1.0)
    """
    from solecism.agreement.construction_measures import construction_measures

    return construction_measures(
        judgments_of(judgments),
        judgments_of(key),
        choices=[one for each in systems for one in judgments_of(each)],
        accepts_grey=accepts_grey,
        level=level,
    )


def effort(
    judgments: Judgments,
    *,
    task: str = "",
    price: float = math.nan,
    fee: float = 0.0,
    currency: str = "USD",
) -> Effort:
    """What judgments cost: items, judgments, money, raters and hours of work.

    `price` is what was paid per judgment, `fee` the platform's share on top of it.

    >>> import solecism as s
    >>> [task] = s.effort("examples/judgments.simulated.jsonl", price=0.02, fee=0.25).tasks
    >>> task.n_judgments, f"{task.cost:.2f} {task.currency}"
    (1933, '50.80 USD')
    """
    from solecism.agreement.effort import Effort, PaidWork, task_effort
    from solecism.formats.crowd.paid_work import pieces_of_work

    answers = list(judgments_of(judgments))
    pieces = [PaidWork(*work) for work in pieces_of_work(answers)]
    names = {one.task for one in answers}
    name = task or (names.pop() if len(names) == 1 else None) or ""
    return Effort(
        [task_effort(answers, pieces, task=name, currency=currency, price=price, fee=fee)]
    )


@explain_missing()
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
    from solecism.sampling.plan import Expectation, Targets
    from solecism.sampling.plan import plan as planned

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
    from solecism.sampling.draw import draw_by_design
    from solecism.sampling.strata import population

    return draw_by_design(
        population(flags_of(flags), system=system),
        n=n,
        seed=seed,
        design=design,
        precision=precision,
        recall=recall,
        places={site.id: site for site in sites} or None,
    )


@explain_missing()
def estimate(
    sample: KeyLike,
    judgments: Judgments,
    *,
    method: Method = "stratified",
    reading: Reading = "graded",
    finite: bool = True,
    measures: Sequence[str] | None = None,
    rater_prior: PriorName = "studies",
    level: float = 0.95,
) -> Estimates:
    """Precision, recall and F of a system from a sample and the judgments of its items.

    `sample` is the result of `sample`, its key, or the path of the key. With `finite` the
    intervals are for the corpus that was sampled, otherwise for all texts of its kind.
    `rater_prior` says whether they use what studies found about how much raters differ.

    >>> import solecism as s
    >>> drawn = s.sample("examples/flags.b.jsonl", 150, seed=7)
    >>> result = s.estimate(drawn, "examples/judgments.simulated.jsonl")
    >>> list(result.figures)
    ['precision', 'recall', 'F1', 'F0.5']

    With ppi-python, for a mean: `ppi_mean_ci(labels, predictions, all_predictions)`.
    """
    from solecism.sampling.estimate import estimate as estimated
    from solecism.uncertainty.two_way import PRIORS

    return estimated(
        key_of(sample),
        judgments_of(judgments),
        method=method,
        reading=reading,
        finite=finite,
        prior=PRIORS[rater_prior],
        level=level,
        measures=measures,
    )


_BIN_EDGES = (0.5, 0.75, 0.9, 1.0)


@explain_missing()
def report(
    judgments: Judgments,
    flags: Flags | Sequence[Flags] = (),
    samples: Iterable[KeyLike] = (),
    *,
    title: str = "How far raters and systems agree",
    references: Sequence[str] = (),
    bins: Sequence[float] = _BIN_EDGES,
    rater_prior: PriorName = "studies",
    duplicates: Duplicates = "error",
    level: float = 0.95,
    seed: int = 0,
) -> Report:
    """A report on raters and systems as one page, with tables and drawings.

    `flags` are the decisions of one or several systems, or paths of files of them; `samples` are
    keys of samples; `rater_prior` is as for `score`. The result has `html`; `write(path)` writes
    it, and a notebook shows it.

    >>> import solecism as s
    >>> page = s.report("examples/judgments.simulated.jsonl", "examples/flags.a.jsonl")
    >>> page.write("report.html")
    """
    from solecism.reporting.measurements import measurements
    from solecism.reporting.page import make_report
    from solecism.signature import Setting, Signature
    from solecism.uncertainty.two_way import PRIORS

    samples = list(samples)
    measured = measurements(
        judgments_of(judgments),
        _all_flags(flags),
        [key_of(sample) for sample in samples],
        references=references,
        edges=bins,
        duplicates=duplicates,
        prior=PRIORS[rater_prior],
        level=level,
        seed=seed,
    )
    settings: dict[str, Setting] = {
        "bins": "-".join(f"{100 * edge:g}" for edge in bins),
        "duplicates": duplicates,
        "level": level,
        "rater-prior": rater_prior,
        "reference": ",".join(references) or None,
        "seed": seed,
        "title": title,
    }
    files = _signed_paths(judgments=[judgments], flags=_several(flags), sample=samples)
    return make_report(measured, title=title, signature=str(Signature("report", settings, files)))


def _signed_paths(**sources: Sequence[Any]) -> dict[str, tuple[SignedFile, ...]]:
    """The files by the names of the command's options; nothing where some sources are no files."""
    from solecism.formats.files import digest_of
    from solecism.signature import SignedFile

    if not all(isinstance(each, str | os.PathLike) for of in sources.values() for each in of):
        return {}
    return {
        name: tuple(SignedFile(Path(each).name, digest_of(each)) for each in of)
        for name, of in sources.items()
        if of
    }


def _all_flags(flags: Any) -> list[Flag]:
    """The flags of one source or of several."""
    return [flag for source in _several(flags) for flag in flags_of(source)]


def _several(flags: Any) -> Sequence[Any]:
    is_one = isinstance(flags, str | os.PathLike) or not isinstance(flags, Sequence)
    return [flags] if is_one or (flags and isinstance(flags[0], Flag)) else flags
