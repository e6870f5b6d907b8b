"""Constructions of nouns: the paper's table beside ours, countability beside lists, speed.

`python benchmarks/language/nouns.py [--data ../shared/data] [--limit 20000]`

The bundled counts are held against LanguageTool's lists of uncountable and partly countable
nouns (LGPL), of which nothing is shipped. Located noun phrases are held against Universal
Dependencies. Each native file's first sentences tell how far the distribution depends on the kind
of text (Lee, Tetreault and Chodorow 2009, table 1).
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np
from numpy.typing import NDArray

from solecism.agreement.coefficients import cohen_kappa
from solecism.agreement.confusion import from_counts
from solecism.formats.files import read_lines
from solecism.formats.registry import FORMATS, read
from solecism.language.annotate import annotate_sentences
from solecism.locate.noun_phrases import Reason, documents_of, mentions, noun_phrases
from solecism.locate.noun_table import (
    COUNTABILITY,
    LEAST_SURE_TIMES,
    NounTable,
    bundled_nouns,
    count_constructions,
    entropies,
)
from solecism.locate.sentence_columns import columns
from solecism.locate.sites import CONSTRUCTIONS, NULL, PRINTED_SHARES, THE, A
from solecism.sampling.noun_samples import ranked_nouns
from solecism.sentence import Sentence, from_words
from solecism.uncertainty.proportion import wilson

LISTS = ("uncountable.txt", "partlycountable.txt")
TREES = ("ewt-test.conllu.xz", "gum-test.conllu.xz")
# A noun with one of these relations heads no phrase of its own.
PARTS = frozenset(("compound", "flat", "fixed", "goeswith"))
QUANTIFIERS = frozenset("many few several much little more most other such various".split())
ARTICLES = {"a": A, "an": A, "the": THE}
N_ROUNDS = 5
BATCH = 1_000


def main() -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--limit", type=int, default=20_000, help="sentences of each file")
    options = parser.parse_args()
    table = bundled_nouns()
    _distribution("bundled, open", table.total)
    _distribution("bundled, open and names", table.total + table.names)
    _distribution("paper", np.array(PRINTED_SHARES))
    _ranked(table)
    _countability(table, options.data / "lexical")
    for name in TREES:
        _against_trees(options.data / "ud" / name)
    for path in sorted((options.data / "native").glob("*.xz")):
        sentences = list(islice(_annotated(path), options.limit))
        counts = count_constructions(sentences)
        total = np.array(counts.total())
        _distribution(f"{path.name}, open", total)
        _distribution(f"{path.name}, open and names", total + np.array(counts.names))
    _speed(sentences)


def _annotated(path: Path) -> Iterator[Sentence]:
    return annotate_sentences(read([str(path)], FORMATS["text"]))


def _distribution(name: str, counts: NDArray[np.floating | np.integer]) -> None:
    shares = " ".join(f"{share:6.1%}" for share in counts / counts.sum())
    print(f"{name:36} {shares}  entropy {float(entropies(counts)):.3f}  n {counts.sum():.0f}")


def _ranked(table: NounTable) -> None:
    print(f"\n{'mostly':14} {'rank':5} {'noun':16} entropy  times")
    for noun in ranked_nouns(table):
        print(
            f"{noun.dominant:14} {noun.rank:5} {noun.noun:16} {noun.entropy:7.3f}  {noun.n_times}"
        )


def _countability(table: NounTable, folder: Path) -> None:
    """Ours in rows, the lists in columns: neither, partly, uncountable."""
    uncountable, partly = (_listed(folder / name) for name in LISTS)
    cells = np.zeros((len(COUNTABILITY), 3), dtype=np.int64)
    n_plural_only = len(COUNTABILITY) - 1
    for row, noun in enumerate(table.nouns):
        if table.counts[row].sum() >= LEAST_SURE_TIMES:
            listed = 2 if noun in uncountable else 1 if noun in partly else 0
            cells[table.countability[row], listed] += 1
    print(f"\n{'ours':12} {'in no list':>10} {'partly':>10} {'uncountable':>12}")
    for name, counts in zip(COUNTABILITY, cells, strict=True):
        print(f"{name:12} {counts[0]:10} {counts[1]:10} {counts[2]:12}")
    cells = cells[:n_plural_only]
    same = int(np.trace(cells))
    three = cohen_kappa(from_counts(cells), weights="linear")
    print(f"same class: {same / cells.sum():.3f} {wilson(same, int(cells.sum()))}")
    print(f"weighted kappa, three classes: {three.value:.3f} {three.interval}")
    sure = cells[np.ix_([0, 2], [0, 2])]
    two = cohen_kappa(from_counts(sure))
    print(f"kappa, where neither says both: {two.value:.3f} {two.interval} n {sure.sum()}\n")


def _against_trees(path: Path) -> None:
    """How many nouns of a treebank are located, with their articles, numbers and openness."""
    gold = list(read([str(path)], FORMATS["conllu"]))
    bare = (from_words(each.id, each.words, text=each.text) for each in gold)
    sentences = list(annotate_sentences(bare))
    n = Counter[str]()
    for start in range(0, len(gold), BATCH):
        part = slice(start, start + BATCH)
        n += _found(gold[part], sentences[part])
    print(
        f"{path.name}: {n['nouns']} nouns, {n['located'] / n['nouns']:.1%} located; of these "
        f"article {n['article'] / n['located']:.1%}, number {n['number'] / n['located']:.1%}; "
        f"open: precision {n['both open'] / n['ours open']:.1%}, recall "
        f"{n['both open'] / n['open']:.1%}, construction {n['construction'] / n['both open']:.1%}"
    )


def _found(gold: Sequence[Sentence], sentences: Sequence[Sentence]) -> Counter[str]:
    text = columns(sentences)
    phrases = noun_phrases(text)
    numbers = text.sentences[phrases.heads]
    words = phrases.heads - text.starts[numbers]
    located = {key: at for at, key in enumerate(zip(numbers.tolist(), words.tolist(), strict=True))}
    n = Counter[str]()
    for number, sentence in enumerate(gold):
        for word, article, is_open in _gold_nouns(sentence):
            at = located.get((number, word))
            n["nouns"] += 1
            if at is None:
                continue
            is_article = bool(phrases.articles[at] == article)
            is_number = bool(phrases.is_plural[at] == (sentence.tags[word] == "NNS"))
            is_ours = bool(phrases.reasons[at] == Reason.OPEN)
            n["located"] += 1
            n["article"] += is_article
            n["number"] += is_number
            n["open"] += is_open
            n["ours open"] += is_ours
            n["both open"] += is_open and is_ours
            n["construction"] += is_open and is_ours and is_article and is_number
    return n


def _gold_nouns(sentence: Sentence) -> Iterator[tuple[int, int, bool]]:
    """Each noun that heads a phrase, its article, and whether nothing else determines it."""
    relations = [relation.partition(":")[0] for relation in sentence.columns["deprel"]]
    of_head: dict[int, list[int]] = {}
    for word, head in enumerate(sentence.columns["head"]):
        if head.isdigit():
            of_head.setdefault(int(head) - 1, []).append(word)
    for noun, tag in enumerate(sentence.tags):
        if tag not in ("NN", "NNS") or relations[noun] in PARTS:
            continue
        article, is_open = NULL, True
        for word in of_head.get(noun, ()):
            lower, relation = sentence.words[word].lower(), relations[word]
            if word < noun and relation == "det" and lower in ARTICLES:
                article = ARTICLES[lower]
            elif sentence.columns["deprel"][word] == "nmod:poss":
                is_open = False
            elif word < noun:
                is_open &= relation not in ("det", "nummod") and lower not in QUANTIFIERS
        yield noun, article, is_open


def _listed(path: Path) -> set[str]:
    lines = (line.strip().lower() for line in read_lines(str(path)))
    return {line for line in lines if line and not line.startswith("#")}


def _speed(sentences: list[Sentence]) -> None:
    batches = [sentences[start : start + BATCH] for start in range(0, len(sentences), BATCH)]
    n_words = sum(map(len, sentences))
    seconds = []
    for _ in range(N_ROUNDS):
        started = time.process_time()
        for batch in batches:
            text = columns(batch)
            mentions(text, noun_phrases(text), documents=documents_of(batch))
        seconds.append(time.process_time() - started)
    print(f"\nnoun phrases and mentions: {min(seconds) / n_words * 1e9:.0f} ns a word")
    print(f"constructions: {', '.join(CONSTRUCTIONS)}")


if __name__ == "__main__":
    main()
