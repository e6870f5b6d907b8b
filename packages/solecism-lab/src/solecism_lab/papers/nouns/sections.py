"""The sections of the page, the paper's tables 1 to 5 and its tests, and what they are run on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from solecism.agreement.coefficients import cohen_kappa
from solecism.agreement.confusion import from_counts
from solecism.agreement.difference import SIMPLE, independent_difference
from solecism.edit import Annotation
from solecism.formats import hypotheses
from solecism.formats.registry import FORMATS, read
from solecism.locate.noun_table import NounTable, entropies, overall_usage
from solecism.locate.open_nouns import AnnotatedNoun, annotated_nouns
from solecism.locate.sites import CONSTRUCTIONS, PRINTED_SHARES
from solecism.reporting.table import ReportTable, table
from solecism.sampling.noun_samples import NounSample
from solecism_lab.papers.nouns.annotators import annotator_sections
from solecism_lab.papers.nouns.simulated_raters import RATERS, STAGES, RaterTables, rater_tables
from solecism_lab.papers.page import (
    SIMULATED,
    PaperSection,
    SavedParts,
    beside,
    printed_figures,
)

CONLL = Path("learner/conll14/BN.m2")
OUTPUTS = Path("systems/conll14")
SYSTEMS = ("GECToR-2024", "T5-11B", "UL2-20B")
NATIVE = Path("native/wikinews.txt.xz")


def nouns_of_files(
    annotated: Sequence[str], corrected: Iterable[str], table: NounTable
) -> tuple[list[AnnotatedNoun], list[str]]:
    """The nouns of annotated files, with the constructions of systems that corrected the same.

    The second value is the names of these systems, each of which corrected all sentences.
    """
    sentences = list(read(annotated, FORMATS["m2"]))
    systems = {
        f"system {name}": edits
        for path in corrected
        for name, edits in hypotheses.read(path, sentences).items()
    }
    people = [name for each in sentences for name in (note.annotator for note in each.annotations)]
    everybody = sorted(set(people))
    whole = [
        each.with_annotations(
            (
                *(_of(each.annotations, name) for name in everybody),
                *(Annotation(name, tuple(edits[index])) for name, edits in systems.items()),
            )
        )
        for index, each in enumerate(sentences)
    ]
    return list(annotated_nouns(whole, table, presence="everywhere")), list(systems)


def _of(annotations: Iterable[Annotation], name: str) -> Annotation:
    """The edits of an annotator; without any, the annotator accepts the sentence."""
    return next((note for note in annotations if note.annotator == name), Annotation(name))


TITLE = "Human evaluation of article and noun number usage (Lee, Tetreault and Chodorow 2009)"
PAPER = "nouns"
N_PARTS = 2
RATERS_ARE = (
    "both raters are a program that knows how often native text has each construction, and in "
    "context what the bundled model finds probable; the share of yes in table 4 was set to the "
    "printed one, the rest follows. The texts are real."
)
Annotated = Callable[[], tuple[Sequence[AnnotatedNoun], Sequence[str]]]


def noun_sections(
    parts: SavedParts,
    nouns: NounTable,
    draw: Callable[[], NounSample],
    annotated: Annotated,
    *,
    who: str,
    seed: int,
) -> Iterator[PaperSection]:
    """All sections, in the order of the paper."""
    printed = printed_figures(PAPER)
    found = parts.part(
        "raters",
        RaterTables,
        lambda: rater_tables(draw(), nouns, printed["table4"], seed=seed),
    )
    yield _distribution(nouns)
    yield _sample(found)
    yield _several(found)
    yield _confusions(found)
    yield _contrasts(found)
    yield _systems(found)
    yield from annotator_sections(parts, annotated, who)


def _distribution(nouns: NounTable) -> PaperSection:
    _, ours, _ = overall_usage(nouns)
    rows = [
        (name, share, printed)
        for name, share, printed in zip(
            CONSTRUCTIONS, ours.shares or (), PRINTED_SHARES, strict=True
        )
    ]
    rows.append(("entropy, bits", ours.entropy or 0.0, float(entropies(PRINTED_SHARES))))
    return PaperSection(
        "distribution",
        "The five constructions in native text (table 1)",
        (beside("distribution", "Share of each construction", rows),),
        f"Ours are {ours.n_times:,} nouns of the bundled counts, names included; the paper’s are 8 "
        "million of schoolbooks. Other kinds of text differ more from each other than from this.",
    )


def _sample(found: RaterTables) -> PaperSection:
    printed = printed_figures(PAPER)["table3"]
    rows: list[tuple[str, float | None, float | None]] = [
        ("nouns", len(found.nouns), printed["nouns"]),
        ("items", found.n_items, printed["items"]),
        *((f"items of {rank} entropy", n, None) for rank, n in found.items_by_rank.items()),
        *((f"items written as {way}", n, None) for way, n in found.items_by_construction.items()),
    ]
    return PaperSection(
        "sample",
        "Nouns and sentences that raters are asked about (section 3.3, tables 2 and 3)",
        (
            beside("sample", "Items", rows),
            table(
                "nouns",
                "Nouns by their commonest construction and entropy",
                ("noun", "mostly", "entropy", "bits"),
                found.nouns,
                is_folded=True,
            ),
            _example(found),
        ),
        "The nouns are those of the text given, ranked by the bundled counts; the paper’s corpus "
        "is not open. As there, some nouns lack some of the configurations.",
        simulated=RATERS_ARE,
    )


def _example(found: RaterTables) -> ReportTable:
    columns = [f"{rater}, {stage}" for stage in STAGES.values() for rater in RATERS]
    return table(
        "example",
        "Answers about one noun (as table 2)",
        ("construction", *columns),
        [
            (one.words, *(one.answers.get(column, "") for column in columns))
            for one in found.example
        ],
    )


def _several(found: RaterTables) -> PaperSection:
    printed = printed_figures(PAPER)
    last = [row for row in found.rows if row.stage == STAGES["in-context"]]
    of = printed["section4"]
    rows: list[tuple[str, float | None, float | None]] = [
        (f"yes, {row.rater}, {row.stage} (set to the printed share)", row.yes, None)
        for row in found.rows
    ]
    for name, words in (("accepted", "accepts"), ("best", "finds best")):
        rows += [
            (f"{row.rater} {words} the writer’s own", getattr(row, f"original_{name}"), value)
            for row, value in zip(last, of[f"original_{name}"], strict=True)
        ]
    rows += [
        (f"several {words}, mean of both raters", sum(values) / len(values), of[f"several_{key}"])
        for key, words, values in (
            ("best", "best", [row.several_best for row in last]),
            ("accepted", "accepted", [row.several_accepted for row in last]),
        )
    ]
    return PaperSection(
        "several",
        "Several correct constructions (section 4, table 4)",
        (
            beside("several", "What raters accept", rows, whose=SIMULATED),
            table(
                "together",
                "Found best together in context",
                ("rater", "constructions", "nouns"),
                found.together[:8],
                is_folded=True,
            ),
        ),
        "The shares of yes were set to the printed ones, and are not compared with them. How "
        "often the writer’s own is accepted shows how far frequency and a short context lead, "
        "which is less far than understanding.",
        simulated=RATERS_ARE,
    )


def _confusions(found: RaterTables) -> PaperSection:
    printed = printed_figures(PAPER)["table5"]
    contents = []
    for stage, counts in found.confusions.items():
        both_yes, first_yes, second_yes, both_no = printed[stage]
        rows = [
            ("R1 yes", *counts[0], both_yes, first_yes),
            ("R1 no", *counts[1], second_yes, both_no),
        ]
        columns = ("", "R2 yes", "R2 no", "R2 yes, printed", "R2 no, printed")
        name = f"confusion-{stage.replace(' ', '-')}"
        contents.append(table(name, f"Table 5, {stage}", columns, rows))
    return PaperSection(
        "confusions",
        "Confusion tables of the two raters (table 5)",
        tuple(contents),
        "Each noun has five answers per rater; the paper has 368 nouns.",
        simulated=RATERS_ARE,
    )


def _contrasts(found: RaterTables) -> PaperSection:
    printed = printed_figures(PAPER)
    of = printed["section5"]
    contrasts = {
        ("stage", "no-context"): of["kappa"]["no context"],
        ("stage", "in-context"): of["kappa"]["in context"],
        ("mentioned before, of nouns with the", "mentioned"): of["mentioned"],
        ("mentioned before, of nouns with the", "not mentioned"): of["not_mentioned"],
        ("low entropy: commonest or other construction", "commonest"): of["low_commonest"],
        ("low entropy: commonest or other construction", "others"): of["low_others"],
    }
    rows: list[tuple[str, float | None, float | None]] = [
        (f"kappa, {row.contrast}: {row.part}", row.value, contrasts.get((row.contrast, row.part)))
        for row in found.kappas
        if row.measure == "cohen"
    ]
    z = {"stage": of["z_of_context"], "mentioned": of["z_of_mention"], "low": of["z_of_entropy"]}
    rows += [
        (f"z of {row.contrast}", abs(row.statistic), z.get(row.contrast.split()[0]))
        for row in found.tests
        if row.test == SIMPLE
    ]
    return PaperSection(
        "contrasts",
        "What agreement depends on (section 5)",
        (beside("contrasts", "Kappa of the two raters, and tests", rows), _recomputed()),
        "The second table has the paper’s own counts: kappa and z come out as printed if chance "
        "agreement is taken as known and answers as separate. The items of both stages are the "
        "same, five answers each, so that solecism constructions also gives a paired test.",
        simulated=f"{RATERS_ARE} The second table is of the printed counts of people.",
    )


def _recomputed() -> ReportTable:
    """Kappa and z from the printed confusion tables."""
    printed = printed_figures(PAPER)
    kappas = {
        stage: cohen_kappa(from_counts([cells[:2], cells[2:]]), se="simple")
        for stage, cells in printed["table5"].items()
    }
    test = independent_difference(kappas["in context"], kappas["no context"])
    rows: list[tuple[str, float | None, float | None]] = [
        (f"kappa, {stage}", kappa, printed["section5"]["kappa"][stage])
        for stage, kappa in kappas.items()
    ]
    rows.append(("z", test.statistic, printed["section5"]["z_of_context"]))
    return beside("recomputed", "From the printed counts of table 5 (people)", rows)


def _systems(found: RaterTables) -> PaperSection:
    printed = printed_figures(PAPER)["section4"]
    return PaperSection(
        "systems",
        "A system against one accepted construction, and against all (section 4)",
        (
            table(
                "systems",
                "Choices of the bundled model (light) and of the commonest construction",
                ("system", "right is", "nouns", "accuracy", "interval", "more",
                 "interval of more"),
                [
                    (row.system, row.against, row.n_sites, row.accuracy.value,
                     row.accuracy.interval, row.more.value, row.more.interval)
                    for row in found.systems
                ],
                note="“More” is the accuracy minus that against the writer’s own construction; "
                f"the paper expects up to {printed['several_best']:.0%}.",
            ),
        ),
        "The paper has no system: it infers that one is underestimated from how often several "
        "constructions are best. Here a system is scored both ways (constructions --system).",
        simulated=f"{RATERS_ARE} The model’s choices are real, but it is also what the raters in "
        "context go by, so that what they accept favours it.",
    )  # fmt: skip
