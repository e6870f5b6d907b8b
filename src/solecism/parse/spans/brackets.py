"""Trees as labelled spans of words in a binary tree, and back.

A chain of phrases over the same words is one label, S+VP. A phrase with more than two children
becomes a row of two: the rest of it, without its first child, is a span labelled @ and its name.
Spans of single words without a phrase, and rests that a tree does not need, have no label.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from solecism.parse.grammar.strip import ROOT, plain
from solecism.tree import Leaf, Tree

NO_LABEL = ""
REST = "@"
_CHAIN = "+"
# The name of the outermost bracket where several phrases stand below it.
_OUTERMOST = "ROOT"


class Span(NamedTuple):
    """The words from `start` to `end`, where they are divided, and their label.

    `split` is 0 for a single word.
    """

    start: int
    split: int
    end: int
    label: str


def spans(tree: Tree) -> list[Span]:
    """The spans of a tree, each before the spans inside it; none if no word is overt."""
    bare = plain(tree)
    if bare is None:
        return []
    top: Tree | Leaf = bare if len(bare.children) > 1 else bare.children[0]
    collected: list[Span] = []
    stack: list[tuple[list[Tree | Leaf], str, int]] = [([top], NO_LABEL, 0)]
    while stack:
        nodes, label, start = stack.pop()
        names = [label] if label else []
        while len(nodes) == 1 and isinstance(nodes[0], Tree):
            names.append(nodes[0].label if nodes[0].label != ROOT else _OUTERMOST)
            nodes = list(nodes[0].children)
        label = _CHAIN.join(names)
        end = start + sum(map(_n_words, nodes))
        split = start + _n_words(nodes[0]) if len(nodes) > 1 else 0
        collected.append(Span(start, split, end, label))
        if len(nodes) > 1:
            rest = REST + names[-1].removeprefix(REST) if len(nodes) > 2 else NO_LABEL
            stack.append((nodes[1:], rest, split))
            stack.append((nodes[:1], NO_LABEL, start))
    return collected


def tree_of(labels: Mapping[tuple[int, int], str], leaves: Sequence[Leaf]) -> Tree:
    """The tree over the leaves whose phrases are these spans, none of which cross."""
    closed: list[tuple[int, Tree | Leaf]] = []
    starts = sorted(labels, key=lambda span: (span[1], -span[0]))
    done = 0
    for start, end in starts:
        while done < end:
            closed.append((done, leaves[done]))
            done += 1
        names = [name for name in labels[start, end].split(_CHAIN) if name[:1] not in ("", REST)]
        first = len(closed)
        while first and closed[first - 1][0] >= start:
            first -= 1
        children = tuple(node for _, node in closed[first:])
        if names:
            closed[first:] = [(start, _chain(names, children))]
    closed += [(place, leaves[place]) for place in range(done, len(leaves))]
    nodes = tuple(node for _, node in closed)
    if len(nodes) == 1 and isinstance(nodes[0], Tree) and nodes[0].label == ROOT:
        return nodes[0]
    return Tree(ROOT, nodes)


def _chain(names: Sequence[str], children: tuple[Tree | Leaf, ...]) -> Tree:
    for name in reversed(names):
        children = (Tree(ROOT if name == _OUTERMOST else name, children),)
    (tree,) = children
    assert isinstance(tree, Tree)  # noqa: S101 - a programming error
    return tree


def _n_words(node: Tree | Leaf) -> int:
    return 1 if isinstance(node, Leaf) else sum(1 for _ in node.leaves())
