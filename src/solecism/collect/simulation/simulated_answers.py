"""Answers of simulated raters: they fit the question, and careful raters know right answers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from sqlalchemy import select

from solecism.collect.item import Item
from solecism.collect.people.raters import SIMULATED
from solecism.collect.seeds import seeded_fraction
from solecism.collect.store.tables import assignments
from solecism.collect.study import Study
from solecism.collect.tasks.answer import Answer
from solecism.collect.tasks.question import ANSWER, Field
from solecism.collect.tasks.task import Interpretation
from solecism.collect.work.lease import Lease
from solecism.judgment import ERROR, OK, UNKNOWN, Judgment

_WORDS = ("in", "on", "at", "to", "for", "of", "with", "by", "from", "about")
_P_TICK = 0.15
_MOST_TRIES = 200
_P_FAVOURITE = 0.85
# Where nothing is known about a site, one in four is an error that most raters see.
_P_ERROR, _SHARE_IF_ERROR, _SHARE_ELSE = 0.25, 0.8, 0.1


class AnswerSimulator:
    """Makes answers for simulated raters, who know the right answers of control items."""

    def __init__(self, study: Study, shares: Mapping[str, float], rng: np.random.Generator) -> None:
        self.study, self.shares, self.rng = study, shares, rng
        self._gold = {item.site: item.gold for item in study.all_items() if item.gold}

    def answer(self, lease: Lease, accuracy: float) -> Answer:
        """Return an answer that fits the question: with probability `accuracy` a careful one."""
        fields = lease.question.fields
        if self.rng.random() >= accuracy:
            return random_answer(fields, self.rng)
        item = self._item(lease)
        gold = self._gold.get(item.site)
        if gold:
            return self._right_answer(lease, item, gold)
        return self._typical(lease, item)

    def _right_answer(
        self, lease: Lease, item: Item, gold: Mapping[str, tuple[str, ...]]
    ) -> Answer:
        """A right answer where it is known, and a random one for the other fields."""
        known = [
            Judgment(item.site, SIMULATED, right[0], notes={"construction": about})
            for name, right in gold.items()
            for stage, _, about in [name.rpartition("|")]
            if stage == lease.stage
        ]
        answer = random_answer(lease.question.fields, self.rng)
        values_of = self.study.task.form_values(item, known).items() if known else ()
        return answer | {name: tuple(values) for name, values in values_of if values}

    def _typical(self, lease: Lease, item: Item) -> Answer:
        """Error with the probability of its share; for other questions mostly a common answer."""
        favourite = random_answer(lease.question.fields, self._own_rng(item, lease.stage))
        meanings = self.study.task.interpret(item, lease.stage, favourite)
        answers = {one.answer for one in meanings}
        if len(meanings) == 1 and answers <= {ERROR, OK, UNKNOWN}:
            wanted = ERROR if self.rng.random() < self._share(item.site) else OK
            return self._matching(lease, item, lambda meanings: meanings[0].answer == wanted)
        if self.rng.random() < _P_FAVOURITE:
            return favourite
        return random_answer(lease.question.fields, self.rng)

    def _share(self, site: str) -> float:
        known = self.shares.get(site)
        if known is not None:
            return known
        is_error = seeded_fraction(self.study.seed, "made up", site) < _P_ERROR
        return _SHARE_IF_ERROR if is_error else _SHARE_ELSE

    def _matching(
        self, lease: Lease, item: Item, fits: Callable[[Sequence[Interpretation]], bool]
    ) -> Answer:
        """A random answer of the kind wanted, if there is one."""
        for _ in range(_MOST_TRIES):
            answer = random_answer(lease.question.fields, self.rng)
            if fits(self.study.task.interpret(item, lease.stage, answer)):
                break
        return answer

    def _own_rng(self, item: Item, stage: str) -> np.random.Generator:
        seed = int(seeded_fraction(self.study.seed, "favourite", item.site, stage) * 2**53)
        return np.random.default_rng(seed)

    def _item(self, lease: Lease) -> Item:
        query = select(assignments.c.item).where(assignments.c.token == lease.token)
        with self.study.database.read() as connection:
            return self.study.item(connection.execute(query).scalar_one())


def random_answer(fields: Sequence[Field], rng: np.random.Generator) -> Answer:
    """Return a random answer that fits the fields."""
    answer: Answer = {}
    for field in sorted(fields, key=lambda one: (one.name != ANSWER, one.name)):
        if field.when and not set(field.when) & set(answer.get(ANSWER, ())):
            continue
        answer[field.name] = _values(field, rng)
    return answer


def _values(field: Field, rng: np.random.Generator) -> tuple[str, ...]:
    # Raters see options in different orders; the answer must not depend on that.
    options = sorted(option.value for option in field.options)
    if field.kind == "ticks":
        return tuple(option for option in options if rng.random() < _P_TICK)
    words = options or list(_WORDS)
    return (words[int(rng.integers(len(words)))],)
