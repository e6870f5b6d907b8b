"""Trees as nested lists, as JSON holds them: `["NP", ["DT", "the"], ["NN", "car"]]`.

A list whose second member is a string is a leaf: tag, word, and the surface tag if it differs.
"""

from __future__ import annotations

from typing import Any

from solecism.errors import InputError
from solecism.tree import Leaf, Tree

MAX_DEPTH = 500


def tree_of(nested: list[Any]) -> Tree:
    """The tree that nested lists describe."""
    node = _node_of(nested, 1)
    if isinstance(node, Leaf):
        raise InputError(f"the tree {_shown(nested)} is a single word. Put a phrase around it.")
    return node


def lists_of(tree: Tree) -> list[Any]:
    """The tree as nested lists."""
    root: list[Any] = [tree.label]
    stack = [(tree, root)]
    while stack:
        phrase, members = stack.pop()
        for child in phrase.children:
            if isinstance(child, Leaf):
                surface = [] if child.surface_tag is None else [child.surface_tag]
                members.append([child.tag, child.word, *surface])
            else:
                members.append([child.label])
                stack.append((child, members[-1]))
    return root


def _node_of(nested: Any, depth: int) -> Tree | Leaf:
    if depth > MAX_DEPTH:
        raise InputError(f"a tree more than {MAX_DEPTH} phrases deep. Is it really a sentence?")
    if isinstance(nested, list) and nested and isinstance(nested[0], str):
        label, *members = nested
        if not members or isinstance(members[0], list):
            return Tree(label, tuple(_node_of(member, depth + 1) for member in members))
        if len(members) <= 2 and all(isinstance(member, str) for member in members):
            return Leaf(label, *members)
    raise InputError(
        f"{_shown(nested)} is no part of a tree, which looks like "
        '["NP", ["DT", "the"], ["NN", "car"]].'
    )


def _shown(nested: Any) -> str:
    text = repr(nested)
    return text if len(text) <= 60 else text[:57] + "..."
