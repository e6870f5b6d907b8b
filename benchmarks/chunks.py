"""Noun and verb phrases on CoNLL-2000, and how the chunker is trained.

`python benchmarks/chunks.py [--data ../shared/data] [--train]`
"""

from __future__ import annotations

import argparse
import lzma
import re
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from solecism.language.chunk import Chunker, bundled_chunker, chunk
from solecism.language.chunk_model import to_bytes
from solecism.language.tag import tag
from solecism.language.training.chunker import train
from solecism.sentence import Chunk, Sentence, from_words

MODEL = Path(__file__).parents[1] / "src" / "solecism" / "models" / "chunker.xz"
SEED = 1
N_RUNS = 7
PHRASES = ("NP", "VP")


def main(data: Path) -> None:
    """Print precision, recall and F1 with gold tags and with ours, and words a second."""
    gold = read(data, "test")
    ours = list(tag(gold))
    for name, sentences in (("gold tags", gold), ("our tags", ours)):
        print_scores(name, sentences, bundled_chunker())
    n_same = sum(
        a == b for s, t in zip(gold, ours, strict=True) for a, b in zip(s.tags, t.tags, strict=True)
    )
    n_words = sum(map(len, gold))
    print(f"our tags equal the corpus's in {n_same / n_words:.4f} of {n_words:,} words")
    fastest = min(_seconds(ours) for _ in range(N_RUNS))
    print(f"{n_words / fastest:,.0f} words/s (processor time, best of {N_RUNS})")


def _seconds(sentences: Sequence[Sentence]) -> float:
    start = time.process_time()
    deque(chunk(sentences), maxlen=0)
    return time.process_time() - start


def learn(data: Path) -> None:
    """Train on CoNLL-2000 train, with its tags, with ours, and with hyphenated words split."""
    gold = read(data, "train")
    MODEL.write_bytes(to_bytes(train(training_set(gold), rng=np.random.default_rng(SEED))))


def training_set(gold: Sequence[Sentence]) -> list[Sentence]:
    """The sentences as they are, under our tags, and as our own tokeniser would have them."""
    split = [parts for sentence in gold if (parts := split_hyphens(sentence)) is not sentence]
    return [*gold, *tag(gold), *tag(split)]


def read(data: Path, part: str) -> list[Sentence]:
    """The sentences of a part of CoNLL-2000 with its tags and chunks."""
    with lzma.open(data / "chunk" / f"conll2000.{part}.txt.xz", "rt", encoding="utf-8") as lines:
        blocks = lines.read().strip().split("\n\n")
    return [_sentence(f"{part}.{i}", block.split("\n")) for i, block in enumerate(blocks)]


def _sentence(id: str, lines: Sequence[str]) -> Sentence:
    words, tags, labels = zip(*(line.split() for line in lines), strict=True)
    return replace(from_words(id, words), tags=tags, chunks=tuple(_chunks(labels)))


def _chunks(labels: Sequence[str]) -> Iterator[Chunk]:
    start = 0
    for place, label in enumerate([*labels, "O"]):
        if not label.startswith("I-"):
            if place and labels[start][2:] in PHRASES:
                yield Chunk(labels[start][2:], start, place, place - 1)
            start = place


def split_hyphens(sentence: Sentence) -> Sentence:
    """The sentence with words cut at hyphens, as in the English Web Treebank, without tags."""
    parts = [re.findall(r"-|[^-]+", w) if re.search(r"\w-\w", w) else [w] for w in sentence.words]
    firsts = np.cumsum([0, *map(len, parts)]).tolist()
    if firsts[-1] == len(sentence):
        return sentence
    chunks = tuple(
        Chunk(c.label, firsts[c.start], firsts[c.end], firsts[c.end] - 1) for c in sentence.chunks
    )
    return replace(from_words(sentence.id, [p for ps in parts for p in ps]), chunks=chunks)


def print_scores(name: str, sentences: Sequence[Sentence], chunker: Chunker) -> None:
    """Precision, recall and F1 of both kinds of phrase."""
    found = chunker.chunk_words([s.words for s in sentences], [s.tags for s in sentences])
    for label in PHRASES:
        expected = _spans([s.chunks for s in sentences], label)
        given = _spans(found, label)
        n_right = len(expected & given)
        p, r = n_right / len(given), n_right / len(expected)
        print(f"{name:10} {label}  P {p:.4f}  R {r:.4f}  F1 {2 * p * r / (p + r):.4f}")


def _spans(chunks: Sequence[Sequence[Chunk]], label: str) -> set[tuple[int, int, int]]:
    return {(i, c.start, c.end) for i, row in enumerate(chunks) for c in row if c.label == label}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--train", action="store_true", help="train the model anew")
    arguments = parser.parse_args()
    if arguments.train:
        learn(arguments.data)
    main(arguments.data)
