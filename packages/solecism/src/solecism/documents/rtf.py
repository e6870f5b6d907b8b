"""Rich Text Format (.rtf): paragraphs, lists, tables, text boxes and footnotes.

Tracked deletions, hidden text, comments, headers and footers are not part of the text.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from solecism.documents.document import Document, joined_paragraphs
from solecism.errors import InputError

_TOKEN = re.compile(
    r"\\(?P<word>[a-zA-Z]{1,32})(?P<number>-?\d{1,10})? ?|\\'(?P<byte>[0-9a-fA-F]{2})"
    r"|\\(?P<sign>[^a-zA-Z])|(?P<brace>[{}])|[\r\n]+|(?P<text>[^\\{}\r\n]+)|.",
    re.DOTALL,
)
# Groups that hold tables of fonts, pictures, fields' instructions and the like.
_NOT_TEXT = frozenset(
    """annotation atnauthor atnid background bkmkend bkmkstart colortbl comment datafield
    filetbl fldinst fonttbl footer footerf footerl footerr ftncn ftnsep ftnsepc generator header
    headerf headerl headerr info listtable listoverridetable listtext mmath nonshppict object
    pict pntext private revtbl rsidtbl shprslt stylesheet template themedata xmlnstbl""".split()
)
_SIGNS = {
    **{"tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "bullet": "•", "enspace": " "},
    **{"lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "emspace": " "},
    **{"~": "\N{NO-BREAK SPACE}", "_": "-", "\n": "\n", "\r": "\n", "{": "{", "}": "}"},
    "\\": "\\",
}
_ENDS = {"par": "paragraph", "sect": "paragraph", "page": "paragraph", "cell": "cell", "row": "row"}
# Groups in groups; files that are read by people have a few dozen.
MAX_DEPTH = 1_000
_OWN_BLOCKS = {"footnote": "footnote", "shptxt": "text box"}
_CODE_PAGES = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}


@dataclass(frozen=True, slots=True)
class _Group:
    """What holds up to the end of a group."""

    is_text: bool = True
    is_visible: bool = True
    is_deleted: bool = False
    n_after: int = 1
    own_block: str = ""


def parse(data: bytes, *, file: str) -> Document:
    """The document of the bytes of an .rtf file."""
    return joined_paragraphs(_Reader(data.decode("latin-1"), file).blocks())


class _Reader:
    """Reads the commands and texts of a file from its beginning to its end."""

    def __init__(self, source: str, file: str) -> None:
        self._source = source
        self._file = file
        self._blocks = RtfBlocks()
        self._group = _Group()
        self._groups: list[_Group] = []
        self._n_to_skip = 0
        self._is_ignorable = False

    def blocks(self) -> Iterator[tuple[str, str, int]]:
        """The text, label and number (0) of every block, footnotes last."""
        position = 0
        while match := _TOKEN.match(self._source, position):
            position = match.end()
            if word := match["word"]:
                number = int(match["number"]) if match["number"] else None
                if word == "bin":
                    position += max(0, number or 0)
                else:
                    self._command(word, number)
            elif match["brace"]:
                self._brace(match["brace"])
            elif match["byte"]:
                self._character(bytes([int(match["byte"], 16)]))
            elif match["sign"] == "*":
                self._is_ignorable = True
            elif match["sign"]:
                self._add(_SIGNS.get(match["sign"], ""))
            elif match["text"]:
                self._add(match["text"])
        return self._blocks.finished()

    def _brace(self, brace: str) -> None:
        self._is_ignorable = False
        self._n_to_skip = 0
        if brace == "{":
            if len(self._groups) > MAX_DEPTH:
                raise InputError(f"{self._file}: is damaged, and cannot be read. Save it again.")
            self._groups.append(self._group)
            self._group = replace(self._group, own_block="")
        elif self._groups:
            if self._group.own_block:
                self._blocks.close_own(self._group.own_block)
            self._group = self._groups.pop()

    def _command(self, word: str, number: int | None) -> None:
        is_ignorable, self._is_ignorable = self._is_ignorable, False
        if word in _OWN_BLOCKS and (self._group.is_text or word == "shptxt"):
            self._blocks.open_own()
            self._group = replace(self._group, is_text=True, own_block=_OWN_BLOCKS[word])
        elif is_ignorable or word in _NOT_TEXT:
            self._group = replace(self._group, is_text=False)
        elif word in _ENDS:
            if self._is_text:
                self._blocks.end(_ENDS[word])
        elif word in _SIGNS:
            self._add(_SIGNS[word])
        else:
            self._property(word, number)

    def _property(self, word: str, number: int | None) -> None:
        is_on = number != 0
        if word == "u":
            self._n_to_skip = 0
            if self._is_text:
                self._blocks.add_unit((number or 0) & 0xFFFF)
            self._n_to_skip = self._group.n_after
        elif word == "uc":
            self._group = replace(self._group, n_after=min(max(0, number or 0), 100))
        elif word == "v":
            self._group = replace(self._group, is_visible=not is_on)
        elif word == "deleted":
            self._group = replace(self._group, is_deleted=is_on)
        elif word == "plain":
            self._group = replace(self._group, is_visible=True, is_deleted=False)
        elif word in ("intbl", "pard"):
            self._blocks.is_in_table = word == "intbl"
        elif word == "ansicpg" and number:
            self._blocks.use_code_page(f"cp{number}")
        elif word in _CODE_PAGES:
            self._blocks.use_code_page(_CODE_PAGES[word])

    @property
    def _is_text(self) -> bool:
        group = self._group
        return group.is_text and group.is_visible and not group.is_deleted

    def _character(self, byte: bytes) -> None:
        if self._n_to_skip:
            self._n_to_skip -= 1
        elif self._is_text:
            self._blocks.add_bytes(byte)

    def _add(self, text: str) -> None:
        n_skipped = min(self._n_to_skip, len(text))
        self._n_to_skip -= n_skipped
        if self._is_text:
            self._blocks.add(text[n_skipped:])


_DEFAULT_CODE_PAGE = "cp1252"


class RtfBlocks:
    """Collects characters of several encodings, and closes a block where a paragraph ends."""

    def __init__(self) -> None:
        self.is_in_table = False
        self._code_page = _DEFAULT_CODE_PAGE
        self._main: list[tuple[str, str]] = []
        self._own: list[tuple[str, str]] = []
        # UTF-16, because characters may come as halves of surrogate pairs.
        self._units = bytearray()
        self._bytes = bytearray()
        self._outer: list[bytearray] = []
        self._counts: dict[str, int] = {}
        self._row = self._column = 0

    def use_code_page(self, name: str) -> None:
        """Read single bytes in this code page from now on; an unknown one changes nothing."""
        try:
            self._code_page = codecs.lookup(name).name
        except LookupError:
            self._code_page = _DEFAULT_CODE_PAGE

    def add(self, text: str) -> None:
        """Add text to the block."""
        self._decode_bytes()
        self._units += text.encode("utf-16-le", "surrogatepass")

    def add_unit(self, unit: int) -> None:
        """Add a character, or half of one, by its number in UTF-16."""
        self._decode_bytes()
        self._units += unit.to_bytes(2, "little")

    def add_bytes(self, byte: bytes) -> None:
        """Add a byte of the code page; several may be one character."""
        self._bytes += byte

    def end(self, what: str) -> None:
        """End a block: a paragraph, a cell or, which is not a block, a row."""
        if self._outer:
            self.add("\n")
        elif what == "row":
            self._row, self._column = self._row + 1, 0
        elif what == "cell":
            if not self._row:
                self._row = 1
                self._count("table")
            self._column += 1
            table = self._counts["table"]
            self._close(f"table {table}, row {self._row}, column {self._column}")
        elif self.is_in_table:
            self.add("\n")
        else:
            self._row = self._column = 0
            self._close("paragraph")

    def open_own(self) -> None:
        """Begin a footnote or text box in the middle of a paragraph."""
        self._decode_bytes()
        self._outer.append(self._units)
        self._units = bytearray()

    def close_own(self, what: str) -> None:
        """End a footnote or text box, and go on with the paragraph around it."""
        text = self._taken()
        if self._outer:
            self._units = self._outer.pop()
        if text:
            self._own.append((text, f"{what} {self._count(what)}"))

    def finished(self) -> Iterator[tuple[str, str, int]]:
        """The text and label of every block, the text before footnotes and text boxes."""
        while self._outer:
            self.close_own("footnote")
        self._close("paragraph")
        for text, label in (*self._main, *self._own):
            yield text, label, 0

    def _close(self, what: str) -> None:
        if text := self._taken():
            label = f"{what} {self._count(what)}" if what == "paragraph" else what
            self._main.append((text, label))

    def _taken(self) -> str:
        self._decode_bytes()
        text = self._units.decode("utf-16-le", "replace").strip()
        self._units = bytearray()
        return text

    def _decode_bytes(self) -> None:
        if self._bytes:
            text = self._bytes.decode(self._code_page, "replace")
            self._units += text.encode("utf-16-le", "surrogatepass")
            self._bytes.clear()

    def _count(self, what: str) -> int:
        self._counts[what] = self._counts.get(what, 0) + 1
        return self._counts[what]


__all__ = ["parse"]
