"""Signatures: a line that names all that the figures of a command depend on.

These are the command, its settings, each input file and each model with a hash of its content,
and the version of Solecism. The line has the form of SacreBLEU's signatures.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from solecism.errors import InputError
from solecism.system.display_text import quoted
from solecism.version import __version__

Setting = None | bool | int | float | str | tuple[str, ...]
"""The value of an option; None, or nothing in a tuple, where it was not given."""

DIGITS = 12
_NOT_GIVEN, _NOT_KNOWN = "-", "?"
_MODELS, _VERSION = "models", "v"
_MOST_CHARACTERS = 1_000_000
_COMMAND = "[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_KEY = re.compile("[a-z][a-z0-9_-]*")
_FILE = re.compile(r"(?:([^=@]*)=)?([^=@]+)@([0-9a-f]{12,64}|\?)")
_LINE = re.compile(rf"(?<![\w|-])(?:{_COMMAND})(?:\|{_KEY.pattern}:[^\s|]*)*\|v:[^\s|\"'<>\\]+")
_OLD_HASH = re.compile("[0-9a-f]{8}")


@dataclass(frozen=True, slots=True)
class SignedFile:
    """The name of a file without its folder, and the SHA-256 of its content, or its first digits.

    The digest is None for what can be read only once, such as standard input. A file in a folder
    that was given as a whole is named from this folder on. `label` is the name in NAME=FILE.

    >>> str(SignedFile("a.m2", "0123456789abcdef"))
    'a.m2@0123456789ab'
    """

    name: str
    digest: str | None
    label: str = ""

    def __str__(self) -> str:
        label = f"{_encoded(self.label)}=" if self.label else ""
        digest = _NOT_KNOWN if self.digest is None else self.digest[:DIGITS]
        return f"{label}{_encoded(self.name)}@{digest}"

    def has_content(self, digest: str) -> bool:
        """Whether the file has the content with this SHA-256, as far as its digits are known."""
        return self.digest is not None and digest.startswith(self.digest[: len(digest)])

    def to_dict(self) -> dict[str, str | None]:
        """All parts as values that JSON can represent."""
        label = {"label": self.label} if self.label else {}
        return {**label, "name": self.name, "sha256": self.digest}


@dataclass(frozen=True, slots=True)
class Signature:
    """All that the figures of a command depend on, and `counts` of what it read.

    >>> text = "plan|level:0.95|only:-|size:22000|v:0.2.0"
    >>> parse(text).settings
    {'level': ('0.95',), 'only': None, 'size': ('22000',)}
    >>> str(parse(text)) == text
    True
    """

    command: str
    settings: Mapping[str, Setting] = field(default_factory=dict)
    files: Mapping[str, tuple[SignedFile, ...]] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    models: tuple[SignedFile, ...] = ()
    version: str = __version__

    def __str__(self) -> str:
        values = {
            **{name: "+".join(map(str, each)) for name, each in self.files.items()},
            **{name: _format(self.settings[name]) for name in sorted(self.settings)},
            **{name: str(self.counts[name]) for name in sorted(self.counts)},
        }
        if self.models:
            values[_MODELS] = "+".join(map(str, self.models))
        parts = (f"{name}:{value}" for name, value in {**values, _VERSION: self.version}.items())
        return "|".join([self.command, *parts])

    def content(self) -> dict[str, Any]:
        """The line, and the same as an object with whole hashes, for the JSON of a command."""
        return {
            "signature": str(self),
            "provenance": {
                "command": self.command,
                "version": self.version,
                "settings": dict(self.settings),
                "files": {
                    name: [each.to_dict() for each in files] for name, files in self.files.items()
                },
                "models": [each.to_dict() for each in self.models],
            },
        }


def parse(text: str) -> Signature:
    """The signature in a line; InputError for anything else, and for those of older versions."""
    if len(text) > _MOST_CHARACTERS or not _LINE.fullmatch(text):
        _refuse(text, "it is not COMMAND|NAME:VALUE|...|v:VERSION")
    command, *parts = text.split("|")
    values: dict[str, str] = {}
    for part in parts:
        name, _, value = part.partition(":")
        if name in values:
            _refuse(text, f"it has {name} twice")
        values[name] = value
    version = values.pop(_VERSION)
    if _OLD_HASH.fullmatch(values.get("input", "")):
        raise InputError(
            f"{quoted(text)} was made by an older version of Solecism: it names no files, only one "
            "hash of them all. Run the command again for a signature that can be verified."
        )
    models = values.pop(_MODELS, None)
    counts = {name: values.pop(name) for name in list(values) if name.startswith("n_")}
    files = {name: values.pop(name) for name in list(values) if "@" in values[name]}
    if not all(each.isascii() and each.isdigit() and len(each) < 19 for each in counts.values()):
        _refuse(text, "what begins with n_ is not a number")
    return Signature(
        command,
        {name: _parse_setting(value) for name, value in values.items()},
        {name: _parse_files(text, value) for name, value in files.items()},
        {name: int(value) for name, value in counts.items()},
        _parse_files(text, models) if models else (),
        version,
    )


def signatures_in(text: str) -> list[str]:
    """The signatures in a text, each of them once, in order.

    >>> signatures_in("% plan|level:0.95|v:0.2.0\\n")
    ['plan|level:0.95|v:0.2.0']
    """
    return list(dict.fromkeys(match[0] for match in _LINE.finditer(text)))


def _format(value: Setting) -> str:
    if value is None or value == ():
        return _NOT_GIVEN
    if isinstance(value, tuple):
        return "+".join(map(_format, value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return "%2D" if value == _NOT_GIVEN else _encoded(str(value))


def _encoded(text: str) -> str:
    """The text, in which what parts a signature, space and what cannot be seen are in hexadecimal.

    >>> _encoded("50% a|b.m2")
    '50%25%20a%7Cb.m2'
    """
    return "".join(
        "".join(f"%{byte:02X}" for byte in each.encode(errors="surrogateescape"))
        if each in "%|+@= \"'<>\\" or not each.isprintable()
        else each
        for each in text
    )


def _decoded(text: str) -> str:
    # Bytes that are not UTF-8 are what Python makes of them in the names of files.
    from urllib.parse import unquote

    return unquote(text, errors="surrogateescape")


def _parse_setting(value: str) -> Setting:
    return None if value == _NOT_GIVEN else tuple(map(_decoded, value.split("+")))


def _parse_files(text: str, value: str) -> tuple[SignedFile, ...]:
    return tuple(_parse_file(text, each) for each in value.split("+"))


def _parse_file(text: str, value: str) -> SignedFile:
    found = _FILE.fullmatch(value)
    if found is None:
        _refuse(text, f"{quoted(value)} is not a file and its hash")
    label, name, digest = found.groups()
    return SignedFile(
        _decoded(name), None if digest == _NOT_KNOWN else digest, _decoded(label or "")
    )


def _refuse(text: str, problem: str) -> NoReturn:
    raise InputError(f"{quoted(text)} is not a signature: {problem}.")
