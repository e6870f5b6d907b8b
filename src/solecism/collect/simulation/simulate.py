"""Simulated raters who work through a study as people would, on a simulated clock.

They serve to try out a study: questions, answers, control items and pay work as they will with
raters. Their answers are invented, and marked as simulated in every export.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from solecism.collect.durations import MINUTE
from solecism.collect.log import audit
from solecism.collect.people.raters import REMOVED, SIMULATED, consent, join, rater_by_id
from solecism.collect.simulation.simulated_answers import AnswerSimulator
from solecism.collect.simulation.simulated_raters import SimulatedRaters
from solecism.collect.study import Study
from solecism.collect.work.assignment import next_questions
from solecism.collect.work.lease import Lease, NextQuestions
from solecism.collect.work.submission import Submission, submit

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
        audit.append(connection, at=now, actor=SIMULATED, action="simulate", detail=detail)


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
