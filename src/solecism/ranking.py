"""A ranking: the order in which one rater puts several systems' corrections of a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from solecism.errors import InputError

FIRST, SECOND, TIE = "first", "second", "tie"
SYSTEM_SEPARATOR = "|"


@dataclass(frozen=True, slots=True)
class Ranking:
    """`rater` gives each system's output for `sentence` a rank: 1 is best, equal ranks are ties.

    `same` lists systems whose outputs were identical and shown to the rater as one.
    """

    sentence: str
    rater: str
    ranks: Mapping[str, int]
    same: tuple[tuple[str, ...], ...] = ()

    def __hash__(self) -> int:
        return hash((self.sentence, self.rater, tuple(self.ranks.items())))

    @property
    def id(self) -> str:
        """The sentence and the rater, who may rank several groups of systems."""
        return f"{self.sentence}|{self.rater}"


def checked(ranking: Ranking) -> Ranking:
    """The ranking itself; InputError where its parts contradict each other."""
    if len(ranking.ranks) < 2:
        raise InputError("a ranking needs at least two systems.")
    for system, rank in ranking.ranks.items():
        if rank < 1:
            raise InputError(f"the rank of {system!r} is {rank}. Ranks start at 1, the best.")
    for group in ranking.same:
        for system in group:
            if system not in ranking.ranks:
                raise InputError(f"{system!r} is listed under same, but has no rank.")
        if len({ranking.ranks[system] for system in group}) > 1:
            raise InputError(f"{' and '.join(group)} have the same output, but different ranks.")
    return ranking


def ranks_of_pairs(names: Sequence[str], pairs: Iterable[tuple[str, str, str]]) -> dict[str, int]:
    """Each name's rank: one more than the number of names that are better.

    A pair says which of two names is better: first, second or tie.

    >>> ranks_of_pairs("abc", [("a", "b", "second"), ("a", "c", "tie"), ("b", "c", "first")])
    {'a': 2, 'b': 1, 'c': 2}
    """
    ranks = dict.fromkeys(names, 1)
    for first, second, better in pairs:
        if better != TIE:
            ranks[second if better == FIRST else first] += 1
    return ranks
