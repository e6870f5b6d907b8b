"""Noun and verb phrases on CoNLL-2000.

`python benchmarks/language/chunks.py [--data ../shared/data]`
"""

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.figures.record import record, timed

from solecism.figure import f_score
from solecism.formats.registry import FORMATS, read
from solecism.language.chunker import Chunker, bundled_chunker, chunk
from solecism.language.tagger import tag
from solecism.sentence import Chunk, Sentence

N_RUNS = 7
PHRASES = ("NP", "VP")


def main(data: Path) -> None:
    """Print precision, recall and F1 with gold tags and with ours, and words per second."""
    gold = list(read([str(data / "chunk" / "conll2000.test.txt.xz")], FORMATS["conll2000"]))
    ours = list(tag(gold))
    for name, sentences in (("gold tags", gold), ("our tags", ours)):
        print_scores(name, sentences, bundled_chunker())
    n_same = sum(
        a == b for s, t in zip(gold, ours, strict=True) for a, b in zip(s.tags, t.tags, strict=True)
    )
    n_words = sum(map(len, gold))
    print(f"our tags equal the corpus's in {n_same / n_words:.4f} of {n_words:,} words")
    took = timed(lambda: deque(chunk(ours), maxlen=0), N_RUNS)
    print(f"{n_words / took.best:,.0f} words/s (processor time, best of {N_RUNS})")
    record("speed of chunks", "words/s", took.rates(n_words), machine=took.machine)


def print_scores(name: str, sentences: Sequence[Sentence], chunker: Chunker) -> None:
    """Precision, recall and F1 of both kinds of phrase."""
    found = chunker.chunk_words([s.words for s in sentences], [s.tags for s in sentences])
    for label in PHRASES:
        expected = _spans([s.chunks for s in sentences], label)
        given = _spans(found, label)
        n_right = len(expected & given)
        p, r = n_right / len(given), n_right / len(expected)
        f1 = f_score(n_right, len(given), len(expected))
        print(f"{name:10} {label}  P {p:.4f}  R {r:.4f}  F1 {f1:.4f}")
        record(f"F1 of {label}, {name}", "share", [f1], is_exact=True)


def _spans(chunks: Sequence[Sequence[Chunk]], label: str) -> set[tuple[int, int, int]]:
    return {(i, c.start, c.end) for i, row in enumerate(chunks) for c in row if c.label == label}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    main(parser.parse_args().data)
