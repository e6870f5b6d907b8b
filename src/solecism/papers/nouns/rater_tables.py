"""The sample of nouns, simulated raters of its constructions, and the tables of their answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from solecism.agree.accepted_choices import ChoiceScore
from solecism.agree.confusion import Confusion
from solecism.agree.constructions import ConstructionMeasures, construction_measures
from solecism.agree.usage import ACCEPTED, IN_CONTEXT, NO_CONTEXT
from solecism.detect.articles.constructions import (
    chosen_constructions,
    construction_probabilities,
)
from solecism.figure import Figure
from solecism.judgment import Judgment
from solecism.language.annotate import annotate_sentences
from solecism.locate.noun_table import NounTable
from solecism.papers.nouns.simulated_raters import simulated_judgments
from solecism.papers.page.plain import plain_figure
from solecism.sample.nouns import NounSample

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
