"""Sentences of which two parsers have different trees, side by side (section 5.1.3, (30), (31))."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solecism.figure import f_score
from solecism.formats.penn import parse_trees
from solecism.numeric import Floats
from solecism.tree import Leaf, Tree
from solecism_lab.papers.treebanks.error_sets import ERROR_TYPES, GRAMMATICAL
from solecism_lab.papers.treebanks.experiment import Outcome, Run
from solecism_lab.parse.treebank_style import plain_tree

MAX_WORDS = 16


@dataclass(frozen=True, slots=True)
class SideBySide:
    """A sentence with an error, its first gold tree, and the trees and F of two parsers."""

    error: str
    words: str
    gold: str
    trees: tuple[str, str]
    f: tuple[float, float]


def side_by_side(one: Run, other: Run, *, n_per_type: int = 1) -> list[SideBySide]:
    """By type of error, sentences which the first parser has better, and which the second."""
    rows = []
    for name in ERROR_TYPES:
        outcomes = [run.outcomes[GRAMMATICAL, name] for run in (one, other)]
        first, second = map(_f_scores, outcomes)
        lengths = outcomes[0].counts.column("length")
        difference = np.where(lengths <= MAX_WORDS, first - second, 0.0)
        order = np.argsort(difference, kind="stable")
        chosen = [*order[::-1][:n_per_type], *order[:n_per_type]]
        rows += [
            _row(one, name, int(place), outcomes, (float(first[place]), float(second[place])))
            for place in chosen
            if difference[place]
        ]
    return rows


def without_tags(tree: Tree) -> str:
    """The tree in brackets, without the tags of words, as papers print trees.

    >>> without_tags(Tree("", (Tree("S", (Tree("NP", (Leaf("PRP", "I"),)), Leaf("VBP", "am"))),)))
    '(S (NP I) am)'
    """
    pieces: list[str] = []
    stack: list[Tree | Leaf | str] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            pieces[-1] += node
        elif isinstance(node, Leaf):
            if not node.is_trace:
                pieces.append(node.word)
        else:
            if node.category:
                pieces.append(f"({node.category}")
                stack.append(")")
            stack.extend(reversed(node.children))
    return " ".join(pieces)


def _row(
    run: Run, name: str, place: int, outcomes: list[Outcome], f: tuple[float, float]
) -> SideBySide:
    sentence = run.sets[name].sentences[place]
    first, second = (_shown(outcome.trees[place]) for outcome in outcomes)
    gold = without_tags(plain_tree(sentence.trees[0]) or sentence.trees[0])
    return SideBySide(name, " ".join(sentence.words), gold, (first, second), f)


def _shown(brackets: str) -> str:
    (tree,) = parse_trees([brackets], file="saved trees")
    return without_tags(tree)


def _f_scores(outcome: Outcome) -> Floats:
    matched, gold, tested = outcome.counts.table[:, :3].T
    return np.array(
        [
            100 * f_score(float(m), float(t), float(g)) if g + t else 100.0
            for m, g, t in zip(matched, gold, tested, strict=True)
        ]
    )
