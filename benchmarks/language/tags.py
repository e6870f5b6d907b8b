"""The tagger: accuracy on treebanks, speed from raw text, size and start-up, beside NLTK.

`python benchmarks/language/tags.py [--data ../shared/data]`

Accuracy is the share of words with the treebank's Penn tag, on the treebank's own words. Speed is
processor time on one core, from text to tagged sentences, with no word in memory yet.
"""

from __future__ import annotations

import argparse
import importlib
import lzma
import os
import random
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"
sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.figures.record import record, timed_together  # noqa: E402

from solecism.formats import conllu, files  # noqa: E402 - threads are counted when numpy loads
from solecism.language.annotate import annotate_sentences  # noqa: E402
from solecism.language.sentence_splitter import sentences  # noqa: E402
from solecism.language.tagger import (  # noqa: E402
    BUNDLED_MODEL,
    Tagger,
    bundled_tagger,
    tag,
)
from solecism.sentence import Sentence  # noqa: E402

TagWords = Callable[[Sequence[Sequence[str]]], Iterable[Sequence[str]]]
N_CHARACTERS = 5_600_000
N_RUNS = 3
PEER_EPOCHS = 5
_PEER = "NLTK, words to tags only"
START_UP = (
    "import time; start = time.perf_counter();"
    "from solecism.language.sentence_splitter import sentences;"
    "from solecism.language.tagger import tag;"
    "list(tag(sentences('Hello there.', 'd'))); print(time.perf_counter() - start)"
)


def main(data: Path) -> None:
    """Print all figures."""
    train = read(data, "ewt-train")
    known = {word for sentence in train for word in sentence.words}
    taggers: dict[str, TagWords] = {"solecism": bundled_tagger().tag_words}
    peer = nltk_tagger(train)
    if peer is not None:
        taggers["NLTK perceptron, same data"] = peer
    print(f"{'Penn tags right, %':38}{'all':>8}{'unknown':>9}{'no capitals':>13}")
    for treebank in ("ewt-dev", "ewt-test", "gum-test"):
        gold = read(data, treebank)
        for name, tag_words in taggers.items():
            figures = accuracies(gold, tag_words, known)
            shown = "{:8.2f}{:9.2f}{:13.2f}".format(*figures)
            print(f"{f'{treebank} {name}':38}{shown}")
            record(f"tags of {treebank}, {name}", "% right", figures[:1], is_exact=True)
    print_speed(data, peer)
    print(f"model: {BUNDLED_MODEL.stat().st_size / 1e6:.2f} MB")
    inside, whole = start_up()
    print(f"start-up: {inside:.3f} s from import to first tag, {whole:.3f} s for the whole process")


def read(data: Path, treebank: str) -> list[Sentence]:
    """The sentences of a part of a treebank."""
    path = str(data / "ud" / f"{treebank}.conllu.xz")
    return list(conllu.parse(files.read_lines(path), document=treebank, file=path))


def accuracies(
    gold: Sequence[Sentence], tag_words: TagWords, known: set[str]
) -> tuple[float, float, float]:
    """Percent right of all words, of words that are not `known`, and of all without capitals."""
    words = [sentence.words for sentence in gold]
    small = [[word.lower() for word in sentence] for sentence in words]
    flat = [word for sentence in words for word in sentence]
    right = are_right(gold, tag_words(words))
    unknown = [is_right for word, is_right in zip(flat, right, strict=True) if word not in known]
    return percent(right), percent(unknown), percent(are_right(gold, tag_words(small)))


def are_right(gold: Sequence[Sentence], found: Iterable[Sequence[str]]) -> list[bool]:
    """For every word, whether its tag is the treebank's."""
    return [
        a == b
        for sentence, tags in zip(gold, found, strict=True)
        for a, b in zip(sentence.tags, tags, strict=True)
    ]


def percent(right: Sequence[bool]) -> float:
    """The share of True, in percent."""
    return 100 * sum(right) / len(right)


def nltk_tagger(train: Sequence[Sentence]) -> TagWords | None:
    """NLTK's averaged perceptron trained on the same sentences; None where NLTK is missing."""
    try:
        perceptron = importlib.import_module("nltk.tag.perceptron")
    except ImportError:
        print("NLTK perceptron: not installed")
        return None
    random.seed(1)
    tagger = perceptron.PerceptronTagger(load=False)
    pairs = [list(zip(sentence.words, sentence.tags, strict=True)) for sentence in train]
    tagger.train(pairs, nr_iter=PEER_EPOCHS)
    return lambda words: [[name for _, name in tagger.tag(list(each))] for each in words]


def print_speed(data: Path, peer: TagWords | None) -> None:
    """Print words per second from raw text to tagged sentences, the best of three runs."""
    with lzma.open(data / "native" / "wikinews.txt.xz", "rt", encoding="utf-8") as stream:
        texts = stream.read(N_CHARACTERS).split("\n\n")
    cut = list(_cut(texts))
    n_words = sum(map(len, cut))
    print(f"words/s on {n_words:,} words of Wikinews, one core:")
    runs: dict[str, Callable[[], object]] = {
        "text to tagged sentences": lambda: _use_up(tag(_cut(texts), tagger=Tagger.load())),
        "... with lemmas and chunks": lambda: _use_up(
            annotate_sentences(_cut(texts), tagger=Tagger.load())
        ),
        "words to tags only": lambda: Tagger.load().tag_words([each.words for each in cut]),
    }
    some = [sentence.words for sentence in cut[:2000]]
    n_of = dict.fromkeys(runs, n_words) | {_PEER: sum(map(len, some))}
    if peer is not None:
        runs[_PEER] = lambda: peer(some)
    timings = timed_together(runs, N_RUNS)
    for name, took in timings.items():
        print(f"  {name:30}{n_of[name] / took.best:12,.0f}")
        record(name, "words/s", took.rates(n_of[name]), machine=took.machine)


def _cut(texts: Sequence[str]) -> Iterable[Sentence]:
    return (sentence for text in texts for sentence in sentences(text, "d"))


def _use_up(stream: Iterable[Sentence]) -> None:
    # Columns are told when asked for.
    deque((sentence.tags for sentence in stream), maxlen=0)


def start_up() -> tuple[float, float]:
    """Seconds from import to first tag, and of the whole of a fresh process: the best of five."""
    best_inside = best_whole = float("inf")
    for _ in range(5):
        begin = time.perf_counter()
        shown = subprocess.run(
            [sys.executable, "-c", START_UP], capture_output=True, text=True, check=True
        )
        best_whole = min(best_whole, time.perf_counter() - begin)
        best_inside = min(best_inside, float(shown.stdout))
    return best_inside, best_whole


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    main(parser.parse_args().data)
