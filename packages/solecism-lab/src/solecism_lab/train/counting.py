"""Counting for training on a Ray cluster: native text in chunks of documents, counted in tasks.

For n-grams, the table is the same as by one process. A task per chunk turns words into numbers,
which stay where they are made. For each length, a task per chunk counts n-grams by share of
contexts, and a task per share adds them up and prunes them. Ray makes again what a lost machine has
held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from solecism.cluster.ray_session import explain_ray_errors, n_processors, ray_cluster
from solecism.detect.extraneous.language_model import BOUNDARY, Hashes, NgramTable
from solecism.formats import files
from solecism.formats.corpora import context_documents, document_sentences, training_documents
from solecism.language.annotate import annotate_sentences
from solecism.locate.noun_table import ConstructionCounts, count_constructions
from solecism.numeric import Ints32
from solecism.sentence import Sentence
from solecism_lab.train.extraneous.ngrams import (
    MAX_AT_ONCE,
    CountedNgrams,
    KeptNgrams,
    NgramSettings,
    Progress,
    WordNumbers,
    check_words,
    count_share,
    frequent_ngrams,
    known_forms,
    ngram_table,
    number_words,
    numbered_text,
    summed_ngrams,
    type_counts,
    word_ngrams,
)

CHUNK_BYTES = 16_000_000
_MARK = "\ufeff".encode()

# Which documents are used, given lines and the number of the first document.
Selection = Callable[[Iterable[str], int], Iterable[list[str]]]


class DocumentChunk(NamedTuple):
    """The bytes `start` to `stop` of a file, or all of a compressed one if `stop` is -1.

    `first` is the number of its first document in the file.
    """

    path: str
    start: int
    stop: int
    first: int

    def sentences(self, selection: Selection) -> Iterator[Sentence]:
        """The sentences of the documents that are selected."""
        documents = selection(self._lines(), self.first)
        return document_sentences(documents, files.document_name(self.path))

    def _lines(self) -> Iterator[str]:
        if self.stop < 0:
            yield from files.read_lines(self.path)
            return
        with Path(self.path).open("rb") as stream:
            stream.seek(self.start)
            yield from stream.read(self.stop - self.start).decode().split("\n")


def chunks_of(path: str, size: int = CHUNK_BYTES) -> list[DocumentChunk]:
    """The chunks of a file, of at least `size` bytes each except for the last.

    Whatever is wrong with the file is told here.
    """
    if files.unpacked(path) != Path(path):
        return [DocumentChunk(path, 0, -1, 0)]
    chunks: list[DocumentChunk] = []
    start = place = _begin(path)
    first = number = 0
    is_inside = False
    for line in files.read_lines(path):
        if line.strip():
            if not is_inside and place - start >= size:
                chunks.append(DocumentChunk(path, start, place, first))
                start, first = place, number
            number += not is_inside
            is_inside = True
        else:
            is_inside = False
        place += len(line.encode())
    return [*chunks, DocumentChunk(path, start, place, first)]


def _begin(path: str) -> int:
    """The first byte after the mark that some programs put at the beginning of a file."""
    try:
        with Path(path).open("rb") as stream:
            return len(_MARK) if stream.read(len(_MARK)) == _MARK else 0
    except OSError:
        # What is wrong is told by whoever reads it.
        return 0


def all_chunks(ray: Any, paths: Iterable[str], size: int) -> list[DocumentChunk]:
    """The chunks of all files, which are looked through at the same time."""
    task = ray.remote(max_retries=-1)(chunks_of)
    whole = [str(Path(path).absolute()) for path in paths]
    return [
        chunk for each in ray.get([task.remote(path, size) for path in whole]) for chunk in each
    ]


def count_nouns(
    paths: Iterable[str], *, address: str | None = None, chunk_bytes: int = CHUNK_BYTES
) -> ConstructionCounts:
    """The counts of native files, as `count_constructions` gives them."""
    total = ConstructionCounts()
    with ray_cluster(address) as ray, explain_ray_errors(ray):
        count = ray.remote(max_retries=-1)(_nouns_of_chunk)
        waiting = [count.remote(chunk) for chunk in all_chunks(ray, paths, chunk_bytes)]
        while waiting:
            done, waiting = ray.wait(waiting)
            total.add(ray.get(done[0]))
    return total


def _nouns_of_chunk(chunk: DocumentChunk) -> ConstructionCounts:
    return count_constructions(annotate_sentences(chunk.sentences(context_documents)))


# The numbers of the words of a chunk, and the words in the order of their numbers.
_Spooled = tuple[Ints32, list[str]]


def count_ngrams(
    paths: Iterable[str],
    *,
    marked: frozenset[str],
    settings: NgramSettings,
    address: str | None = None,
    chunk_bytes: int = CHUNK_BYTES,
    progress: Progress | None = None,
) -> NgramTable:
    """The table of the n-grams of native files; `marked` words are in normal form."""
    with ray_cluster(address) as ray, explain_ray_errors(ray):
        spool = ray.remote(num_returns=2, max_retries=-1)(_spooled)
        pairs = [spool.remote(chunk) for chunk in all_chunks(ray, paths, chunk_bytes)]
        texts = [text for text, _ in pairs]
        counts = _added_counts(ray.get(each) for _, each in pairs)
        check_words([word for word in counts if word != BOUNDARY])
        known = known_forms(counts, marked, settings.min_word)
        n_shares = max(n_processors(ray), -(-sum(counts.values()) // MAX_AT_ONCE))
        vocabulary = ray.put((known, marked))
        count = ray.remote(max_retries=-1, num_returns=n_shares)(_ngrams_of_chunk)
        add = ray.remote(max_retries=-1)(_kept_ngrams)

        def ngrams(order: int, needed: Hashes) -> Sequence[KeptNgrams]:
            made = [count.remote(text, vocabulary, order, n_shares) for text in texts]
            # One that is not in a list if there is one share only.
            parts = [each if isinstance(each, list) else [each] for each in made]
            broadcast = ray.put(needed)
            by_share = zip(*parts, strict=True)
            kept_ones: list[KeptNgrams] = ray.get(
                [add.remote(order, settings, broadcast, *share) for share in by_share]
            )
            return kept_ones

        return ngram_table(word_ngrams(counts, known), ngrams, progress)


def _spooled(chunk: DocumentChunk) -> tuple[_Spooled, Counter[str]]:
    types = WordNumbers()
    sentences = (sentence.words for sentence in chunk.sentences(training_documents))
    pieces = [np.frombuffer(piece, dtype=np.int32) for piece in number_words(sentences, types)]
    numbers = np.concatenate(pieces)
    return (numbers, list(types)), type_counts(numbers, types)


def _added_counts(parts: Iterable[Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for part in parts:
        total.update(part)
        # A text has one boundary more than sentences, however many parts it has.
        total[BOUNDARY] -= 1
    total[BOUNDARY] += 1
    return total


def _ngrams_of_chunk(
    spooled: _Spooled, vocabulary: tuple[frozenset[str], frozenset[str]], order: int, n_shares: int
) -> Any:
    numbers, types = spooled
    text = numbered_text(numbers, types, *vocabulary)
    parts = [count_share(text, order, share, n_shares) for share in range(n_shares)]
    return parts[0] if n_shares == 1 else parts


def _kept_ngrams(
    order: int, settings: NgramSettings, needed: Hashes, *parts: CountedNgrams
) -> KeptNgrams:
    return frequent_ngrams(summed_ngrams(parts), order, settings, needed)
