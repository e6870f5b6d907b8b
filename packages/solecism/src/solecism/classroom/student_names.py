"""Whose a file is, by the names of files and folders, a pattern, or a list of the class.

Learning platforms write names in ways of their own when a teacher downloads a whole assignment:

    Moodle    Anna Kowalska_4711_assignsubmission_file_/essay.docx
    Canvas    kowalskaanna_LATE_1207_98321_essay.docx
    Teams     Submitted files/Anna Kowalska/My town/Version 2/essay.docx
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from solecism.errors import FormatError, InputError

# Words that say which text it is, and nothing of who wrote it.
DRAFT_WORDS = (
    "draft|version|ver|v|essay|text|final|copy|revised|revision|corrected|submission|submitted|"
    "assignment|task|homework|hw|week|unit|exam|test"
)
_DRAFT = re.compile(rf"(?<![^\W_])(?:copy of|(?:{DRAFT_WORDS})[\W_]*\d{{0,4}})(?![^\W_])", re.I)
_IN_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}")
_SEPARATORS = " _-–—.,;()[]{}"
_ORDER_WORDS = """
    first second third fourth fifth last one two three four five before after begin beginning start
    end old new latest rough outline
    monday tuesday wednesday thursday friday saturday sunday january february march april may june
    july august september october november december
""".split()
_TITLE_WORDS = """
    a an the my our your of in on at to for and or with about is was what why how
""".split()
_GROUP = re.compile(
    r"(?<![^\W_])(?:group|class|form|period|section|year|grade|team|set|course)(?![^\W_])", re.I
)
_MOODLE = re.compile(r"(.+?)_(\d+)_assignsubmission_(?:file|onlinetext)_?(.*)", re.S)
_CANVAS = re.compile(r"([^\W\d_]+)(?:_LATE)?_(\d+)_\d+_(.+)", re.S)
_TEAMS_FOLDERS = ("submitted files", "working files")


@dataclass(frozen=True, slots=True)
class NamedWork:
    """The student of a file, and the rest of its name, in which a date or a number may be.

    `number` tells students of the same name apart where a platform gives one.
    """

    student: str
    rest: str
    number: str = ""


def of_platform(folders: Sequence[str], stem: str) -> NamedWork | None:
    """The student by a name as Moodle, Canvas or Teams write it; None for any other.

    >>> of_platform([], "kowalskaanna_LATE_1207_98321_My town")
    NamedWork(student='kowalskaanna', rest='My town', number='1207')
    """
    parts = (*folders, stem)
    for index, part in enumerate(parts):
        rest = " ".join(parts[index + 1 :])
        if match := _MOODLE.fullmatch(part):
            return NamedWork(match[1], f"{match[3]} {rest}".strip(), match[2])
        if part.casefold() in _TEAMS_FOLDERS and index + 2 < len(parts):
            return NamedWork(parts[index + 1], " ".join(parts[index + 2 :]))
    if match := _CANVAS.fullmatch(stem):
        return NamedWork(match[1], match[3], match[2])
    return None


def without_draft_words(stem: str) -> str:
    """A name without brackets and without words that say which draft it is; may be empty.

    >>> without_draft_words("anna-essay final v3 (1)"), without_draft_words("Draft 2")
    ('anna', '')
    """
    return clean(_DRAFT.sub(" ", _IN_BRACKETS.sub(" ", stem)))


def clean(text: str) -> str:
    """A name without signs at its ends, and with single spaces."""
    return " ".join(text.replace("_", " ").strip(_SEPARATORS).split())


def is_draft_name(name: str) -> bool:
    """Whether a name has nothing but a draft's number, its date aside, or its place in an order.

    >>> [is_draft_name(each) for each in ("Draft 2", "last", "12", "My town", "Anna")]
    [True, True, True, False, False]
    """
    words = words_of(without_draft_words(name))
    return all(word in _ORDER_WORDS or word.isdecimal() for word in words)


def is_group_name(folder: str) -> bool:
    """Whether a folder calls itself a group.

    >>> is_group_name("Group A"), is_group_name("Anna")
    (True, False)
    """
    return _GROUP.search(folder) is not None


def tells_draft(name: str) -> bool:
    """Whether a cleaned name is a title or an order, and hardly a person's name.

    >>> [tells_draft(each) for each in ("second", "My town", "Anna Kowalska", "12")]
    [True, True, False, True]
    """
    words = name.casefold().split()
    return not any(map(str.isalpha, name)) or any(
        word in _ORDER_WORDS or word in _TITLE_WORDS for word in words
    )


def common_parts(stems: Iterable[str]) -> Counter[str]:
    """How many names of files have each part between dashes with spaces around them."""
    return Counter(part for stem in stems for part in {*map(_title_key, _dashed(stem))})


def without_title(stem: str, counts: Counter[str]) -> str:
    """The part of "Anna Kowalska - My town" that is not the title, which other files have as well.

    >>> names = ["Anna Kowalska - My town", "Ben Ito - My town"]
    >>> without_title(names[1], common_parts(names))
    'Ben Ito'
    """
    parts = _dashed(stem)
    if len(parts) < 2:
        return stem
    kept = [part for part in parts if without_draft_words(part)]
    rarest = min((counts[_title_key(part)] for part in kept), default=0)
    own = [part for part in kept if counts[_title_key(part)] == rarest]
    return own[0] if len(own) == 1 else stem


def _dashed(stem: str) -> list[str]:
    return [part for part in re.split(r"\s+[-–—]\s+", stem) if part.strip()]


def _title_key(part: str) -> str:
    return _folded(without_draft_words(part) or part)


def _folded(text: str) -> str:
    return " ".join(words_of(text))


def words_of(text: str) -> list[str]:
    """The words of a name in small letters and without accents, by which names are compared.

    >>> words_of("Zoë O'Neil_2")
    ['zoe', 'o', 'neil', '2']
    """
    plain = unicodedata.normalize("NFKD", text).casefold()
    return re.findall(r"[^\W_]+", "".join(c for c in plain if not unicodedata.combining(c)))


_FIELDS = {"student": "[^/]", "group": "[^/]", "title": "[^/]", "any": "[^/]"}
_DRAFT_FIELD, _DATE_FIELD = r"(?P<draft>\d{1,4})", r"(?P<date>(?:19|20)\d\d[-_.]?\d\d[-_.]?\d\d)"


class NamePattern:
    """A pattern such as `{group}/{student} - {title}` for the names of files without endings.

    A pattern without a slash is that of the file alone, in any folder. A field reaches to the first
    place where what follows it in the pattern is found, so that no name takes long to compare.

    >>> NamePattern("{student} - {title}").match("Anna Kowalska - My town")["student"]
    'Anna Kowalska'
    """

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern
        self._has_folders = "/" in pattern
        pieces = re.split(r"\{(\w*)\}", pattern)
        names = pieces[1::2]
        if unknown := [each for each in names if each not in {*_FIELDS, "draft", "date"}]:
            known = ", ".join(f"{{{name}}}" for name in (*_FIELDS, "draft", "date"))
            raise InputError(
                f"--name-pattern {pattern}: there is no {{{unknown[0]}}}. There are {known}."
            )
        if names.count("student") != 1 or any(names.count(each) > 1 for each in _named(names)):
            raise InputError(
                f"--name-pattern {pattern}: {{student}} must be in it once, and other fields but "
                "{any} at most once."
            )
        if any(not between for between in pieces[2:-1:2]):
            raise InputError(f"--name-pattern {pattern}: put a sign between two fields.")
        self._compiled = re.compile("".join(_compiled(pieces)), re.S)

    def match(self, inside: str) -> re.Match[str] | None:
        """The fields in the path of a file, without its ending."""
        return self._compiled.fullmatch(inside if self._has_folders else inside.rpartition("/")[2])


def _named(names: Iterable[str]) -> Iterator[str]:
    return (each for each in names if each != "any")


def _compiled(pieces: Sequence[str]) -> Iterator[str]:
    for index, piece in enumerate(pieces):
        if index % 2 == 0:
            yield re.escape(piece)
        elif piece in ("draft", "date"):
            yield _DRAFT_FIELD if piece == "draft" else _DATE_FIELD
        else:
            following = re.escape(pieces[index + 1])
            group = "" if piece == "any" else f"P<{piece}>"
            sign = f"(?:(?!{following})[^/])" if following else "[^/]"
            yield f"(?{group or ':'}{sign}+)"


@dataclass(frozen=True, slots=True)
class ListedStudent:
    """A student of the list: the name, its words, and whatever else the list has about them."""

    name: str
    words: frozenset[str]
    others: frozenset[str]


class Roster:
    """The list of a class, by which files are given to students.

    A file is a student's if the path has all words of the name, in any order, the name as Canvas
    joins it, or one of the other columns (an id, an address), which goes before names. A first or
    last name alone is enough if nobody else has it.
    """

    def __init__(self, students: Sequence[ListedStudent]) -> None:
        self.students = tuple(students)

    def student_of(self, inside: str) -> str | None:
        """The one student whose file this is; None if there is none, or more than one."""
        words = words_of(inside)
        given = frozenset((*words, *map("".join, pairwise(words))))
        found = [each for each in self.students if each.others & given]
        if not found:
            found = [each for each in self.students if _is_named(each, given)]
            # Anna Maria Kowalska is meant, and not Anna Kowalska, of whom all words are there, too.
            found = [each for each in found if not any(each.words < other.words for other in found)]
        if not found:
            found = [each for each in self.students if each.words & given]
        return found[0].name if len(found) == 1 else None


def _is_named(student: ListedStudent, given: frozenset[str]) -> bool:
    return student.words <= given or any(_is_joined(word, student.words) for word in given)


def _is_joined(word: str, names: frozenset[str]) -> bool:
    """Whether a word is all the names of a student without spaces, in any order.

    >>> _is_joined("kowalskaanna", frozenset(["anna", "kowalska"]))
    True
    """
    if len(names) < 2 or len(word) != sum(map(len, names)):
        return False
    first = (name for name in names if word.startswith(name))
    return any(word == name or _is_rest(word[len(name) :], names - {name}) for name in first)


def _is_rest(word: str, names: frozenset[str]) -> bool:
    return word in names if len(names) == 1 else _is_joined(word, names)


_NAME_COLUMNS = ("name", "full name", "student", "student name")
_FIRST_COLUMNS = ("first name", "firstname", "given name", "forename")
_LAST_COLUMNS = ("last name", "lastname", "surname", "family name")


def read_roster(path: Path) -> Roster:
    """The list of a class in a CSV file with a line of headings, one of which is for the name.

    The name is in a column `name`, or in `first name` and `last name`; every other column may
    have what is in the names of files: a login, an id, an address.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {error}.") from error
    heading = text.partition("\n")[0]
    delimiter = max(",;\t", key=heading.count)
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        columns = {(name or "").strip().casefold(): name for name in rows.fieldnames or ()}
        return Roster(list(_listed(rows, columns, str(path))))
    except csv.Error as error:
        raise FormatError(str(path), rows.line_num, f"is no CSV: {error}.") from error


def _listed(
    rows: csv.DictReader[str], columns: dict[str, str], file: str
) -> Iterator[ListedStudent]:
    whole = [columns[each] for each in _NAME_COLUMNS if each in columns][:1]
    halves = [
        columns[next(each for each in names if each in columns)]
        for names in (_FIRST_COLUMNS, _LAST_COLUMNS)
        if any(each in columns for each in names)
    ]
    used = whole or (halves if len(halves) == 2 else [])
    if not used:
        raise FormatError(
            file, 1, "has no column of names. Call one name, or two first name and last name."
        )
    seen: dict[str, int] = {}
    for row in rows:
        name = " ".join(" ".join((row[each] or "").split()) for each in used).strip()
        if not name:
            continue
        line = rows.line_num
        if (first := seen.setdefault(_folded(name), line)) != line:
            raise FormatError(
                file,
                line,
                f"{name} is listed in line {first} already. Add what tells them apart to the name.",
            )
        others = (row[each] for each in columns.values() if each not in used)
        yield ListedStudent(name, frozenset(words_of(name)), frozenset(_identifiers(others)))
    if not seen:
        raise FormatError(file, 1, "lists nobody.")


def _identifiers(cells: Iterable[str | None]) -> Iterator[str]:
    """What may stand for a student in the name of a file: a cell, or an address before its @."""
    for cell in cells:
        words = words_of((cell or "").partition("@")[0])
        if len(joined := "".join(words)) >= 3:
            yield joined
