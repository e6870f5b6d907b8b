"""A study as it is planned: its sizes, how much each rater does, and what it costs.

It is made from the parts of a study that does not exist yet, or from one that does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from sqlalchemy import func, select

from solecism import sample_key as keys
from solecism.errors import InputError
from solecism.sample_key import Key
from solecism_study.configuration import Configuration
from solecism_study.item import CONTROL, DATA, PRACTICE, Item
from solecism_study.planning.control_odds import ControlSchedule
from solecism_study.simulation import random_answer
from solecism_study.store.tables import items as item_table
from solecism_study.study import KEY, Study
from solecism_study.tasks.task import ANSWER, Answer, Task, is_right
from solecism_study.work.control_rule import ControlPlan, block_length, control_plan

_N_DRAWS = 2000


@dataclass(frozen=True, slots=True)
class GuessChances:
    """How often control items are right for raters who do not read.

    `guess` is the mean probability that a random answer is right. `same` is the answer that is
    right most often, with the number of the items for which it is; None where no answer fits all.
    """

    guess: float
    same: tuple[str, int] | None


@dataclass(frozen=True)
class PlannedStudy:
    """A study before it begins: its configuration, and how many items of each kind it has.

    `n_data` counts the items of batches that every rater judges, too. `key` is the key of the
    sample, if there is one.
    """

    configuration: Configuration
    n_data: int
    n_practice: int
    control: tuple[Item, ...]
    key: Key | None = None

    @property
    def task(self) -> Task:
        """The task that raters do."""
        return self.configuration.asked_task

    @property
    def n_stages(self) -> int:
        """How many times a rater sees an item."""
        return len(self.task.stages)

    @property
    def n_shared(self) -> int:
        """How many items every rater judges."""
        return sum(batch.size for batch in self.configuration.batches)

    @property
    def n_single(self) -> int:
        """How many items have a fixed number of judgments."""
        return self.n_data - self.n_shared

    @cached_property
    def schedule(self) -> ControlSchedule | None:
        """When control items come; None where there are none."""
        share = self.configuration.control.share
        if not self.control or not share:
            return None
        return ControlSchedule(block_length(share), len(self.control), self.n_practice)

    @property
    def control_plan(self) -> ControlPlan:
        """What control items do at least, for raters who answer all that they may."""
        return control_plan(
            self.configuration, self.control, n_data=self.n_data, n_practice=self.n_practice
        )

    @cached_property
    def most_questions(self) -> int:
        """How many questions one rater can be asked at a stage, after the practice round."""
        each = self.configuration.most_each
        everything = self._with_control(self.n_data)
        return everything if each is None else min(everything, max(0, each - self.n_practice))

    @cached_property
    def most_data(self) -> int:
        """How many items of data one rater can judge at a stage."""
        return self._data_among(self.most_questions)

    @cached_property
    def least_raters(self) -> int:
        """How many raters the study needs at least; 0 where no number is enough."""
        single = self.most_data - self.n_shared
        if self.n_single == 0:
            return 1
        if single <= 0:
            return 0
        n = self.configuration.n_judgments
        return max(n, math.ceil(self.n_single * n / single))

    @property
    def n_raters(self) -> int:
        """How many raters are expected, or else needed."""
        expected = self.configuration.expected
        return (expected.n_raters if expected else None) or self.least_raters

    @cached_property
    def questions_each(self) -> int:
        """How many questions one of the raters is asked at a stage, on average, after practice."""
        if not self.n_raters:
            return self.most_questions
        wanted = self.n_single * self.configuration.n_judgments / self.n_raters + self.n_shared
        return min(self.most_questions, self._with_control(math.ceil(wanted)))

    @property
    def n_judgments(self) -> int:
        """How many judgments of data are collected in all."""
        each = self.n_single * self.configuration.n_judgments + self.n_shared * self.n_raters
        return each * self.n_stages

    @property
    def n_control_answers(self) -> int:
        """How many answers to control items are expected."""
        if self.schedule is None:
            return 0
        mean = self.schedule.mean(self.questions_each)
        return round(mean * self.n_raters * self.n_stages)

    @property
    def n_answers(self) -> int:
        """How many answers are paid, those to control and practice items included."""
        return self.n_judgments + self.n_control_answers + self.n_practice * self.n_raters

    @property
    def cost(self) -> int:
        """What they cost with fees, in millionths of the currency."""
        return self.n_answers * self.configuration.pay.cost

    def _with_control(self, n_data: int) -> int:
        """How many questions so many items of data take together with control items."""
        if self.schedule is None:
            return n_data
        n_control = n_data // (self.schedule.length - 1)
        return n_data + min(n_control, self.schedule.n_items)

    def _data_among(self, n_questions: int) -> int:
        """How many items of data there are on average among so many questions."""
        if self.schedule is None:
            return n_questions
        return round(n_questions - self.schedule.mean(n_questions))

    @cached_property
    def guesses(self) -> GuessChances:
        """The chances of raters who do not read."""
        return guess_chances(self.task, self.control, self.configuration)


def planned_from_items(
    configuration: Configuration, whole: Iterable[Item], *, key: str | None = None
) -> PlannedStudy:
    """Return the study that these items and this key make."""
    counts = {DATA: 0, PRACTICE: 0, CONTROL: 0}
    control = []
    for item in whole:
        counts[item.pool] += 1
        if item.pool == CONTROL:
            control.append(item)
    parsed = None if key is None else keys.parse([key], file=KEY)
    return PlannedStudy(configuration, counts[DATA], counts[PRACTICE], tuple(control), parsed)


def planned_from_study(study: Study) -> PlannedStudy:
    """Return the plan of a study that is there."""
    pools = select(item_table.c.pool, func.count()).group_by(item_table.c.pool)
    gold = select(item_table.c.site).where(item_table.c.pool == CONTROL)
    with study.database.read() as connection:
        counts = {str(row[0]): int(row[1]) for row in connection.execute(pools)}
        sites = list(connection.execute(gold).scalars())
    n_practice = counts.pop(PRACTICE, 0)
    counts.pop(CONTROL, 0)
    control = tuple(study.items_at(sites).values())
    n_data = sum(counts.values())
    return PlannedStudy(study.configuration, n_data, n_practice, control, _stored_key(study))


def _stored_key(study: Study) -> Key | None:
    """The key of a study; None where what is stored is none, as in somebody's own bundle."""
    text = study.document(KEY)
    with suppress(InputError):
        return None if text is None else keys.parse([text], file=KEY)
    return None


def guess_chances(
    task: Task, control: Sequence[Item], configuration: Configuration
) -> GuessChances:
    """Return how often answers that are given without reading are right, at the first stage."""
    right: dict[str, int] = {}
    total = 0.0
    rng = np.random.default_rng(configuration.seed)
    for item in control:
        answers = _possible_answers(task, item, configuration, rng, n=_N_DRAWS // len(control))
        stage = task.stages[0]
        fitting = [
            value
            for value, answer in answers
            if is_right(task.interpret(item, stage, answer), item.gold, stage)
        ]
        total += len(fitting) / len(answers)
        for value in filter(None, fitting):
            right[value] = right.get(value, 0) + 1
    most = max(right.items(), key=lambda one: one[1], default=None)
    return GuessChances(total / len(control) if control else 0.0, most)


def _possible_answers(
    task: Task, item: Item, configuration: Configuration, rng: np.random.Generator, *, n: int
) -> list[tuple[str, Answer]]:
    """Every option of the main answer, or else random answers, which have no name."""
    fields = task.fields(item, task.stages[0], configuration.task_settings)
    main = next((field for field in fields if field.name == ANSWER and field.options), None)
    if main is None:
        return [("", random_answer(fields, rng)) for _ in range(max(n, 20))]
    rest = random_answer(fields, rng)
    return [(one.value, {**rest, ANSWER: (one.value,)}) for one in main.options]
