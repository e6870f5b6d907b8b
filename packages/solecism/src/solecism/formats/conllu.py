r"""CoNLL-U: one line of ten columns per word, with comments above each sentence.

https://universaldependencies.org/format.html. Penn tags are in the fifth column (XPOS). What a
sentence has no field for stays in `columns` (features, heads, relations), in the columns
`lines_before` and `lines_after` (multiword tokens and empty nodes, as they were) and in `notes`
(comments).

A comment `# key = value` is the note `key`, any other comment a note without a value, in an order
that can be restored. `sent_id` and `text` have no note where they stand in the usual place: after
what is said of the document and the paragraph, and last.

White space is in the MISC column: `SpaceAfter=No` is Universal Dependencies' own; `SpacesAfter=\n`
and `SpacesBefore=\s`, for white space that is not one space, are UDPipe's (Straka & Straková 2017).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from solecism.errors import FormatError, InputError
from solecism.sentence import Sentence

UNKNOWN = "_"
N_COLUMNS = 10
_FORM, _LEMMA, _UPOS, _XPOS, _MISC = 1, 2, 3, 4, 9
_OTHERS = {"feats": 5, "head": 6, "deprel": 7, "deps": 8}
_LINES_BEFORE, _LINES_AFTER = "lines_before", "lines_after"
_RANGE = re.compile(r"(\d{1,6})-(\d{1,6})")
_EMPTY_NODE = re.compile(r"\d{1,6}\.\d{1,6}")
_Item = TypeVar("_Item")


@dataclass(slots=True)
class _Block:
    """The lines of a sentence by type; `extra` are those of no word, with the word they precede."""

    line: int
    comments: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)
    extra: list[tuple[int, str]] = field(default_factory=list)
    ranges: list[tuple[int, int, str, str]] = field(default_factory=list)


def parse(lines: Iterable[str], *, document: str, file: str) -> Iterator[Sentence]:
    """The sentences; one without `sent_id` is numbered."""
    for count, (block, following) in enumerate(_with_following(_blocks(lines, file)), 1):
        implied = implied_after(None if following is None else following.comments)
        try:
            yield _sentence(block, id=f"{document}.{count}", implied_after=implied)
        except InputError as error:
            raise FormatError(file, block.line, str(error)) from error


def format(sentences: Iterable[Sentence]) -> Iterator[str]:
    """One block of lines per sentence; unknown heads and relations are `_`."""
    for sentence, following in _with_following(sentences):
        implied = implied_after(None if following is None else comment_lines(following))
        yield "\n".join([*comment_lines(sentence), *_word_lines(sentence, implied), "", ""])


def _with_following(items: Iterable[_Item]) -> Iterator[tuple[_Item, _Item | None]]:
    previous: _Item | None = None
    for item in items:
        if previous is not None:
            yield previous, item
        previous = item
    if previous is not None:
        yield previous, None


def _blocks(lines: Iterable[str], file: str) -> Iterator[_Block]:
    block: _Block | None = None
    for number, line in enumerate(lines, 1):
        line = line.rstrip("\r\n")
        if not line.strip():
            if block is not None:
                yield block
            block = None
            continue
        if block is None:
            block = _Block(number)
        try:
            _add_line(block, line)
        except InputError as error:
            raise FormatError(file, number, str(error)) from error
    if block is not None:
        yield block


def _add_line(block: _Block, line: str) -> None:
    if line.startswith("#"):
        if block.rows or block.extra:
            raise InputError(f"the comment {line[:60]!r} is between words. Put it above them.")
        block.comments.append(line)
        return
    if "\r" in line:
        raise InputError(f"{line[:60]!r} has a carriage return inside. End lines with \\n.")
    row = line.split("\t")
    number = row[0]
    if len(row) != N_COLUMNS:
        raise InputError(f"{line[:60]!r} has {len(row)} columns, not ten. Put tabs between them.")
    if "" in row:
        raise InputError(f"column {row.index('') + 1} of {line[:60]!r} is empty. Put _ there.")
    if number == str(len(block.rows) + 1):
        block.rows.append(row)
        return
    block.extra.append((len(block.rows), line))
    span = _RANGE.fullmatch(number)
    if span is not None and int(span[1]) == len(block.rows) + 1 and int(span[2]) > int(span[1]):
        block.ranges.append((len(block.rows), int(span[2]), row[_FORM], row[_MISC]))
    elif _EMPTY_NODE.fullmatch(number) is None:
        raise InputError(f"word number {number[:20]!r} where {len(block.rows) + 1} is expected.")


def _sentence(block: _Block, *, id: str, implied_after: str) -> Sentence:
    words = tuple(row[_FORM] for row in block.rows)
    notes, given_id, given_text = comment_notes(block.comments)
    if not words and given_text is None:
        raise InputError("comments with neither words nor a text under them.")
    built = rebuilt_text(list(_tokens(block)), words)
    text, starts = built.text, built.starts
    if given_text is not None and given_text != one_line(text):
        respaced = None if built.is_explicit else respaced_starts(built, given_text, words)
        if respaced is not None:
            text, starts = given_text, respaced
        else:
            notes = comment_notes(block.comments, keep_text=True)[0]
    sentence = Sentence(
        given_id or id,
        text,
        words,
        starts,
        tags=_known(block, _XPOS),
        lemmas=_known(block, _LEMMA),
        after=implied_after if built.after is None else built.after,
        notes=notes,
    )
    return replace(sentence, columns=_columns(block, sentence, implied_after))


def _tokens(block: _Block) -> Iterator[SurfaceToken]:
    ranges = {start: (end, form, misc) for start, end, form, misc in block.ranges}
    index = 0
    while index < len(block.rows):
        row = block.rows[index]
        end, form, misc = ranges.get(index, (index + 1, row[_FORM], row[_MISC]))
        if end > len(block.rows):
            raise InputError(f"the multiword token {form!r} has more words than the sentence.")
        yield SurfaceToken(form, misc, end - index)
        index = end


def _known(block: _Block, column: int) -> tuple[str, ...]:
    values = tuple(row[column] for row in block.rows)
    return values if any(value != UNKNOWN for value in values) else ()


def _columns(block: _Block, sentence: Sentence, implied_after: str) -> dict[str, tuple[str, ...]]:
    """The columns that do not follow from the other fields of the sentence."""
    columns = {}
    universal = tuple(row[_UPOS] for row in block.rows)
    if universal != tuple(_universal(sentence)):
        columns["upos"] = universal
    for name, index in _OTHERS.items():
        if values := _known(block, index):
            columns[name] = values
    misc = tuple(row[_MISC] for row in block.rows)
    if list(misc) != misc_column(sentence, implied_after):
        columns["misc"] = misc
    if block.extra:
        n_words = len(block.rows)
        before = ["" for _ in range(n_words + 1)]
        for index, line in block.extra:
            before[index] += ("\n" if before[index] else "") + line
        columns[_LINES_BEFORE] = tuple(before[:-1])
        if before[-1]:
            columns[_LINES_AFTER] = (*("" for _ in range(n_words - 1)), before[-1])
    return columns


def _universal(sentence: Sentence) -> list[str]:
    return [universal_tag(tag) for tag in sentence.tags] or [UNKNOWN] * len(sentence)


def _word_lines(sentence: Sentence, implied_after: str) -> Iterator[str]:
    unknown = [UNKNOWN] * len(sentence)
    column = sentence.columns.get
    columns: list[Sequence[str]] = [
        [str(number) for number in range(1, len(sentence) + 1)],
        sentence.words,
        sentence.lemmas or unknown,
        column("upos") or _universal(sentence),
        sentence.tags or unknown,
        *(column(name) or unknown for name in _OTHERS),
        column("misc") or misc_column(sentence, implied_after),
    ]
    before, after = column(_LINES_BEFORE), column(_LINES_AFTER)
    for index, row in enumerate(zip(*columns, strict=True)):
        if before and before[index]:
            yield before[index]
        line = "\t".join(value or UNKNOWN for value in row)
        if line.count("\t") != N_COLUMNS - 1 or "\n" in line or "\r" in line or not row[_FORM]:
            raise InputError(f"{sentence.id}: CoNLL-U cannot hold the word {row[_FORM]!r}.")
        yield line
        if after and after[index]:
            yield after[index]


ID, TEXT = "sent_id", "text"
_PLACED = re.compile(r"#\s*(sent_id|text)\s*=(?: (.*)|(.*))", re.DOTALL)
_PAIR = re.compile(r"# ([^#\s](?:.*?\S)?) = (.+)", re.DOTALL)
_PARAGRAPH = re.compile(r"#\s*(newdoc|newpar)\b(?!_)")
_LEADING = ("newdoc", "newpar", "global.", "meta::")
_LINE_BREAKS = re.compile(r"[\r\n]")


def comment_notes(
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
        key, value = _comment_note(line)
        if key in by_key or match is not None:
            key, value = line, ""
        by_key[key] = value
    id, text = placed.get(ID, "").strip() or None, placed.get(TEXT)
    if keep_text and text:
        return {**by_key, TEXT: text}, id, text
    return _without_usual_places(by_key), id, text


def comment_lines(sentence: Sentence) -> list[str]:
    """The comment lines of a sentence."""
    keys = list(sentence.notes)
    if ID not in keys:
        keys = _with_usual_id(keys)
    if TEXT not in keys:
        keys.append(TEXT)
    return [one_line(_comment_line(key, sentence)) for key in keys]


def one_line(text: str) -> str:
    """The text with a space for every line break, as a comment can hold it."""
    return _LINE_BREAKS.sub(" ", text)


def begin_paragraph(comments: Iterable[str]) -> bool:
    """Whether a sentence with these comments is the first of a document or paragraph."""
    return any(_PARAGRAPH.match(line) for line in comments)


def _comment_note(line: str) -> tuple[str, str]:
    pair = _PAIR.fullmatch(line)
    if pair is not None:
        return pair[1], pair[2]
    is_usual = line.startswith("# ") and line[2:3] not in ("", "#")
    return (line[2:] if is_usual else line), ""


def _comment_line(key: str, sentence: Sentence) -> str:
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


NO_SPACE, SPACES_AFTER, SPACES_BEFORE = "SpaceAfter=No", "SpacesAfter=", "SpacesBefore="
_ESCAPES = {" ": "\\s", "\t": "\\t", "\r": "\\r", "\n": "\\n", "|": "\\p", "\\": "\\\\"}
_UNESCAPES = {escape: character for character, escape in _ESCAPES.items()}
_SPACE_ESCAPE = re.compile(r"\\(?:u(?![Dd][89A-Fa-f])[0-9A-Fa-f]{4}|[strnp\\])")
_SPACE_TO_ESCAPE = re.compile(r"[\s|\\]")


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


def rebuilt_text(tokens: Sequence[SurfaceToken], words: Sequence[str]) -> SpacedText:
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
        before, space = _spaces_in_misc(token.misc)
        is_explicit = is_explicit or bool(before) or space not in (None, "")
        form, offsets = _spelled(token.form, token_words)
        gap = (" " if after is None else after) if pieces else ""
        pieces += (gap, before, form)
        size += len(gap) + len(before)
        starts += (size + offset for offset in offsets)
        size += len(form)
        after = space
    return SpacedText("".join(pieces), tuple(starts), after, is_explicit)


def respaced_starts(built: SpacedText, text: str, words: Sequence[str]) -> tuple[int, ...] | None:
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


def misc_column(sentence: Sentence, implied: str) -> list[str]:
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
            values.append(SPACES_AFTER + _escaped(gap) if gap else NO_SPACE)
        if index == 0 and starts[0]:
            values.append(SPACES_BEFORE + _escaped(sentence.text[: starts[0]]))
        column.append("|".join(values) or UNKNOWN)
    return column


def _spaces_in_misc(misc: str) -> tuple[str, str | None]:
    """The white space before and after a token, None where MISC does not specify it."""
    before, after = "", None
    if misc == UNKNOWN:
        return before, after
    for value in misc.split("|"):
        if value == NO_SPACE:
            after = ""
        elif value.startswith(SPACES_AFTER):
            after = _unescaped(value.removeprefix(SPACES_AFTER))
        elif value.startswith(SPACES_BEFORE):
            before = _unescaped(value.removeprefix(SPACES_BEFORE))
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
    return _SPACE_TO_ESCAPE.sub(
        lambda match: _ESCAPES.get(match[0], f"\\u{ord(match[0]):04X}"), space
    )


def _unescaped(value: str) -> str:
    return _SPACE_ESCAPE.sub(
        lambda match: _UNESCAPES.get(match[0]) or chr(int(match[0][2:], 16)), value
    )


_BY_PENN_TAG = {
    tag: universal
    for universal, tags in {
        "ADJ": "JJ JJR JJS",
        "ADP": "IN RP",
        "ADV": "RB RBR RBS WRB",
        "AUX": "MD",
        "CCONJ": "CC",
        "DET": "DT PDT",
        "INTJ": "UH",
        "NOUN": "NN NNS",
        "NUM": "CD",
        "PART": "POS TO",
        "PRON": "EX PRP PRP$ WDT WP WP$",
        "PROPN": "NNP NNPS",
        "PUNCT": ". , : `` '' -LRB- -RRB- HYPH NFP",
        "SYM": "$ # SYM",
        "VERB": "VB VBD VBG VBN VBP VBZ",
        "X": "ADD AFX FW GW LS XX",
    }.items()
    for tag in tags.split()
}


def universal_tag(penn_tag: str) -> str:
    """The universal tag that most words with a Penn tag have, `_` for an unknown one.

    >>> universal_tag("NNS"), universal_tag("?")
    ('NOUN', '_')
    """
    return _BY_PENN_TAG.get(penn_tag, UNKNOWN)
