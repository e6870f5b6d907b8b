"""The commonest problems of a class, and their examples."""

from __future__ import annotations

from class_texts import student
from solecism.classroom.class_summary import commonest_problems

ABOUT, LISTEN, IN = "Let us discuss about it.\n", "I listen music.\n", "I work in home.\n"


def test_problems_are_in_order_of_how_often_they_were_found() -> None:
    students = [student("Anna", (2, 20), texts=[ABOUT]), student("Bo", (1, 20), texts=[LISTEN * 2])]
    problems = commonest_problems(students)
    assert [(each.kind, each.n_findings, each.n_students) for each in problems] == [
        ("wrong-preposition", 3, 2),
        ("missing-preposition", 2, 1),
        ("extraneous-preposition", 1, 1),
    ]
    assert commonest_problems(students, most=1) == problems[:1]


def test_more_students_come_first_where_the_numbers_are_equal() -> None:
    students = [student("Anna", texts=[ABOUT * 2 + LISTEN]), student("Bo", texts=[LISTEN])]
    assert [each.kind for each in commonest_problems(students)][:1] == ["missing-preposition"]


def test_examples_are_the_surest_of_different_students() -> None:
    students = [
        student("Anna", texts=[IN + "We depend of it."]),
        student("Bo", texts=["They depend of us. I depend of you."]),
        student("Cy", texts=[IN]),
    ]
    (problem,) = commonest_problems(students)
    shown = [(each.student, each.finding.sentence.text) for each in problem.examples]
    assert shown == [
        ("Anna", "We depend of it."),
        ("Bo", "They depend of us."),
        ("Cy", "I work in home."),
    ]


def test_a_very_long_sentence_is_no_good_example() -> None:
    long = f"We depend of it{', and we know it' * 20}.\n"
    (problem,) = commonest_problems([student("Anna", texts=[long]), student("Bo", texts=[IN])])
    assert [each.student for each in problem.examples] == ["Bo", "Anna"]


def test_a_class_without_findings_has_no_problems() -> None:
    assert commonest_problems([student("Anna", (0, 40))]) == []
