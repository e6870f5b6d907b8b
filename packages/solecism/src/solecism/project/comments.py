"""Comments that turn checking off for a line, the next line, a block, or the rest of a file.

`solecism: off` and `solecism: on` enclose a block, which ends with the file at the latest;
`solecism: ignore-line` and `solecism: ignore-next-line` are for one line. Each may name kinds of
error, as in `solecism: off wrong-preposition, spelling`; without names it is about all kinds.
Checked sentences are shown without the findings that comments turn off.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from solecism.finding import CheckedSentence, Finding, Place
from solecism.language.markup import Directive, Fences, directives
from solecism.project.settings_file import KINDS, unknown_name_hint
from solecism.system.display_text import safe

_OFF, _ON, _LINE, _NEXT = "off", "on", "ignore-line", "ignore-next-line"
COMMANDS = (_OFF, _ON, _LINE, _NEXT)
_MOST_NOTES = 10
_SEPARATOR = re.compile(r"[\s,]+")
_OTHER = "other"
_END = (1 << 62, 0)

_Position = tuple[int, int]


@dataclass(slots=True)
class _Span:
    """Where a comment turns a kind of error off: from `start` to before `end`."""

    comment: int
    start: _Position
    end: _Position = _END


@dataclass(slots=True)
class _Comment:
    """A comment as it is written, the kinds that it is about, and whether it had an effect."""

    line: int
    words: str
    kinds: frozenset[str]
    problem: str = ""
    is_hiding: bool = True
    is_used: bool = False


@dataclass(slots=True)
class CheckingComments:
    """The comments of a text, which is read line by line, and what they turn off.

    >>> comments = read_comments(["% solecism: ignore-next-line\\n", "I depend of it.\\n"])
    >>> comments.hides(Place(2, 10), Place(2, 12), "wrong-preposition")
    True
    >>> comments.hides(Place(1, 10), Place(1, 12), "wrong-preposition")
    False
    """

    markup: bool = True
    n_lines: int = 0
    _fences: Fences = field(default_factory=Fences)
    _comments: list[_Comment] = field(default_factory=list)
    _blocks: dict[str, list[_Span]] = field(default_factory=dict)
    _lines: dict[int, list[int]] = field(default_factory=dict)

    def read_line(self, line: str) -> None:
        """Read the next line of the text."""
        self.n_lines += 1
        if self.markup and self._fences.is_code(line):
            return
        for directive in directives(line):
            self._add(directive)

    @property
    def is_empty(self) -> bool:
        """Whether there is no comment in the lines so far."""
        return not self._comments

    def hides(self, start: Place, end: Place, kind: str | None) -> bool:
        """Whether an error between two places, of lines that have been read, is turned off."""
        hiding = [
            index
            for line in range(start.line, end.line + 1)
            for index in self._lines.get(line, ())
            if _known(kind) in self._comments[index].kinds
        ]
        spans = self._blocks.get(_known(kind), [])
        position = (start.line, start.column)
        before = bisect_right(spans, position, key=lambda span: span.start)
        if before and position < spans[before - 1].end:
            hiding.append(spans[before - 1].comment)
        for index in hiding:
            self._comments[index].is_used = True
        return bool(hiding)

    def notes(self, file: str, kinds: Iterable[str] = KINDS) -> list[str]:
        """What is wrong with comments, and which had no effect, given the kinds looked for."""
        looked_for = {*kinds}
        notes = []
        for comment in self._comments:
            problem = comment.problem
            if not problem and not comment.is_used and comment.kinds & looked_for:
                problem = "hides no finding." if comment.is_hiding else "ends no `solecism: off`."
            if problem:
                words = safe(f"solecism: {comment.words}".rstrip())
                notes.append(f"{file}:{comment.line}: `{words}` {problem}")
        more = f"{file}: {len(notes) - _MOST_NOTES:,} more comments are wrong or have no effect."
        return notes if len(notes) <= _MOST_NOTES else [*notes[:_MOST_NOTES], more]

    def _add(self, directive: Directive) -> None:
        command, *names = _SEPARATOR.split(directive.words.strip(", "))
        problem = _problem(command, names)
        kinds = frozenset(names or (*KINDS, _OTHER))
        index = len(self._comments)
        comment = _Comment(self.n_lines, directive.words[:80], kinds, problem, command != _ON)
        self._comments.append(comment)
        if problem:
            return
        if command == _OFF:
            self._open(index, kinds, (self.n_lines, directive.end + 1))
        elif command == _ON:
            comment.is_used = self._close(kinds, (self.n_lines, directive.start + 1))
        else:
            line = self.n_lines + (command == _NEXT)
            self._lines.setdefault(line, []).append(index)

    def _open(self, index: int, kinds: Iterable[str], start: _Position) -> None:
        for kind in kinds:
            spans = self._blocks.setdefault(kind, [])
            if not spans or spans[-1].end != _END:
                spans.append(_Span(index, start))

    def _close(self, kinds: Iterable[str], end: _Position) -> bool:
        """End the blocks of these kinds; whether there were any."""
        ended = [
            spans[-1]
            for spans in map(self._blocks.get, kinds)
            if spans is not None and spans[-1].end == _END
        ]
        for span in ended:
            span.end = end
        return bool(ended)


def read_comments(lines: Iterable[str], *, markup: bool = True) -> CheckingComments:
    """The comments of a whole text; those in fenced code are examples if `markup`."""
    comments = CheckingComments(markup)
    for line in lines:
        comments.read_line(line)
    return comments


def _known(kind: str | None) -> str:
    return kind if kind in KINDS else _OTHER


def _problem(command: str, names: list[str]) -> str:
    if command not in COMMANDS:
        return f"is not known. {unknown_name_hint(command, COMMANDS)}"
    for name in names:
        if name not in KINDS:
            return f"names {name!r}, which is no kind of error. {unknown_name_hint(name, KINDS)}"
    return ""


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A sentence, and the places where it begins and ends in the text."""

    checked: CheckedSentence
    start: Place
    end: Place

    def showing(self, comments: CheckingComments) -> CheckedSentence:
        """The sentence with the findings that no comment turns off."""

        def is_shown(finding: Finding) -> bool:
            start = self.start.after(finding.sentence.text[: finding.start])
            return not comments.hides(start, start.after(finding.text), finding.kind)

        return self.checked if comments.is_empty else self.checked.showing(is_shown)


def without_disabled_findings(
    sentences: Iterable[CheckedSentence], comments: CheckingComments
) -> Iterator[CheckedSentence]:
    """The sentences of a whole text, each as soon as its last line has been read.

    `comments`, new ones, have read the whole text when all sentences have been taken.
    """
    place = Place(1, 1)
    waiting: deque[_Waiting] = deque()
    unfinished: list[str] = []
    for checked in sentences:
        sentence = checked.sentence
        waiting.append(_Waiting(checked, place, place.after(sentence.text)))
        text = sentence.text + sentence.after
        place = place.after(text)
        first, *others = text.split("\n")
        unfinished.append(first)
        for line in others:
            comments.read_line("".join(unfinished))
            unfinished = [line]
        while waiting and waiting[0].end.line <= comments.n_lines:
            yield waiting.popleft().showing(comments)
    comments.read_line("".join(unfinished))
    while waiting:
        yield waiting.popleft().showing(comments)
