"""Raters who compete for items; run as a program, one rater who submits until it is killed."""

from __future__ import annotations

import sys
import threading

from solecism.errors import ConflictError
from solecism.system.clock import now
from solecism_study.people.raters import consent, join, rater_by_id
from solecism_study.study import Study, open_study
from solecism_study.work.assignment import next_questions
from solecism_study.work.submission import Submission, submit


def race(study: Study, *, n_raters: int, answers: tuple[str, ...] = ("ok",)) -> None:
    """Let so many raters start together and work until nothing is left; first problem raised.

    They take turns in the answers: each always gives one of them.
    """
    start = threading.Barrier(n_raters)
    problems: list[BaseException] = []

    def work(number: int) -> None:
        try:
            rater = _arrive(study, f"racer{number}")
            start.wait()
            questions = next_questions(study, rater, now=now())
            while questions.current is not None:
                values = {"answer": [answers[number % len(answers)]]}
                sent = Submission(
                    questions.current.token, values, f"request-{questions.current.token}"
                )
                try:
                    _, questions = submit(study, rater, sent, now=now())
                except ConflictError:
                    # The budget was used up before their first answer.
                    questions = next_questions(study, rater, now=now())
        except BaseException as problem:  # noqa: BLE001 - told to whoever started the race
            problems.append(problem)
            start.abort()

    threads = [threading.Thread(target=work, args=(number,)) for number in range(n_raters)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if problems:
        raise problems[0]


def submit_until_killed(location: str, name: str) -> None:
    """Print a line for each judgment that is stored."""
    study = open_study(location)
    rater = _arrive(study, name)
    pseudonym = rater_by_id(study, rater).pseudonym
    questions = next_questions(study, rater, now=now())
    while questions.current is not None:
        token = questions.current.token
        site = _site(study, token)
        sent = Submission(token, {"answer": ["ok"]}, f"request-{token}")
        _, questions = submit(study, rater, sent, now=now())
        sys.stdout.write(f"{pseudonym} {site}\n")
        sys.stdout.flush()


def _site(study: Study, token: str) -> str:
    from sqlalchemy import select

    from solecism_study.store.tables import assignments, items

    query = (
        select(items.c.site)
        .join(assignments, assignments.c.item == items.c.id)
        .where(assignments.c.token == token)
    )
    with study.database.read() as connection:
        return str(connection.execute(query).scalar_one())


def _arrive(study: Study, name: str) -> int:
    rater = join(study, origin="race", external=name, now=now())
    return consent(study, rater.id, now=now()).id


if __name__ == "__main__":
    submit_until_killed(sys.argv[1], sys.argv[2])
