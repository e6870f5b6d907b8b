"""The drafts of a class: which file is whose, and in which order a student wrote them.

A folder of files is one student, a folder with folders in it is a group, and a file beside folders
belongs to the student of its name, without a date and without words such as "draft 2" or "final".
A file that a learning platform named belongs to the student whom it names, and a pattern or a list
of the class go before all of this. Dates are written year first; the time stamps of files are never
used, because copying a file changes them.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from solecism.classroom.student_names import (
    DRAFT_WORDS,
    NamedWork,
    NamePattern,
    Roster,
    clean,
    common_parts,
    is_draft_name,
    is_group_name,
    of_platform,
    tells_draft,
    without_draft_words,
    without_title,
    words_of,
)
from solecism.errors import InputError
from solecism.formats import files

_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?!\d)")
_NUMBER = re.compile(rf"(?<![^\W_])(?:{DRAFT_WORDS})[\W_]*(\d{{1,4}})(?!\d)", re.I)
_ANY_NUMBER = re.compile(r"\d{1,9}")
_BY_DATE, _BY_NUMBER, _BY_NAME = "date", "number", "name"


@dataclass(frozen=True, slots=True)
class StudentDraft:
    """One file of a student; date and number are None where its name has none.

    `file` is its path inside the class folder.
    """

    student: str
    path: str
    file: str
    date: date | None = None
    number: int | None = None

    @property
    def title(self) -> str:
        """What to call the draft: its date, else its number, else its file.

        >>> StudentDraft("Ana", "a.txt", "a.txt", date(2026, 3, 1)).title
        '1 March 2026'
        """
        if self.date is not None:
            return f"{self.date.day} {self.date:%B} {self.date.year}"
        return self.file if self.number is None else f"Draft {self.number}"


class ClassFiles(NamedTuple):
    """The drafts of all students in order, and the files that belong to nobody on the list."""

    drafts: list[StudentDraft]
    unassigned: list[str]


def drafts_of(
    paths: Iterable[str],
    folder: Path,
    *,
    pattern: NamePattern | None = None,
    roster: Roster | None = None,
) -> ClassFiles:
    """The drafts that files in a class folder are: students by name, drafts as in `ordered`.

    InputError where the names do not tell whether a folder is a student or a group.
    """
    listed = [_file(Path(path), folder) for path in paths]
    is_sure = roster is not None
    drafts = list(_named_by(pattern, listed) if pattern else _named(listed, is_sure=is_sure))
    unassigned: list[str] = []
    if roster is not None:
        owners = [(draft, roster.student_of(draft.file)) for draft in drafts]
        unassigned = [draft.file for draft, owner in owners if owner is None]
        drafts = [replace(draft, student=owner) for draft, owner in owners if owner is not None]
    by_student: defaultdict[str, list[StudentDraft]] = defaultdict(list)
    for draft in drafts:
        by_student[" ".join(words_of(draft.student)) or draft.student].append(draft)
    for key, own in by_student.items():
        # Of Anna and anna the one with more capitals is shown.
        name = max((draft.student for draft in own), key=lambda each: (_n_capitals(each), each))
        by_student[key] = [replace(draft, student=name) for draft in own]
    together = sorted(by_student.values(), key=lambda own: natural_order(own[0].student))
    return ClassFiles([draft for own in together for draft in ordered(own)], unassigned)


def _n_capitals(name: str) -> int:
    return sum(map(str.isupper, name)) - len(name) * name.isupper()


def ordered(drafts: Iterable[StudentDraft]) -> list[StudentDraft]:
    """The drafts of a student: by date if all have one, else by number if all have one, else by
    the names of their files.
    """
    listed = sorted(drafts, key=lambda draft: (natural_order(_stem(draft.file)), draft.file))
    order = order_of(listed)
    if order == _BY_DATE:
        listed.sort(key=lambda draft: (draft.date or date.min, draft.number or 0))
    elif order == _BY_NUMBER:
        listed.sort(key=lambda draft: draft.number or 0)
    return listed


def _stem(file: str) -> str:
    """A path without its ending, by which `essay.txt` comes before its copy `essay (1).txt`."""
    return file.removesuffix(Path(file).suffix)


def order_of(drafts: Sequence[StudentDraft]) -> str:
    """What the order of a student's drafts goes by: date, number or name."""
    if all(draft.date is not None for draft in drafts):
        return _BY_DATE
    return _BY_NUMBER if all(draft.number is not None for draft in drafts) else _BY_NAME


def natural_order(name: str) -> list[tuple[int, str]]:
    """A key that sorts names without regard to case, and numbers in them by their value.

    >>> sorted(["b10", "B9", "a"], key=natural_order)
    ['a', 'B9', 'b10']
    """
    parts = re.findall(r"[0-9]{1,18}|[^0-9]+", name.casefold())
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]


class _File(NamedTuple):
    path: Path
    folders: tuple[str, ...]
    stem: str
    file: str

    @property
    def name(self) -> str:
        """The name without date and draft, empty where nothing else is there."""
        return without_draft_words(_without_date(self.stem)[0])


def _file(path: Path, folder: Path) -> _File:
    inside = path.relative_to(folder)
    # A compressed text has two endings.
    stem = _plain(files.unpacked(inside.name).stem)
    return _File(path, tuple(map(_plain, inside.parts[:-1])), stem, _plain(inside.as_posix()))


def _named_by(pattern: NamePattern, listed: Sequence[_File]) -> Iterator[StudentDraft]:
    """The drafts by a pattern of names; the same name in two groups is two students."""
    matches = [(each, pattern.match("/".join((*each.folders, each.stem)))) for each in listed]
    if others := [each.file for each, match in matches if match is None]:
        shown = ", ".join(others[:3]) + (", ..." if len(others) > 3 else "")
        raise InputError(
            f"--name-pattern {pattern.pattern}: {len(others)} of {len(listed)} files have other "
            f"names: {shown}."
        )
    found = [(each, match.groupdict()) for each, match in matches if match is not None]
    groups = defaultdict(set)
    for _, fields in found:
        groups[clean(fields["student"])].add(fields.get("group"))
    for each, fields in found:
        student = clean(fields["student"]) or fields["student"]
        if len(groups[clean(fields["student"])]) > 1:
            student = f"{student} ({fields['group']})"
        number = fields.get("draft")
        day = _without_date(fields.get("date") or each.stem)[1]
        yield StudentDraft(
            student, str(each.path), each.file, day, int(number) if number else _number(each.stem)
        )


def _named(listed: Sequence[_File], *, is_sure: bool) -> Iterator[StudentDraft]:
    """The drafts by the names of platforms, or else by folders and files.

    Unless it `is_sure` otherwise whose they are, InputError where this is doubtful.
    """
    in_folder: defaultdict[tuple[str, ...], list[_File]] = defaultdict(list)
    works: list[tuple[_File, NamedWork, tuple[str, ...]]] = []
    for each in listed:
        if work := of_platform(each.folders, each.stem):
            works.append((each, work, each.folders if work.number else ()))
        else:
            in_folder[each.folders].append(each)
    groups = _groups(in_folder)
    if not is_sure:
        _refuse_doubtful(
            {
                folders: own
                for folders, own in in_folder.items()
                if _student_folder(folders, groups) == folders
            }
        )
    for folders, own in in_folder.items():
        works += _works_of_folder(folders, own, groups)
    names = defaultdict(set)
    for _, work, where in works:
        key = " ".join(words_of(work.student))
        names[key].add((work.number, where if not work.number else ()))
    for each, work, where in works:
        others = names[" ".join(words_of(work.student))]
        yield _draft(each, work, _told_apart(work, where, others))


def _told_apart(work: NamedWork, group: tuple[str, ...], others: set[Any]) -> str:
    """The student's name, with what tells it from the same name elsewhere."""
    name = clean(work.student) or work.student
    if len(others) < 2:
        return name
    what = work.number or "/".join(group)
    return f"{name} ({what})" if what else name


def _groups(in_folder: Mapping[tuple[str, ...], Sequence[_File]]) -> frozenset[tuple[str, ...]]:
    """The folders that hold students: that of the class, and all with folders for them in it."""
    groups: set[tuple[str, ...]] = {()}
    for folders in in_folder:
        for depth in range(1, len(folders) + 1):
            outer, inner = folders[: depth - 1], folders[depth - 1]
            if not _is_draft(inner):
                groups.add(outer)
            if is_group_name(inner):
                groups.add(folders[:depth])
    return frozenset(groups)


def _works_of_folder(
    folders: tuple[str, ...], own: Sequence[_File], groups: frozenset[tuple[str, ...]]
) -> Iterator[tuple[_File, NamedWork, tuple[str, ...]]]:
    """The students of the files of one folder, and the group that each of them is in."""
    student_folder = _student_folder(folders, groups)
    if student_folder is not None and folders != student_folder:
        rest = " ".join(folders[len(student_folder) :])
        for each in own:
            work = NamedWork(student_folder[-1], f"{rest} {each.stem}")
            yield each, work, _group_of(student_folder, groups)
        return
    if student_folder is not None:
        for each in own:
            yield each, NamedWork(folders[-1], each.stem), _group_of(folders, groups)
        return
    counts = common_parts(each.stem for each in own)
    for each in own:
        stem = _without_date(without_title(each.stem, counts))[0]
        student = without_draft_words(stem) or clean(_without_date(each.stem)[0]) or each.stem
        group = tuple(part for part in folders if not _is_draft(part))
        yield each, NamedWork(student, " ".join((*folders, each.stem))), group


def _student_folder(
    folders: tuple[str, ...], groups: frozenset[tuple[str, ...]]
) -> tuple[str, ...] | None:
    """The folder of a student that a file is in; None where its own name tells the student."""
    if folders in groups:
        return None
    if not _is_draft(folders[-1]):
        return folders
    return None if folders[:-1] in groups else folders[:-1]


def _is_draft(folder: str) -> bool:
    return is_draft_name(_without_date(folder)[0])


def _group_of(folders: tuple[str, ...], groups: frozenset[tuple[str, ...]]) -> tuple[str, ...]:
    return folders[:-1] if folders[:-1] in groups else ()


def _refuse_doubtful(in_folder: Mapping[tuple[str, ...], Sequence[_File]]) -> None:
    """InputError if the files of a student's folder may be those of several students.

    They are if they have several names of their own, or a name that files of other folders have.
    """
    names = {folders: _own_names(folders, own) for folders, own in in_folder.items()}
    counts = Counter(name for own in names.values() for name in own)
    for folders, own in names.items():
        shared = sorted(name for name in own if counts[name] > 1)
        if len(own) < 2 and not shared:
            continue
        shown = ", ".join((shared or sorted(own))[:3])
        raise InputError(
            f"{'/'.join(folders)}: is this the folder of one student, or are its files those of "
            f"several ({shown})? Give the class by --roster FILE, or say --name-pattern "
            "'{student}/{title}' for a folder per student, '{group}/{student}' for groups, "
            "'{title}/{student}' for a folder per assignment."
        )


def _own_names(folders: tuple[str, ...], own: Iterable[_File]) -> frozenset[str]:
    """The names of files that may be those of people, other than that of their folder."""
    owner = frozenset(words_of(folders[-1]))
    names = {" ".join(words_of(each.name)) for each in own if not tells_draft(each.name)}
    return frozenset(name for name in names if not owner & frozenset(name.split()))


def _draft(each: _File, work: NamedWork, student: str) -> StudentDraft:
    rest, day = _without_date(work.rest)
    number = _number(rest)
    if number is None and each.folders and work.student == each.folders[-1]:
        numbers = _ANY_NUMBER.findall(rest)
        number = int(numbers[-1]) if numbers else None
    return StudentDraft(student, str(each.path), each.file, day, number)


def _number(stem: str) -> int | None:
    match = _NUMBER.search(stem)
    return int(match[1]) if match else None


def _without_date(stem: str) -> tuple[str, date | None]:
    for match in _DATE.finditer(stem):
        try:
            day = date(int(match[1]), int(match[3]), int(match[4]))
        except ValueError:
            continue
        return f"{stem[: match.start()]} {stem[match.end() :]}", day
    return stem, None


def _plain(name: str) -> str:
    """A name from the file system: accents as one character, undecodable bytes replaced."""
    shown = name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    return unicodedata.normalize("NFC", shown)
