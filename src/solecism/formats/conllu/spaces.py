r"""White space of CoNLL-U: the text from the words and their MISC column, and back.

`SpaceAfter=No` is Universal Dependencies' own; `SpacesAfter=\n` and `SpacesBefore=\s`, for
white space that is not one space, are UDPipe's (Straka & Straková 2017).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from solecism.formats.conllu.comments import begin_paragraph
from solecism.sentence import Sentence

UNKNOWN = "_"
NO_SPACE, AFTER, BEFORE = "SpaceAfter=No", "SpacesAfter=", "SpacesBefore="
_ESCAPES = {" ": "\\s", "\t": "\\t", "\r": "\\r", "\n": "\\n", "|": "\\p", "\\": "\\\\"}
_UNESCAPES = {escape: character for character, escape in _ESCAPES.items()}
_ESCAPE = re.compile(r"\\(?:u(?![Dd][89A-Fa-f])[0-9A-Fa-f]{4}|[strnp\\])")
_TO_ESCAPE = re.compile(r"[\s|\\]")


@dataclass(frozen=True, slots=True)
class SurfaceToken:
    """A unit of the text: a word, or several words written as one."""

    form: str
    misc: str
    n_words: int = 1


@dataclass(frozen=True, slots=True)
class SpacedText:
    """A text rebuilt from words; `after` is None where the last word does not say."""

    text: str
    starts: tuple[int, ...]
    after: str | None
    is_explicit: bool


def implied_after(following_comments: Iterable[str] | None) -> str:
    """The white space between a sentence and the next one, where MISC does not say it."""
    if following_comments is None:
        return "\n"
    return "\n\n" if begin_paragraph(following_comments) else " "


def rebuilt(tokens: Sequence[SurfaceToken], words: Sequence[str]) -> SpacedText:
    """The text of tokens, and where each word starts in it.

    Words that do not spell the form of their token (German "im": in, dem) take its place.
    """
    pieces: list[str] = []
    starts: list[int] = []
    size = 0
    is_explicit = False
    after: str | None = None
    for token in tokens:
        token_words = words[len(starts) : len(starts) + token.n_words]
        before, space = _spaces(token.misc)
        is_explicit = is_explicit or bool(before) or space not in (None, "")
        form, offsets = _spelled(token.form, token_words)
        gap = (" " if after is None else after) if pieces else ""
        pieces += (gap, before, form)
        size += len(gap) + len(before)
        starts += (size + offset for offset in offsets)
        size += len(form)
        after = space
    return SpacedText("".join(pieces), tuple(starts), after, is_explicit)


def respaced(built: SpacedText, text: str, words: Sequence[str]) -> tuple[int, ...] | None:
    """Where the words start in a text that differs in white space only; None if in more."""
    places = [index for index, character in enumerate(text) if not character.isspace()]
    if "".join(text.split()) != "".join(built.text.split()):
        return None
    starts = []
    for word, start in zip(words, built.starts, strict=True):
        n_before = len("".join(built.text[:start].split()))
        if n_before >= len(places) or not text.startswith(word, places[n_before]):
            return None
        starts.append(places[n_before])
    return tuple(starts)


def misc(sentence: Sentence, implied: str) -> list[str]:
    """The MISC column with the white space of a sentence."""
    column = []
    ends, starts = sentence.ends, sentence.starts
    for index, end in enumerate(ends):
        if index + 1 < len(ends):
            gap, usual = sentence.text[end : starts[index + 1]], " "
        else:
            gap, usual = sentence.text[end:] + sentence.after, implied
        values = []
        if gap != usual:
            values.append(AFTER + _escaped(gap) if gap else NO_SPACE)
        if index == 0 and starts[0]:
            values.append(BEFORE + _escaped(sentence.text[: starts[0]]))
        column.append("|".join(values) or UNKNOWN)
    return column


def _spaces(misc: str) -> tuple[str, str | None]:
    """The white space before and after a token, None where MISC does not specify it."""
    before, after = "", None
    if misc == UNKNOWN:
        return before, after
    for value in misc.split("|"):
        if value == NO_SPACE:
            after = ""
        elif value.startswith(AFTER):
            after = _unescaped(value.removeprefix(AFTER))
        elif value.startswith(BEFORE):
            before = _unescaped(value.removeprefix(BEFORE))
    return before, after


def _spelled(form: str, words: Sequence[str]) -> tuple[str, list[int]]:
    offsets = []
    done = 0
    for word in words:
        done = form.find(word, done)
        if done < 0:
            return _spelled(" ".join(words), words)
        offsets.append(done)
        done += len(word)
    return form, offsets


def _escaped(space: str) -> str:
    return _TO_ESCAPE.sub(lambda match: _ESCAPES.get(match[0], f"\\u{ord(match[0]):04X}"), space)


def _unescaped(value: str) -> str:
    return _ESCAPE.sub(lambda match: _UNESCAPES.get(match[0]) or chr(int(match[0][2:], 16)), value)
