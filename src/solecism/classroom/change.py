"""How the rate of findings changed from a student's first draft to the last, in plain words."""

from __future__ import annotations

import math
from dataclasses import dataclass

from solecism.classroom.drafts import order_of
from solecism.classroom.student import PER_WORDS, CheckedDraft, Student
from solecism.uncertainty.rate import RateRatio, rate_ratio

FEWER, MORE, UNCLEAR = "fewer", "more", "unclear"
_TIMES = 3
_ORDER = {
    "number": "The drafts have no dates; their order is that of their numbers.",
    "name": "Not all drafts have a date or a number; their order is that of the file names.",
}


@dataclass(frozen=True, slots=True)
class Change:
    """The first and the last draft with words, and the ratio of their rates."""

    first: CheckedDraft
    last: CheckedDraft
    ratio: RateRatio
    order: str

    @property
    def direction(self) -> str:
        """Whether there are fewer or more findings than before, or no more than chance explains."""
        interval = self.ratio.interval
        if not interval.is_defined or 1 in interval:
            return UNCLEAR
        return FEWER if self.ratio.ratio < 1 else MORE


def change_of(student: Student) -> Change | None:
    """The change over a student's drafts, None where fewer than two have words."""
    drafts = student.with_words
    if len(drafts) < 2:
        return None
    first, last = drafts[0], drafts[-1]
    ratio = rate_ratio((len(first.findings), first.n_words), (len(last.findings), last.n_words))
    return Change(first, last, ratio, order_of([each.draft for each in student.drafts]))


def describe(change: Change | None) -> str:
    """A few sentences that say what changed, and whether chance alone may explain it."""
    if change is None:
        return "There is only one draft with text, so there is no change to show."
    first, last = change.first, change.last
    what = (
        f"From {first.rate:.0f} findings per {PER_WORDS:,} words ({first.draft.title}) to "
        f"{last.rate:.0f} ({last.draft.title})."
    )
    return " ".join(filter(None, (what, _verdict(change), _ORDER.get(change.order, ""))))


def _verdict(change: Change) -> str:
    ends = change.ratio.interval
    if not ends.is_defined:
        return "Nothing was found in either draft."
    low, high = _change_in_words(ends.low), _change_in_words(ends.high)
    if change.direction == UNCLEAR:
        return (
            f"Chance alone may explain this: the true change may be anything from {low} to {high}."
        )
    less, more = (high, low) if change.direction == FEWER else (low, high)
    return (
        "Chance alone would hardly explain this: the true change is probably between "
        f"{less} and {more}."
    )


def _change_in_words(ratio: float) -> str:
    """A ratio of two rates as a change.

    >>> [_change_in_words(ratio) for ratio in (0.25, 1.0, 1.4, 6.2, math.inf)]
    ['75% fewer', 'no change', '40% more', '6 times as many', 'any number more']
    """
    if math.isinf(ratio):
        return "any number more"
    if ratio > _TIMES:
        return f"{ratio:.0f} times as many"
    difference = round(100 * abs(ratio - 1))
    if not difference:
        return "no change"
    return f"{difference}% {FEWER if ratio < 1 else MORE}"
