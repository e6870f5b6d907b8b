"""The rule by which control items remove raters: in figures, in words, and whether it can work.

The rule is a test on the posterior of a rater's accuracy under a uniform prior, so it may be
applied after every control item. It works only where every rater who does their whole part meets as
many control items as it takes to remove somebody who answers all of them wrongly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from solecism.system.display_text import count
from solecism_study.configuration import Configuration, Control
from solecism_study.item import Item
from solecism_study.tasks.task import is_known_at


@lru_cache(1 << 16)
def p_above(bar: float, *, n_right: int, n: int) -> float:
    """The probability of an accuracy above the bar, given `n_right` right answers of `n`.

    The prior is uniform; with whole numbers the tail of the beta posterior is a binomial sum.

    >>> round(p_above(0.7, n_right=2, n=6), 4), p_above(0.5, n_right=3, n=6)
    (0.0288, 0.5)
    """
    return math.fsum(
        math.comb(n + 1, k) * bar**k * (1 - bar) ** (n + 1 - k) for k in range(n_right + 1)
    )


def fails_control(control: Control, *, n_right: int, n: int) -> bool:
    """Whether `n_right` right answers to `n` control items are too few."""
    is_enough = 0 < control.least <= n
    return is_enough and p_above(control.bar, n_right=n_right, n=n) < control.doubt


def block_length(share: float) -> int:
    """Of how many questions of a rater one is a control item, where the share is not 0."""
    return max(2, round(1 / share))


@dataclass(frozen=True, slots=True)
class ControlPlan:
    """What control items do in a study, for raters who answer all that they may.

    `n_met` is the number of control items that each of them meets at least. `n_needed` wrong
    answers to control items remove a rater who has given no right one; None where nobody is
    removed. Such a rater is gone after at most `n_questions` questions.
    """

    n_control: int
    n_met: int
    n_needed: int | None
    n_questions: int | None

    @property
    def removes_careless(self) -> bool:
        """Whether every rater meets enough control items to be removed by them."""
        return self.n_needed is not None and self.n_met >= self.n_needed


def control_plan(
    configuration: Configuration, control_items: Sequence[Item], *, n_data: int, n_practice: int
) -> ControlPlan:
    """Return what these control items do among so many items of data and of practice."""
    control = configuration.control
    n_control = len(control_items)
    needed = _n_needed(control) if control.least else None
    if not control.share or not n_control:
        return ControlPlan(n_control, 0, needed, None)
    stages = configuration.asked_task.stages
    n_known = sum(is_known_at(item.gold, stage) for item in control_items for stage in stages)
    length = block_length(control.share)
    first = -(-n_practice // length)
    n_before = n_practice - first * length
    # A control item that comes when no data is left is not shown, so it is not counted.
    met = (n_data * len(stages) - 1 + n_before) // (length - 1)
    if configuration.most_each is not None:
        met = min(met, configuration.most_each * len(stages) // length - first)
    latest = None if needed is None else (first + needed) * length
    return ControlPlan(n_control, max(0, min(met, n_known)), needed, latest)


def rule_in_words(control: Control) -> str:
    """Return the rule as it is said on pages, in the shell and in the methods section."""
    if not control.least:
        return "Control items remove nobody in this study."
    return (
        f"A rater is removed once they have answered {count(control.least, 'control item')} and "
        f"the probability that their accuracy is above {control.bar * 100:g}% is below "
        f"{control.doubt * 100:g}%: at the earliest after "
        f"{count(_n_needed(control), 'wrong answer')}."
    )


def _n_needed(control: Control) -> int:
    """How many control items, all answered wrongly, remove a rater.

    Without a right answer, the probability is (1 - bar) to the power of n + 1.
    """
    n = max(1, control.least, math.floor(math.log(control.doubt) / math.log1p(-control.bar)))
    while not fails_control(control, n_right=0, n=n):
        n += 1
    return n
