"""Gold trees of sentences with errors, changed as little as possible (Foster 2007, section 4.2).

A wrong word takes the place of the right one, under the right one's tag. A missing word leaves
a trace. An extra word goes wherever its gap is at a boundary between children, so that there
are several golds; a parser is scored by the one that it comes nearest to. Phrases do not
change. Every changed leaf knows what it was, so that the tree itself can be undone.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

import numpy as np

from solecism.corrupt.gold.collapse import collapsed
from solecism.corrupt.gold.sites import (
    SITES,
    Path,
    Sites,
    extra_word_sites,
    leaf_at,
    path_to,
    with_extra_leaf,
    with_leaf,
)
from solecism.corrupt.gold.steps import Step, steps
from solecism.corrupt.synthetic_error import SyntheticError
from solecism.errors import EditError, InputError
from solecism.tree import NOTHING, TRACE_TAG, Leaf, Tree, unescape

MOST_GOLDS = 100
_TRACE_OF_MISSING = "0"
_Item = TypeVar("_Item")


def gold_trees(
    tree: Tree,
    errors: Sequence[SyntheticError],
    *,
    sites: Sites = "all",
    collapse: bool = False,
    most: int = MOST_GOLDS,
) -> tuple[Tree, ...]:
    """The gold trees of the sentence after the errors, which are applied in order.

    `sites` are where an extra word may go (see `extra_word_sites`). `collapse` takes the
    traces of missing words away, and a phrase over one of its own category that they leave.
    Of more than `most` golds, as many are kept, spread evenly over all in their order.
    """
    if sites not in SITES:
        raise InputError(f"sites is {sites!r}. Use one of {', '.join(SITES)}.")
    if most < 1:
        raise InputError(f"most is {most}. Keep at least one gold tree.")
    taken = [step for error in errors for step in steps(error)]
    golds = [tree]
    for step in taken:
        golds = _after(golds, step, sites=sites, most=most)
    if collapse:
        golds = [collapsed(gold) for gold in golds]
    elif all(step.after for step in taken):
        # Only a missing word, which may have been an extra one, can make two golds alike.
        return tuple(golds)
    return tuple(_distinct(golds))


def training_tree(
    tree: Tree, errors: Sequence[SyntheticError], *, rng: np.random.Generator, sites: Sites = "all"
) -> Tree:
    """One gold tree, with each extra word at one of its sites, drawn uniformly."""
    for error in errors:
        for step in steps(error):
            if step.before:
                tree = _with_changed_word(tree, step)
            else:
                paths = extra_word_sites(tree, step.position, sites=sites)
                site = paths[int(rng.integers(len(paths)))] if len(paths) > 1 else paths[0]
                tree = with_extra_leaf(site, _extra_leaf(step))
    return tree


def undo(tree: Tree) -> Tree:
    """The tree before any error was made in it.

    Collapsed trees get their words back as far as they are still there.
    """
    open_phrases = [(tree.label, iter(tree.children), list[Tree | Leaf]())]
    while True:
        label, remaining, drawn = open_phrases[-1]
        for child in remaining:
            if isinstance(child, Tree):
                open_phrases.append((child.label, iter(child.children), []))
                break
            leaf = child if child.original is None else child.original
            if leaf != NOTHING:
                drawn.append(leaf)
        else:
            open_phrases.pop()
            phrase = Tree(label, tuple(drawn))
            if not open_phrases:
                return phrase
            open_phrases[-1][2].append(phrase)


def _after(golds: Iterable[Tree], step: Step, *, sites: Sites, most: int) -> list[Tree]:
    if step.before:
        return [_with_changed_word(gold, step) for gold in golds]
    places: list[Path] = []
    for gold in golds:
        places.extend(extra_word_sites(gold, step.position, sites=sites))
    leaf = _extra_leaf(step)
    return [with_extra_leaf(place, leaf) for place in _spread(places, most)]


def _with_changed_word(tree: Tree, step: Step) -> Tree:
    path = path_to(tree, step.position)
    leaf = leaf_at(path) if path else NOTHING
    if unescape(leaf.word) != unescape(step.before):
        actual = f"the tree has {leaf.word!r}" if path else "the tree ends before"
        raise EditError(f"an error expects {step.before!r} as word {step.position}, but {actual}")
    original = leaf if leaf.original is None else leaf.original
    if not step.after:
        return with_leaf(path, Leaf(TRACE_TAG, _TRACE_OF_MISSING, None, original))
    if original != NOTHING and unescape(original.word) == step.after:
        return with_leaf(path, original)
    surface_tag = None if step.tag == leaf.tag else step.tag
    return with_leaf(path, Leaf(leaf.tag, step.after, surface_tag, original))


def _extra_leaf(step: Step) -> Leaf:
    return Leaf(step.tag, step.after, None, NOTHING)


def _spread(items: list[_Item], most: int) -> list[_Item]:
    if len(items) <= most:
        return items
    return [items[index * len(items) // most] for index in range(most)]


def _distinct(golds: Sequence[Tree]) -> Iterable[Tree]:
    """The golds without those that differ from an earlier one in traces only."""
    if len(golds) < 2:
        return golds
    by_key: dict[Hashable, Tree] = {}
    for gold in golds:
        by_key.setdefault(_visible(gold), gold)
    return by_key.values()


def _visible(tree: Tree) -> Hashable:
    phrases = tuple((p.label, start, end) for p, start, end in tree.phrases() if start < end)
    return phrases, tuple((leaf.tag, leaf.word) for leaf in tree.leaves())
