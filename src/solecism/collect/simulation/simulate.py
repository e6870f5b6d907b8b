"""Simulated raters, who work through a study as people would, on a clock of their own.

They are there to try a study out: everything is asked, answered, checked and paid as it will be.
What they say is made up, and marked as such in every export.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from solecism.collect.log import audit
from solecism.collect.people.raters import REMOVED, SIMULATED, consent, join, rater_by_id
from solecism.collect.simulation.simulated_answers import AnswerSimulator
from solecism.collect.simulation.simulated_raters import SimulatedRaters
from solecism.collect.study import Study
from solecism.collect.work.assignment import next_questions
from solecism.collect.work.lease import Lease, NextQuestions
from solecism.collect.work.submission import Submission, submit

_PAUSE = 60_000
_MOST_ROUNDS = 20


@dataclass(frozen=True, slots=True)
class Simulation:
    """How many raters came, answered and were removed, and what time their clocks show."""

    n_raters: int
    n_answers: int
    n_removed: int
    ended: int


@dataclass(slots=True)
class _Person:
    """A made-up rater: how long they take, and whether they read what they answer."""

    rater: int
    pace: float
    accuracy: float
    n_answers: int = field(default=0)


def simulate(
    study: Study,
    people: SimulatedRaters,
    *,
    rng: np.random.Generator,
    now: int,
    shares: Mapping[str, float] | None = None,
    n_answers: int | None = None,
) -> Simulation:
    """Let such people work until nothing is left to do, or for so many answers.

    `shares` says which share of raters calls a site an error; the others' are made up.
    """
    _note(study, people, now)
    crowd = [_join(study, people, number, rng, now) for number in range(people.n_raters)]
    speaker = AnswerSimulator(study, shares or {}, rng)
    left = n_answers if n_answers is not None else -1
    for _ in range(_MOST_ROUNDS):
        before = sum(person.n_answers for person in crowd)
        now = _round(study, crowd, speaker, people, rng, now, left)
        done = sum(person.n_answers for person in crowd)
        # Whoever had nothing left to do is asked again where others were removed meanwhile.
        if done in (before, n_answers):
            break
        left = n_answers - done if n_answers is not None else -1
    states = [rater_by_id(study, person.rater).state for person in crowd]
    n_removed = sum(state in REMOVED for state in states)
    return Simulation(len(crowd), sum(one.n_answers for one in crowd), n_removed, now)


def _note(study: Study, people: SimulatedRaters, now: int) -> None:
    with study.database.write() as connection:
        detail = {"raters": people.n_raters}
        audit.append(connection, at=now, actor=SIMULATED, action="simulate", detail=detail)


def _join(
    study: Study, people: SimulatedRaters, number: int, rng: np.random.Generator, now: int
) -> _Person:
    rater = join(study, origin=SIMULATED, external=f"{SIMULATED} {number}", now=now)
    consent(study, rater.id, now=now)
    pace = people.seconds * float(np.exp(rng.normal(0, people.spread)))
    # Whoever is careless answers without reading.
    is_careless = rng.random() < people.careless
    return _Person(rater.id, pace, 0.0 if is_careless else people.accuracy)


def _round(
    study: Study,
    crowd: list[_Person],
    speaker: AnswerSimulator,
    people: SimulatedRaters,
    rng: np.random.Generator,
    now: int,
    left: int,
) -> int:
    """All work until each has nothing to do; the time at the end."""
    clocks = [(now + int(rng.integers(_PAUSE)), place) for place in range(len(crowd))]
    heapq.heapify(clocks)
    while clocks and left:
        now, place = heapq.heappop(clocks)
        person = crowd[place]
        found = next_questions(study, person.rater, now=now)
        if found.current is not None:
            taken = 1000 * person.pace * float(np.exp(rng.normal(0, people.spread)))
            now += max(1, int(taken))
            found = _answer(study, person, found.current, speaker, now, int(taken))
            left -= 1
        for later in _comes_back(found, now):
            heapq.heappush(clocks, (later, place))
    return now


def _answer(
    study: Study, person: _Person, lease: Lease, speaker: AnswerSimulator, now: int, taken: int
) -> NextQuestions:
    values = speaker.answer(lease, person.accuracy)
    person.n_answers += 1
    sent = Submission(lease.token, values, f"{SIMULATED}-{lease.token}-{now}", taken)
    _, found = submit(study, person.rater, sent, now=now)
    return found


def _comes_back(found: NextQuestions, now: int) -> Iterator[int]:
    """When somebody goes on: at once, or once the next stage is open, or not at all."""
    if found.current is not None:
        yield now
    elif found.waiting is not None and found.waiting.until is not None:
        yield max(now, found.waiting.until) + 1
