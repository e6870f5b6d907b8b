"""Corrected text: a file with one sentence per line, and files with the same lines corrected.

Each corrected file is one annotator or system; its edits are worked out by alignment. An empty
line is taken at its word: the whole sentence is deleted. A line that is repeated unchanged
accepts the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import TypeVar

from solecism.align.typed_edits import edits
from solecism.edit import Annotation, apply, fitting
from solecism.errors import EditError, InputError
from solecism.language.tagger import tag
from solecism.language.tokeniser import tokenise
from solecism.locate.flags_and_judgments import UNKNOWN
from solecism.sentence import Sentence
from solecism.system.processes import batches, ordered_map

_BATCH = 500
_WORD = re.compile(r"\S+")
Row = tuple[Sentence, ...]
_Line = str | Sentence
_Result = TypeVar("_Result")


def parse(
    lines: Iterable[str | Sentence],
    *corrected: Iterable[str],
    document: str,
    file: str,
    annotators: Sequence[str] = (),
    tokenised: bool = True,
    n_jobs: int = 1,
) -> Iterator[Sentence]:
    """The sentences of `lines` with an annotation for each of the corrected versions.

    `annotators` are the names of the versions, by default 0, 1 and so on. Words are what white
    space parts, or what the tokeniser finds where the lines are not `tokenised`; a line of the
    source may be a sentence, whose words stay as they are. With `n_jobs`, several processes align;
    what they give is the same.
    """
    for batch in parse_batches(
        list,
        lines,
        *corrected,
        document=document,
        file=file,
        annotators=annotators,
        tokenised=tokenised,
        n_jobs=n_jobs,
    ):
        yield from batch


def parse_batches(
    finish: Callable[[list[Sentence]], _Result],
    lines: Iterable[str | Sentence],
    *corrected: Iterable[str],
    document: str,
    file: str,
    annotators: Sequence[str] = (),
    tokenised: bool = True,
    n_jobs: int = 1,
) -> Iterator[_Result]:
    """What `finish` gives for each batch of these sentences, in the process that aligned them."""
    annotators = annotators or [str(number) for number in range(len(corrected))]
    streams = [iter(lines), *map(iter, corrected)]
    rows = _rows(streams, names=[file, *annotators], document=document)
    annotate = partial(_finished, finish=finish, annotators=tuple(annotators), tokenised=tokenised)
    return ordered_map(annotate, batches(rows, _BATCH), n_jobs=n_jobs)


def format(sentences: Iterable[Sentence], *, annotator: str | None = None) -> Iterator[str]:
    """One line per sentence, as `annotator` (by default the first) corrects it.

    Edits that cannot be applied after those on their left are left out.
    """
    for sentence in sentences:
        chosen = [
            annotation
            for annotation in sentence.annotations
            if annotator is None or annotation.annotator == annotator
        ]
        yield " ".join(corrected_words(sentence, chosen[0] if chosen else Annotation(""))) + "\n"


def corrected_words(sentence: Sentence, annotation: Annotation) -> tuple[str, ...]:
    """The sentence as an annotator corrects it, without edits that cannot be applied."""
    try:
        return apply(sentence.words, annotation.edits)
    except EditError:
        return apply(sentence.words, fitting(sentence.words, annotation.edits)[0])


def realigned(sentences: Sequence[Sentence], *, is_complete: bool = False) -> list[Sentence]:
    """The sentences with the edits that our alignment makes of each annotator's corrected words.

    So it does not matter how an annotator or a program drew the borders of edits. Edits without
    a correction are lost. If the text `is_complete`, annotators without edits accept a sentence.
    """
    own = [{note.annotator: note for note in each.annotations} for each in sentences]
    names = list(dict.fromkeys(name for notes in own for name in notes))
    versions = [
        [
            " ".join(_rewritten(sentence, notes.get(name))) + "\n"
            for sentence, notes in zip(sentences, own, strict=True)
        ]
        for name in names
    ]
    aligned = parse(sentences, *versions, document="", file="", annotators=names)
    return [
        sentence
        if is_complete
        else sentence.with_annotations(
            tuple(note for note in sentence.annotations if note.annotator in notes)
        )
        for sentence, notes in zip(aligned, own, strict=True)
    ]


def _rewritten(sentence: Sentence, note: Annotation | None) -> tuple[str, ...]:
    if note is None:
        return sentence.words
    edits = tuple(edit for edit in note.edits if edit.kind != UNKNOWN)
    return corrected_words(sentence, replace(note, edits=edits))


def _rows(
    streams: Sequence[Iterator[_Line]], *, names: Sequence[str], document: str
) -> Iterator[tuple[str, Sequence[_Line]]]:
    """The id of each source sentence, and its line with those of its corrections."""
    for number, row in enumerate(zip_longest(*streams), 1):
        if None in row:
            raise _uneven(row, streams, number, names)
        yield f"{document}.{number}", row


def _finished(
    rows: Sequence[tuple[str, Sequence[_Line]]],
    *,
    finish: Callable[[list[Sentence]], _Result],
    annotators: Sequence[str],
    tokenised: bool,
) -> _Result:
    return finish(_annotated(rows, annotators=annotators, tokenised=tokenised))


def _annotated(
    rows: Sequence[tuple[str, Sequence[_Line]]], *, annotators: Sequence[str], tokenised: bool
) -> list[Sentence]:
    """The source sentences of rows with an annotation for each of their corrections."""
    batch = [tuple(_sentence(id, line, tokenised) for line in row) for id, row in rows]
    return [
        replace(
            source,
            tags=(),
            annotations=tuple(
                Annotation(annotator, edits(source, other))
                for annotator, other in zip(annotators, others, strict=True)
            ),
        )
        for source, *others in _tagged(batch)
    ]


def _uneven(
    row: Sequence[_Line | None],
    streams: Sequence[Iterator[_Line]],
    number: int,
    names: Sequence[str],
) -> InputError:
    """The error for files with different numbers of lines."""
    counts = [
        number - 1 if line is None else number + sum(1 for _ in stream)
        for line, stream in zip(row, streams, strict=True)
    ]
    other = next(place for place, count in enumerate(counts) if count != counts[0])
    return InputError(
        f"{names[0]}: has {counts[0]} lines, but its correction {names[other]!r} has "
        f"{counts[other]}. Give files with one line for each sentence."
    )


def _sentence(id: str, line: _Line, tokenised: bool) -> Sentence:
    if isinstance(line, Sentence):
        return line
    text = line.rstrip("\r\n")
    if not tokenised:
        return Sentence(id, text, *tokenise(text))
    found = list(_WORD.finditer(text))
    words = tuple(each.group() for each in found)
    return Sentence(id, text, words, tuple(each.start() for each in found))


def _tagged(batch: Sequence[Row]) -> Iterator[Row]:
    """The rows with tags, for the sentences that differ from their source and for the source."""
    needs_tags = []
    for source, *others in batch:
        is_changed = [other.words != source.words for other in others]
        needs_tags.append([any(is_changed), *is_changed])
    tagged = tag(
        sentence
        for row, needs in zip(batch, needs_tags, strict=True)
        for sentence, is_needed in zip(row, needs, strict=True)
        if is_needed
    )
    for row, needs in zip(batch, needs_tags, strict=True):
        yield tuple(
            next(tagged) if is_needed else sentence
            for sentence, is_needed in zip(row, needs, strict=True)
        )
