"""The sections of the page: both tasks, cost and time, and scores by agreement."""

from __future__ import annotations

from collections.abc import Iterator

from solecism.agree.effort import TaskEffort
from solecism.agree.raters_needed import MAJORITY, MEAN
from solecism.panels import from_judgments
from solecism.papers.page.drawings import Series, line_drawing
from solecism.papers.page.printed import printed_figures
from solecism.papers.page.result import PaperSection, beside
from solecism.papers.page.saved_parts import SavedParts
from solecism.papers.turk.bins import bins_section
from solecism.papers.turk.inputs import RaterStudy, TurkInputs
from solecism.papers.turk.rater_curves import RaterCurves, rater_curves
from solecism.papers.turk.simulated_cloze import TRAINED, WRITER, simulated_cloze
from solecism.report.drawing import Drawing
from solecism.report.sections.reliability import needed_table
from solecism.report.table import Cell, Table, table
from solecism.report.words import count

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
    rows = [
        ("kappa of rater 1 and the writer", pairs[frozenset((WRITER, first))],
         printed["writer_and_rater1"]),
        ("kappa of rater 2 and the writer", pairs[frozenset((WRITER, second))],
         printed["writer_and_rater2"]),
        ("kappa of both raters", pairs[frozenset(TRAINED)], printed["rater1_and_rater2"]),
        (f"Turkers who match the trained raters, {needed.shown}", needed.n_raters,
         printed["needed"]),
    ]  # fmt: skip
    return PaperSection(
        "selection",
        "Selection task: a preposition for a blank in native text (section 3, figure 1)",
        (
            beside("selection", "Trained raters and Turkers", rows),
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
    contents: list[Table | Drawing] = [
        beside(f"selection-{study.name}", f"{study.name}: {found.n_items} items", rows),
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
    contents: list[Table | Drawing] = [
        beside("detection", f"{inputs.detection[0].name}: experts and other raters", rows),
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
        simulated=inputs.detection[0].simulated,
    )


def _needed_by_kind(all_found: dict[str, RaterCurves]) -> Table:
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
