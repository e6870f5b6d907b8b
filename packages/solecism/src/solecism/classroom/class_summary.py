"""What is said about a class: how rates changed, the commonest errors, how far to trust it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from solecism.checking.explanations import KindGroup, looked_for, not_looked_for
from solecism.classroom.classroom import LEAST_WORDS, PER_WORDS, CheckedDraft, Student
from solecism.classroom.drafts import order_of
from solecism.detect.registry import FOUND_BY_TYPE, MeasuredPoint, measured_point
from solecism.finding import Finding
from solecism.uncertainty.proportion import RateRatio, rate_ratio

FEWER, MORE, UNCLEAR = "fewer", "more", "unclear"
_TIMES = 3
_ORDER = {
    "number": "The drafts have no dates; their order is that of their numbers.",
    "name": "Not all drafts have a date or a number; their order is that of the file names.",
}


@dataclass(frozen=True, slots=True)
class RateChange:
    """The first and the last draft that are long enough, and the ratio of their rates."""

    first: CheckedDraft
    last: CheckedDraft
    ratio: RateRatio
    order: str

    @property
    def direction(self) -> str:
        """Whether there are fewer or more findings than before, or no more than chance explains."""
        interval = self.ratio.interval
        if not interval.is_defined or 1 in interval:
            return UNCLEAR
        return FEWER if self.ratio.ratio < 1 else MORE


def change_of(student: Student) -> RateChange | None:
    """The change over a student's drafts, None where fewer than two are long enough."""
    drafts = student.with_rate
    if len(drafts) < 2:
        return None
    first, last = drafts[0], drafts[-1]
    ratio = rate_ratio((len(first.findings), first.n_words), (len(last.findings), last.n_words))
    return RateChange(first, last, ratio, order_of([each.draft for each in student.drafts]))


def describe_change(change: RateChange | None) -> str:
    """A few sentences that say what changed, and whether chance alone may explain it."""
    if change is None:
        return f"Fewer than two drafts have {LEAST_WORDS} words, so there is no change to show."
    first, last = change.first, change.last
    what = (
        f"From {first.rate:.0f} findings per {PER_WORDS:,} words ({first.draft.title}) to "
        f"{last.rate:.0f} ({last.draft.title})."
    )
    return " ".join(filter(None, (what, _verdict(change), _ORDER.get(change.order, ""))))


def _verdict(change: RateChange) -> str:
    ends = change.ratio.interval
    if not ends.is_defined:
        return "Nothing was found in either draft."
    low, high = _change_in_words(ends.low), _change_in_words(ends.high)
    if change.direction == UNCLEAR:
        return (
            f"Chance alone may explain this: the true change may be anything from {low} to {high}."
        )
    less, more = (high, low) if change.direction == FEWER else (low, high)
    return (
        "Chance alone would hardly explain this: the true change is probably between "
        f"{less} and {more}."
    )


def _change_in_words(ratio: float) -> str:
    """A ratio of two rates as a change.

    >>> [_change_in_words(ratio) for ratio in (0.25, 1.0, 1.4, 6.2, math.inf)]
    ['75% fewer', 'no change', '40% more', '6 times as many', 'any number more']
    """
    if math.isinf(ratio):
        return "any number more"
    if ratio > _TIMES:
        return f"{ratio:.0f} times as many"
    difference = round(100 * abs(ratio - 1))
    if not difference:
        return "no change"
    return f"{difference}% {FEWER if ratio < 1 else MORE}"


_MOST_LETTERS = 160
# The probability from which on a suggestion makes a clear example.
_CLEAR = 0.5


@dataclass(frozen=True, slots=True)
class ErrorExample:
    """A finding, and whose it is."""

    student: str
    finding: Finding


@dataclass(frozen=True, slots=True)
class CommonProblem:
    """A kind of error, how often it was found and in how many students' texts, with examples."""

    kind: str
    n_findings: int
    n_students: int
    examples: tuple[ErrorExample, ...]


def commonest_problems(
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


def _examples(students: Sequence[Student], kinds: frozenset[str]) -> dict[str, list[ErrorExample]]:
    """The findings of each of these kinds, those that make the best examples first."""
    examples: dict[str, list[ErrorExample]] = {kind: [] for kind in kinds}
    for student in students:
        for draft in student.drafts:
            for finding in draft.findings:
                if finding.kind in kinds:
                    examples[finding.kind or ""].append(ErrorExample(student.name, finding))
    for each in examples.values():
        each.sort(key=lambda example: _worth(example.finding), reverse=True)
    return examples


def _best(examples: Sequence[ErrorExample], most: int) -> tuple[ErrorExample, ...]:
    """The best examples, of as many students as possible; an unclear one if there is no other."""
    clear = [each for each in examples if _p_suggestion(each.finding) >= _CLEAR] or examples[:1]
    first: dict[str, ErrorExample] = {}
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


_MEASURED_BY_TYPE = ("cascade", "teacher")


@dataclass(frozen=True, slots=True)
class Quality:
    """Sentences about what the checker does, and the share of errors it finds by group."""

    sentences: tuple[str, ...]
    found_by_group: dict[str, str]


def quality(
    detector: str, audience: str, kinds: Sequence[str], groups: Sequence[KindGroup]
) -> Quality:
    """What is known about a detector at the point of an audience, in plain words."""
    point = measured_point(detector, audience)
    sentences = (
        looked_for(kinds),
        not_looked_for(kinds),
        _measured(detector, audience) if point is None else _figures(point),
    )
    by_group: dict[str, str] = {}
    if (detector, audience) == _MEASURED_BY_TYPE:
        by_group = {group.name: _found(group) for group in groups if group.errant_types}
    return Quality(sentences, by_group)


def in_ten(share: float) -> str:
    """A share as a number out of ten.

    >>> in_ten(0.42), in_ten(0.02), in_ten(0.97)
    ('about 4 of 10', 'hardly any', 'nearly all')
    """
    n = round(10 * share)
    return {0: "hardly any", 10: "nearly all"}.get(n, f"about {n} of 10")


def _figures(point: MeasuredPoint) -> str:
    return (
        "In exam essays that examiners had marked, this setting found "
        f"{in_ten(point.exams_found)} of their errors, and {in_ten(point.exams_right)} findings "
        "were right. Counted word by word in other learners' texts, it found "
        f"{in_ten(point.places_found)}, and {in_ten(point.places_right)} were right."
    )


def _measured(detector: str, audience: str) -> str:
    return (
        f"How much the detector {detector} finds for {audience}s has not been measured, nor how "
        "much of that is right."
    )


def _found(group: KindGroup) -> str:
    """The share of the errors of a group that is found; a range where its types differ."""
    shares = sorted(FOUND_BY_TYPE[type_] for type_ in group.errant_types)
    low, high = in_ten(shares[0]), in_ten(shares[-1])
    if low == high:
        return low
    if low.startswith("about") and high.startswith("about"):
        return f"about {round(10 * shares[0])} to {round(10 * shares[-1])} of 10"
    return f"{low} to {high}"
