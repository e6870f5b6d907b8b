"""Two simulated raters of the five constructions of nouns, and the tables of their answers.

No open data has people's answers. Without context a rater goes by how often native text has the
noun in each construction; in context, by what the bundled model of native text finds probable in
the sentence. Each adds noise of their own and accepts what is above a bar, which is set so that the
share of yes is the printed one of table 4; the best is what is highest, with all that is nearly as
high. The rest of the tables follows from that, and shows what raters would say who know nothing but
frequencies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.agreement.accepted_constructions import (
    ACCEPTED,
    BEST,
    IN_CONTEXT,
    NO,
    NO_CONTEXT,
    YES,
    ChoiceScore,
)
from solecism.agreement.confusion import Confusion
from solecism.agreement.construction_measures import ConstructionMeasures, construction_measures
from solecism.detect.light.noun_model import chosen_constructions, construction_probabilities
from solecism.figure import Figure
from solecism.judgment import Judgment
from solecism.language.annotate import annotate_sentences
from solecism.locate.noun_table import NounTable
from solecism.locate.sites import CONSTRUCTIONS
from solecism.numeric import Floats
from solecism.sampling.noun_samples import NounSample
from solecism_lab.papers.page import plain_figure

# The share of yes of each rater, by stage (table 4).
Shares = Mapping[str, Mapping[str, float]]
_NOISE, _NEARLY = 0.7, 0.5
_LEAST = 0.5


def simulated_judgments(
    writers: Sequence[Judgment],
    in_context: Mapping[str, Floats],
    table: NounTable,
    shares: Shares,
    *,
    seed: int,
) -> Iterator[Judgment]:
    """The answers of all raters in both stages; `in_context` has the model's probabilities."""
    rng = np.random.default_rng(seed)
    sites = [writer.site for writer in writers if writer.site in in_context]
    nouns = {writer.site: writer.notes["noun"] for writer in writers}
    scores = {
        NO_CONTEXT: np.array([_native_shares(table, nouns[site]) for site in sites]),
        IN_CONTEXT: np.array([in_context[site] for site in sites]),
    }
    for stage, p in scores.items():
        for rater, share in shares[stage].items():
            heard = np.log(p + 1e-3) + rng.normal(0, _NOISE, p.shape)
            yield from _answers(sites, rater, stage, heard, share)


def _native_shares(table: NounTable, noun: str) -> Floats:
    row = table.row(noun)
    counts = np.zeros(len(CONSTRUCTIONS)) if row is None else table.counts[row]
    return np.asarray((counts + _LEAST) / (counts + _LEAST).sum())


def _answers(
    sites: Iterable[str], rater: str, stage: str, heard: Floats, share: float
) -> Iterator[Judgment]:
    bar = np.quantile(heard, 1 - share)
    for site, row in zip(sites, heard, strict=True):
        best = max(bar, float(row.max()) - _NEARLY)
        for name, value in zip(CONSTRUCTIONS, row.tolist(), strict=True):
            answer = YES if value >= bar else NO
            if stage == IN_CONTEXT and value >= best:
                answer = BEST
            yield Judgment(
                site,
                rater,
                answer,
                task="article-number",
                stage=stage,
                notes={"construction": name, "simulated": "yes"},
            )


STAGES = {NO_CONTEXT: "no context", IN_CONTEXT: "in context"}
RATERS = ("R1", "R2")


@dataclass(frozen=True, slots=True)
class RaterRow:
    """What one rater accepts in one stage; NaN where it is not asked."""

    rater: str
    stage: str
    yes: float
    original_accepted: float
    original_best: float
    several_accepted: float
    several_best: float


@dataclass(frozen=True, slots=True)
class PartKappa:
    """Agreement and kappa of one side of a contrast."""

    contrast: str
    part: str
    measure: str
    value: Figure


@dataclass(frozen=True, slots=True)
class KappaTest:
    """The test of the difference between the two sides of a contrast."""

    contrast: str
    test: str
    statistic: float
    p_value: float


@dataclass(frozen=True, slots=True)
class ExampleAnswer:
    """The answers of both raters to one construction of one noun, by stage."""

    words: str
    answers: dict[str, str]


@dataclass(frozen=True, slots=True)
class RaterTables:
    """The sample, and all tables of the two raters' answers."""

    n_items: int
    nouns: list[tuple[str, str, str, float]]
    items_by_rank: dict[str, int]
    items_by_construction: dict[str, int]
    rows: list[RaterRow]
    confusions: dict[str, list[list[int]]]
    together: list[tuple[str, str, int]]
    kappas: list[PartKappa]
    tests: list[KappaTest]
    systems: list[ChoiceScore]
    example: list[ExampleAnswer]


def rater_tables(
    sample: NounSample, table: NounTable, shares: Mapping[str, float], *, seed: int
) -> RaterTables:
    """The tables of two simulated raters; `shares` are the printed shares of yes."""
    sites = {writer.site for writer in sample.writers}
    sentences = list(annotate_sentences(sample.sentences))
    in_context = {site: p for site, p in construction_probabilities(sentences) if site in sites}
    wanted = {
        stage: {rater: shares[f"{rater}, {name}"] for rater in RATERS}
        for stage, name in STAGES.items()
    }
    judgments = list(simulated_judgments(sample.writers, in_context, table, wanted, seed=seed))
    choices = [*chosen_constructions(sentences, sites), *_commonest(sample.writers)]
    measures = construction_measures(judgments, sample.writers, choices=choices)
    return _tables(sample, measures, judgments)


def _commonest(writers: Iterable[Judgment]) -> Iterable[Judgment]:
    """The choices of a system that always writes a noun's commonest construction."""
    for writer in writers:
        notes = {"construction": writer.notes["dominant"]}
        yield Judgment(writer.site, "commonest", "yes*", notes=notes)


def _tables(
    sample: NounSample, measures: ConstructionMeasures, judgments: list[Judgment]
) -> RaterTables:
    by_rank = Counter(writer.notes["entropy"] for writer in sample.writers)
    by_construction = Counter(writer.notes["construction"] for writer in sample.writers)
    return RaterTables(
        len(sample.writers),
        [(noun.noun, noun.dominant, noun.rank, noun.entropy) for noun in sample.nouns],
        dict(by_rank),
        dict(by_construction),
        _rows(measures),
        {STAGES[one.stage]: _yes_first(one.confusion) for one in measures.confusions},
        [(one.rater, " + ".join(one.constructions), one.n_sites) for one in measures.together],
        [
            PartKappa(one.name, row.part, row.agreement.name, plain_figure(row.agreement))
            for one in measures.contrasts
            for row in one.agreements
        ],
        [
            KappaTest(one.name, row.difference.test, row.difference.statistic,
                      row.difference.p_value)
            for one in measures.contrasts
            for row in one.differences
            if row.difference.name == "cohen"
        ],
        measures.systems,
        _example(judgments),
    )  # fmt: skip


def _rows(measures: ConstructionMeasures) -> list[RaterRow]:
    return [
        RaterRow(
            row.usage.rater,
            STAGES[row.part],
            sum(row.usage.shares.get(answer, 0.0) for answer in ACCEPTED),
            row.usage.original_accepted,
            row.usage.original_best,
            row.usage.several_accepted,
            row.usage.several_best,
        )
        for row in measures.usage
    ]


def _yes_first(confusion: Confusion) -> list[list[int]]:
    order = [confusion.labels.index(label) for label in ("yes", "no")]
    counts = confusion.counts.tolist()
    return [[int(counts[row][column]) for column in order] for row in order]


def _example(judgments: list[Judgment]) -> list[ExampleAnswer]:
    """The answers about the first noun, as in table 2."""
    site = judgments[0].site
    answers: dict[str, dict[str, str]] = {}
    for one in judgments:
        if one.site == site:
            of_construction = answers.setdefault(one.notes["construction"], {})
            of_construction[f"{one.rater}, {STAGES[one.stage or NO_CONTEXT]}"] = one.answer
    return [ExampleAnswer(name, given) for name, given in answers.items()]
