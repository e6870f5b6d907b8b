"""The choice test: how often raters find a system's word as good as the writer's, or better.

Paper 000, section 4.2: a system that guesses 75% of the writers' prepositions, and whose other
guesses are as good in 28% of the cases, is right more nearly in 75% + 28% of 25% = 82%.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, Figure, Interval
from solecism.judgment import Judgment
from solecism.numeric import Floats
from solecism.panel import Panel, from_judgments
from solecism.table import Table, Tabular, number, span, table
from solecism.uncertainty.proportion import wilson
from solecism.uncertainty.two_way import share_interval, two_way

# The answers of the task "choice": whose word is better, or both are good, or both are bad.
SYSTEM, BOTH, NEITHER, WRITER = "system", "both", "neither", "writer"
ANSWERS = (SYSTEM, BOTH, NEITHER, WRITER)
AS_GOOD = (SYSTEM, BOTH, NEITHER)
ALL_RATERS = "all raters"


@dataclass(frozen=True, slots=True)
class RaterPreference:
    """How often a rater gave each answer, and the share of "as good or better"."""

    rater: str
    counts: dict[str, int]
    as_good: Figure


@dataclass(frozen=True, slots=True, repr=False)
class Preferences(Tabular):
    """The shares of each rater and of all together; the accuracy as it is, and corrected.

    The two accuracies are None where it is not known how many guesses were right.
    """

    raters: list[RaterPreference]
    n_items: int
    accuracy: Figure | None = None
    corrected: Figure | None = None

    @property
    def overall(self) -> RaterPreference:
        """All raters together."""
        return self.raters[-1]

    def tables(self) -> Iterator[Table]:
        """The answers of each rater, and the accuracies."""
        level = f"{self.overall.as_good.interval.level:.0%}"
        yield table(
            "System's word beside the writer's",
            ("rater", *ANSWERS, "as good or better", level),
            [
                [
                    one.rater,
                    *(str(one.counts[answer]) for answer in ANSWERS),
                    number(one.as_good),
                    span(one.as_good.interval),
                ]
                for one in self.raters
            ],
        )
        if self.accuracy is not None and self.corrected is not None:
            yield table(
                "Accuracy of the system",
                ("measure", "accuracy", level),
                [
                    [name, number(figure), span(figure.interval)]
                    for name, figure in (
                        ("only the writer's word is right", self.accuracy),
                        ("a word as good or better is right, too", self.corrected),
                    )
                ],
            )

    def remarks(self) -> Iterator[str]:
        """What counts as good."""
        yield (
            f"{self.n_items} items; as good or better: the system's word, both equally good, or "
            "both equally bad."
        )


def preferences(
    judgments: Iterable[Judgment],
    *,
    n_right: int | None = None,
    n_guessed: int | None = None,
    level: float = DEFAULT_LEVEL,
) -> Preferences:
    """The result of a choice test at places where the system's guess is not the writer's word.

    `n_right` of `n_guessed` guesses are the writer's word; with both the accuracy is corrected.
    """
    panel = from_judgments(judgments)
    if not len(panel):
        raise InputError("there are no judgments of a choice test; control items do not count.")
    if others := set(panel.labels) - set(ANSWERS):
        raise InputError(
            f"the answer {sorted(others)[0]!r} is not one of {', '.join(ANSWERS)}. Give the "
            "judgments of a study with the task choice."
        )
    rows = [_preference(panel.of_raters([name]), name, level) for name in panel.raters]
    overall = _preference(panel, ALL_RATERS, level)
    rows = [*rows, overall] if len(rows) > 1 else [overall]
    if n_right is None or n_guessed is None:
        return Preferences(rows, panel.n_items)
    accuracy = _accuracy(n_right, n_guessed, level)
    return Preferences(rows, panel.n_items, accuracy, corrected_accuracy(accuracy, overall.as_good))


def corrected_accuracy(accuracy: Figure, as_good: Figure) -> Figure:
    """The accuracy if guesses count that are as good as the writer's word.

    The interval is that of two independent shares (MOVER, as for a product of two figures).
    """
    missed = 1 - accuracy
    value = accuracy + missed * as_good
    by_accuracy, by_share = accuracy.interval, as_good.interval
    reach = [
        math.hypot((1 - as_good) * (end_a - accuracy), missed * (end_s - as_good))
        for end_a, end_s in (
            (by_accuracy.low, by_share.low),
            (by_accuracy.high, by_share.high),
        )
    ]
    interval = Interval(value - reach[0], min(1.0, value + reach[1]), by_share.level, "MOVER")
    return Figure(value, name="corrected accuracy", interval=interval)


def _preference(panel: Panel, name: str, level: float) -> RaterPreference:
    counts = panel.counts().sum(axis=0)
    by_answer = {
        answer: int(counts[panel.labels.index(answer)]) if answer in panel.labels else 0
        for answer in ANSWERS
    }
    matrix = panel.matrix()
    is_good = np.array([label in AS_GOOD for label in panel.labels])
    values: Floats = np.where(matrix < 0, np.nan, is_good[matrix].astype(np.float64))
    return RaterPreference(name, by_answer, _share(values, level))


def _share(values: Floats, level: float) -> Figure:
    """The mean over items of the share of their raters, with an interval."""
    share = float(np.nanmean(values, axis=1).mean())
    name = "as good or better"
    if values.shape[1] == 1:
        return Figure(share, name=name, interval=_wilson(share, len(values), level))
    interval = share_interval(share, two_way(values), n_items=len(values), level=level)
    return Figure(share, name=name, interval=interval)


def _accuracy(n_right: int, n_guessed: int, level: float) -> Figure:
    if not 0 <= n_right <= n_guessed or not n_guessed:
        raise InputError(f"{n_right} of {n_guessed} guesses cannot be right.")
    share = n_right / n_guessed
    return Figure(share, name="accuracy", interval=_wilson(share, n_guessed, level))


def _wilson(share: float, n: int, level: float) -> Interval:
    return wilson(round(share * n), n, level=level)
