"""Items that raters disagree about, for somebody to decide; and the answers that stand.

Paper 000, section 5.2: using two or more raters to produce an adjudicated gold standard is more
acceptable than one rater.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from solecism.errors import InputError
from solecism.judgment import UNKNOWN, Judgment
from solecism.sample.draw import place_of
from solecism.site import Site

GOLD = "gold"


@dataclass(frozen=True, slots=True)
class Disputed:
    """The `sites` to decide, in random order, and the judgments of rater "gold" where all agree."""

    sites: tuple[Site, ...]
    agreed: tuple[Judgment, ...]
    n_single: int


def disputed(
    judgments: Iterable[Judgment],
    *,
    rng: np.random.Generator,
    places: Mapping[str, Site] | None = None,
) -> Disputed:
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
    return Disputed(
        tuple(place_of(open_ids[index], places) for index in order), tuple(agreed), n_single
    )
