"""Encodings of text files: UTF-8, UTF-16 and the code pages of older programs, recognised."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

from solecism.documents.kinds import is_document
from solecism.errors import FormatError, InputError
from solecism.system.installation import explain_missing

UTF_8 = "utf-8"
_WINDOWS = "cp1252"
MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"
# The mark of UTF-32 begins with that of UTF-16.
_MARKS = tuple(
    (MARK.encode(encoding), encoding)
    for encoding in (UTF_8, "utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")
)
_SHOWN = {
    **{"cp1252": "Windows-1252", "cp1250": "Windows-1250", "cp1251": "Windows-1251"},
    **{"cp1253": "Windows-1253", "cp1254": "Windows-1254", "cp932": "Shift JIS"},
    **{"utf-16-le": "UTF-16", "utf-16-be": "UTF-16", "mac-roman": "Mac Roman", "cp949": "Korean"},
    **{"utf-32-le": "UTF-32", "utf-32-be": "UTF-32"},
}
_OTHERS = ("cp1250", "cp1251", "cp1253", "cp1254", "mac_roman", "cp932", "gb18030", "big5", "cp949")
_HEAD = 4096
# Characters that Western text does not have side by side, if it is really in Windows-1252.
_IMPLAUSIBLE = re.compile(
    r"[À-ÖØ-öø-ÿ]{2}|(?<=[a-z])[À-ÖØ-ÝŠŒŽŸ]|(?<=[A-Za-z])[¡-©«-¹»-¿‚ƒ„†‡ˆ‰‹›˜](?=[A-Za-z])"
)
# Bytes that no text in an encoding of single bytes has; old files of DOS end with 1A.
_CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f\x7f](?!\Z)")
_MOST_IMPLAUSIBLE = 0.1
_CHARSET = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
# Python knows others, which are not those of pages.
_PAGE_ENCODING = re.compile(
    r"utf-8|iso8859-\d+|cp\d+|koi8-[ru]|mac-\w+|gb\w+|big5\w*|shift_jis\w*|euc_\w+"
)


class DecodedText(NamedTuple):
    """The text of a file, the encoding that it is in, and a note if that is not UTF-8."""

    text: str
    encoding: str
    notes: tuple[str, ...]


def decode_text(data: bytes, *, file: str, declared: str | None = None) -> DecodedText:
    """The text of some bytes; `declared` is an encoding that the file itself names."""
    encoding = encoding_of(data, file=file, declared=declared)
    try:
        text = data.decode(encoding).removeprefix(MARK)
    except UnicodeError as error:
        place = getattr(error, "start", 0) + 1
        raise InputError(
            f"{file}: is {encoding_name(encoding)}, but damaged at byte {place:,}. "
            "Save it again as UTF-8."
        ) from error
    if "\0" in text:
        line = text.count("\n", 0, text.index("\0")) + 1
        raise FormatError(file, line, "contains a NUL character. Is this a text file?")
    note = f"{file}: was read as {encoding_name(encoding)}, not as UTF-8."
    return DecodedText(text, encoding, () if encoding == UTF_8 else (note,))


def encoding_of(data: bytes, *, file: str, declared: str | None = None) -> str:
    """The name of the encoding that bytes of text are in; InputError if it is not recognised."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding
    if wide := _utf_16(data[:_HEAD]):
        return wide
    for candidate in (declared, UTF_8, _WINDOWS):
        if candidate is not None and _fits(data, candidate):
            return candidate
    is_damaged = _CONTROL.search(data) or _is_mostly_utf_8(data)
    best = None if is_damaged else _best_guess(data)
    if best is None:
        line = data.count(b"\n", 0, _first_odd_byte(data)) + 1
        problem = "is not UTF-8, nor text in another known encoding. Is this a text file?"
        raise FormatError(file, line, problem)
    return best


def _first_odd_byte(data: bytes) -> int:
    """The place of the first byte that is not UTF-8."""
    try:
        data.decode(UTF_8)
    except UnicodeDecodeError as error:
        return error.start
    return 0


def _is_mostly_utf_8(data: bytes) -> bool:
    """Whether most characters beyond ASCII are right in UTF-8: then the others are damaged."""
    text = data.decode(UTF_8, "replace")
    n_wrong = text.count("\N{REPLACEMENT CHARACTER}")
    return sum(not sign.isascii() for sign in text) > 2 * n_wrong


def _best_guess(data: bytes) -> str | None:
    with explain_missing():
        from charset_normalizer import from_bytes
    best = from_bytes(data, cp_isolation=list(_OTHERS)).best()
    return None if best is None else str(best.encoding)


def is_binary(head: bytes) -> bool:
    """Whether a file that begins so is neither text nor a document, such as a picture."""
    has_mark = any(head.startswith(mark) for mark, _ in _MARKS)
    return b"\0" in head and not has_mark and _utf_16(head) is None and not is_document(head)


def encoding_name(encoding: str) -> str:
    """The name of an encoding for people.

    >>> encoding_name("cp1252"), encoding_name("utf-16-le")
    ('Windows-1252', 'UTF-16')
    """
    name = encoding.replace("_", "-")
    return _SHOWN.get(name, name.upper())


def declared_in_html(data: bytes) -> str | None:
    """The encoding that a page names in its head, None if there is none or it is unknown."""
    found = _CHARSET.search(data[:_HEAD])
    try:
        name = codecs.lookup(found[1].decode("ascii")).name if found else ""
    except LookupError:
        return None
    # As browsers do: the one is the other with more characters.
    name = _WINDOWS if name == "iso8859-1" else name
    return name if _PAGE_ENCODING.fullmatch(name) else None


def _utf_16(head: bytes) -> str | None:
    """UTF-16 without a mark: in English every other byte is zero."""
    half = max(1, len(head) // 2)
    first, second = head[::2].count(0) / half, head[1::2].count(0) / half
    if max(first, second) < 0.5 or min(first, second) > 0.1:
        return None
    return "utf-16-be" if first > second else "utf-16-le"


def _fits(data: bytes, encoding: str) -> bool:
    try:
        text = data.decode(encoding)
    except (UnicodeError, LookupError):
        return False
    if encoding != _WINDOWS:
        return True
    if _CONTROL.search(data) or _is_mostly_utf_8(data):
        return False
    n_others = sum(not sign.isascii() for sign in text)
    return len(_IMPLAUSIBLE.findall(text)) <= _MOST_IMPLAUSIBLE * n_others
