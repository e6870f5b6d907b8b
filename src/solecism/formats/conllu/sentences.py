r"""CoNLL-U: one line of ten columns per word, with comments above each sentence.

https://universaldependencies.org/format.html. Penn tags are in the fifth column (XPOS). What a
sentence has no field for stays in `columns` (features, heads, relations), in the columns
`lines_before` and `lines_after` (multiword tokens and empty nodes, as they were) and in `notes`
(comments).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeVar

from solecism.errors import FormatError, InputError
from solecism.formats.conllu import comments, spaces
from solecism.formats.conllu.universal_tags import universal_tag
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
        implied = spaces.implied_after(None if following is None else following.comments)
        try:
            yield _sentence(block, id=f"{document}.{count}", implied_after=implied)
        except InputError as error:
            raise FormatError(file, block.line, str(error)) from error


def format(sentences: Iterable[Sentence]) -> Iterator[str]:
    """One block of lines per sentence; unknown heads and relations are `_`."""
    for sentence, following in _with_following(sentences):
        implied = spaces.implied_after(None if following is None else comments.lines(following))
        yield "\n".join([*comments.lines(sentence), *_word_lines(sentence, implied), "", ""])


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
    notes, given_id, given_text = comments.notes(block.comments)
    if not words and given_text is None:
        raise InputError("comments with neither words nor a text under them.")
    built = spaces.rebuilt(list(_tokens(block)), words)
    text, starts = built.text, built.starts
    if given_text is not None and given_text != comments.one_line(text):
        respaced = None if built.is_explicit else spaces.respaced(built, given_text, words)
        if respaced is not None:
            text, starts = given_text, respaced
        else:
            notes = comments.notes(block.comments, keep_text=True)[0]
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


def _tokens(block: _Block) -> Iterator[spaces.SurfaceToken]:
    ranges = {start: (end, form, misc) for start, end, form, misc in block.ranges}
    index = 0
    while index < len(block.rows):
        row = block.rows[index]
        end, form, misc = ranges.get(index, (index + 1, row[_FORM], row[_MISC]))
        if end > len(block.rows):
            raise InputError(f"the multiword token {form!r} has more words than the sentence.")
        yield spaces.SurfaceToken(form, misc, end - index)
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
    if list(misc) != spaces.misc(sentence, implied_after):
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
        column("misc") or spaces.misc(sentence, implied_after),
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
