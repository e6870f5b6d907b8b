"""Rankings as comparisons of two systems each, in arrays."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from solecism.errors import InputError
from solecism.numeric.arrays import Bools, Floats, Ints
from solecism.ranking import Ranking

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
