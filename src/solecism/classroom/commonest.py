"""The commonest kinds of error in a class, with examples from the students' own sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from solecism.classroom.student import Student
from solecism.finding import Finding

_MOST_LETTERS = 160
# The probability from which on a suggestion makes a clear example.
_CLEAR = 0.5


@dataclass(frozen=True, slots=True)
class Example:
    """A finding, and whose it is."""

    student: str
    finding: Finding


@dataclass(frozen=True, slots=True)
class CommonProblem:
    """A kind of error, how often it was found and in how many students' texts, with examples."""

    kind: str
    n_findings: int
    n_students: int
    examples: tuple[Example, ...]


def commonest(
    students: Sequence[Student], *, most: int = 5, n_examples: int = 3
) -> list[CommonProblem]:
    """The commonest kinds of error, those of more students first where the numbers are equal.

    Examples are of different students where possible: the surest findings with the surest
    suggestions, in sentences that are not very long.
    """
    n_findings: Counter[str] = sum((student.counts for student in students), Counter())
    n_students = Counter(kind for student in students for kind in student.counts)
    kinds = sorted(n_findings, key=lambda kind: (-n_findings[kind], -n_students[kind], kind))[:most]
    examples = _examples(students, frozenset(kinds))
    return [
        CommonProblem(kind, n_findings[kind], n_students[kind], _best(examples[kind], n_examples))
        for kind in kinds
    ]


def _examples(students: Sequence[Student], kinds: frozenset[str]) -> dict[str, list[Example]]:
    """The findings of each of these kinds, those that make the best examples first."""
    examples: dict[str, list[Example]] = {kind: [] for kind in kinds}
    for student in students:
        for draft in student.drafts:
            for finding in draft.findings:
                if finding.kind in kinds:
                    examples[finding.kind or ""].append(Example(student.name, finding))
    for each in examples.values():
        each.sort(key=lambda example: _worth(example.finding), reverse=True)
    return examples


def _best(examples: Sequence[Example], most: int) -> tuple[Example, ...]:
    """The best examples, of as many students as possible; an unclear one if there is no other."""
    clear = [each for each in examples if _p_suggestion(each.finding) >= _CLEAR] or examples[:1]
    first: dict[str, Example] = {}
    for example in clear:
        first.setdefault(example.student, example)
    others = [each for each in clear if first[each.student] is not each]
    return tuple([*first.values(), *others][:most])


def _p_suggestion(finding: Finding) -> float:
    return max((each.p or 0.0 for each in finding.flag.suggestions[:1]), default=0.0)


def _worth(finding: Finding) -> tuple[bool, float]:
    """How good an example is: short, probably an error, and with a suggestion probably right."""
    is_short = len(finding.sentence.text) <= _MOST_LETTERS
    return is_short, (finding.confidence or 0.0) * (0.1 + _p_suggestion(finding))
