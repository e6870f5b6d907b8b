"""The first and the last section: the main results, and the methods with their references."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from solecism.agreement.agreement import Agreement
from solecism.figure import PRECISION, RECALL
from solecism.reporting.measurements import Measurements
from solecism.reporting.section import Section
from solecism.reporting.sections.agreement import MEASURE_NAMES
from solecism.reporting.table import Cell, ReportTable, table
from solecism.reporting.wording import listed, percent, printable, with_interval
from solecism.system.display_text import count
from solecism.uncertainty.two_way import RaterPrior
from solecism.version import __version__

_MOST_IN_WORDS = 3


def overview_section(measurements: Measurements) -> Section:
    """Counts of everything, and the main results of the other sections."""
    counts = table("overview", "Judgments", ("", "number"), _overview_rows(measurements))
    contents = (counts, _overview_systems(measurements)) if measurements.scores else (counts,)
    return Section("overview", "Overview", tuple(_main_results(measurements)), contents)


def _overview_rows(measurements: Measurements) -> Iterator[tuple[Cell, ...]]:
    panel = measurements.panel
    per_item = np.bincount(panel.item, minlength=panel.n_items)
    yield "judgments", len(panel)
    yield "sites judged", panel.n_judged
    yield "raters", panel.n_raters
    yield "fewest answers of a site", int(per_item.min())
    yield "most answers of a site", int(per_item.max())
    for label, n in zip(panel.labels, np.bincount(panel.answer).tolist(), strict=False):
        yield f"answers “{label}”", n
    if len(measurements.gold):
        yield "answers to control items (no data)", len(measurements.gold)


def _overview_systems(measurements: Measurements) -> ReportTable:
    columns = ("system", "flags", "sites without a decision", "flags without a judgment")
    rows = [
        (
            one.system,
            int(one.match.is_flagged.sum()),
            int((~one.match.is_asked).sum()),
            sum(one.match.unjudged.values()),
        )
        for one in measurements.scores
    ]
    note = (
        "Flags are at judged sites. Where a system did not decide it counts as not flagging; "
        "flags without a judgment do not count."
    )
    return table("systems", "Systems", columns, rows, note=note)


def _main_results(measurements: Measurements) -> Iterator[str]:
    panel = measurements.panel
    yield (
        f"{count(panel.n_raters, 'rater')} gave {count(len(panel), 'answer')} about "
        f"{count(panel.n_judged, 'site')}: {listed(_label_shares(measurements))}."
    )
    observed = measurements.agreements[0]
    if not observed.is_defined:
        yield f"How far raters agree is not defined: {observed.note}."
    else:
        alphas = [one for one in measurements.agreements if one.name == "alpha" and one.is_defined]
        beyond = "".join(
            f"; beyond chance, Krippendorff's alpha is {with_interval(one)}" for one in alphas
        )
        yield f"Two raters of a site agree {percent(observed)} of the time{beyond}."
    for one in measurements.scores[:_MOST_IN_WORDS]:
        precision, recall = (one.graded.figures[name] for name in (PRECISION, RECALL))
        yield (
            f"{printable(one.system)}, by the share of raters who call a site an error: precision "
            f"{with_interval(precision)}, recall "
            f"{with_interval(recall)}."
        )


def _label_shares(measurements: Measurements) -> list[str]:
    panel = measurements.panel
    counts = np.bincount(panel.answer, minlength=panel.n_labels).tolist()
    return [
        f"{percent(n / len(panel))} “{printable(label)}”"
        for label, n in zip(panel.labels, counts, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class Reference:
    """A published work; `journal` is empty for a book, whose publisher is in `where`."""

    key: str
    authors: tuple[str, ...]
    year: int
    title: str
    journal: str = ""
    where: str = ""

    @property
    def short(self) -> str:
        """The authors and the year, as a text cites them."""
        names = [name.split(",")[0] for name in self.authors]
        if len(names) > 2:
            return f"{names[0]} et al. {self.year}"
        return f"{' and '.join(names)} {self.year}"

    def bibtex(self) -> str:
        """The entry of a BibTeX file."""
        kind = "article" if self.journal else "book"
        fields = {
            "author": " and ".join(self.authors),
            "title": f"{{{self.title}}}",
            "journal" if self.journal else "publisher": self.journal or self.where,
            "year": str(self.year),
        }
        if self.journal and self.where:
            fields["note"] = self.where
        lines = [f"  {name} = {{{value}}}," for name, value in fields.items()]
        return "\n".join([f"@{kind}{{{self.key},", *lines, "}"]) + "\n"


KRIPPENDORFF = Reference(
    "krippendorff2004",
    ("Krippendorff, Klaus",),
    2004,
    "Content Analysis: An Introduction to Its Methodology",
    where="Sage",
)
FLEISS = Reference(
    "fleiss1971",
    ("Fleiss, Joseph L.",),
    1971,
    "Measuring nominal scale agreement among many raters",
    "Psychological Bulletin",
    "76(5):378-382",
)
COHEN = Reference(
    "cohen1960",
    ("Cohen, Jacob",),
    1960,
    "A coefficient of agreement for nominal scales",
    "Educational and Psychological Measurement",
    "20(1):37-46",
)
GWET = Reference(
    "gwet2008",
    ("Gwet, Kilem Li",),
    2008,
    "Computing inter-rater reliability and its variance in the presence of high agreement",
    "British Journal of Mathematical and Statistical Psychology",
    "61(1):29-48",
)
MADNANI = Reference(
    "madnani2011",
    ("Madnani, Nitin", "Chodorow, Martin", "Tetreault, Joel", "Rozovskaya, Alla"),
    2011,
    "They Can Help: Using Crowdsourcing to Improve the Evaluation of Grammatical Error "
    "Detection Systems",
    "Proceedings of ACL-HLT 2011 (short papers)",
)
TEST = Reference(
    "cohen1995",
    ("Cohen, Paul R.",),
    1995,
    "Empirical Methods for Artificial Intelligence",
    where="MIT Press",
)
HOLM = Reference(
    "holm1979",
    ("Holm, Sture",),
    1979,
    "A simple sequentially rejective multiple test procedure",
    "Scandinavian Journal of Statistics",
    "6(2):65-70",
)


SMYTH = Reference(
    "smyth2004",
    ("Smyth, Gordon K.",),
    2004,
    "Linear models and empirical Bayes methods for assessing differential expression in "
    "microarray experiments",
    "Statistical Applications in Genetics and Molecular Biology",
    "3(1):3",
)


_COEFFICIENTS = {
    "cohen": COHEN,
    "mean pairwise cohen": COHEN,
    "fleiss": FLEISS,
    "alpha": KRIPPENDORFF,
    "ac1": GWET,
}


def methods_section(measurements: Measurements) -> Section:
    """A paragraph to adapt, and the works that it cites."""
    rows = [
        (one.short, one.title, ", ".join(filter(None, (one.journal, one.where))))
        for one in cited_references(measurements)
    ]
    references = table("references", "Works cited", ("work", "title", "published in"), rows)
    return Section(
        "methods", "Methods, in words", (" ".join(_method_words(measurements)),), (references,)
    )


def cited_references(measurements: Measurements) -> list[Reference]:
    """The works that the methods of this report are from."""
    works = [_COEFFICIENTS[one.name] for one in _defined_coefficients(measurements)]
    if measurements.scores:
        works.append(MADNANI)
        works += [SMYTH] if measurements.prior else []
    if measurements.comparisons:
        works.append(TEST)
    if len(measurements.comparisons) > 1:
        works.append(HOLM)
    return list(dict.fromkeys(works))


def _defined_coefficients(measurements: Measurements) -> list[Agreement]:
    """The coefficients that have a value and a work to cite."""
    return [one for one in measurements.agreements if one.is_defined and one.name in _COEFFICIENTS]


def _method_words(measurements: Measurements) -> Iterator[str]:
    panel, level = measurements.panel, f"{measurements.level:.0%}"
    yield (
        f"{count(panel.n_raters, 'rater')} gave {count(len(panel), 'judgment')} of "
        f"{count(panel.n_judged, 'site')}."
    )
    names = [
        f"{MEASURE_NAMES[one.name]} ({_COEFFICIENTS[one.name].short})"
        for one in _defined_coefficients(measurements)
    ]
    if names:
        yield f"Agreement is measured by {listed(names)}."
    if measurements.scores:
        yield (
            "Systems are scored against the share of raters who call a site an error "
            f"({MADNANI.short}), and against their majority. Intervals ({level}) allow for other "
            "sentences and other raters: sites of one sentence are kept together."
        )
        yield _prior_in_words(measurements.prior)
    if measurements.comparisons:
        yield (
            "Differences between systems are tested by stratified shuffling of sentences "
            f"({TEST.short})."
        )
    if len(measurements.comparisons) > 1:
        yield (
            f"The p-values are corrected for {len(measurements.comparisons)} pairs of systems by "
            f"Holm's method ({HOLM.short})."
        )
    yield f"All figures were computed with Solecism {__version__}."


def _prior_in_words(prior: RaterPrior | None) -> str:
    if prior is None:
        return "How much raters differ is estimated from these raters alone."
    return (
        "How much raters differ is estimated from these raters and from what studies of judgments "
        f"about language found: a variance of strictness of {prior.variance:g} (log-odds "
        f"squared), which counts as {prior.degrees_of_freedom:g} raters more ({SMYTH.short})."
    )
