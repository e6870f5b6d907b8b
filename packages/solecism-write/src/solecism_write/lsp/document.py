"""A document of an editor at one version: its text, its positions, and what in it is prose.

Positions of the protocol are lines, and columns in some encoding.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import PurePath

from lsprotocol import types
from lsprotocol.types import Position, PositionEncodingKind, Range
from pygls.uris import to_fs_path

from solecism.language.code_comments import FAMILIES, comments_only, commit_prose
from solecism.language.latex import unmarked_latex
from solecism.language.markup import UnmarkedText
from solecism.language.rst import unmarked_rst


@dataclass(frozen=True)
class EditorDocument:
    """A document as it was at one version."""

    uri: str
    identifier: str
    version: int
    lines: TextLines

    @property
    def text(self) -> str:
        """The text of the document."""
        return self.lines.text

    @cached_property
    def path(self) -> str:
        """The path of its file; empty for one that has not been saved."""
        return (to_fs_path(self.uri) or "") if self.uri.startswith("file:") else ""

    @cached_property
    def language(self) -> str | None:
        """Its language, None if nothing is known about it."""
        return language_of(self.identifier, self.path)

    def changed(
        self, version: int, changes: Iterable[types.TextDocumentContentChangeEvent]
    ) -> EditorDocument:
        """The document after changes, one after another."""
        lines = self.lines
        for change in changes:
            lines = lines.changed(getattr(change, "range", None), change.text)
        return replace(self, version=version, lines=lines)


# Other signs that may end a line do not do so in the protocol.
_LINE_END = re.compile(r"\r\n|\n|\r")


def _utf8(character: str) -> int:
    return len(character.encode("utf-8", "surrogatepass"))


def _utf16(character: str) -> int:
    return 1 + (ord(character) > 0xFFFF)


_UNITS: dict[str, Callable[[str], int]] = {
    PositionEncodingKind.Utf8.value: _utf8,
    PositionEncodingKind.Utf16.value: _utf16,
    PositionEncodingKind.Utf32.value: len,
}


@dataclass(frozen=True)
class TextLines:
    """A text with the offsets at which its lines begin, and the encoding of columns.

    >>> lines = TextLines("One \\N{CAT} of\\nthem.")
    >>> lines.position(6), lines.offset(Position(0, 7))
    (0:7, 6)
    """

    text: str
    encoding: str = PositionEncodingKind.Utf16.value
    starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = (0, *(end.end() for end in _LINE_END.finditer(self.text)))
        object.__setattr__(self, "starts", starts)

    def position(self, offset: int) -> Position:
        """The position of a character."""
        line = bisect_right(self.starts, offset) - 1
        before = self.text[self.starts[line] : offset]
        n_units = len(before) if before.isascii() else sum(map(_UNITS[self.encoding], before))
        return Position(line, n_units)

    def range(self, start: int, end: int) -> Range:
        """The range of some characters."""
        return Range(self.position(start), self.position(end))

    def offset(self, position: Position) -> int:
        """The character at a position; one outside of its line or of the text is the nearest.

        A position inside a character is before it.
        """
        if position.line >= len(self.starts):
            return len(self.text)
        line = self._line(max(0, position.line))
        start, wanted = self.starts[max(0, position.line)], max(0, position.character)
        if line.isascii():
            return start + min(wanted, len(line))
        units = _UNITS[self.encoding]
        for index, character in enumerate(line):
            wanted -= units(character)
            if wanted < 0:
                return start + index
        return start + len(line)

    def changed(self, range: Range | None, text: str) -> TextLines:
        """The text with another text in a range, or another text altogether."""
        if range is None:
            return TextLines(text, self.encoding)
        start, end = sorted((self.offset(range.start), self.offset(range.end)))
        return TextLines(self.text[:start] + text + self.text[end:], self.encoding)

    def _line(self, number: int) -> str:
        """The text of a line without its end."""
        end = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[number] : end].rstrip("\r\n")


# A text to a text of the same length, in which all that is not prose is blank.
Mask = Callable[[str], str]

PLAIN, MARKDOWN = "plaintext", "markdown"
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
# What editors call a language, where it differs from the names of the protocol.
_ALIASES = {
    **dict.fromkeys(("text", "txt", "mail", "org", "help", "asciidoc", "typst"), PLAIN),
    **dict.fromkeys(("quarto", "rmd", "mdx", "pandoc", "vimwiki", "gfm"), MARKDOWN),
    **dict.fromkeys(("xhtml", "htmldjango", "django-html", "jinja-html", "vue", "svelte"), "html"),
    **dict.fromkeys(("tex", "plaintex", "bibtex-style", "doctex", "rnoweb"), "latex"),
    **dict.fromkeys(("rst",), "restructuredtext"),
    **dict.fromkeys(("gitcommit", "git-rebase", "jj-commit"), "git-commit"),
    **dict.fromkeys(("c++",), "cpp"),
    **dict.fromkeys(("c#", "cs"), "csharp"),
    **dict.fromkeys(("js", "jsx"), "javascript"),
    **dict.fromkeys(("ts", "tsx"), "typescript"),
}
_ENDINGS = {
    ".txt": PLAIN,
    ".md": MARKDOWN,
    ".html": "html",
    ".htm": "html",
    ".tex": "latex",
    ".rst": "restructuredtext",
    ".py": "python",
}


def language_of(identifier: str, path: str) -> str | None:
    """The language of a document by its identifier or else by its file's ending; None if unknown.

    >>> language_of("tex", ""), language_of("", "notes.md"), language_of("json", "a.json")
    ('latex', 'markdown', None)
    """
    name = identifier.lower()
    name = _ALIASES.get(name, name)
    if name in _MASKS or name in FAMILIES:
        return name
    return _ENDINGS.get(PurePath(path).suffix.lower()) if not name else None


def mask_of(language: str) -> Mask:
    """The function that leaves the prose of a text in this language."""
    return _MASKS.get(language) or partial(comments_only, language=language)


def _unmarked(text: str) -> str:
    return "".join(UnmarkedText(_LINES.findall(text)))


def _plain(text: str) -> str:
    return text


_MASKS: dict[str, Mask] = {
    PLAIN: _plain,
    MARKDOWN: _unmarked,
    "html": _unmarked,
    "latex": unmarked_latex,
    "restructuredtext": unmarked_rst,
    "git-commit": commit_prose,
}
LANGUAGES = (*_MASKS, *FAMILIES)
