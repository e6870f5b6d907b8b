"""The package's domain types made from plain lists, for the oracles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from flagged_panels import matched
from solecism.bracketing.counts import COLUMNS, BracketCounts
from solecism.judgment import Judgment
from solecism.panel import Panel, from_matrix, panels
from solecism.sample_key import Key, KeyItem, Stratum
from solecism.sampling.estimate import Estimates, Method, estimate
from solecism.scoring.bins import Bin, agreement_bins
from solecism.scoring.compared_systems import Comparison, compare
from solecism.scoring.match import Match
from solecism.uncertainty.recall import Part
from solecism.uncertainty.two_way import share_interval, two_way


def panel(
    answers: Sequence[Sequence[int]], labels: str = "012", clusters: Sequence[int] = ()
) -> Panel:
    """A panel of label numbers, items x raters, -1 where there is no answer."""
    answered = from_matrix(np.array(answers), labels=labels)
    return replace(answered, cluster=np.array(clusters, dtype=np.int32)) if clusters else answered


def equal_items(n_items: int, n_yes: int, n_answers: int) -> Panel:
    """Items of which each has the same number of answers "yes"."""
    return panel([[1] * n_yes + [0] * (n_answers - n_yes)] * n_items, labels="ny")


def all_yes(n_items: int) -> dict[str, str]:
    """The reference that says yes of every such item."""
    return dict.fromkeys(equal_items(n_items, 1, 1).items, "y")


def match(
    answers: Sequence[Sequence[int]], flags: Sequence[int], sentences: Sequence[int] = ()
) -> Match:
    """Judgments (1 error, 0 OK, -1 none) with flags, in the sentences of these numbers."""
    judged = matched(answers, flags)
    if not sentences:
        return judged
    items = [f"d.{number}:{place}-{place}:kind" for place, number in enumerate(sentences)]
    return replace(judged, panel=replace(judged.panel, items=tuple(items)))


def comparison(
    answers: Sequence[Sequence[int]],
    flags: Sequence[Sequence[int]],
    sentences: Sequence[int] = (),
    n_draws: int = 100,
    level: float = 0.95,
) -> Comparison:
    """Two systems compared on the same judgments."""
    one, other = (match(answers, own, sentences) for own in flags)
    rng = np.random.default_rng(1)
    return compare(one, other, rng=rng, n_draws=n_draws, level=level)


def one_bin(errors: Sequence[int], flags: Sequence[int]) -> list[Bin]:
    """All items of a corpus of unanimous raters in one bin of agreement."""
    return agreement_bins(match([[error, error] for error in errors], flags), edges=(0.5, 1.0))


def control_items(n_right: int, n: int) -> Panel:
    """The control items of one rater."""
    return panels(
        Judgment(f"c{number}", "ann", "ok" if number < n_right else "error", gold="ok")
        for number in range(n)
    ).gold


def parts(counts: Sequence[Sequence[int]]) -> list[Part]:
    """Errors found, items judged and items there are, of each stratum."""
    return [Part(*row) for row in counts]


def share(values: Sequence[Sequence[float]], level: float = 0.95) -> Any:
    """The share of answers 1 with its interval; -1 is no answer."""
    table = np.where(np.array(values) < 0, np.nan, np.array(values, dtype=float))
    variance = two_way(table)
    mean = float(np.nanmean(table, axis=1).mean())
    return share_interval(mean, variance, n_items=len(table), level=level)


def variance_parts(values: Sequence[Sequence[float]]) -> list[float]:
    """Variance of items, of raters, degrees of freedom and number of raters."""
    variance = two_way(np.where(np.array(values) == -1, np.nan, np.array(values, dtype=float)))
    return [variance.item, variance.rater, variance.degrees_of_freedom, variance.n_raters]


def estimated(
    strata: Sequence[dict[str, Any]], method: Method = "stratified", level: float = 0.95
) -> Estimates:
    """A sample of these strata, estimated."""
    items, judgments, kept = [], [], []
    for number, stratum in enumerate(strata):
        name = f"stratum {number}"
        kept.append(
            Stratum(name, stratum["flagged"], stratum["n_population"], stratum.get("score"))
        )
        for row, answers in enumerate(stratum["answers"]):
            site = f"d{number}.{row}:0-1:preposition"
            items.append(KeyItem(site, name, stratum["scores"][row]))
            judgments += [
                Judgment(site, f"rater{rater}", "error" if answer else "ok")
                for rater, answer in enumerate(answers)
            ]
    key = Key("mine", "score", 1, tuple(kept), tuple(items))
    return estimate(key, judgments, method=method, level=level)


def figure_1(method: Method, level: float = 0.95) -> Estimates:
    """The hypothetical sample of paper 000, a tenth of its size."""
    strata: list[dict[str, Any]] = [
        {"flagged": True, "n_population": 100, "answers": [[1]] * 60 + [[0]] * 15},
        {"flagged": False, "n_population": 900, "answers": [[1]] * 45 + [[0]] * 105},
    ]
    scored = [{**one, "scores": [0.5] * len(one["answers"])} for one in strata]
    return estimated(scored, method, level)


def bracket_counts(rows: Sequence[Sequence[int]]) -> BracketCounts:
    """Parseval's counts of some sentences, all of which count."""
    table = np.array(rows, dtype=np.int64).reshape(len(rows), len(COLUMNS))
    names = tuple(str(number) for number in range(len(rows)))
    return BracketCounts(names, table, ("",) * len(rows), np.ones(len(rows), dtype=np.bool_))
