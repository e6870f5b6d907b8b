"""Rethinking annotation with Mechanical Turk (2010): how many untrained raters match experts.

The sections of the page: curves of the majority of N raters against references for both tasks, cost
and time, and scores in bins of agreement (section 5).

No open data has people's answers to the selection task. The simulated raters know nothing of
prepositions: each sentence has an ease, drawn at random, with which a rater writes the writer's own
preposition; otherwise they write one of a few others that fit. Two of them, the trained raters, are
right more often. The ease was chosen by hand so that trained raters come out near the printed
kappas; nothing else is fitted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

import numpy as np

from solecism.agreement.effort import TaskEffort
from solecism.agreement.rater_quality import pairwise
from solecism.agreement.raters_needed import MAJORITY, MEAN, RatersNeeded, raters_needed
from solecism.agreement.reliability import Reliability, by_reference, kappas_over_items
from solecism.figure import PRECISION, RECALL, Figure
from solecism.panel import Panel, from_columns, from_judgments
from solecism.reporting.charts import Series, bar_drawing, line_drawing
from solecism.reporting.drawing import Drawing
from solecism.reporting.sections.agreement import needed_table
from solecism.reporting.table import Cell, ReportTable, table
from solecism.scoring.bins import agreement_bins
from solecism.scoring.match import match
from solecism.site import Flag
from solecism.system.display_text import count
from solecism_lab.papers.page import (
    OURS,
    SIMULATED,
    PaperSection,
    SavedParts,
    beside,
    plain_figure,
    printed_figures,
)
from solecism_lab.papers.turk_inputs import RaterStudy, TurkInputs

WRITER, TRAINED = "writer", ("rater 1", "rater 2")
# Shares of the commonest prepositions of edited English, rounded.
_PREPOSITIONS = {
    "of": 0.32, "in": 0.21, "to": 0.10, "for": 0.09, "on": 0.07, "with": 0.07, "by": 0.05,
    "at": 0.04, "from": 0.04, "about": 0.01,
}  # fmt: skip
_EASE, _TRAINED_EASE = (2.2, 0.8), (3.0, 0.6)
_N_FITTING = 2


def simulated_cloze(*, n_items: int, n_raters: int, seed: int) -> Panel:
    """The answers of the writer, of two trained raters and of many others, all simulated."""
    rng = np.random.default_rng(seed)
    words = list(_PREPOSITIONS)
    shares = np.array(list(_PREPOSITIONS.values()))
    rows: list[tuple[str, str, str]] = []
    untrained = [f"turker {number:02}" for number in range(1, n_raters + 1)]
    for item in range(n_items):
        site = f"blank {item:03}"
        own = str(rng.choice(words, p=shares))
        others = [word for word in words if word != own]
        fitting = rng.choice(others, size=_N_FITTING, replace=False)
        quantile = rng.random()
        rows.append((site, WRITER, own))
        for rater in (*TRAINED, *untrained):
            ease = _quantile(quantile, _TRAINED_EASE if rater in TRAINED else _EASE)
            answer = own if rng.random() < ease else str(rng.choice(fitting))
            rows.append((site, rater, answer))
    sites, raters, answers = zip(*rows, strict=True)
    return from_columns(sites, raters, answers)


def _quantile(quantile: float, shape: tuple[float, float]) -> float:
    from scipy.special import betaincinv

    return float(betaincinv(*shape, quantile))


_NEARLY_ALL = 0.9


@dataclass(frozen=True, slots=True)
class ReferencePair:
    """Kappa of two references."""

    first: str
    second: str
    kappa: Figure


@dataclass(frozen=True, slots=True)
class RaterCurves:
    """Kappa of the majority of 1, 2, 3, ... raters with each reference, and their mean."""

    n_items: int
    n_raters: int
    pairs: list[ReferencePair]
    curves: dict[str, list[Figure]]
    mean: list[Figure]
    needed: list[RatersNeeded]


def rater_curves(panel: Panel, references: Sequence[str], *, seed: int) -> RaterCurves:
    """The curves of all raters who are not references, and the number that matches these."""
    drawing, resampling = np.random.default_rng(seed).spawn(2)
    found = by_reference(panel, references, rng=drawing)
    mean = _kappas(found.mean)
    if len(references) == 1 and panel.n_labels == 2:
        [reference] = references
        sizes = range(1, len(mean) + 1)
        mean = kappas_over_items(panel, reference, sizes, rng=resampling)
    experts = panel.of_raters(references) if len(references) > 1 else None
    pairs = [] if experts is None else list(pairwise(experts))
    return RaterCurves(
        panel.n_judged,
        panel.n_raters - len(references),
        [
            ReferencePair(one.table.first, one.table.second, plain_figure(one.kappa))
            for one in pairs
        ],
        {name: _kappas(curve) for name, curve in found.curves.items()},
        mean,
        raters_needed(panel, references, rng=resampling),
    )


_OVER_ITEMS = (
    "Intervals are for other items, with these raters; draws of some of them vary much less."
)


def _kappas(curve: Sequence[Reliability]) -> list[Figure]:
    """Kappa by number of raters, as far as nearly all items have so many answers.

    The bands of the draws are left out: they say nothing of other items.
    """
    least = _NEARLY_ALL * curve[0].n_items if curve else 0
    known = takewhile(lambda point: point.n_items >= least, curve)
    return [Figure(point.kappa.value, name=point.kappa.name) for point in known]


@dataclass(frozen=True, slots=True)
class BinScore:
    """A system's precision and recall where raters agree to some degree."""

    system: str
    bin: str
    n_items: int
    n_errors: float
    precision: Figure
    recall: Figure


def bins_section(
    parts: SavedParts, study: RaterStudy, flags: Callable[[], list[Flag]]
) -> PaperSection:
    """Precision and recall of each system in each bin of agreement."""

    def compute() -> list[BinScore]:
        panel = from_judgments(study.read())
        judged = set(panel.items)
        near = [flag for flag in flags() if flag.site in judged]
        return [
            BinScore(
                one.system,
                each.name,
                each.n_items,
                each.n_errors,
                each.score.figures[PRECISION],
                each.score.figures[RECALL],
            )
            for one in match(near, panel)
            for each in agreement_bins(one)
        ]

    found = parts.part("bins", list[BinScore], compute)
    names = list(dict.fromkeys(one.bin for one in found))
    series = [
        Series(
            f"{system}, {measure}",
            tuple(range(len(names))),
            tuple(float(getattr(one, measure)) for one in found if one.system == system),
        )
        for system in dict.fromkeys(one.system for one in found)
        for measure in ("precision", "recall")
    ]
    return PaperSection(
        "bins",
        "Evaluation in bins of agreement (section 5)",
        (
            bar_drawing(
                "bins",
                "Precision and recall by agreement of raters",
                series,
                names,
                x="agreement of raters",
                y="precision, recall",
            ),
            table(
                "bins-scores",
                f"Against the majority of raters, {study.name}",
                ("system", "agreement", "sites", "errors", "precision", "interval of precision",
                 "recall", "interval of recall"),
                [
                    (one.system, one.bin, one.n_items, one.n_errors, one.precision.value,
                     one.precision.interval, one.recall.value, one.recall.interval)
                    for one in found
                ],
            ),
        ),
        "The paper proposes this evaluation and prints no figures for it.",
        simulated=study.simulated,
    )  # fmt: skip


TITLE = (
    "Rethinking grammatical error annotation and evaluation with the Amazon Mechanical Turk "
    "(Tetreault, Filatova and Chodorow 2010)"
)
PAPER = "turk"


def turk_sections(parts: SavedParts, inputs: TurkInputs, *, seed: int) -> Iterator[PaperSection]:
    """All sections, in the order of the paper."""
    if not any(len(study.references) > 1 for study in inputs.selection):
        yield _simulated_selection(parts, seed)
    for study in inputs.selection:
        yield _selection(parts, study, seed)
    yield _detection(parts, inputs, seed)
    yield _effort(parts, inputs)
    if inputs.flags is not None:
        yield bins_section(parts, inputs.detection[0], inputs.flags)


def n_parts(inputs: TurkInputs) -> int:
    """The number of parts that are computed and saved."""
    has_pair = any(len(study.references) > 1 for study in inputs.selection)
    n_studies = len(inputs.selection) + len(inputs.detection) + (not has_pair)
    return n_studies + 1 + (inputs.flags is not None)


def _curves(parts: SavedParts, name: str, study: RaterStudy, seed: int) -> RaterCurves:
    return parts.part(
        name,
        RaterCurves,
        lambda: rater_curves(from_judgments(study.read()), study.references, seed=seed),
    )


def _simulated_selection(parts: SavedParts, seed: int) -> PaperSection:
    printed = printed_figures(PAPER)["selection"]

    def compute() -> RaterCurves:
        panel = simulated_cloze(
            n_items=printed["items"], n_raters=printed["raters_per_item"], seed=seed
        )
        return rater_curves(panel, (WRITER, *TRAINED), seed=seed)

    found = parts.part("selection-simulated", RaterCurves, compute)
    pairs = {frozenset((one.first, one.second)): one.kappa for one in found.pairs}
    first, second = TRAINED
    needed = next(row for row in found.needed if (row.way, row.reference) == (MAJORITY, WRITER))
    rows: list[tuple[str, float | None, float | None]] = [
        (f"kappa of {names} (set near the printed {printed[key]})", pairs[frozenset(pair)], None)
        for names, pair, key in (
            ("rater 1 and the writer", (WRITER, first), "writer_and_rater1"),
            ("rater 2 and the writer", (WRITER, second), "writer_and_rater2"),
            ("both raters", TRAINED, "rater1_and_rater2"),
        )
    ]
    rows.append(
        (f"Turkers who match the trained raters, {needed.shown}", needed.n_raters,
         printed["needed"])
    )  # fmt: skip
    return PaperSection(
        "selection",
        "Selection task: a preposition for a blank in native text (section 3, figure 1)",
        (
            beside("selection", "Trained raters and Turkers", rows, whose=SIMULATED),
            _drawing("selection-curves", "Reliability of the majority of Turkers", found),
            needed_table(found.needed),
        ),
        "No open data has many people’s prepositions for the same blanks, so that this section "
        "shows what the measures make of such data, and not what people do.",
        simulated="writer, trained raters and Turkers are a program. The share of blanks that "
        "they fill as the writer did was set by hand near the printed kappas of the trained "
        "raters.",
    )


def _selection(parts: SavedParts, study: RaterStudy, seed: int) -> PaperSection:
    found = _curves(parts, f"selection-{study.name}", study, seed)
    printed = printed_figures(PAPER)["selection"]
    rows: list[tuple[str, float | None, float | None]] = [
        (
            f"kappa of {count(n, 'rater')} with {' and '.join(study.references)}",
            found.mean[n - 1],
            None,
        )
        for n in (1, 3, 10, len(found.mean))
        if n <= len(found.mean)
    ]
    rows.append(("trained raters (paper), mean of two", None, _trained_mean(printed)))
    contents: list[ReportTable | Drawing] = [
        beside(
            f"selection-{study.name}",
            f"{study.name}: {found.n_items} items",
            rows,
            whose=SIMULATED if study.simulated else OURS,
            note=_OVER_ITEMS,
        ),
        _drawing(f"selection-{study.name}-curves", "Reliability of the majority", found),
    ]
    if found.needed:
        contents.append(needed_table(found.needed))
    return PaperSection(
        f"selection-{study.name.lower()}",
        f"Selection between sentences: {study.name} (beside section 3, figure 1)",
        tuple(contents),
        "Another task with real Turkers: they choose the better of two sentences, with two answers "
        "instead of dozens of prepositions, and the reference is what the authors meant to be "
        "right. As in the paper three are much better than one, and more than ten bring little.",
        simulated=study.simulated,
    )


def _trained_mean(printed: dict[str, float]) -> float:
    return (printed["writer_and_rater1"] + printed["writer_and_rater2"]) / 2


def _detection(parts: SavedParts, inputs: TurkInputs, seed: int) -> PaperSection:
    printed = printed_figures(PAPER)["detection"]
    all_found = {
        study.name: _curves(parts, f"detection-{study.name}", study, seed)
        for study in inputs.detection
    }
    first = next(iter(all_found.values()))
    pairs = [one.kappa for one in first.pairs]
    needed = next(row for row in first.needed if (row.way, row.reference) == (MAJORITY, MEAN))
    rows: list[tuple[str, float | None, float | None]] = [
        ("lowest kappa of two experts", min(pairs), printed["lowest_pair"]),
        ("highest kappa of two experts", max(pairs), printed["highest_pair"]),
        ("mean kappa of experts", needed.experts, printed["mean_of_pairs"]),
        (f"raters who match the experts, {needed.shown}", needed.n_raters, printed["needed"]),
        ("kappa of so many raters, mean of experts", needed.kappa, printed["kappa_at_needed"]),
    ]
    contents: list[ReportTable | Drawing] = [
        beside(
            "detection",
            f"{inputs.detection[0].name}: experts and other raters",
            rows,
            whose=SIMULATED if inputs.detection[0].simulated else OURS,
        ),
        _drawing(
            "detection-curves",
            f"Reliability of the majority, {inputs.detection[0].name}",
            first,
            printed=(printed["needed"], printed["kappa_at_needed"]),
        ),
        _needed_by_kind(all_found),
    ]
    differs = "The file’s own raters and items; the paper had 152 prepositions of learners."
    if inputs.is_open_data:
        differs = (
            "Our raters are eight of the ten annotators of CoNLL-2014, who corrected whole "
            "sentences and were never asked about a single word: whoever leaves a word as it is "
            "accepts it. They are no Turkers, and the experts are the two annotators of the shared "
            "task itself. These two agree less with each other than the paper’s experts, who were "
            "asked about every preposition, so that few others are enough to match them. Articles "
            "and number, which the paper left for later, are in the last table. Corrected text "
            "does not tell where a context is too messy to judge."
        )
    return PaperSection(
        "detection",
        "Error detection task: is it an error? (section 4, figure 2)",
        tuple(contents),
        differs,
        (_bar_in_words(needed.experts, printed["mean_of_pairs"]),),
        simulated=inputs.detection[0].simulated,
    )


def _bar_in_words(experts: float, printed: float) -> str:
    """What it takes to match the experts: to agree with them as they agree with each other."""
    how = "lower than" if experts < printed else "no lower than"
    return (
        "Raters match the experts if their majority agrees with the experts as much as the experts "
        f"agree with each other: a kappa of {experts:.2f} here, {how} the paper’s {printed:.2f}. "
        "The less the experts agree, the fewer raters it takes; that few raters match them does "
        "not say that these raters are good."
    )


def _needed_by_kind(all_found: dict[str, RaterCurves]) -> ReportTable:
    """How many raters match the experts for each kind of error, with the interval."""
    rows: list[tuple[Cell, ...]] = []
    for name, found in all_found.items():
        for row in found.needed:
            if row.reference == MEAN:
                rows.append(
                    (name, row.way, found.n_items, row.experts, row.kappa, row.shown,
                     row.n_left_out)
                )  # fmt: skip
    return table(
        "detection-needed",
        "Raters who match the experts, by kind of error and way to find a common answer",
        ("kind", "answer by", "sites", "experts’ kappa", "kappa", "raters needed", "left out"),
        rows,
        note="In brackets the middle 95% of resamples of the items. “Screened” leaves out raters "
        "with signs of spam; without such raters there is no such row.",
    )


def _drawing(
    name: str, title: str, found: RaterCurves, *, printed: tuple[float, float] | None = None
) -> Drawing:
    sizes = tuple(float(size) for size in range(1, len(found.mean) + 1))
    series = [
        Series(f"reference: {reference}", sizes[: len(curve)], tuple(map(float, curve)))
        for reference, curve in found.curves.items()
    ]
    if len(series) > 1:
        series.append(Series("mean", sizes, tuple(map(float, found.mean))))
    if found.pairs:
        experts = sum(one.kappa for one in found.pairs) / len(found.pairs)
        series.append(Series("references with each other", (1.0, sizes[-1]), (experts, experts)))
    if printed:
        series.append(Series("printed", (printed[0],), (printed[1],)))
    return line_drawing(
        name,
        title,
        series,
        x="raters in the majority",
        y="kappa",
        caption="Means of 100 draws of so many raters per item; ties are broken at random.",
    )


def _effort(parts: SavedParts, inputs: TurkInputs) -> PaperSection:
    efforts = parts.part(
        "effort", list[TaskEffort], lambda: [compute() for compute in inputs.efforts]
    )
    printed = printed_figures(PAPER)["effort"]
    rows: list[tuple[Cell, ...]] = [
        (f"{task} (paper)", items, float(each), judgments, 0, cost / judgments, cost, raters,
         None, hours)
        for task, (items, each, judgments, _, cost, raters, hours) in printed.items()
    ]  # fmt: skip
    rows += [
        (
            one.task,
            one.n_items,
            one.per_item,
            one.n_judgments,
            one.n_control,
            one.cost_each,
            one.cost,
            one.n_raters,
            one.work_hours,
            one.elapsed_hours,
        )
        for one in efforts
    ]
    return PaperSection(
        "effort",
        "Cost, time and raters (table 1)",
        (
            table(
                "effort",
                "Cost, time and raters",
                (
                    "task", "items", "per item", "judgments", "control", "USD each", "USD",
                    "raters", "hours of work", "hours in all",
                ),
                rows,
            ),
        ),
        "The paper’s total includes the platform’s fee of half a cent per judgment. Ours come from "
        "the files’ own times and pay where they have them (solecism effort); a dash is not known. "
        "Control items are paid as well.",
    )  # fmt: skip
