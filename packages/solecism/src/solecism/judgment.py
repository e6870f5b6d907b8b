"""What one rater says: a judgment of a site, or a ranking of systems' corrections of a sentence.

A grade sums up the judgments of all raters of a site.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from solecism.errors import InputError

ERROR, OK, UNKNOWN = "error", "ok", "unknown"
# The answers of paper 003, section 4, and what they say of an error.
CORRECT, INCORRECT, TOO_MESSY = "correct", "incorrect", "too-messy"
MEANING = {CORRECT: OK, INCORRECT: ERROR, TOO_MESSY: UNKNOWN}


class Answer(Protocol):
    """A judgment as far as it is needed to count answers."""

    @property
    def site(self) -> str: ...
    @property
    def rater(self) -> str: ...
    @property
    def answer(self) -> str: ...
    @property
    def seconds(self) -> float | None: ...
    @property
    def gold(self) -> str | None: ...
    @property
    def notes(self) -> Mapping[str, str]: ...


@dataclass(frozen=True, slots=True)
class Judgment:
    """`rater` gives `answer` about `site`; `gold` is the known answer of a control item."""

    site: str
    rater: str
    answer: str
    task: str | None = None
    stage: str | None = None
    batch: str | None = None
    confidence: float | None = None
    alternatives: tuple[str, ...] = ()
    seconds: float | None = None
    gold: str | None = None
    notes: Mapping[str, str] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def id(self) -> str:
        """An identifier: there is one answer per site, rater and stage."""
        stage = "" if self.stage is None else f"|{self.stage}"
        return f"{self.site}|{self.rater}{stage}"

    @property
    def is_simulated(self) -> bool:
        """Whether the notes say that a program gave the answer."""
        return self.notes.get("simulated") == "yes" or self.notes.get("source") == "simulated"


@dataclass(frozen=True, slots=True)
class Grade:
    """How many raters of a site call it an error, of those who decided.

    >>> Grade("essay7.3:4-5:preposition", n_error=3, n_raters=4).share
    0.75
    """

    site: str
    n_error: int
    n_raters: int

    @property
    def id(self) -> str:
        """The id of the site: there is one grade per site."""
        return self.site

    @property
    def share(self) -> float:
        """The share of raters who call it an error."""
        return self.n_error / self.n_raters

    @property
    def agreement(self) -> float:
        """The share of raters who gave the majority's answer."""
        return max(self.share, 1 - self.share)


def grades(judgments: Iterable[Judgment]) -> list[Grade]:
    """One grade per site, in order of first judgment, without control items and "unknown"."""
    counts: dict[str, list[int]] = {}
    for judgment in judgments:
        answer = MEANING.get(judgment.answer, judgment.answer)
        if answer in (ERROR, OK) and judgment.gold is None:
            count = counts.setdefault(judgment.site, [0, 0])
            count[0] += answer == ERROR
            count[1] += 1
    return [Grade(site, n_error, n_raters) for site, (n_error, n_raters) in counts.items()]


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


def checked_ranking(ranking: Ranking) -> Ranking:
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
