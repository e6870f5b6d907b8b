"""Comments of CoNLL-U as notes of a sentence, in an order that can be restored.

`# key = value` is the note `key`, any other comment a note without a value. `sent_id` and
`text` have no note where they stand in the usual place: after what is said of the document and
the paragraph, and last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from solecism.sentence import Sentence

ID, TEXT = "sent_id", "text"
_PLACED = re.compile(r"#\s*(sent_id|text)\s*=(?: (.*)|(.*))", re.DOTALL)
_PAIR = re.compile(r"# ([^#\s](?:.*?\S)?) = (.+)", re.DOTALL)
_PARAGRAPH = re.compile(r"#\s*(newdoc|newpar)\b(?!_)")
_LEADING = ("newdoc", "newpar", "global.", "meta::")
_LINE_BREAKS = re.compile(r"[\r\n]")


def notes(
    comments: Iterable[str], *, keep_text: bool = False
) -> tuple[dict[str, str], str | None, str | None]:
    """The notes of some comment lines, the sentence's id, and its text."""
    by_key: dict[str, str] = {}
    placed: dict[str, str] = {}
    for line in comments:
        match = _PLACED.fullmatch(line)
        if match is not None and match[1] not in placed:
            placed[match[1]] = match[2] if match[2] is not None else match[3]
            by_key[match[1]] = ""
            continue
        key, value = _note(line)
        if key in by_key or match is not None:
            key, value = line, ""
        by_key[key] = value
    id, text = placed.get(ID, "").strip() or None, placed.get(TEXT)
    if keep_text and text:
        return {**by_key, TEXT: text}, id, text
    return _without_usual_places(by_key), id, text


def lines(sentence: Sentence) -> list[str]:
    """The comment lines of a sentence."""
    keys = list(sentence.notes)
    if ID not in keys:
        keys = _with_usual_id(keys)
    if TEXT not in keys:
        keys.append(TEXT)
    return [one_line(_line(key, sentence)) for key in keys]


def one_line(text: str) -> str:
    """The text with a space for every line break, as a comment can hold it."""
    return _LINE_BREAKS.sub(" ", text)


def begin_paragraph(comments: Iterable[str]) -> bool:
    """Whether a sentence with these comments is the first of a document or paragraph."""
    return any(_PARAGRAPH.match(line) for line in comments)


def _note(line: str) -> tuple[str, str]:
    pair = _PAIR.fullmatch(line)
    if pair is not None:
        return pair[1], pair[2]
    is_usual = line.startswith("# ") and line[2:3] not in ("", "#")
    return (line[2:] if is_usual else line), ""


def _line(key: str, sentence: Sentence) -> str:
    value = sentence.notes.get(key, "")
    if key == ID:
        value = sentence.id
    elif key == TEXT:
        return f"# {key} = {value or sentence.text}"
    if value:
        return f"# {key} = {value}"
    return key if key.startswith("#") else f"# {key}"


def _with_usual_id(keys: Sequence[str]) -> list[str]:
    leading = [key for key in keys if key.startswith(_LEADING)]
    return [*leading, ID, *(key for key in keys if key not in leading)]


def _without_usual_places(notes: Mapping[str, str]) -> dict[str, str]:
    others = {key: value for key, value in notes.items() if key not in (ID, TEXT)}
    usual = [*_with_usual_id(list(others)), TEXT]
    if [key for key in usual if key in notes] == list(notes):
        return others
    return dict(notes)
