"""Corpora for training: documents of native and learner text, and which of them are held out.

The split is the same for every model: of each native file every fiftieth document is held out for
measuring, and a tenth of annotated learner text is for tuning. Of native text another fiftieth is
for tuning the detectors.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solecism.corruption.counts import WordCounts
    from solecism.edit import Edit
    from solecism.sentence import Sentence

HELD_OUT_EVERY = 50
_TUNING_REST = 24
TUNING_EVERY = 10


def documents(lines: Iterable[str]) -> Iterator[list[str]]:
    """The paragraphs of each document; blank lines stand between documents.

    >>> list(documents(["A cat.\\n", "A dog.\\n", "\\n", "\\n", "Rain.\\n"]))
    [['A cat.', 'A dog.'], ['Rain.']]
    """
    paragraphs: list[str] = []
    for line in lines:
        paragraph = line.strip()
        if paragraph:
            paragraphs.append(paragraph)
        elif paragraphs:
            yield paragraphs
            paragraphs = []
    if paragraphs:
        yield paragraphs


def _is_held_out(number: int) -> bool:
    """Whether a document of a native file, counted from 0, is reserved for measuring."""
    return number % HELD_OUT_EVERY == HELD_OUT_EVERY - 1


def training_documents(lines: Iterable[str], first: int = 0) -> Iterator[list[str]]:
    """The documents of a native file that models may learn from; `first` is the first's number."""
    return (each for number, each in enumerate(documents(lines), first) if not _is_held_out(number))


def held_out_documents(lines: Iterable[str]) -> Iterator[list[str]]:
    """The documents of a native file that no model has seen."""
    return (each for number, each in enumerate(documents(lines)) if _is_held_out(number))


def context_documents(lines: Iterable[str], first: int = 0) -> Iterator[list[str]]:
    """The documents of a native file except those held out and those reserved for tuning.

    `first` is the number of the first one.
    """
    return (
        each
        for number, each in enumerate(documents(lines), first)
        if not _is_held_out(number) and not _is_for_tuning(number)
    )


def tuning_documents(lines: Iterable[str]) -> Iterator[list[str]]:
    """The documents of a native file that are reserved for tuning."""
    return (each for number, each in enumerate(documents(lines)) if _is_for_tuning(number))


def _is_for_tuning(number: int) -> bool:
    return number % HELD_OUT_EVERY == _TUNING_REST


def is_tuning_text(id: str) -> bool:
    """Whether a sentence (W&I) or document (FCE) of learner text is reserved for tuning.

    >>> [id for id in ("A.train.1", "A.train.2", "A.train.13") if is_tuning_text(id)]
    ['A.train.1', 'A.train.13']
    """
    return zlib.crc32(id.encode()) % TUNING_EVERY == 0


def native_sentences(paths: Iterable[str], *, limit: int | None = None) -> Iterator[Sentence]:
    """The sentences of native files that models may be trained on, at most `limit` per file."""
    from itertools import islice

    for path in paths:
        yield from islice(split_documents(path, training_documents), limit)


def learner_sentences(paths: Iterable[str], *, is_tuning: bool) -> Iterator[Sentence]:
    """The sentences of annotated files that are reserved for tuning, or all the others."""
    for path in paths:
        yield from learner_part(path, "tuning" if is_tuning else "training")


def _learner_sentences(path: str) -> Iterator[tuple[Sentence, bool]]:
    """The sentences of an annotated file, and whether each is reserved for tuning."""
    from solecism.formats import files, registry

    format = registry.format_of(path) or registry.FORMATS["m2"]
    for sentence in registry.read([path], format):
        unit = files.document_name(path) if format.name == "fce" else sentence.id
        yield sentence, is_tuning_text(unit)


PARTS = ("all", "training", "tuning")
# Of a text without blank lines, so many characters are a piece.
_LONG_PIECE = 100_000


def learner_part(path: str, part: str) -> Iterator[Sentence]:
    """The sentences of an annotated file that belong to one of PARTS."""
    for sentence, is_tuning in _learner_sentences(path):
        if part == "all" or is_tuning == (part == "tuning"):
            yield sentence


def native_part(path: str, part: str) -> Iterator[tuple[str, str]]:
    """The documents of a native file that belong to one of PARTS, each after its id.

    Those that are held out for measuring belong to none but "all". A long document comes in pieces.
    """
    from solecism.formats import files

    name = files.document_name(path)
    for number, text in _numbered_pieces(files.read_lines(path)):
        if _is_in_part(number, part):
            yield f"{name}.{number + 1}", text


def _numbered_pieces(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The text of each document with its number, from 0; of a long one, piece by piece."""
    number = size = 0
    piece: list[str] = []
    is_begun = False
    for line in lines:
        is_end = line.isspace()
        if piece and (is_end or size > _LONG_PIECE):
            yield number, "".join(piece)
            piece, size = [], 0
        if not is_end:
            piece.append(line)
            size += len(line)
        elif is_begun:
            number += 1
        is_begun = not is_end
    if piece:
        yield number, "".join(piece)


def _is_in_part(number: int, part: str) -> bool:
    if part == "all":
        return True
    is_tuning = _is_for_tuning(number)
    return is_tuning if part == "tuning" else not is_tuning and not _is_held_out(number)


def first_edits(sentence: Sentence) -> Sequence[Edit]:
    """The edits of the first annotation of a sentence, none where there is no annotation."""
    return sentence.annotations[0].edits if sentence.annotations else ()


def annotated_learner_sentences(paths: Iterable[str], *, is_tuning: bool) -> Iterator[Sentence]:
    """The same sentences with tags, lemmas and chunks."""
    from solecism.language.annotate import annotate_sentences

    return annotate_sentences(learner_sentences(paths, is_tuning=is_tuning))


def native_counts(paths: Iterable[str], *, limit: int | None = None) -> WordCounts:
    """Counts of the words of native files that models may be trained on, with their tags."""
    from solecism.corruption.counts import count_words
    from solecism.language.annotate import annotate_sentences

    sentences = native_sentences(paths, limit=limit)
    return count_words(annotate_sentences(sentences, lemmas=False, chunks=False))


def split_documents(
    path: str, documents: Callable[[Iterable[str]], Iterable[list[str]]]
) -> Iterator[Sentence]:
    """The sentences of the documents of a native file that `documents` selects."""
    from solecism.formats import files

    return document_sentences(documents(files.read_lines(path)), files.document_name(path))


def document_sentences(
    documents: Iterable[list[str]], name: str, first: int = 1
) -> Iterator[Sentence]:
    """The sentences of documents; their ids begin with a name and the document's number.

    `first` is the number of the first document.
    """
    from solecism.language import sentence_splitter

    for number, paragraphs in enumerate(documents, first):
        count = 0
        for paragraph in paragraphs:
            sentences = sentence_splitter.sentences(paragraph, f"{name}.{number}", first=count + 1)
            count += len(sentences)
            yield from sentences
