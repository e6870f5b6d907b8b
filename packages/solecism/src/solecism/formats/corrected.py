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

from solecism.align.edits_of_rows import edits_of_rows
from solecism.edit import Annotation, Edit, apply, fitting
from solecism.errors import EditError, InputError
from solecism.locate.flags_and_judgments import UNKNOWN
from solecism.sentence import Sentence
from solecism.system.caches import FolderCache
from solecism.system.processes import batches, ordered_map

_BATCH = 500
_WORD = re.compile(r"\S+")
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
    cache: FolderCache | None = None,
) -> Iterator[Sentence]:
    """The sentences of `lines` with an annotation for each of the corrected versions.

    `annotators` are the names of the versions, by default 0, 1 and so on. Words are what white
    space parts, or what the tokeniser finds where the lines are not `tokenised`; a line of the
    source may be a sentence, whose words stay as they are. With `n_jobs`, several processes align;
    what they give is the same. Edits that are in the `cache` are taken from there.
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
        cache=cache,
    ):
        yield from batch


def parse_edits(
    sentences: Sequence[Sentence],
    lines: Iterable[str],
    *,
    name: str,
    cache: FolderCache | None = None,
) -> Iterator[tuple[Edit, ...]]:
    """The edits that turn each sentence into its line of the corrected text called `name`."""
    streams: list[Iterator[_Line]] = [iter(sentences), iter(lines)]
    for batch in batches(_rows(streams, names=["the reference", name], document=""), _BATCH):
        words = [(_words(source, True), [_words(line, True)]) for _, (source, line) in batch]
        for [edits] in edits_of_rows(words, cache=cache):
            yield edits


def parse_batches(
    finish: Callable[[list[Sentence]], _Result],
    lines: Iterable[str | Sentence],
    *corrected: Iterable[str],
    document: str,
    file: str,
    annotators: Sequence[str] = (),
    tokenised: bool = True,
    n_jobs: int = 1,
    cache: FolderCache | None = None,
) -> Iterator[_Result]:
    """What `finish` gives for each batch of these sentences, in the process that aligned them."""
    annotators = annotators or [str(number) for number in range(len(corrected))]
    streams = [iter(lines), *map(iter, corrected)]
    rows = _rows(streams, names=[file, *annotators], document=document)
    annotate = partial(
        _finished, finish=finish, annotators=tuple(annotators), tokenised=tokenised, cache=cache
    )
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


def realigned(
    sentences: Sequence[Sentence], *, is_complete: bool = False, cache: FolderCache | None = None
) -> list[Sentence]:
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
    aligned = parse(sentences, *versions, document="", file="", annotators=names, cache=cache)
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
    cache: FolderCache | None,
) -> _Result:
    return finish(_annotated(rows, annotators=annotators, tokenised=tokenised, cache=cache))


def _annotated(
    rows: Sequence[tuple[str, Sequence[_Line]]],
    *,
    annotators: Sequence[str],
    tokenised: bool,
    cache: FolderCache | None,
) -> list[Sentence]:
    """The source sentences of rows with an annotation for each of their corrections."""
    sources = [_sentence(id, row[0], tokenised) for id, row in rows]
    words = [
        (source.words, [_words(line, tokenised) for line in row[1:]])
        for source, (_, row) in zip(sources, rows, strict=True)
    ]
    return [
        _without_tags(source).with_annotations(tuple(map(Annotation, annotators, edits)))
        for source, edits in zip(sources, edits_of_rows(words, cache=cache), strict=True)
    ]


def _without_tags(sentence: Sentence) -> Sentence:
    if not sentence.tags:
        return sentence
    return sentence.with_columns(tags=(), lemmas=sentence.lemmas, chunks=sentence.chunks)


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
    return Sentence(id, text, *_words_and_starts(text, tokenised))


def _words(line: _Line, tokenised: bool) -> tuple[str, ...]:
    if isinstance(line, Sentence):
        return line.words
    return tuple(line.split()) if tokenised else _words_and_starts(line.rstrip("\r\n"), False)[0]


def _words_and_starts(text: str, tokenised: bool) -> tuple[tuple[str, ...], tuple[int, ...]]:
    if tokenised:
        found = list(_WORD.finditer(text))
        return tuple(each.group() for each in found), tuple(each.start() for each in found)
    # Most files are tokenised, and the tokeniser's expressions take a while to compile.
    from solecism.language.tokeniser import tokenise

    return tokenise(text)
