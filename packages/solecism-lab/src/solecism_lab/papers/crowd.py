"""They Can Help (Madnani et al. 2011): many raters of extraneous prepositions, and two systems.

The corpus of the paper is half errors and half good prepositions, each judged by all annotators.
The sections are in the paper's order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise

import numpy as np

from solecism.agreement.coefficients import measure_agreement
from solecism.agreement.reliability import by_reference
from solecism.detect.detector import ThresholdedDetector
from solecism.detect.extraneous import language_model, perceptron
from solecism.errors import InputError
from solecism.figure import PRECISION, RECALL, Figure
from solecism.judgment import ERROR, OK, Judgment, grades
from solecism.language.annotate import annotate_sentences
from solecism.locate.flags_and_judgments import EXTRANEOUS, judgments_of_annotations
from solecism.panel import from_judgments
from solecism.reporting.charts import KappaBin, Series, bar_drawing, kappa_drawing, line_drawing
from solecism.reporting.table import Cell, table
from solecism.sampling.judged_sites import balanced_sites
from solecism.scoring.against_raters import GRADED, MAJORITY, against_majority, stability, weighted
from solecism.scoring.bins import DEFAULT_EDGES, agreement_bins
from solecism.scoring.match import Match, match
from solecism.sentence import Sentence
from solecism.site import PREPOSITION, Flag, is_gap, sentence_of
from solecism_lab.papers.page import PaperSection, SavedParts, beside, printed_figures

SYSTEMS = ("lm", "perceptron")
# One preposition in fifty is extraneous in the learners' text that calibrated the systems: where
# half are, odds are even at this probability.
_BASE_RATE = 0.02


@dataclass(frozen=True)
class CrowdCorpus:
    """Annotated text; the sites that are drawn from it, and what annotators and systems say.

    `judgments` replace what annotators imply, where raters were asked. At most `n_each` errors and
    as many good prepositions are drawn. It is an error for the draw if half of the annotators or
    more say so.
    """

    read: Callable[[], Sequence[Sentence]]
    n_each: int = 500
    seed: int = 1
    judgments: tuple[Judgment, ...] = ()

    @cached_property
    def sentences(self) -> list[Sentence]:
        """The sentences with tags, lemmas and chunks."""
        return list(annotate_sentences(self.read()))

    @cached_property
    def answers(self) -> list[Judgment]:
        """The judgments of the drawn sites: does each annotator take the preposition out?"""
        everything = list(self.judgments) or [
            each
            for each in judgments_of_annotations(
                self.sentences, kinds=(PREPOSITION,), only=EXTRANEOUS
            )
            if not is_gap(each.site)
        ]
        chosen = self._drawn(everything)
        return [each for each in everything if each.site in chosen]

    def _drawn(self, everything: list[Judgment]) -> set[str]:
        """The ids of errors by half of the annotators or more, and of as many other sites."""
        decided = [
            Judgment(grade.site, "drawn", ERROR if grade.share >= 0.5 else OK)
            for grade in grades(everything)
        ]
        errors = {sentence_of(each.site) for each in decided if each.answer == ERROR}
        n = min(
            self.n_each, len(errors), len({sentence_of(each.site) for each in decided} - errors)
        )
        if not n:
            raise InputError("no preposition of this text is taken out. Give more annotated text.")
        rng = np.random.default_rng(self.seed)
        return {site.id for site in balanced_sites(decided, n_errors=n, n_ok=n, rng=rng)}

    def match(self, system: str) -> Match:
        """A system's decisions at the drawn sites, where even odds decide."""
        asked = {each.site for each in self.answers}
        flags = [flag for flag in _even(system, self.sentences) if flag.site in asked]
        [one] = match(flags, from_judgments(self.answers))
        return one


def _even(system: str, sentences: Sequence[Sentence]) -> list[Flag]:
    module = language_model if system == "lm" else perceptron
    detector = module.bundled()
    return list(ThresholdedDetector(detector, _BASE_RATE, detector.kinds).flags(sentences))


N_PARTS = 5
_HISTOGRAM = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
_MEASURES = (PRECISION, RECALL)


@dataclass(frozen=True, slots=True)
class RaterFigures:
    """How far raters agree, alone and as a majority of three; and the histogram of agreement."""

    n_items: int
    n_errors: int
    n_half: int
    n_raters: int
    agreement: Figure
    kappa: Figure
    three_agreement: float
    three_kappa: float
    histogram: list[int]


@dataclass(frozen=True, slots=True)
class SystemFigures:
    """A system against the majority and graded, by bin, and if one judgment changes."""

    system: str
    plain: dict[str, Figure]
    graded: dict[str, Figure]
    bins: dict[str, list[Figure]]
    sizes: list[int]
    kappas: list[Figure]
    changes: dict[str, list[float]]


def crowd_sections(
    parts: SavedParts, corpus: CrowdCorpus, other: CrowdCorpus | None
) -> list[PaperSection]:
    """The tables and figures of the paper, ours beside the printed ones."""
    raters = parts.part("raters", RaterFigures, lambda: _rater_figures(corpus))
    systems = [parts.part(name, SystemFigures, partial(_figures, corpus, name)) for name in SYSTEMS]
    found = [
        _raters_section(raters),
        _histogram_section(raters),
        _table_1_section(systems),
        _stability_section(systems),
        _bins_section(systems),
    ]
    if other is not None:
        there = parts.part("other-raters", RaterFigures, lambda: _rater_figures(other))
        second = parts.part("other", SystemFigures, lambda: _figures(other, SYSTEMS[1]))
        found.append(_kappas_section(raters, systems[1], there, second))
    return found


def _rater_figures(corpus: CrowdCorpus) -> RaterFigures:
    panel = from_judgments(corpus.answers)
    agreements = {one.name: one for one in measure_agreement(panel, ["observed", "cohen"])}
    kappa = next(one for name, one in agreements.items() if "cohen" in name)
    curves = by_reference(panel, rng=np.random.default_rng(corpus.seed))
    three = next((point for point in curves.mean if point.n_raters == 3), None)
    counts = panel.counts()
    shares = counts.max(axis=1) / counts.sum(axis=1)
    errors = counts[:, panel.labels.index("error")] / counts.sum(axis=1)
    edges = [*_HISTOGRAM[:-1], 1.0001]
    return RaterFigures(
        panel.n_items,
        int((errors > 0.5).sum()),
        int((errors >= 0.5).sum()),
        int(np.median(counts.sum(axis=1))),
        _plain(agreements["observed"]),
        _plain(kappa),
        float(three.agreement) if three else float("nan"),
        float(three.kappa) if three else float("nan"),
        np.histogram(shares, edges)[0].tolist(),
    )


def _plain(figure: Figure) -> Figure:
    return Figure(figure.value, name=figure.name, interval=figure.interval, note=figure.note)


def _figures(corpus: CrowdCorpus, system: str) -> SystemFigures:
    one = corpus.match(system)
    majority, graded = against_majority(one).figures, weighted(one).figures
    bins = agreement_bins(one, edges=DEFAULT_EDGES)
    return SystemFigures(
        system,
        {name: _plain(majority[name]) for name in _MEASURES},
        {name: _plain(graded[name]) for name in _MEASURES},
        {name: [_plain(bin.score.figures[name]) for bin in bins] for name in _MEASURES},
        [bin.n_items for bin in bins],
        [_plain(bin.kappa) for bin in bins],
        {f"{row.measure}, {row.against}": [row.largest, row.mean] for row in stability(one)},
    )


def _raters_section(raters: RaterFigures) -> PaperSection:
    paper = printed_figures("crowd")
    experts, three, data = paper["experts"], paper["three_raters"], paper["data"]
    return PaperSection(
        "raters",
        "Sections 2.1 and 3: the set, and how far raters agree",
        (
            table(
                "set",
                "Sites that were drawn, and how many of them are errors",
                ("", "ours", "printed"),
                [
                    ("sites", raters.n_items, data["errors"] + data["ok"]),
                    ("errors by half of the raters or more", raters.n_half, None),
                    ("errors by most raters", raters.n_errors, data["errors"]),
                    ("raters per site", raters.n_raters, data["raters"]),
                ],
            ),
            beside(
                "agreement",
                "Agreement of raters",
                [
                    ("one rater and another, agreement", raters.agreement, experts["agreement"]),
                    ("one rater and another, kappa", raters.kappa, experts["kappa"]),
                    (
                        "majority of three and another, agreement",
                        raters.three_agreement,
                        three["agreement"],
                    ),
                    ("majority of three and another, kappa", raters.three_kappa, three["kappa"]),
                ],
            ),
        ),
        "The paper's authors found the errors by hand, and its experts and crowd were asked about "
        "each preposition. Ours is an error where half of the annotators or more take it out; they "
        "corrected whole sentences, and one who replaces a preposition does not call it "
        "extraneous. There are fewer errors than in the paper, as all of a corpus had to be "
        "annotated to find them.",
    )


def _histogram_section(raters: RaterFigures) -> PaperSection:
    ticks = [f"{low:.0%} to {high:.0%}" for low, high in pairwise(_HISTOGRAM)]
    places = tuple(range(len(ticks)))
    series = [Series("sites", places, tuple(raters.histogram))]
    return PaperSection(
        "histogram",
        "Figure 1: agreement about each site",
        (
            bar_drawing(
                "histogram",
                "Sites by the share of raters who give the majority's answer",
                series,
                ticks,
                x="agreement of the majority",
                y="sites",
            ),
        ),
        f"The printed figure has 20 raters per site, ours {raters.n_raters}; its bars cannot be "
        "read off the text.",
    )


def _table_1_section(systems: list[SystemFigures]) -> PaperSection:
    paper = printed_figures("crowd")["table_1"]
    rows: list[tuple[Cell, ...]] = []
    for one in systems:
        for name, figures in (("unweighted", one.plain), ("weighted", one.graded)):
            cells = [cell for each in _MEASURES for cell in (figures[each], figures[each].interval)]
            theirs = paper[one.system] if name == "unweighted" else None
            rows.append((one.system, name, *cells, theirs))
    columns = ("system", "measure", "precision", "95%", "recall", "recall 95%", "precision printed")
    changes = ", ".join(
        f"{one.graded[PRECISION] - one.plain[PRECISION]:+.3f} for {one.system}" for one in systems
    )
    return PaperSection(
        "table-1",
        "Table 1: unweighted and weighted precision and recall",
        (table("table-1", "Extraneous prepositions only", columns, rows),),
        f"Weighting changes precision here by {changes}; in the paper it lowers it, as sites on "
        "which raters are divided are no full hits. In the paper the language model is the more "
        "precise; ours has counted 70 million words in place of the web, and our perceptron has "
        "seen learners' errors. The text of the paper names no other figure of the table.",
    )


def _stability_section(systems: list[SystemFigures]) -> PaperSection:
    rows: list[tuple[Cell, ...]] = [
        (one.system, name, *(100 * value for value in values))
        for one in systems
        for name, values in one.changes.items()
    ]
    columns = ("system", "measure", "largest change, points", "mean change, points")
    times = ", ".join(
        f"{_largest(one, MAJORITY) / _largest(one, GRADED):.1f} times for {one.system}"
        for one in systems
    )
    return PaperSection(
        "stability",
        "Section 4.1: one judgment more or less",
        (table("stability", "What turning round one judgment changes", columns, rows),),
        "The paper argues with one site of fifteen raters, 7 of whom say error and might have been "
        "8. Here every judgment of the set is turned round in turn. The largest change of "
        f"precision against the majority is that of the weighted figure {times}.",
    )


def _largest(one: SystemFigures, against: str) -> float:
    """The largest change of precision, never 0."""
    return one.changes[f"{PRECISION}, {against}"][0] or float("nan")


def _bins_section(systems: list[SystemFigures]) -> PaperSection:
    names = [f"{100 * low:g} to {100 * high:g}%" for low, high in pairwise(DEFAULT_EDGES)]
    printed = printed_figures("crowd")["figure_2"]
    series = [
        Series(
            f"{one.system} {name}",
            tuple(place for place, value in enumerate(one.bins[name]) if value.is_defined),
            tuple(value for value in one.bins[name] if value.is_defined),
        )
        for one in systems
        for name in _MEASURES
    ]
    rows: list[tuple[Cell, ...]] = [
        (
            name,
            one.system,
            one.sizes[place],
            *(one.bins[each][place] for each in _MEASURES),
            printed.get(one.system, {}).get(name),
        )
        for place, name in enumerate(names)
        for one in systems
    ]
    columns = ("agreement", "system", "sites", *_MEASURES, "precision printed")
    return PaperSection(
        "bins",
        "Figure 2: precision and recall by agreement of raters",
        (
            line_drawing(
                "bins",
                "Precision and recall by agreement of raters",
                series,
                x="agreement of raters",
                y="against the majority",
                ticks=names,
            ),
            table("bins", "The same", columns, rows),
        ),
        "The printed curves cannot be read off the text. In the paper the perceptron is like the "
        "language model where 75 to 90% agree, and the language model is better only where nearly "
        "all do. Its printed precision of 1.0 where 50 to 75% agree is no merit, as the authors "
        "say: where two choices are equally likely it says that there is no error, so that it "
        "calls few of these sites errors. Our bins have other shares of errors: where nearly all "
        "agree, most sites are good, which lowers precision there. That is why the paper "
        "recommends kappa.",
    )


def _kappas_section(
    raters: RaterFigures, one: SystemFigures, there: RaterFigures, other: SystemFigures
) -> PaperSection:
    warning = (
        f" The corpora have {raters.n_raters} and {there.n_raters} raters per site, so that the "
        "same bin holds sites of another kind: compare with care."
        if raters.n_raters != there.n_raters
        else ""
    )
    corpora = [
        (f"first corpus, {raters.n_raters} raters", _as_bins(one)),
        (f"second corpus, {there.n_raters} raters", _as_bins(other)),
    ]
    return PaperSection(
        "kappas",
        "Section 4.2: two corpora, by kappa",
        (kappa_drawing(corpora),),
        "The paper recommends this figure for systems on different corpora and does not draw it. "
        f"Here it is one system, {one.system}, on two corpora.{warning}",
    )


def _as_bins(one: SystemFigures) -> list[KappaBin]:
    return [
        (low, high, kappa)
        for (low, high), kappa in zip(pairwise(DEFAULT_EDGES), one.kappas, strict=True)
    ]
