"""A parser that learns next to nothing, for tests of the experiments."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from places import EXAMPLES
from solecism.formats.penn import parse
from solecism.sentence import Sentence
from solecism.tree import Leaf, Tree
from solecism_lab.papers.treebanks.error_sets import TrainingSet
from solecism_lab.parse.parser import Parsed

TREEBANK = EXAMPLES / "treebank.mrg"


class ToyParser:
    """Words get their most frequent tag; two verbs or more make an S, one a VP, none an NP."""

    def __init__(self, training_sets: Sequence[TrainingSet]) -> None:
        self.tags: dict[str, Counter[str]] = {}
        for each in training_sets:
            for tree, weight in zip(each.trees, each.weights, strict=True):
                for leaf in tree.leaves():
                    self.tags.setdefault(leaf.word, Counter())[leaf.tag] += round(weight)
        self.n_words = sum(count.total() for count in self.tags.values())

    def parses(self, sentences: Iterable[Sentence]) -> Iterator[Parsed]:
        for sentence in sentences:
            leaves = tuple(Leaf(self._tag(word), word) for word in sentence.words)
            n_verbs = sum(leaf.tag.startswith("V") for leaf in leaves)
            label = ("NP", "VP")[n_verbs] if n_verbs < 2 else "S"
            yield Parsed(
                Tree("", (Tree("S", (Tree(label, leaves),)),)),
                sum(math.log(self._share(word)) for word in sentence.words),
            )

    def _tag(self, word: str) -> str:
        return self.tags[word].most_common(1)[0][0] if word in self.tags else "NN"

    def _share(self, word: str) -> float:
        return (self.tags[word].total() if word in self.tags else 0.5) / self.n_words


def train_toy(training_sets: Sequence[TrainingSet], *, seed: int) -> ToyParser:
    return ToyParser(training_sets)


def bundled_sentences() -> list[Sentence]:
    with TREEBANK.open(encoding="utf-8") as lines:
        return list(parse(lines, document="treebank", file="treebank.mrg"))
