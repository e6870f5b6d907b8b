"""The sections about ten annotators' constructions of the same nouns: real people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from solecism.locate.annotated_nouns import AnnotatedNoun
from solecism.papers.nouns.annotators import AnnotatorFigures, SystemShares, annotator_figures
from solecism.papers.page.drawings import Series, bar_drawing
from solecism.papers.page.printed import printed_figures
from solecism.papers.page.result import PaperSection, beside
from solecism.papers.page.saved_parts import SavedParts
from solecism.report.table import Table, table

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
        ("written with the, mentioned", _alpha(found, "written with the, mentioned"),
         of["mentioned"]),
        ("written with the, not mentioned", _alpha(found, "written with the, not mentioned"),
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
        _alpha(found, f"written with the, {name}") for name in ("mentioned", "not mentioned")
    )
    if before is None or new is None or not before < new:
        return ""
    return "Unlike in the paper, annotators agree less on nouns with the that were mentioned."


def _alpha(found: AnnotatorFigures, part: str) -> float | None:
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
        text=(who, "The last row is an annotator as if a system, against the others: a ceiling."),
    )


def _shares_table(name: str, caption: str, rows: Sequence[SystemShares]) -> Table:
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
