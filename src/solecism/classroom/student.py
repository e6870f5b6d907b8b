"""A student: the drafts as they were checked, and how often they have findings of each kind."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from solecism.check.files import CheckSummary, DetectorOptions, check_each_file
from solecism.classroom.drafts import Draft
from solecism.figure import Figure
from solecism.finding import CheckedSentence, Finding
from solecism.interval import undefined
from solecism.uncertainty.rate import rate_interval

# Rates are told per so many words.
PER_WORDS = 1000
NO_WORDS = "no words were checked"


@dataclass(frozen=True)
class CheckedDraft:
    """A draft with its sentences; those that are not English were not checked.

    `problem` says why nothing could be checked, and is empty where something was.
    """

    draft: Draft
    sentences: tuple[CheckedSentence, ...] = ()
    problem: str = ""

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings of all sentences, from left to right."""
        return tuple(finding for each in self.sentences for finding in each.findings)

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of findings of each kind."""
        return Counter(finding.kind or "" for finding in self.findings)

    @cached_property
    def n_words(self) -> int:
        """The number of checked words, as word processors count them."""
        texts = (each.sentence.text for each in self.sentences if each.is_checked)
        return sum(map(count_words, texts))

    @property
    def n_sentences(self) -> int:
        """The number of checked sentences."""
        return sum(each.is_checked and bool(each.sentence.words) for each in self.sentences)

    @cached_property
    def rate(self) -> Figure:
        """The findings per 1,000 words, with an interval."""
        return rate(len(self.findings), self.n_words)


@dataclass(frozen=True)
class Student:
    """A student with all drafts in order."""

    name: str
    drafts: tuple[CheckedDraft, ...]

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of findings of each kind in all drafts."""
        return sum((draft.counts for draft in self.drafts), Counter())

    @cached_property
    def n_words(self) -> int:
        """The number of checked words in all drafts."""
        return sum(draft.n_words for draft in self.drafts)

    @property
    def n_findings(self) -> int:
        """The number of findings in all drafts."""
        return self.counts.total()

    @property
    def with_words(self) -> tuple[CheckedDraft, ...]:
        """The drafts of which something was checked."""
        return tuple(draft for draft in self.drafts if draft.n_words)

    def count_of(self, kinds: Iterable[str]) -> int:
        """The number of findings of these kinds."""
        return sum(self.counts[kind] for kind in kinds)


def rate(n_findings: int, n_words: int) -> Figure:
    """Findings per 1,000 words with the exact 95% interval; NaN where there are no words.

    >>> print(rate(3, 200))
    15.000 [3.093, 43.836]
    """
    if not n_words:
        return Figure(math.nan, interval=undefined(NO_WORDS), note=NO_WORDS)
    exposure = n_words / PER_WORDS
    return Figure(n_findings / exposure, interval=rate_interval(n_findings, exposure))


def count_words(text: str) -> int:
    """The number of words between spaces that have a letter or digit.

    >>> count_words("I don't know - do you?")
    5
    """
    return sum(any(map(str.isalnum, word)) for word in text.split())


def check_students(
    drafts: Sequence[Draft],
    options: DetectorOptions,
    summary: CheckSummary,
    *,
    n_jobs: int = 1,
) -> Iterator[Student]:
    """Each student with the checked drafts; those of one student must follow one another.

    A draft that cannot be read has a problem and no sentences; `summary` has the problem, too.
    """
    files = check_each_file([draft.path for draft in drafts], options, summary, n_jobs=n_jobs)
    pairs = zip(drafts, files, strict=True)
    for name, own in groupby(pairs, key=lambda pair: pair[0].student):
        checked = tuple(_checked(draft, sentences, summary) for draft, (_, sentences) in own)
        yield Student(name, checked)


def _checked(
    draft: Draft, sentences: Iterable[CheckedSentence], summary: CheckSummary
) -> CheckedDraft:
    n_problems, n_notes = len(summary.problems), len(summary.notes)
    checked = CheckedDraft(draft, tuple(map(_without_other_flags, sentences)))
    if len(summary.problems) > n_problems:
        return CheckedDraft(draft, problem=summary.problems[-1])
    if not checked.n_words:
        reasons = summary.notes[n_notes:] or [f"{draft.path}: {NO_WORDS}."]
        summary.notes[n_notes:] = reasons
        return CheckedDraft(draft, problem=reasons[-1])
    return checked


def _without_other_flags(checked: CheckedSentence) -> CheckedSentence:
    """The sentence with its findings only, which takes a fraction of the memory."""
    return replace(checked, flags=tuple(flag for flag in checked.flags if flag.error))
