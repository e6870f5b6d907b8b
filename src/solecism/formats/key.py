"""Keys of samples: one JSON object, to be kept where raters cannot see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from solecism.errors import FormatError, InputError
from solecism.key import Key


def parse(lines: Iterable[str], *, file: str) -> Key:
    """The key that the lines hold."""
    text = "".join(lines)
    try:
        return msgspec.json.decode(text, type=Key)
    except InputError as error:
        raise InputError(f"{file}: {error}") from error
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise FormatError(
            file, 1, f"is not the key of a sample: {error}. Give what `sample --key` wrote."
        ) from error


def format(key: Key) -> Iterator[str]:
    """The key as indented JSON, in one piece."""
    yield msgspec.json.format(msgspec.json.encode(key), indent=1).decode() + "\n"
