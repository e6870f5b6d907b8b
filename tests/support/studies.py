"""Small studies of made-up sentences, and raters who work in them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from databases import tables_made_again
from solecism_study.configuration import Configuration
from solecism_study.item import CONTROL, PRACTICE, Item
from solecism_study.people.raters import consent, join
from solecism_study.study import Study, create_study
from solecism_study.work.assignment import next_questions
from solecism_study.work.lease import Lease, NextQuestions
from solecism_study.work.submission import Receipt, Submission, submit

# Where there is a disk in memory, nobody waits for a real one to keep what a test throws away.
_MEMORY = Path("/dev/shm")
SCRATCH = str(_MEMORY) if _MEMORY.is_dir() and os.access(_MEMORY, os.W_OK) else None

MINUTE = 60_000
START = 1_000_000_000_000
Answers = Callable[[Lease], dict[str, list[str]]]


def data_items(n: int, name: str = "essay") -> list[Item]:
    """So many sentences with a preposition."""
    return [
        Item(f"{name}.{i}:2-3:preposition", f"It {i} depends ", "of", " the weather.")
        for i in range(n)
    ]


def control_items(n: int, *, answer: str = "error", pool: Any = CONTROL) -> list[Item]:
    """So many items whose right answer is known."""
    return [
        Item(
            f"{pool}.{i}:1-2:preposition",
            f"She {i} arrived ",
            "to",
            " home.",
            pool=pool,
            gold={"": (answer,)},
            why="The word is not needed.",
        )
        for i in range(n)
    ]


def make_study(
    location: str,
    *,
    n_items: int = 6,
    n_gold: int = 0,
    n_practice: int = 0,
    items: list[Item] | None = None,
    documents: dict[str, str] | None = None,
    **settings: Any,
) -> Study:
    """A study of so many items; settings go into its configuration."""
    chosen = data_items(n_items) if items is None else items
    chosen = [*chosen, *control_items(n_gold), *control_items(n_practice, pool=PRACTICE)]
    plain = {"name": "test", "task": "extraneous", "seed": 7}
    configuration = Configuration(**{**plain, **settings})
    with tables_made_again():
        return create_study(location, configuration, chosen, now=START, documents=documents)


def new_rater(study: Study, name: str = "ann", *, now: int = START) -> int:
    """The number of a rater who has agreed to take part."""
    rater = join(study, origin="test", external=name, now=now)
    return consent(study, rater.id, now=now).id


def say(value: str) -> Answers:
    """An answer that is the same to everything."""
    return lambda lease: {"answer": [value]}


def answer(
    study: Study, rater: int, lease: Lease, *, now: int, values: dict[str, list[str]] | None = None
) -> tuple[Receipt, NextQuestions]:
    """Answer one question."""
    sent = Submission(lease.token, values or {"answer": ["ok"]}, f"request-{lease.token}-{now}")
    return submit(study, rater, sent, now=now)


def work(
    study: Study, rater: int, *, answers: Answers | None = None, now: int = START, n: int = 10**6
) -> NextQuestions:
    """Let a rater answer up to n questions, one per second; return their next questions."""
    answers = answers or say("ok")
    questions = next_questions(study, rater, now=now)
    while questions.current is not None and n:
        now, n = now + 1000, n - 1
        _, questions = answer(
            study, rater, questions.current, now=now, values=answers(questions.current)
        )
    return questions
