"""A screening to try out, with a question, a quota, a test and a check of understanding."""

from __future__ import annotations

from solecism_study.people.raters import Rater, consent, join
from solecism_study.screening.rater_rules import (
    Check,
    CheckQuestion,
    Quota,
    Screening,
    ScreeningQuestion,
)
from solecism_study.screening.steps import answer_step
from solecism_study.study import Study

LANGUAGE = ScreeningQuestion(
    name="language",
    ask="Your first language?",
    options=("English", "German", "Welsh"),
    accept=("English", "German"),
)
AGE = ScreeningQuestion(name="age", ask="How old are you?", kind="number", least=18, most=99)
TEST = Check(
    questions=(
        CheckQuestion(ask="It depends ... you?", options=("of", "on"), right="on"),
        CheckQuestion(ask="Good ... chess?", options=("in", "at"), right="at"),
    ),
    bar=0.5,
)
COMPREHENSION = Check(
    questions=(
        CheckQuestion(
            ask="What do you judge?", options=("canaryword", "the text"), right="canaryword"
        ),
    ),
    tries=2,
)
WHOLE = Screening(
    questions=(LANGUAGE, AGE),
    quotas=(
        Quota(where={"language": "English", "age": "18-39"}, places=2),
        Quota(where={"language": "German"}, places=1),
    ),
    test=TEST,
    comprehension=COMPREHENSION,
)


def quota_of(places: int) -> Screening:
    """A screening with one question and one quota of English speakers."""
    quota = Quota(where={"language": "English"}, places=places)
    return Screening(questions=(LANGUAGE,), quotas=(quota,))


def arrive(study: Study, name: str, *, now: int, origin: str = "test") -> int:
    """The number of a rater who has agreed and not been screened yet."""
    return consent(study, join(study, origin=origin, external=name, now=now).id, now=now).id


def pass_all(study: Study, rater: int, *, now: int, language: str = "English") -> Rater:
    """Let a rater answer all steps of the whole screening as is wanted."""
    answer_step(study, rater, {"language": language, "age": "30"}, now=now)
    answer_step(study, rater, {"q1": "on", "q2": "in"}, now=now)
    return answer_step(study, rater, {"q1": "canaryword"}, now=now)
