"""How soon control items expose a rater: exact probabilities under the rule of the study.

One question of each block of about 1/share questions is a control item, at a place drawn at
random. After each control item the rule looks at all of them, so the probability of removal is that
of a walk over the number of right answers, which ends where the rule says so.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from solecism_study.configuration import Control
from solecism_study.work.control_rule import fails_control

RightNext = Callable[[int, int], float]
"""The probability that the next control item is right, after n of them with n_right right."""


@dataclass(frozen=True, slots=True)
class ControlSchedule:
    """Where control items come: every `length` questions one, until all `n_items` were met.

    `offset` questions, those of the practice round, come before the first that may be one.
    """

    length: int
    n_items: int
    offset: int = 0

    def n_met(self, n_questions: int) -> dict[int, float]:
        """Return the probability of each number of control items among so many questions.

        >>> ControlSchedule(10, 50).n_met(25)
        {2: 0.5, 3: 0.5}
        """
        first, last = self.offset, self.offset + n_questions
        begun, ended = -(-first // self.length), last // self.length
        chances = {max(0, ended - begun): 1.0}
        # The block in which the questions begin, and the one in which they end.
        parts = [begun * self.length - first, last - ended * self.length]
        for n in parts if ended >= begun else [n_questions]:
            chances = _one_more(chances, n / self.length)
        limited: dict[int, float] = {}
        for n, p in sorted(chances.items()):
            most = min(n, self.n_items)
            limited[most] = limited.get(most, 0.0) + p
        return limited

    def mean(self, n_questions: int) -> float:
        """Return how many control items a rater meets on average among so many questions."""
        return sum(n * p for n, p in self.n_met(n_questions).items())


def _one_more(chances: Mapping[int, float], p: float) -> dict[int, float]:
    """The probabilities of a number after one more trial that adds 1 with probability p."""
    after: dict[int, float] = {}
    for n, chance in chances.items():
        for total, weight in ((n, chance * (1 - p)), (n + 1, chance * p)):
            if weight > 0:
                after[total] = after.get(total, 0.0) + weight
    return after


def always(p_right: float) -> RightNext:
    """Return the chances of a rater who is right with this probability, item by item."""
    return lambda n, n_right: p_right


def same_answer(n_fitting: int, n_items: int) -> RightNext:
    """Return the chances of a rater whose one answer is right for `n_fitting` of the items.

    No item comes twice, so what is left decides.
    """
    return lambda n, n_right: (n_fitting - n_right) / (n_items - n) if n < n_items else 0.0


def removal_odds(control: Control, right_next: RightNext, n_items: int) -> list[float]:
    """Return the probability that a rater is removed by the n-th control item, n = 0, 1, ...

    >>> odds = removal_odds(Control(bar=0.7), always(0.5), 5)
    >>> [round(p, 4) for p in odds]
    [0.0, 0.0, 0.0, 0.0, 0.3125, 0.3125]
    """
    odds, walking = [0.0], {0: 1.0}
    for n in range(n_items):
        removed, after = odds[-1], dict[int, float]()
        limit = most_right_removed(control, n + 1)
        for n_right, chance in walking.items():
            p = right_next(n, n_right)
            for total, weight in ((n_right, chance * (1 - p)), (n_right + 1, chance * p)):
                if weight <= 0:
                    continue
                if total <= limit:
                    removed += weight
                else:
                    after[total] = after.get(total, 0.0) + weight
        odds.append(removed)
        walking = after
    return odds


def p_removed(schedule: ControlSchedule, odds: list[float], n_questions: int) -> float:
    """Return the probability that a rater is removed within so many questions."""
    return sum(odds[n] * p for n, p in schedule.n_met(n_questions).items())


def questions_until_half(
    schedule: ControlSchedule, odds: list[float], n_questions: int
) -> int | None:
    """Return after how many questions half of such raters are removed; None where fewer are."""
    if p_removed(schedule, odds, n_questions) < 0.5:
        return None
    low, high = 1, n_questions
    while low < high:
        middle = (low + high) // 2
        if p_removed(schedule, odds, middle) >= 0.5:
            high = middle
        else:
            low = middle + 1
    return low


@lru_cache(4096)
def most_right_removed(control: Control, n: int) -> int:
    """Return the largest number of right answers of n with which a rater is removed, -1 for none.

    >>> [most_right_removed(Control(bar=0.7), n) for n in (3, 4, 10)]
    [-1, 1, 4]
    """
    stays = partial(_stays, control, n)
    return bisect_left(range(n + 1), True, key=stays) - 1


def _stays(control: Control, n: int, n_right: int) -> bool:
    return not fails_control(control, n_right=n_right, n=n)
