"""Samples of sites that are judged already: half of them errors, or those in dispute.

Paper 002 has a set of 500 errors and 500 others. Paper 000, section 5.2: using two or more raters
to produce an adjudicated gold standard is more acceptable than one rater.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from solecism.errors import InputError
from solecism.judgment import UNKNOWN, Grade, Judgment, grades
from solecism.sampling.draw import located_site
from solecism.site import Site, is_gap, sentence_of


def balanced_sites(
    judgments: Iterable[Judgment],
    *,
    n_errors: int,
    n_ok: int,
    rng: np.random.Generator,
    places: Mapping[str, Site] | None = None,
) -> tuple[Site, ...]:
    """Sites in random order: so many that most raters call errors, so many that most call ok.

    Each is from a sentence of its own. Ties and gaps are left out; `places` are the sites with
    their text, by id.
    """
    known = [each for each in grades(judgments) if each.share != 0.5 and not is_gap(each.site)]
    by_id = sorted(known, key=lambda grade: grade.site)
    shuffled = [by_id[index] for index in rng.permutation(len(by_id))]
    taken: set[str] = set()
    errors = _take_sites(shuffled, taken, n_errors, is_error=True)
    others = _take_sites(shuffled, taken, n_ok, is_error=False)
    chosen = [*errors, *others]
    return tuple(located_site(chosen[index], places) for index in rng.permutation(len(chosen)))


def _take_sites(grades: Iterable[Grade], taken: set[str], n: int, *, is_error: bool) -> list[str]:
    """The first n sites of one sort in sentences that were not taken, which they take."""
    if n < 0:
        raise InputError(f"{n} sites cannot be drawn.")
    chosen: list[str] = []
    for grade in grades:
        sentence = sentence_of(grade.site)
        if len(chosen) < n and (grade.share > 0.5) == is_error and sentence not in taken:
            taken.add(sentence)
            chosen.append(grade.site)
    if len(chosen) < n:
        sort = "errors" if is_error else "sites that are ok"
        raise InputError(
            f"{n} {sort} wanted, but only {len(chosen)} are in sentences of their own. Draw fewer."
        )
    return chosen


GOLD = "gold"


@dataclass(frozen=True, slots=True)
class DisputedSites:
    """The `sites` to decide, in random order, and the judgments of rater "gold" where all agree."""

    sites: tuple[Site, ...]
    agreed: tuple[Judgment, ...]
    n_single: int


def disputed_sites(
    judgments: Iterable[Judgment],
    *,
    rng: np.random.Generator,
    places: Mapping[str, Site] | None = None,
) -> DisputedSites:
    """The sites about which raters give different answers, and the answers where they agree.

    A site with one rater is neither; `n_single` counts these. `places` are the sites with their
    text, by id. Control items and the answer "unknown" do not count.
    """
    answers: dict[str, list[Judgment]] = {}
    for judgment in judgments:
        if judgment.gold is None and judgment.answer != UNKNOWN:
            answers.setdefault(judgment.site, []).append(judgment)
    if not any(len(given) > 1 for given in answers.values()):
        raise InputError("no site has two raters: nothing is agreed or disputed.")
    open_ids, agreed, n_single = [], [], 0
    for site in sorted(answers):
        given = answers[site]
        if len(given) == 1:
            n_single += 1
        elif len({each.answer for each in given}) > 1:
            open_ids.append(site)
        else:
            agreed.append(Judgment(site, GOLD, given[0].answer, task=given[0].task))
    order = rng.permutation(len(open_ids))
    return DisputedSites(
        tuple(located_site(open_ids[index], places) for index in order), tuple(agreed), n_single
    )
