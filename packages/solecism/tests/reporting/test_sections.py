"""What each section shows, against the data it is made from."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import numpy as np
import pytest

from report_studies import random_flags, random_judgments, sites
from solecism.agreement.confusion import confusion, pooled_confusion
from solecism.judgment import ERROR, OK, Judgment
from solecism.panel import from_judgments
from solecism.reporting.measurements import measurements
from solecism.reporting.page import sections
from solecism.reporting.sections.agreement import (
    agreement_histogram,
    agreement_section,
    raters_section,
    reliability_section,
)
from solecism.reporting.sections.confusion import confusion_section
from solecism.reporting.sections.curves import curves_section
from solecism.reporting.sections.overview import cited_references, methods_section, overview_section
from solecism.reporting.sections.scores import (
    comparisons_section,
    kinds_section,
    score_rows,
    scores_section,
)
from solecism.reporting.table import ReportTable
from solecism.sample_key import Key, KeyItem, Stratum
from solecism.scoring.compared_systems import compare
from solecism.site import Flag
from solecism.uncertainty.significance import holm_corrected


def column(table: ReportTable, name: str) -> list[object]:
    index = table.columns.index(name)
    return [row[index] for row in table.rows]


def votes(*n_errors: int, n_raters: int = 10) -> list[Judgment]:
    """Sites of which so many raters say error."""
    return [
        Judgment(site, f"r{rater}", ERROR if rater < n else OK)
        for site, n in zip(sites(len(n_errors)), n_errors, strict=True)
        for rater in range(n_raters)
    ]


def test_the_histogram_counts_sites_by_agreement_and_majority() -> None:
    figure = agreement_histogram(from_judgments(votes(10, 9, 7, 5, 5, 3, 0, 0)))
    assert figure is not None
    assert column(figure.data, "agreement") == [
        "50–59%",
        "60–69%",
        "70–79%",
        "80–89%",
        "90–99%",
        "100%",
    ]
    assert column(figure.data, "error") == [0, 0, 1, 0, 1, 1]
    assert column(figure.data, "ok") == [0, 0, 1, 0, 0, 2]
    assert column(figure.data, "tie") == [2, 0, 0, 0, 0, 0]
    assert "unanimous about 38%" in figure.alt


@pytest.mark.parametrize("n_raters", range(2, 24))
def test_every_site_with_two_answers_is_in_one_bar(n_raters: int) -> None:
    judgments = votes(*range(n_raters + 1), n_raters=n_raters)
    figure = agreement_histogram(from_judgments([*judgments, Judgment("alone", "r0", OK)]))
    assert figure is not None
    totals = np.array(column(figure.data, "all"))
    assert totals.sum() == n_raters + 1
    assert totals[-1] == 2


def test_a_histogram_of_single_answers_is_not_drawn() -> None:
    assert agreement_histogram(from_judgments(votes(1, 0, n_raters=1))) is None


def test_undefined_coefficients_come_with_a_reason() -> None:
    (coefficients,) = agreement_section(measurements(votes(1, 0, n_raters=1))).tables
    assert set(column(coefficients, "note")) == {"there is one rater only, r0"}
    assert "value" not in coefficients.columns


def test_scores_are_graded_and_plain() -> None:
    judgments = votes(18, 11, 9, 2, 20, n_raters=20) + [
        Judgment("essay.5:0-1:preposition", f"r{rater}", ERROR if rater < 7 else OK)
        for rater in range(15)
    ]
    flags = [Flag(site, "s", bool(c)) for site, c in zip(sites(6), (1, 1, 1, 0, 0, 1), strict=True)]
    graded, majority = score_rows(measurements(judgments, flags))
    assert graded.figures["precision"] == pytest.approx(71 / 120, abs=1e-12)
    assert graded.figures["recall"] == pytest.approx(71 / 104, abs=1e-12)
    assert majority.figures["precision"] == 1 / 2
    assert majority.figures["recall"] == pytest.approx(2 / 3)


def test_a_sample_stands_beside_the_other_scores_of_its_system() -> None:
    strata = (Stratum("flagged", True, 20), Stratum("other", False, 80))
    items = tuple(
        KeyItem(site, "flagged" if index < 10 else "other") for index, site in enumerate(sites(40))
    )
    key = Key("one", "paper", 7, strata, items)
    found = measurements(random_judgments(), random_flags(), [key])
    section = scores_section(found)
    assert [line.way for line in score_rows(found)] == ["graded", "majority", "sample"]
    assert "sample: precision" in section.drawings[0].alt
    assert any("40 judged sites of one" in text for text in section.text)
    alone = scores_section(measurements(random_judgments(), (), [key]))
    assert not alone.missing
    assert "No flags of a system were given." in alone.text


def test_alt_texts_have_the_figures_of_the_tables() -> None:
    found = measurements(random_judgments(), random_flags())
    precision = found.scores[0].graded.figures["precision"].value
    assert f"one, graded: precision {precision:.2f}" in scores_section(found).drawings[0].alt
    kappa = found.scores[0].bins[-1].kappa.value
    assert f"kappa {kappa:.2f}" in curves_section(found).drawings[0].alt
    first = found.reliability.mean[0].kappa
    assert f"Kappa is {first:.2f} with 1 rater" in reliability_section(found).drawings[0].alt


def test_every_figure_of_a_full_report_says_numbers() -> None:
    parts = sections(measurements(random_judgments(), random_flags(systems=("one", "two"))))
    figures = [figure for section in parts for figure in section.drawings]
    assert len(figures) == 9
    for figure in figures:
        assert any(letter.isdigit() for letter in figure.alt), figure.alt
        assert not re.search(r"\bnan\b", figure.alt)
    names = [table.name for section in parts for table in section.tables]
    assert len(set(names)) == len(names)


def test_two_raters_have_their_own_confusion_matrix() -> None:
    panel = from_judgments(random_judgments(raters=("ann", "bob")))
    expected = confusion(panel, "ann", "bob")
    found = pooled_confusion(panel)
    assert (found.counts == expected.counts).all()
    assert (found.first, found.second) == ("ann", "bob")


def test_more_raters_are_confused_in_all_pairs_both_ways() -> None:
    panel = from_judgments(random_judgments())
    expected = sum(
        confusion(panel, first, second).counts
        for first in panel.raters
        for second in panel.raters
        if first != second
    )
    assert (pooled_confusion(panel).counts == expected).all()


def test_a_system_is_confused_with_the_majority() -> None:
    flags = [
        Flag(site, "s", flag)
        for site, flag in zip(sites(4), (True, True, False, False), strict=True)
    ]
    figure = confusion_section(measurements(votes(9, 1, 9, 5), flags)).drawings[-1]
    assert figure.data.rows == (("s", 1.0, 1.5, 1.0, 0.5),)


def test_sections_without_data_say_why_in_a_line() -> None:
    found = measurements([Judgment(site, "ann", OK) for site in sites(3)])
    assert "No flags of a system were given." in scores_section(found).missing
    assert curves_section(found).missing == "No flags of a system were given."
    assert "no rater shares 10 items" in reliability_section(found).missing
    assert "No site has two answers" in confusion_section(found).missing
    for section in sections(found):
        assert "\n" not in section.missing
        assert bool(section.missing) != bool(section.contents)


def test_answers_that_are_no_errors_are_not_scored() -> None:
    found = measurements(random_judgments(answers=("a", "b", "c")), random_flags())
    assert "Answers are not error and ok" in scores_section(found).missing
    assert not agreement_section(found).missing


def test_raters_come_with_what_speaks_against_them() -> None:
    judgments = random_judgments(60)
    judgments += [Judgment(site, "eve", OK) for site in sites(60)]
    judgments += [Judgment("gold", rater, OK, gold=OK) for rater in ("ann", "eve")]
    (found,) = raters_section(measurements(judgments)).tables
    assert column(found, "rater") == ["ann", "bob", "cyd", "dee", "eve"]
    assert "constant" in str(column(found, "signs of spam")[-1])
    assert column(found, "control items")[:2] == [1, None]
    assert column(found, "accuracy")[0] == pytest.approx(2 / 3)


def test_the_overview_counts_what_there_is() -> None:
    flags = [*random_flags(30), Flag("elsewhere", "one", True)]
    counts, systems = overview_section(measurements(random_judgments(), flags)).tables
    assert ("judgments", 160) in counts.rows
    assert column(systems, "sites without a decision") == [10]
    assert column(systems, "flags without a judgment") == [1]


def test_references_are_held_against_the_others() -> None:
    found = measurements(random_judgments(), references=["ann"]).reliability
    assert list(found.curves) == ["ann"]
    assert len(found.curves["ann"]) == 3
    assert not found.in_turn
    assert not math.isnan(found.curves["ann"][0].kappa)


def with_kinds(judgments: list[Judgment], flags: list[Flag]) -> tuple[list[Judgment], list[Flag]]:
    """The same data with every second site a determiner."""

    def kind(site: str) -> str:
        return site.replace("preposition", "determiner") if int(site[6:-16]) % 2 else site

    return (
        [replace(judgment, site=kind(judgment.site)) for judgment in judgments],
        [replace(flag, site=kind(flag.site)) for flag in flags],
    )


def test_kinds_are_scored_as_if_there_were_no_other() -> None:
    judgments, flags = with_kinds(random_judgments(), random_flags(systems=("one", "two")))
    section = kinds_section(measurements(judgments, flags))
    scores = section.tables[0]
    assert column(scores, "kind") == ["determiner", "determiner", "preposition", "preposition"]
    assert column(scores, "system") == ["one", "two", "one", "two"]
    assert column(scores, "sites") == [20] * 4
    alone = [judgment for judgment in judgments if judgment.site.endswith("determiner")]
    graded = score_rows(measurements(alone, flags))[0]
    assert column(scores, "precision")[0] == graded.figures["precision"]
    assert [drawing.name for drawing in section.drawings] == ["kind-intervals"]


def test_one_kind_needs_no_section() -> None:
    section = kinds_section(measurements(random_judgments(), random_flags()))
    assert section.missing == "All sites are of one kind, preposition."


def test_pairs_of_systems_are_as_compare_shows_them_and_corrected() -> None:
    judgments, flags = random_judgments(), random_flags(systems=("one", "two", "three"))
    found = measurements(judgments, flags, seed=3)
    pairs = comparisons_section(found).tables[0]
    assert column(pairs, "first system")[::6] == ["one", "one", "three"]
    assert column(pairs, "second system")[::6] == ["three", "two", "two"]
    by_name = {one.system: one.match for one in found.scores}
    alone = compare(by_name["one"], by_name["three"], rng=np.random.default_rng(3))
    first = [one for one in alone.differences if one.name != "F1"]
    assert [row[6] for row in pairs.rows[:6]] == first
    family = [pair.comparison.differences[0].p_value for pair in found.comparisons]
    assert [pair.p_holm[0] for pair in found.comparisons] == holm_corrected(family)


def test_one_system_is_not_compared() -> None:
    section = comparisons_section(measurements(random_judgments(), random_flags()))
    assert section.missing == "There is one system only."


def test_methods_cite_what_was_used_and_nothing_else() -> None:
    alone = measurements(random_judgments())
    assert [one.key for one in cited_references(alone)] == [
        "cohen1960",
        "fleiss1971",
        "krippendorff2004",
        "gwet2008",
    ]
    two, three = (
        measurements(random_judgments(), random_flags(systems=names)) for names in ("ab", "abc")
    )
    assert [one.key for one in cited_references(two)][-3:] == [
        "madnani2011",
        "smyth2004",
        "cohen1995",
    ]
    assert [one.key for one in cited_references(three)][-1] == "holm1979"
    [words] = methods_section(three).text
    assert words.startswith("4 raters gave 160 judgments of 40 sites. Agreement is measured by")
    assert "corrected for 3 pairs of systems by Holm's method (Holm 1979)." in words
