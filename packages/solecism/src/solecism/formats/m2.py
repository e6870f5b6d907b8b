"""M2: a sentence of words and spaces, then one line for each edit of each annotator.

Dahlmeier & Ng (2012), Better evaluation for grammatical error correction.

    S I am agree with you .
    A 1 3|||R:VERB|||agree|||REQUIRED|||-NONE-|||0
    A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||1

The format has no place for ids. Sentences are numbered as they come; an id that differs is
written into the comment field, which other tools ignore: `id=essay8.1`. Annotators are numbers, as
ERRANT needs them; one with another name gets a number that is free, and the name stands in the
comment field too: `annotator=expert`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import accumulate, count
from urllib.parse import quote, unquote

from solecism.edit import Annotation, Edit
from solecism.errors import FormatError, InputError
from solecism.sentence import Sentence

NOTHING = "-NONE-"
NOOP = "noop"
REQUIRED, OPTIONAL = "REQUIRED", "OPTIONAL"
_FIELD, _ALTERNATIVE = "|||", "||"
_ID = "id="
_NAME = "annotator="
# The bars between the fields of an annotation.
_N_FIELDS, _N_BARS = 6, 15
_LONE_RETURN = re.compile(r"\r(?!\n)")
_LINE = re.compile(r"[^\n]*\n|[^\n]+")
_UNSAFE_IN_NAME = re.compile(r"[\s%|]")


def parse(lines: Iterable[str], *, document: str, file: str) -> Iterator[Sentence]:
    """The sentences of M2 lines, each with its annotations in the order of their first lines."""
    source: str | None = None
    annotation_lines: list[tuple[int, str]] = []
    count = 0
    for number, line in enumerate(_whole(_split_at_returns(lines), file=file), 1):
        line = line.rstrip("\r\n")
        if line.startswith("A ") and source is not None:
            annotation_lines.append((number, line))
            continue
        if source is not None:
            yield _sentence(source, annotation_lines, id=f"{document}.{count}", file=file)
            source, annotation_lines = None, []
        if line.startswith("S ") or line == "S":
            source = line[2:]
            count += 1
        elif line and not line.isspace():
            raise FormatError(file, number, _complaint(line))
    if source is not None:
        yield _sentence(source, annotation_lines, id=f"{document}.{count}", file=file)


def _split_at_returns(lines: Iterable[str]) -> Iterator[str]:
    """The lines, cut at carriage returns that stand alone, as old programs end lines."""
    for line in lines:
        if "\r" in line and _LONE_RETURN.search(line):
            yield from _LINE.findall(_LONE_RETURN.sub("\n", line))
        else:
            yield line


def _whole(lines: Iterable[str], *, file: str) -> Iterator[str]:
    """The lines; an error if the file ends in the middle of a sentence."""
    number, line, has_ends = 0, "", False
    for line in lines:
        yield line
        number += 1
        has_ends = has_ends or line.endswith("\n")
    if has_ends and line.split(" ")[0] == "S" and not line.endswith("\n"):
        raise FormatError(
            file, number, f"the sentence {line[-60:]!r} is cut short. Is the file complete?"
        )


def format(sentences: Iterable[Sentence]) -> Iterator[str]:
    """One block of lines per sentence, with ids where they are not `document.1`, `document.2`..."""
    document: str | None = None
    numbers: dict[str, str] = {}
    for place, sentence in enumerate(sentences, 1):
        if place == 1 and sentence.id.endswith(".1"):
            document = sentence.id.removesuffix(".1")
        is_running = document is not None and sentence.id == f"{document}.{place}"
        id_note = "" if is_running else _ID + _quoted(sentence.id)
        yield _block(sentence, numbers, id_note=id_note)


def _number_of(annotator: str, numbers: dict[str, str]) -> str:
    """The number of an annotator: the name, if it is a number that nobody else has, or a free one.

    `numbers` has those given so far, and is added to.
    """
    if annotator not in numbers:
        taken = set(numbers.values())
        is_number = annotator.isascii() and annotator.isdecimal() and annotator not in taken
        free = annotator if is_number else next(n for n in map(str, count(0)) if n not in taken)
        numbers[annotator] = free
    return numbers[annotator]


def _complaint(line: str) -> str:
    shown = repr(line[:60])
    if line.startswith("A "):
        return f"the annotation {shown} stands before any sentence. Put its S line above it."
    return f"{shown} begins neither with 'S ' nor with 'A '. Is this an M2 file?"


def _sentence(source: str, lines: list[tuple[int, str]], *, id: str, file: str) -> Sentence:
    pieces = source.split(" ")
    places = [0, *accumulate([len(word) + 1 for word in pieces[:-1]])]
    if "" in pieces:
        places = [place for place, word in zip(places, pieces, strict=True) if word]
        pieces = [word for word in pieces if word]
    words = tuple(pieces)
    edits: dict[str, list[Edit]] = {}
    for number, line in lines:
        annotator, edit, given_id = _parse_annotation(line, words, file=file, number=number)
        own_edits = edits.setdefault(annotator, [])
        if edit is not None:
            own_edits.append(edit)
        id = given_id or id
    annotations = tuple(
        Annotation(annotator, tuple(own_edits)) for annotator, own_edits in edits.items()
    )
    return Sentence(id, source, words, tuple(places), annotations=annotations, located=True)


def _parse_annotation(
    line: str, words: tuple[str, ...], *, file: str, number: int
) -> tuple[str, Edit | None, str]:
    """The annotator, the edit (None: accepts the sentence) and the sentence's id, if given."""
    fields = line[2:].split(_FIELD)
    if len(fields) != _N_FIELDS or line.count("|") != _N_BARS:
        # From both ends, because the words to put there may contain bars.
        left = line[2:].split(_FIELD, 2)
        fields = [*left[:2], *left[-1].rsplit(_FIELD, 3)] if len(left) == 3 else []
    if len(fields) != _N_FIELDS or not fields[-1]:
        raise FormatError(
            file, number, f"the annotation {line[:80]!r} is cut short: it needs six fields."
        )
    span, kind, after, required, comment, annotator = fields
    given_id, name, comment = ("", None, "") if comment == NOTHING else _parse_comment(comment)
    annotator = annotator if name is None else name
    if kind == NOOP:
        return annotator, None, given_id
    start, before = _before(span, words, file=file, number=number)
    if _ALTERNATIVE in after:
        first, *others = map(_words, after.split(_ALTERNATIVE))
    else:
        first, others = _words(after), []
    edit = Edit(start, before, first, kind, tuple(others), required == REQUIRED, comment)
    return annotator, edit, given_id


def _before(
    span: str, words: tuple[str, ...], *, file: str, number: int
) -> tuple[int, tuple[str, ...]]:
    """The start of an edit, and the words that it replaces.

    Published files have insertions far behind the end of the sentence (CoNLL-2014, rewrites by
    experts). They are kept as they are; applying them fails.
    """
    first, _, last = span.partition(" ")
    if not (first.isdecimal() and last.isdecimal() and len(span) < 20):
        raise FormatError(file, number, f"{span!r} is not a span, which looks like '2 3'.")
    start, end = int(first), int(last)
    if start > end or (start < end and end > len(words)):
        raise FormatError(
            file, number, f"the span {span!r} does not fit a sentence of {len(words)} words."
        )
    return start, words[start:end]


def _words(text: str) -> tuple[str, ...]:
    if not text or text == NOTHING:
        return ()
    words = tuple(text.split(" "))
    return tuple(word for word in words if word) if "" in words else words


def _parse_comment(comment: str) -> tuple[str, str | None, str]:
    """The sentence's id, the annotator's name and the comment on the edit, where there are any."""
    id, name = "", None
    if comment.startswith(_ID):
        id, _, comment = comment.removeprefix(_ID).partition(" ")
    if comment.startswith(_NAME):
        quoted, _, comment = comment.removeprefix(_NAME).partition(" ")
        name = unquote(quoted)
    return unquote(id), name, comment


def _block(sentence: Sentence, numbers: dict[str, str], *, id_note: str) -> str:
    lines = [f"S {_source(sentence)}"]
    for annotation in sentence.annotations:
        number = _number_of(annotation.annotator, numbers)
        is_named = number != annotation.annotator
        name_note = _NAME + _quoted(annotation.annotator) if is_named else ""
        note = " ".join(filter(None, (id_note, name_note)))
        for edit in annotation.edits or (None,):
            line = _annotation_line(edit, number, note)
            _check_held(line, edit, annotation.annotator, sentence)
            lines.append(line)
    block = "\n".join(lines) + "\n\n"
    if block.count("\n") != len(lines) + 1 or "\r" in block:
        raise InputError(f"{sentence.id}: has a line break inside, which M2 cannot hold.")
    return block


def _source(sentence: Sentence) -> str:
    """The text if it consists of words and spaces, otherwise the words joined by spaces."""
    if tuple(filter(None, sentence.text.split(" "))) == sentence.words:
        return sentence.text
    for word in sentence.words:
        if not word or " " in word:
            raise InputError(f"{sentence.id}: has the word {word!r}, which M2 cannot hold.")
    return " ".join(sentence.words)


def _annotation_line(edit: Edit | None, annotator: str, note: str) -> str:
    if edit is None:
        fields = ("-1 -1", NOOP, NOTHING, REQUIRED, note or NOTHING, annotator)
        return "A " + _FIELD.join(fields)
    after = _ALTERNATIVE.join(map(" ".join, (edit.after, *edit.alternatives)))
    required = REQUIRED if edit.is_required else OPTIONAL
    comment = " ".join(filter(None, (note, edit.comment))) or NOTHING
    fields = (f"{edit.start} {edit.end}", edit.kind, after, required, comment, annotator)
    return "A " + _FIELD.join(fields)


def _check_held(line: str, edit: Edit | None, annotator: str, sentence: Sentence) -> None:
    """Raise InputError for bars and spaces that would be read as something else."""
    is_whole = line.count("|") == _N_BARS
    if is_whole and (edit is None or _is_plain(edit, sentence)):
        return
    try:
        parsed = _parse_annotation(line, sentence.words, file="", number=0)
    except FormatError as error:
        raise InputError(f"{sentence.id}: M2 cannot hold {line!r}: {error.problem}") from error
    if parsed[:2] != (annotator, edit):
        raise InputError(f"{sentence.id}: M2 cannot hold {line!r}, which reads as another edit.")


def _is_plain(edit: Edit, sentence: Sentence) -> bool:
    """Whether an edit without bars is certainly read as it is, as most are."""
    return (
        edit.kind != NOOP
        and not edit.alternatives
        and not edit.comment.startswith((_ID, _NAME, NOTHING, " "))
        and all(word and " " not in word and word != NOTHING for word in edit.after)
        and sentence.words[edit.start : edit.end] == edit.before
        and edit.start <= len(sentence.words)
    )


def _quoted(name: str) -> str:
    return _UNSAFE_IN_NAME.sub(lambda match: quote(match[0], safe=""), name)
