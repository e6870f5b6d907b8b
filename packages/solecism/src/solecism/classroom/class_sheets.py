"""Sheets for everybody in a class, without names: the commonest problems, and exercises."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, zip_longest

from solecism.checking import explanations
from solecism.checking.explanations import advice_about_kind, kind_name, sentence_case
from solecism.checking.reasons import reason
from solecism.checking.suggested_edits import fixed_text
from solecism.classroom.class_pages import render
from solecism.classroom.class_summary import commonest_problems
from solecism.classroom.classroom import Classroom
from solecism.classroom.student_names import words_of
from solecism.finding import CheckedSentence, Finding
from solecism.system.display_text import safe

# A sentence is clear if its one error and the correction are as sure as this.
_LEAST_ERROR, _LEAST_SUGGESTION = 0.8, 0.7
_FEWEST_WORDS, _MOST_WORDS = 4, 25
# So many exercises, with a line to write on, fill a page.
_N_EXAMPLES, _MOST_EXERCISES = 2, 16
# Addresses and numbers of telephones may say whose text it is.
_PRIVATE = re.compile(r"@|https?:|\d{5}|\d[\d ()-]{7}")


@dataclass(frozen=True, slots=True)
class ClearError:
    """A sentence with one error, and the sentence as it should be."""

    kind: str
    student: str
    sentence: str
    corrected: str
    reason: str


def format_handout(room: Classroom) -> str:
    """The commonest problems of a class with examples from its texts, and nobody's name."""
    clear = _by_kind(clear_errors(room))
    problems = [
        {
            "name": sentence_case(kind_name(problem.kind)),
            "advice": advice_about_kind(problem.kind),
            "examples": _of_different_students(clear[problem.kind])[:_N_EXAMPLES],
        }
        for problem in commonest_problems(room.students)
    ]
    return render("handout.html", room=room, problems=problems)


def format_exercises(room: Classroom) -> str:
    """Sentences of the class with an error left in, and the answers on the back."""
    return render("exercises.html", room=room, exercises=exercises(room))


def exercises(room: Classroom) -> list[ClearError]:
    """The clearest errors, of as many kinds and students as possible, each kind in turn."""
    by_kind = _by_kind(clear_errors(room))
    columns = map(_of_different_students, by_kind.values())
    in_turn = (each for row in zip_longest(*columns) for each in row if each is not None)
    return list(in_turn)[:_MOST_EXERCISES]


def clear_errors(room: Classroom) -> list[ClearError]:
    """The sentences with one sure error, the surest first, without those that name somebody."""
    names = frozenset(
        word for student in room.students for word in words_of(student.name) if len(word) > 2
    )
    found = [
        (finding.confidence or 0.0, _clear(student.name, checked, finding))
        for student in room.students
        for draft in student.drafts
        for checked in draft.sentences
        for finding in checked.findings
        if _is_clear(checked, finding) and not _is_private(checked.sentence.text, names)
    ]
    found.sort(key=lambda each: (-each[0], each[1].sentence))
    return list({each.sentence: each for _, each in found}.values())


def _clear(student: str, checked: CheckedSentence, finding: Finding) -> ClearError:
    corrected = "".join(fixed_text([checked])).removesuffix(checked.sentence.after)
    kind = finding.kind or ""
    return ClearError(
        kind,
        student,
        _line(checked.sentence.text),
        _line(corrected),
        sentence_case(reason(finding)),
    )


def _line(text: str) -> str:
    return safe(" ".join(text.split()))


def _is_clear(checked: CheckedSentence, finding: Finding) -> bool:
    suggestions = finding.flag.suggestions
    return (
        len(checked.findings) == 1
        and (finding.confidence or 0.0) >= _LEAST_ERROR
        and bool(suggestions)
        and (suggestions[0].p is None or suggestions[0].p >= _LEAST_SUGGESTION)
        and _FEWEST_WORDS <= len(checked.sentence.words) <= _MOST_WORDS
        and explanations.page_name(finding.kind) not in ("", "spelling")
    )


def _is_private(text: str, names: frozenset[str]) -> bool:
    """Whether a sentence names a student, or has an address or a long number."""
    return not names.isdisjoint(words_of(text)) or _PRIVATE.search(text) is not None


def _by_kind(errors: Iterable[ClearError]) -> defaultdict[str, list[ClearError]]:
    by_kind: defaultdict[str, list[ClearError]] = defaultdict(list)
    for each in errors:
        by_kind[each.kind].append(each)
    return by_kind


def _of_different_students(errors: Iterable[ClearError]) -> list[ClearError]:
    """The same errors, one of each student first, then a second one, and so on."""
    by_student: defaultdict[str, list[ClearError]] = defaultdict(list)
    for each in errors:
        by_student[each.student].append(each)
    return list(_in_turn(by_student.values()))


def _in_turn(columns: Iterable[list[ClearError]]) -> Iterator[ClearError]:
    rows = zip_longest(*columns)
    return (each for each in chain.from_iterable(rows) if each is not None)
