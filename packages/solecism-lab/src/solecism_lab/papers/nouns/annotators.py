"""Ten annotators' constructions of the same nouns: real people where the paper had two raters.

Annotators are not asked what they would accept: each writes one construction. So agreement is that
of the constructions themselves, and "several" means that different annotators write different ones.
"""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.agreement.coefficients import measure_agreement
from solecism.agreement.construction_measures import construction_measures
from solecism.figure import Figure, Interval
from solecism.judgment import Judgment
from solecism.locate.open_nouns import AnnotatedNoun, construction_judgments
from solecism.locate.sites import CONSTRUCTIONS
from solecism.numeric import Floats
from solecism.panel import from_judgments
from solecism.reporting.charts import Series, bar_drawing
from solecism.reporting.table import ReportTable, table
from solecism.uncertainty.proportion import wilson
from solecism.uncertainty.quantiles import student_quantile
from solecism_lab.papers.page import PaperSection, SavedParts, beside, plain_figure, printed_figures

_LEAST_ANNOTATORS = 2


@dataclass(frozen=True, slots=True)
class PartAlpha:
    """Agreement on the constructions of some nouns."""

    part: str
    n_nouns: int
    observed: Figure
    alpha: Figure


@dataclass(frozen=True, slots=True)
class SystemShares:
    """How often a system (or an annotator) writes an accepted construction.

    `one` is against a single annotator, on average; `several` against all that two annotators
    write, `any` against all that anybody writes; `more` is `any` minus `one`.
    """

    system: str
    n_nouns: int
    one: Figure
    several: Figure
    any: Figure
    more: Figure


@dataclass(frozen=True, slots=True)
class AnnotatorFigures:
    """All figures of the annotators, and of systems beside them."""

    n_nouns: int
    n_annotators: int
    median_bits: float
    alphas: list[PartAlpha]
    low_commonest: Figure
    low_others: Figure
    several: Figure
    several_by_two: Figure
    pairs: list[tuple[str, int]]
    systems: list[SystemShares]
    changed_systems: list[SystemShares]


def annotator_figures(nouns: Sequence[AnnotatedNoun], systems: Sequence[str]) -> AnnotatorFigures:
    """The figures of annotated nouns; `systems` are those annotators who are programs."""
    people = [_without(noun, systems) for noun in nouns]
    kept = [
        (noun, person)
        for noun, person in zip(nouns, people, strict=True)
        if len(person.constructions) >= _LEAST_ANNOTATORS
    ]
    nouns, people = [noun for noun, _ in kept], [person for _, person in kept]
    known = [noun for noun in people if noun.dominant]
    median = statistics.median(noun.bits for noun in known)
    commonest, others = _low_entropy(known, median)
    sets = [Counter(noun.constructions.values()) for noun in people]
    names = sorted({name for noun in people for name in noun.constructions})
    is_changed = [len(set(noun.constructions.values()) | {noun.written}) > 1 for noun in nouns]
    changed = [noun for noun, one in zip(nouns, is_changed, strict=True) if one]
    return AnnotatorFigures(
        len(people),
        len(names),
        median,
        _alphas(people, known, median),
        commonest,
        others,
        _share([len(counts) > 1 for counts in sets]),
        _share([sum(n > 1 for n in counts.values()) > 1 for counts in sets]),
        [(" + ".join(pair), n) for pair, n in _pairs(sets).most_common(6)],
        _system_shares(nouns, names, systems),
        _system_shares(changed, names, systems),
    )


def _without(noun: AnnotatedNoun, systems: Sequence[str]) -> AnnotatedNoun:
    given = {name: way for name, way in noun.constructions.items() if name not in systems}
    return AnnotatedNoun(
        noun.site, noun.noun, noun.written, noun.dominant, noun.bits, noun.is_mentioned, given
    )


def _alphas(
    people: Sequence[AnnotatedNoun], known: Sequence[AnnotatedNoun], median: float
) -> list[PartAlpha]:
    definite = [noun for noun in people if noun.written.startswith("the ")]
    parts: dict[str, list[AnnotatedNoun]] = {
        "all nouns": list(people),
        "high entropy": [noun for noun in known if noun.bits > median],
        "low entropy": [noun for noun in known if noun.bits <= median],
        "mentioned before": [noun for noun in people if noun.is_mentioned],
        "not mentioned before": [noun for noun in people if not noun.is_mentioned],
        "written with the, mentioned": [noun for noun in definite if noun.is_mentioned],
        "written with the, not mentioned": [noun for noun in definite if not noun.is_mentioned],
    }
    return [_alpha(name, some) for name, some in parts.items() if some]


def _alpha(name: str, nouns: Sequence[AnnotatedNoun]) -> PartAlpha:
    panel = from_judgments(construction_judgments(nouns))
    observed, alpha = map(plain_figure, measure_agreement(panel, ("observed", "alpha")))
    return PartAlpha(name, len(nouns), observed, alpha)


def _low_entropy(known: Sequence[AnnotatedNoun], median: float) -> tuple[Figure, Figure]:
    """Alpha on whether the commonest construction of a low-entropy noun is written, or another."""
    judgments, writers = [], []
    for noun in known:
        notes = {"dominant": noun.dominant, "entropy": "low" if noun.bits <= median else "high"}
        writers.append(Judgment(noun.site, "writer", "yes", notes=notes))
        judgments += [
            Judgment(noun.site, name, "yes" if way == each else "no", notes={"construction": each})
            for name, way in noun.constructions.items()
            for each in CONSTRUCTIONS
        ]
    found = construction_measures(judgments, writers, measures=("alpha",))
    [low] = [one for one in found.contrasts if one.name.startswith("low")]
    by_part = {row.part: plain_figure(row.agreement) for row in low.agreements}
    return by_part["commonest"], by_part["others"]


def _pairs(sets: Sequence[Counter[str]]) -> Counter[tuple[str, ...]]:
    """Constructions that at least two annotators each write at the same noun."""
    times = Counter[tuple[str, ...]]()
    for counts in sets:
        ways = sorted(way for way, n in counts.items() if n > 1)
        if len(ways) > 1:
            times[tuple(ways)] += 1
    return times


def _system_shares(
    nouns: Sequence[AnnotatedNoun], people: Sequence[str], systems: Sequence[str]
) -> list[SystemShares]:
    rows = [
        _shares_of(system, nouns, [system], people)
        for system in systems
        if any(system in noun.constructions for noun in nouns)
    ]
    return [*rows, _shares_of("an annotator, against the others", nouns, people, people)]


def _shares_of(
    name: str, nouns: Sequence[AnnotatedNoun], judged: Sequence[str], people: Sequence[str]
) -> SystemShares:
    """The mean over nouns of what each of the judged writes, against the others."""
    values: list[tuple[float, float, float]] = []
    for noun in nouns:
        of_noun = [
            _against(noun.constructions[one], [
                noun.constructions[other]
                for other in people
                if other != one and other in noun.constructions
            ])
            for one in judged
            if one in noun.constructions
        ]  # fmt: skip
        of_noun = [row for row in of_noun if not math.isnan(row[0])]
        if of_noun:
            values.append(tuple(np.mean(of_noun, axis=0).tolist()))
    one, several, by_any = np.array(values).T
    return SystemShares(
        name, len(values), _mean(one), _mean(several), _mean(by_any), _mean(by_any - one)
    )


def _against(way: str, others: Sequence[str]) -> tuple[float, float, float]:
    if not others:
        return math.nan, math.nan, math.nan
    n = sum(other == way for other in others)
    return n / len(others), float(n > 1), float(n > 0)


def _mean(values: Floats) -> Figure:
    spread = float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else math.nan
    reach = student_quantile(0.95, max(1, len(values) - 1)) * spread
    mean = float(values.mean())
    return Figure(mean, interval=Interval(mean - reach, mean + reach, 0.95, "t"), se=spread)


def _share(values: Sequence[bool]) -> Figure:
    return Figure(sum(values) / len(values), interval=wilson(sum(values), len(values)))


PEOPLE = (
    "People, not simulated: annotators who corrected the same sentences. Whoever leaves a noun as "
    "it is accepts what the learner wrote, which raters of an empty slot cannot do."
)
GIVEN = (
    "The annotators are those of the files given (those of the bundled examples are invented). "
    "Whoever leaves a noun as it is accepts what the learner wrote."
)
_TICKS = {
    "all nouns": "all",
    "high entropy": "high",
    "low entropy": "low",
    "mentioned before": "mentioned",
    "not mentioned before": "new",
}


def annotator_sections(
    parts: SavedParts,
    annotated: Callable[[], tuple[Sequence[AnnotatedNoun], Sequence[str]]],
    who: str,
) -> Iterator[PaperSection]:
    """Agreement by entropy and mention, several constructions, and systems beside them."""
    found = parts.part("annotators", AnnotatorFigures, lambda: annotator_figures(*annotated()))
    yield _agreement(found, who)
    yield _several(found, who)
    if len(found.systems) > 1:
        yield _systems(found, who)


def _agreement(found: AnnotatorFigures, who: str) -> PaperSection:
    of = printed_figures("nouns")["section5"]
    rows: list[tuple[str, float | None, float | None]] = [
        ("written with the, mentioned", _part_alpha(found, "written with the, mentioned"),
         of["mentioned"]),
        ("written with the, not mentioned", _part_alpha(found, "written with the, not mentioned"),
         of["not_mentioned"]),
        ("low entropy: is it the commonest construction?", found.low_commonest,
         of["low_commonest"]),
        ("low entropy: is it one of the other four?", found.low_others, of["low_others"]),
    ]  # fmt: skip
    drawn = [row for row in found.alphas if row.part in _TICKS]
    values = tuple(float(row.alpha) for row in drawn)
    series = [Series("alpha", tuple(range(len(drawn))), values)]
    return PaperSection(
        "annotators",
        f"{found.n_annotators} annotators’ constructions of the same nouns (beside section 5)",
        (
            bar_drawing(
                "annotators",
                "Krippendorff’s alpha by entropy and earlier mention",
                series,
                [_TICKS[row.part] for row in drawn],
                x="nouns: all, by entropy, by mention in the five sentences before",
                y="alpha",
            ),
            table(
                "annotators-alpha",
                f"Agreement of {found.n_annotators} annotators on {found.n_nouns} nouns",
                ("nouns", "number", "observed", "alpha", "interval of alpha"),
                [
                    (row.part, row.n_nouns, row.observed.value, row.alpha.value,
                     row.alpha.interval)
                    for row in found.alphas
                ],
                note=f"High and low entropy are divided at the median, {found.median_bits:.2f} "
                "bits.",
            ),
            beside("annotators-contrasts", "Alpha beside the printed kappas", rows),
        ),
        "The text is learners’, the answer is the construction that each annotator leaves or "
        "writes, and agreement is alpha of all annotators instead of kappa of two. Entropy is that "
        "of the noun in native text; documents are not marked in these data, so that a mention in "
        f"the five sentences before may belong to another essay. {_direction(found)}",
        text=(who,),
    )  # fmt: skip


def _direction(found: AnnotatorFigures) -> str:
    """Whether an earlier mention goes with more agreement, as in the paper."""
    before, new = (
        _part_alpha(found, f"written with the, {name}") for name in ("mentioned", "not mentioned")
    )
    if before is None or new is None or not before < new:
        return ""
    return "Unlike in the paper, annotators agree less on nouns with the that were mentioned."


def _part_alpha(found: AnnotatorFigures, part: str) -> float | None:
    return next((row.alpha for row in found.alphas if row.part == part), None)


def _several(found: AnnotatorFigures, who: str) -> PaperSection:
    of = printed_figures("nouns")["section4"]
    rows: list[tuple[str, float | None, float | None]] = [
        ("several constructions, each written by two or more", found.several_by_two,
         of["several_best"]),
        ("several constructions, written by anybody", found.several, of["several_accepted"]),
    ]  # fmt: skip
    return PaperSection(
        "annotators-several",
        "Nouns with several constructions, by annotators (beside section 4)",
        (
            beside("annotators-several", "Share of nouns", rows),
            table(
                "annotators-pairs",
                "Constructions that two or more annotators each write",
                ("constructions", "nouns"),
                found.pairs,
            ),
        ),
        "Printed beside the first is the share of nouns with several yes*, beside the second that "
        "with several yes or yes*, by one rater; ours are different people’s choices. “Other” is "
        "another determiner.",
        text=(who,),
    )


def _systems(found: AnnotatorFigures, who: str) -> PaperSection:
    return PaperSection(
        "annotators-systems",
        "Correctors against one annotator, and against all (beside section 4)",
        (
            _shares_table("annotators-systems", "All nouns", found.systems),
            _shares_table(
                "annotators-systems-changed",
                "Nouns whose construction an annotator or a corrector changes",
                found.changed_systems,
            ),
        ),
        "The paper expects a system to be underestimated by 18% or more with one accepted "
        "construction. Most nouns of learners are right and left as they are; where anything is "
        "changed, one annotator underestimates a corrector by the figure in the last columns.",
        text=(
            who,
            "The last row is an annotator as if a system, against the others: what a person "
            "reaches. Correctors may be above it, as they write what is commonest.",
        ),
    )


def _shares_table(name: str, caption: str, rows: Sequence[SystemShares]) -> ReportTable:
    return table(
        name,
        caption,
        ("system", "nouns", "as one annotator", "as two annotators", "as any annotator", "more",
         "interval of more"),
        [
            (row.system, row.n_nouns, row.one.value, row.several.value, row.any.value,
             row.more.value, row.more.interval)
            for row in rows
        ],
        note="“More” is the share right by any annotator minus that by one annotator.",
    )  # fmt: skip
