"""Reranking: it learns from held-out parses which tree is the better one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from solecism.sentence import Sentence
from solecism.tree import Leaf, Tree
from solecism_lab.papers.treebanks.error_sets import (
    BOTH,
    GRAMMATICAL,
    ErrorSet,
    TrainingSet,
    TreebankParts,
    treebank_parts,
)
from solecism_lab.papers.treebanks.experiment import Run, run
from solecism_lab.papers.treebanks.rerank import (
    HELD_GRAMMATICAL,
    HELD_ONE_ERROR,
    Reranker,
    held_out,
    with_held_out,
)
from solecism_lab.papers.treebanks.two_stage import two_stage
from solecism_lab.parse.parser import Parsed
from toy_parser import ToyParser, bundled_sentences, train_toy

DIVIDED = treebank_parts(bundled_sentences(), n_dev=10, n_test=20)


class SecondBest:
    """Knows the trees of sentences without errors, and is worse than the toy on the others."""

    def __init__(self) -> None:
        self.trees = {each.words: each.trees[0] for each in bundled_sentences()}

    def parses(self, sentences: Iterable[Sentence]) -> Iterator[Parsed]:
        for each in sentences:
            yield Parsed(self.trees.get(each.words) or _flat(each), -float(len(each.words)))


def _flat(sentence: Sentence) -> Tree:
    return Tree("", (Tree("X", tuple(Leaf("NN", word) for word in sentence.words)),))


def trainer(training_sets: Sequence[TrainingSet], *, seed: int) -> ToyParser | SecondBest:
    is_good = training_sets[0].name.startswith(GRAMMATICAL)
    return SecondBest() if is_good else train_toy(training_sets, seed=seed)


def nothing(_: TreebankParts, sets: Sequence[ErrorSet], seed: int) -> dict[str, list[float]]:
    """A signal that says nothing."""
    return {one.name: [0.0] * len(one.sentences) for one in sets}


def run_with_held_out() -> Run:
    signals = {"nothing": nothing}
    [found] = run(DIVIDED, trainer, trainings=[GRAMMATICAL, BOTH], seeds=[1], signals=signals)
    result = held_out(DIVIDED, trainer, signals, seed=1, sites="all")
    return with_held_out(found, DIVIDED, result, sites="all")


def test_held_out_sentences_are_in_order_in_all_outcomes() -> None:
    found = run_with_held_out()
    for name in (HELD_GRAMMATICAL, HELD_ONE_ERROR):
        ids = [sentence.id for sentence in found.sets[name].sentences]
        assert sorted(ids) == sorted(sentence.id for sentence in DIVIDED.train)
        assert list(found.outcomes[GRAMMATICAL, name].counts.ids) == ids
        assert list(found.outcomes[BOTH, name].counts.ids) == ids
        assert len(found.signals["nothing"][name]) == len(ids)


def test_reranking_takes_the_better_tree_by_what_trees_have() -> None:
    found = run_with_held_out()
    reranker = Reranker([found], BOTH)
    chosen = reranker(found, BOTH, GRAMMATICAL) > 0
    assert np.mean(chosen) < 0.2
    assert np.mean(reranker(found, BOTH, "one-error") > 0) > 0.7
    stages = two_stage([found], BOTH, reranker, name="reranked")
    change = {line.name: line.change for line in stages.lines}
    assert change["one-error"] > 3
    assert change[GRAMMATICAL] > -1
