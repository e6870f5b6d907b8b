"""Simulated raters, who work through a study as people would, on a simulated clock.

They serve to try out a study: questions, answers, control items and pay work as they will with
raters. Their answers are invented, and marked as simulated in every export: they fit the question,
and careful raters know the right answers of control items.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from sqlalchemy import select

from solecism.errors import InputError
from solecism.judgment import ERROR, OK, UNKNOWN, Judgment
from solecism_study import audit_log
from solecism_study.item import Item
from solecism_study.keyed_hashes import seeded_fraction
from solecism_study.people.raters import REMOVED, SIMULATED, consent, join, rater_by_id
from solecism_study.store.tables import assignments
from solecism_study.study import Study
from solecism_study.tasks.task import ANSWER, Answer, Field, Interpretation
from solecism_study.units import MINUTE
from solecism_study.work.assignment import next_questions
from solecism_study.work.lease import Lease, NextQuestions
from solecism_study.work.submission import Submission, submit

USUAL_SECONDS = 12.0
"""The time per judgment that is assumed where none has been measured."""


@dataclass(frozen=True, slots=True)
class SimulatedRaters:
    """How many simulated raters there are, how fast they work, and how many are careless.

    `seconds` is the mean time per judgment and `spread` the standard deviation of its logarithm.
    `careless` is the share of raters who answer at random.
    """

    n_raters: int = 10
    seconds: float = USUAL_SECONDS
    spread: float = 0.4
    careless: float = 0.1
    accuracy: float = 0.9
    careless_accuracy: float = 0.5

    def __post_init__(self) -> None:
        if self.n_raters < 1:
            raise InputError(f"{self.n_raters} simulated raters. Give at least 1.")
        if not self.seconds > 0:
            raise InputError(f"{self.seconds:g} seconds per judgment. Give a positive number.")
        if not 0 <= self.careless < 1:
            raise InputError(
                f"a share of {self.careless:g} careless raters. Give a share from 0 to below 1."
            )


_MAX_DELAY = MINUTE
_MAX_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Simulation:
    """How many raters joined, answered and were removed, and the simulated time at the end."""

    n_raters: int
    n_answers: int
    n_removed: int
    ended: int


@dataclass(slots=True)
class _SimulatedRater:
    """A simulated rater: their pace in seconds, and how often they answer with care."""

    rater: int
    pace: float
    accuracy: float
    n_answers: int = field(default=0)


def simulate(
    study: Study,
    raters: SimulatedRaters,
    *,
    rng: np.random.Generator,
    now: int,
    shares: Mapping[str, float] | None = None,
    n_answers: int | None = None,
) -> Simulation:
    """Let simulated raters work until nothing is left to do, or for `n_answers` answers.

    `shares` gives the share of raters who call a site an error; other shares are invented.
    """
    _log_start(study, raters, now)
    crowd = [_join(study, raters, number, rng, now) for number in range(raters.n_raters)]
    simulator = AnswerSimulator(study, shares or {}, rng)
    left = n_answers if n_answers is not None else -1
    for _ in range(_MAX_ROUNDS):
        before = sum(person.n_answers for person in crowd)
        now = _round(study, crowd, simulator, raters, rng, now, left)
        done = sum(person.n_answers for person in crowd)
        # Removed raters reopen slots, so those who had finished get another round.
        if done in (before, n_answers):
            break
        left = n_answers - done if n_answers is not None else -1
    states = [rater_by_id(study, person.rater).state for person in crowd]
    n_removed = sum(state in REMOVED for state in states)
    return Simulation(len(crowd), sum(one.n_answers for one in crowd), n_removed, now)


def _log_start(study: Study, raters: SimulatedRaters, now: int) -> None:
    with study.database.write() as connection:
        detail = {"raters": raters.n_raters}
        audit_log.append(connection, at=now, actor=SIMULATED, action="simulate", detail=detail)


def _join(
    study: Study, raters: SimulatedRaters, number: int, rng: np.random.Generator, now: int
) -> _SimulatedRater:
    rater = join(study, origin=SIMULATED, external=f"{SIMULATED} {number}", now=now)
    consent(study, rater.id, now=now)
    pace = raters.seconds * float(np.exp(rng.normal(0, raters.spread)))
    # Careless raters answer without reading.
    is_careless = rng.random() < raters.careless
    return _SimulatedRater(rater.id, pace, 0.0 if is_careless else raters.accuracy)


def _round(
    study: Study,
    crowd: list[_SimulatedRater],
    simulator: AnswerSimulator,
    raters: SimulatedRaters,
    rng: np.random.Generator,
    now: int,
    left: int,
) -> int:
    """All raters work until each has nothing to do; returns the time at the end."""
    clocks = [(now + int(rng.integers(_MAX_DELAY)), place) for place in range(len(crowd))]
    heapq.heapify(clocks)
    while clocks and left:
        now, place = heapq.heappop(clocks)
        person = crowd[place]
        questions = next_questions(study, person.rater, now=now)
        if questions.current is not None:
            duration = 1000 * person.pace * float(np.exp(rng.normal(0, raters.spread)))
            now += max(1, int(duration))
            questions = _answer(study, person, questions.current, simulator, now, int(duration))
            left -= 1
        for time in _returns(questions, now):
            heapq.heappush(clocks, (time, place))
    return now


def _answer(
    study: Study,
    person: _SimulatedRater,
    lease: Lease,
    simulator: AnswerSimulator,
    now: int,
    duration: int,
) -> NextQuestions:
    values = simulator.answer(lease, person.accuracy)
    person.n_answers += 1
    submission = Submission(lease.token, values, f"{SIMULATED}-{lease.token}-{now}", duration)
    _, questions = submit(study, person.rater, submission, now=now)
    return questions


def _returns(questions: NextQuestions, now: int) -> Iterator[int]:
    """When a rater continues: at once, once the next stage opens, or never."""
    if questions.current is not None:
        yield now
    elif questions.waiting is not None and questions.waiting.until is not None:
        yield max(now, questions.waiting.until) + 1


_WORDS = ("in", "on", "at", "to", "for", "of", "with", "by", "from", "about")
_P_TICK = 0.15
_MOST_TRIES = 200
_P_FAVOURITE = 0.85
# Where nothing is known about a site, one in four is an error that most raters see.
P_ERROR, SHARE_IF_ERROR, SHARE_ELSE = 0.25, 0.8, 0.1


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
        is_error = seeded_fraction(self.study.seed, "made up", site) < P_ERROR
        return SHARE_IF_ERROR if is_error else SHARE_ELSE

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
    for asked in sorted(fields, key=lambda one: (one.name != ANSWER, one.name)):
        if asked.when and not set(asked.when) & set(answer.get(ANSWER, ())):
            continue
        answer[asked.name] = _values(asked, rng)
    return answer


def _values(field: Field, rng: np.random.Generator) -> tuple[str, ...]:
    # Raters see options in different orders; the answer must not depend on that.
    options = sorted(option.value for option in field.options)
    if field.kind == "ticks":
        return tuple(option for option in options if rng.random() < _P_TICK)
    words = options or list(_WORDS)
    return (words[int(rng.integers(len(words)))],)
