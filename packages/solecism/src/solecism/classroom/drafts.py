"""The drafts of a class: which file is whose, and in which order a student wrote them.

A folder inside the class folder is one student, and every file in it is a draft. A file that lies
in the class folder itself belongs to the student of its name, without a date and without a number
that follows a word such as "draft". Dates are written year first; the time stamps of files are
never used, because copying a file changes them.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from solecism.formats import files

_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?!\d)")
_NUMBER = re.compile(r"(?<![^\W_])(?:draft|version|essay|text|v)[\W_]*(\d{1,4})(?!\d)", re.I)
_ANY_NUMBER = re.compile(r"\d{1,9}")
_SEPARATORS = " _-.,;()[]"
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


def drafts_of(paths: Iterable[str], folder: Path) -> list[StudentDraft]:
    """The drafts that files in a class folder are: students by name, drafts as in `ordered`."""
    drafts: defaultdict[str, list[StudentDraft]] = defaultdict(list)
    for path in paths:
        draft = _draft(Path(path), folder)
        drafts[draft.student].append(draft)
    names = sorted(drafts, key=lambda name: (natural_order(name), name))
    return [draft for name in names for draft in ordered(drafts[name])]


def ordered(drafts: Iterable[StudentDraft]) -> list[StudentDraft]:
    """The drafts of a student: by date if all have one, else by number if all have one, else by
    the names of their files.
    """
    listed = sorted(drafts, key=lambda draft: natural_order(draft.file))
    order = order_of(listed)
    if order == _BY_DATE:
        listed.sort(key=lambda draft: (draft.date or date.min, draft.number or 0))
    elif order == _BY_NUMBER:
        listed.sort(key=lambda draft: draft.number or 0)
    return listed


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


def _draft(path: Path, folder: Path) -> StudentDraft:
    inside = path.relative_to(folder)
    # A compressed text has two endings.
    whole_stem = _plain(files.unpacked(str(inside)).stem)
    stem, day = _without_date(whole_stem)
    match = _NUMBER.search(stem)
    number = int(match[1]) if match else None
    if len(inside.parts) > 1:
        student = _plain(inside.parts[0])
        numbers = _ANY_NUMBER.findall(stem)
        number = int(numbers[-1]) if number is None and numbers else number
    else:
        student = stem if match is None else stem[: match.start()] + " " + stem[match.end() :]
    name = _name(student) or _name(whole_stem) or _plain(inside.name)
    return StudentDraft(name, str(path), _plain(str(inside)), day, number)


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


def _name(text: str) -> str:
    return " ".join(text.replace("_", " ").strip(_SEPARATORS).split())
