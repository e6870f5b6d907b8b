"""Judgments and flags for the tests of reports."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from solecism.judgment import ERROR, OK, Judgment
from solecism.site import Flag

HOSTILE = '</title><script>alert(1)</script>" onload="x" $\\alpha$ 漢字 =1+1 \x00\u202e'


def sites(n: int) -> list[str]:
    return [f"essay.{index}:0-1:preposition" for index in range(n)]


def random_judgments(
    n_items: int = 40,
    *,
    raters: Sequence[str] = ("ann", "bob", "cyd", "dee"),
    answers: Sequence[str] = (ERROR, OK),
    seed: int = 1,
) -> list[Judgment]:
    """Raters who mostly agree."""
    rng = np.random.default_rng(seed)
    judgments = []
    for site in sites(n_items):
        truth = int(rng.integers(len(answers)))
        for rater in raters:
            answer = truth if rng.random() < 0.8 else int(rng.integers(len(answers)))
            judgments.append(Judgment(site, rater, answers[answer]))
    return judgments


def random_flags(
    n_items: int = 40, *, systems: Sequence[str] = ("one",), seed: int = 2
) -> list[Flag]:
    rng = np.random.default_rng(seed)
    return [
        Flag(site, system, bool(rng.random() < 0.5))
        for system in systems
        for site in sites(n_items)
    ]
