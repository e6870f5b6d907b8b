"""What a server for writers is started with: settings, a dictionary, an opened document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from threading import Lock
from urllib.parse import urlsplit

from solecism import documents
from solecism.checking.checked_files import DetectorOptions
from solecism.detect.detector import MISSPELLING
from solecism.documents import kinds
from solecism.documents.edited import editable_suffix
from solecism.errors import InputError
from solecism.finding import Finding
from solecism.formats import files
from solecism.web import Rate, check_networks

MAX_WORDS = 100_000
MAX_LETTERS = 100


class Dictionary:
    """Words in order of their addition, read from a file if there is one, and written to it.

    Words are the same whatever their case. Without a file they are forgotten with the process.
    """

    def __init__(self, path: str | None = None) -> None:
        self._path = path
        self._lock = Lock()
        self._words: dict[str, str] = {}
        if path is not None and Path(path).exists():
            for line in files.read_lines(path):
                if word := line.strip():
                    self._words[word.casefold()] = word

    @property
    def words(self) -> list[str]:
        """All words in order."""
        return list(self._words.values())

    def __contains__(self, word: str) -> bool:
        return word.casefold() in self._words

    def add(self, word: str) -> bool:
        """Add a word and write the file; false if the word is there already."""
        with self._lock:
            if word in self:
                return False
            if len(self._words) >= MAX_WORDS:
                raise InputError(f"the dictionary is full: it has {MAX_WORDS:,} words.")
            self._write({**self._words, valid_word(word).casefold(): word})
            return True

    def remove(self, word: str) -> bool:
        """Remove a word and write the file; false if there is no such word."""
        with self._lock:
            if word not in self:
                return False
            kept = {key: each for key, each in self._words.items() if key != word.casefold()}
            self._write(kept)
            return True

    def _write(self, words: dict[str, str]) -> None:
        if self._path is not None:
            files.write_text(self._path, (f"{word}\n" for word in words.values()))
        self._words = words

    def allows(self, finding: Finding, more: Iterable[str] = ()) -> bool:
        """Whether a finding is to be shown: no misspelling of a word that is here or in `more`."""
        if finding.kind != MISSPELLING:
            return True
        own = finding.text.casefold()
        return own not in self._words and all(own != word.casefold() for word in more)


def valid_word(word: str) -> str:
    """The word itself; InputError if it is empty, too long or not one word.

    >>> valid_word("Solecism")
    'Solecism'
    """
    if not word or word.split() != [word]:
        raise InputError(f"{word!r} is not a word: a word is not empty and has no spaces.")
    if len(word) > MAX_LETTERS or not word.isprintable():
        raise InputError(f"a word has at most {MAX_LETTERS} letters, all of which can be shown.")
    return word


# The token may be the first part of a path, because clients of LanguageTool know only a base URL.
PREFIX = "/t/"
ANY_ORIGIN = "*"
_LOCAL_NAMES = frozenset(("localhost", "127.0.0.1", "::1"))
# People who write stay far below, even if many share an address.
_PER_ADDRESS = Rate(600, 100)


@dataclass(frozen=True, slots=True)
class OpenedText:
    """A document that is opened in the page.

    `format` is the ending of a file that can be saved again with its format, and else empty.
    """

    name: str = ""
    text: str = ""
    notes: tuple[str, ...] = ()
    format: str = ""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a server.

    `token` is needed by everybody if it is given, as it must be where other machines reach the
    server; then requests are limited by address as well. Pages of the origins in `cors` may use the
    server. `address` is the URL under which people reach it, where that is another one, such as
    that of a proxy; its path may be a part of that of every request. `proxies` are believed when
    they say whom they speak for. With `logs` a line about each request is written to standard
    error. `opened` is the document that the page begins with. `options` are the detector and the
    rules of all requests, which have an audience and kinds of their own.
    """

    token: str | None = None
    cors: tuple[str, ...] = ()
    address: str = ""
    proxies: tuple[str, ...] = ()
    logs: bool = False
    dictionary: Dictionary = field(default_factory=Dictionary)
    opened: OpenedText = OpenedText()
    original: bytes = field(default=b"", repr=False)
    per_address: Rate = _PER_ADDRESS
    options: DetectorOptions = field(default_factory=DetectorOptions)

    @property
    def origin(self) -> str:
        """The origin of the public address; empty without one."""
        parts = urlsplit(self.address)
        return f"{parts.scheme}://{parts.netloc}" if self.address else ""

    @property
    def root(self) -> str:
        """The path of the public address without its last slash."""
        return urlsplit(self.address).path.rstrip("/")

    @property
    def is_secure(self) -> bool:
        """Whether people reach the server by HTTPS."""
        return self.address.startswith("https:")

    def __post_init__(self) -> None:
        parts = urlsplit(self.address)
        if self.address and (parts.scheme not in ("http", "https") or not parts.hostname):
            raise InputError(
                f"--address {self.address}: is not the URL of a page. Give one such as "
                "https://school.example/write."
            )
        check_networks(self.proxies)
        for origin in self.cors:
            parts = urlsplit(origin)
            is_origin = (
                parts.scheme and parts.netloc and origin == f"{parts.scheme}://{parts.netloc}"
            )
            if origin != ANY_ORIGIN and not is_origin:
                raise InputError(
                    f"{origin!r} is not an origin. Give one such as https://example.org, or *."
                )


def is_local(host: str) -> bool:
    """Whether a network address is reached from this machine only.

    >>> is_local("127.0.0.1"), is_local("localhost"), is_local("0.0.0.0")
    (True, True, False)
    """
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host in _LOCAL_NAMES


def is_local_name(authority: str) -> bool:
    """Whether the Host header of a request names this machine, whatever the port.

    >>> is_local_name("localhost:8081"), is_local_name("[::1]:80"), is_local_name("evil.example")
    (True, True, False)
    """
    try:
        return (urlsplit(f"//{authority}").hostname or "") in _LOCAL_NAMES
    except ValueError:
        return False


def opened_file(path: str) -> tuple[OpenedText, bytes]:
    """The document in a file, and the file itself if it can be saved again with its format."""
    data = files.read_unpacked(path, most=kinds.MAX_BYTES)
    opened = opened_document(Path(path).name, data)
    return opened, data if opened.format else b""


def opened_document(name: str, data: bytes) -> OpenedText:
    """The document in the bytes of a file with this name."""
    document = documents.parse(data, name=name)
    format = editable_suffix(data, name)
    has_format = bool(document.blocks) or (
        document.source is not None and not document.source.is_identity
    )
    is_lost = has_format and not format
    notes = (*document.notes, _TEXT_ALONE) if is_lost else document.notes
    return OpenedText(name, document.shown_text, notes, format)


_TEXT_ALONE = (
    "Only its text is here: what you save has none of its headings, links and other formats."
)
