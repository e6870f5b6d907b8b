"""A class: its students with their checked drafts, how these were checked, and what went wrong."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from pathlib import Path

from solecism.checking.checked_files import CheckSummary, DetectorOptions, check_each_file
from solecism.checking.explanations import KindGroup, groups_of
from solecism.classroom.drafts import StudentDraft, drafts_of
from solecism.classroom.student_names import NamePattern, Roster
from solecism.documents.reading import list_documents
from solecism.errors import InputError
from solecism.figure import Figure, undefined_interval
from solecism.finding import CheckedSentence, Finding
from solecism.reporting.wording import listed
from solecism.uncertainty.proportion import rate_interval


@dataclass(frozen=True)
class Classroom:
    """The students of a class, and the kinds of error that can be found at this setting.

    Students have at least one draft with words; `unread` are all drafts of which nothing could be
    checked. `problems` are about other files, as are `notes`; `remarks` are about the detector.
    """

    title: str
    students: tuple[Student, ...]
    kinds: tuple[str, ...]
    detector: str
    audience: str
    unread: tuple[CheckedDraft, ...] = ()
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @cached_property
    def groups(self) -> tuple[KindGroup, ...]:
        """The groups of kinds that were looked for."""
        return groups_of(self.kinds)

    @property
    def is_complete(self) -> bool:
        """Whether everything could be read, and every draft has words."""
        return not self.problems and not self.unread

    @property
    def drafts(self) -> tuple[CheckedDraft, ...]:
        """The drafts of all students of which something was checked."""
        return tuple(draft for student in self.students for draft in student.with_words)

    @property
    def n_words(self) -> int:
        """The number of words of all students."""
        return sum(student.n_words for student in self.students)

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of findings of each kind in the whole class."""
        return sum((student.counts for student in self.students), Counter())


def check_class(
    folder: str,
    options: DetectorOptions,
    *,
    title: str | None = None,
    pattern: NamePattern | None = None,
    roster: Roster | None = None,
    n_jobs: int = 1,
    progress: Callable[[int, int | None], None] | None = None,
) -> Classroom:
    """Check all texts in a class folder; `progress` is told how many of the students are done.

    Whose a file is follows from its name, a pattern of names, or the list of the class. InputError
    if the folder has no texts.
    """
    if not Path(folder).is_dir():
        problem = "is not a folder" if Path(folder).exists() else "there is no such folder"
        raise InputError(f"{folder}: {problem}. Give the folder that holds the students' texts.")
    listing = list_documents([folder])
    if not listing.paths:
        raise InputError(listing.problems[0])
    drafts, unassigned = drafts_of(listing.paths, Path(folder), pattern=pattern, roster=roster)
    if not drafts:
        raise InputError(f"{folder}: no file belongs to a student on the list.")
    n_students = len({draft.student for draft in drafts})
    summary = CheckSummary(notes=[options.note] if options.note else [])
    students: list[Student] = []
    for student in check_students(drafts, options, summary, n_jobs=n_jobs):
        students.append(student)
        if progress is not None:
            progress(len(students), n_students)
    paths = tuple(draft.path for draft in drafts)
    unread = tuple(draft for student in students for draft in student.drafts if draft.problem)
    reasons = {draft.problem for draft in unread}
    notes = [note for note in summary.notes if note not in reasons]
    about_files = [note for note in notes if note.startswith(paths)]
    return Classroom(
        title or Path(folder).resolve().name,
        tuple(student for student in students if student.n_words),
        tuple(kind for kind in summary.kinds if kind not in summary.unreachable),
        options.detector,
        options.audience or "author",
        unread,
        (*listing.problems, *(f"{file}: {NOBODYS}" for file in unassigned)),
        (*about_files, *listing.notes, *_without_texts(roster, drafts)),
        tuple(note for note in notes if note not in about_files),
    )


def _without_texts(roster: Roster | None, drafts: Iterable[StudentDraft]) -> Iterator[str]:
    """Who is on the list of the class and has handed in nothing."""
    there = {draft.student for draft in drafts}
    missing = [each.name for each in (roster.students if roster else ()) if each.name not in there]
    if missing:
        yield f"No text of {listed(missing)}."


# Rates are told per so many words.
PER_WORDS = 1000
NO_WORDS = "no words were checked"
# In fewer words the rate of errors is mostly chance.
LEAST_WORDS = 100
FEW_WORDS = f"fewer than {LEAST_WORDS} words"
NOBODYS = "belongs to nobody on the list, or to more than one. Name the file after its student."


@dataclass(frozen=True)
class CheckedDraft:
    """A draft with its sentences; those that are not English were not checked.

    `problem` says why nothing could be checked, and is empty where something was.
    """

    draft: StudentDraft
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

    @property
    def with_rate(self) -> tuple[CheckedDraft, ...]:
        """The drafts that are long enough for a rate."""
        return tuple(draft for draft in self.drafts if draft.rate.is_defined)

    def count_of(self, kinds: Iterable[str]) -> int:
        """The number of findings of these kinds."""
        return sum(self.counts[kind] for kind in kinds)


def rate(n_findings: int, n_words: int) -> Figure:
    """Findings per 1,000 words with the exact 95% interval; NaN in fewer than 100 words.

    >>> print(rate(3, 200))
    15.000 [3.093, 43.836]
    """
    if n_words < LEAST_WORDS:
        why = FEW_WORDS if n_words else NO_WORDS
        return Figure(math.nan, interval=undefined_interval(why), note=why)
    exposure = n_words / PER_WORDS
    return Figure(n_findings / exposure, interval=rate_interval(n_findings, exposure))


def count_words(text: str) -> int:
    """The number of words between spaces that have a letter or digit.

    >>> count_words("I don't know - do you?")
    5
    """
    return sum(any(map(str.isalnum, word)) for word in text.split())


def check_students(
    drafts: Sequence[StudentDraft],
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
    draft: StudentDraft, sentences: Iterable[CheckedSentence], summary: CheckSummary
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
