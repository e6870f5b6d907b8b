"""Native and learner text for training, read from files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solecism.corrupt.tables.word_counts import WordCounts
    from solecism.edit import Edit
    from solecism.sentence import Sentence


def native_sentences(paths: Iterable[str], *, limit: int | None = None) -> Iterator[Sentence]:
    """The sentences of native files that models may be trained on, at most `limit` per file."""
    from itertools import islice

    from solecism.train.corpora import training_documents

    for path in paths:
        yield from islice(split_documents(path, training_documents), limit)


def learner_sentences(paths: Iterable[str], *, is_tuning: bool) -> Iterator[Sentence]:
    """The sentences of annotated files that are reserved for tuning, or all the others."""
    from solecism.formats import files, registry
    from solecism.train import corpora as native

    for path in paths:
        format = registry.format_of(path) or registry.FORMATS["m2"]
        for sentence in registry.read([path], format):
            unit = files.document_name(path) if format.name == "fce" else sentence.id
            if native.is_tuning(unit) == is_tuning:
                yield sentence


def first_edits(sentence: Sentence) -> Sequence[Edit]:
    """The edits of the first annotation of a sentence, none where there is no annotation."""
    return sentence.annotations[0].edits if sentence.annotations else ()


def annotated_learner_sentences(paths: Iterable[str], *, is_tuning: bool) -> Iterator[Sentence]:
    """The same sentences with tags, lemmas and chunks."""
    from solecism.language.annotate import annotate_sentences

    return annotate_sentences(learner_sentences(paths, is_tuning=is_tuning))


def native_counts(paths: Iterable[str], *, limit: int | None = None) -> WordCounts:
    """Counts of the words of native files that models may be trained on, with their tags."""
    from solecism.corrupt.tables.word_counts import count_words
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
    from solecism.language.text import split

    for number, paragraphs in enumerate(documents, first):
        count = 0
        for paragraph in paragraphs:
            sentences = split.sentences(paragraph, f"{name}.{number}", first=count + 1)
            count += len(sentences)
            yield from sentences
