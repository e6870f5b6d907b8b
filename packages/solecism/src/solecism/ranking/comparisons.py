"""Rankings as comparisons of two systems each, and how far raters agree on them.

Two raters who both ranked two different outputs of a sentence make one pair of answers (first, tie,
second). As in the WMT evaluations, chance agreement comes from the answers of all raters together.
Weighted kappa counts better against worse as twice as far apart as a tie from either.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, pairwise

import numpy as np

from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, Figure, undefined_figure
from solecism.judgment import Ranking
from solecism.numeric import Bools, Floats, Ints
from solecism.uncertainty.bootstrap import bootstrap

FIRST, TIE, SECOND = 1, 0, -1
_NUMBER = re.compile(r"([0-9]{1,18})")
_Row = tuple[int, int, int, int, int, bool]


@dataclass(frozen=True, slots=True, eq=False)
class Comparisons:
    """One entry per ranking and pair of its systems, by numbers into the three tuples of names.

    `outcome` is FIRST, TIE or SECOND. `is_same` marks pairs whose outputs were shown as one.
    `same` lists systems with identical outputs, with the number of the sentence.
    """

    systems: tuple[str, ...]
    sentences: tuple[str, ...]
    raters: tuple[str, ...]
    n_rankings: int
    sentence: Ints
    rater: Ints
    first: Ints
    second: Ints
    outcome: Ints
    is_same: Bools
    same: tuple[tuple[int, tuple[str, ...]], ...]

    def wins(self) -> tuple[Ints, Ints, Floats]:
        """Wins of each system over each other, one table per pair of sentence and rater.

        The sentences and raters of the tables come first.
        """
        n = len(self.systems)
        cells, place = np.unique(self.sentence * len(self.raters) + self.rater, return_inverse=True)
        wins = np.zeros((len(cells), n, n))
        is_first = self.outcome == FIRST
        winner = np.where(is_first, self.first, self.second)
        loser = np.where(is_first, self.second, self.first)
        decided = self.outcome != TIE
        np.add.at(wins, (place[decided], winner[decided], loser[decided]), 1)
        return cells // len(self.raters), cells % len(self.raters), wins


def comparisons(rankings: Iterable[Ranking]) -> Comparisons:
    """All pairs of systems that a rater ranked for a sentence."""
    known = list(rankings)
    if not known:
        raise InputError("there are no rankings. Give at least one.")
    systems = sorted({system for ranking in known for system in ranking.ranks})
    sentences = sorted({ranking.sentence for ranking in known}, key=_by_number)
    raters = sorted({ranking.rater for ranking in known})
    numbers = [{name: n for n, name in enumerate(names)} for names in (systems, sentences, raters)]
    rows = [row for ranking in known for row in _rows(ranking, *numbers)]
    sentence, rater, first, second, outcome, is_same = (
        np.array(rows, dtype=np.int64).reshape(-1, 6).T
    )
    same = tuple(
        (numbers[1][ranking.sentence], group) for ranking in known for group in ranking.same
    )
    return Comparisons(
        tuple(systems),
        tuple(sentences),
        tuple(raters),
        len(known),
        sentence,
        rater,
        first,
        second,
        outcome,
        is_same.astype(np.bool_),
        same,
    )


def _by_number(name: str) -> list[str | int]:
    """The parts of a name, numbers as numbers, so that `essay.10` comes after `essay.9`."""
    return [int(part) if part.isdecimal() else part for part in _NUMBER.split(name)]


def _rows(
    ranking: Ranking, system: dict[str, int], sentence: dict[str, int], rater: dict[str, int]
) -> Iterator[_Row]:
    group = {name: number for number, names in enumerate(ranking.same) for name in names}
    for first, second in combinations(sorted(ranking.ranks), 2):
        difference = ranking.ranks[second] - ranking.ranks[first]
        yield (
            sentence[ranking.sentence],
            rater[ranking.rater],
            system[first],
            system[second],
            (difference > 0) - (difference < 0),
            first in group and group[first] == group.get(second),
        )


KAPPA, WEIGHTED, OBSERVED = "kappa", "weighted kappa", "agreement"
_N_ANSWERS = 3
_DISTANCE = np.abs(np.subtract.outer(np.arange(3), np.arange(3))) / 2


def rater_agreement(
    comparisons: Comparisons,
    *,
    rng: np.random.Generator,
    n_draws: int = 1000,
    level: float = DEFAULT_LEVEL,
) -> dict[str, Figure]:
    """Observed agreement, kappa and weighted kappa, with intervals over sentences."""
    tables = _answer_pairs(comparisons)
    names = OBSERVED, KAPPA, WEIGHTED
    if not tables.sum():
        reason = "no two raters compared the same outputs"
        return {name: undefined_figure(name, reason, level=level) for name in names}
    draws = bootstrap(tables, _kappas, rng=rng, n_draws=n_draws)
    intervals = draws.intervals(level=level)
    return {
        name: Figure(float(value), name=name, interval=interval)
        for name, value, interval in zip(names, draws.estimate, intervals, strict=True)
    }


def _kappas(sums: Floats) -> Floats:
    """Observed agreement and both kappas, from flat tables of pairs of answers (draws x 9)."""
    joint = sums.reshape(-1, _N_ANSWERS, _N_ANSWERS)
    joint = joint / joint.sum(axis=(1, 2), keepdims=True)
    share = joint.sum(axis=1)
    chance = share[:, :, None] * share[:, None, :]
    figures = [np.trace(joint, axis1=1, axis2=2)]
    for distance in (1 - np.eye(_N_ANSWERS), _DISTANCE):
        figures.append(1 - (joint * distance).sum((1, 2)) / (chance * distance).sum((1, 2)))
    return np.column_stack(figures)


def _answer_pairs(comparisons: Comparisons) -> Floats:
    """Pairs of answers by two raters per sentence, both ways round (sentences x 9)."""
    tables = np.zeros((len(comparisons.sentences), _N_ANSWERS * _N_ANSWERS))
    different = ~comparisons.is_same
    keys = np.column_stack([comparisons.sentence, comparisons.first, comparisons.second])
    keys, raters = keys[different], comparisons.rater[different]
    answers = 1 - comparisons.outcome[different]
    order = np.lexsort((raters, *keys.T[::-1]))
    keys, raters, answers = keys[order], raters[order], answers[order]
    starts = np.flatnonzero(np.r_[True, (keys[1:] != keys[:-1]).any(axis=1), True])
    for start, end in pairwise(starts.tolist()):
        for one, other in _pairs(raters[start:end], answers[start:end]):
            for pair in (one * _N_ANSWERS + other, other * _N_ANSWERS + one):
                tables[keys[start, 0], pair] += 1
    return tables


def _pairs(raters: Ints, answers: Ints) -> Iterable[tuple[int, int]]:
    for place in range(1, len(raters)):
        for earlier in range(place):
            if raters[earlier] != raters[place]:
                yield int(answers[earlier]), int(answers[place])
