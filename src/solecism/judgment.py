"""Judgments and grades: a judgment is one rater's answer, a grade sums up all raters of a site."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

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
