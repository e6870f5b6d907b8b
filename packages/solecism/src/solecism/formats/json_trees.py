"""Trees as nested lists, as JSON holds them: `["NP", ["DT", "the"], ["NN", "car"]]`.

A list whose second member is a string is a leaf: tag, word, the surface tag if it differs (or
null), and the leaf before an error was made: `["VBZ", "in", "IN", ["VBZ", "is"]]`, or
`[]` before an extra word.
Nothing here is recursive, because a tree may be deeper than Python's call stack.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from solecism.errors import InputError
from solecism.tree import NOTHING, Leaf, Tree

MAX_DEPTH = 500


@dataclass(slots=True)
class _OpenPhrase:
    label: str
    members: Iterator[Any]
    children: list[Tree | Leaf] = field(default_factory=list)


def tree_of(nested: Any) -> Tree:
    """The tree that nested lists describe."""
    open_phrases = [_opened(nested)]
    while True:
        phrase = open_phrases[-1]
        for member in phrase.members:
            if not _is_leaf(member):
                open_phrases.append(_opened(member))
                break
            phrase.children.append(_leaf(member))
        else:
            tree = Tree(phrase.label, tuple(phrase.children))
            open_phrases.pop()
            if not open_phrases:
                return tree
            open_phrases[-1].children.append(tree)
        if len(open_phrases) > MAX_DEPTH:
            raise InputError(f"a tree has more than {MAX_DEPTH} phrases in one another.")


def lists_of(tree: Tree) -> list[Any]:
    """The tree as nested lists."""
    root: list[Any] = [tree.label]
    stack = [(tree, root)]
    while stack:
        phrase, members = stack.pop()
        for child in phrase.children:
            if isinstance(child, Leaf):
                members.append(_list_of(child))
            else:
                members.append([child.label])
                stack.append((child, members[-1]))
    return root


def _list_of(leaf: Leaf) -> list[Any]:
    members: list[Any] = [leaf.tag, leaf.word]
    if leaf.original is not None:
        original = [] if leaf.original == NOTHING else _list_of(leaf.original)
        return [*members, leaf.surface_tag, original]
    return members if leaf.surface_tag is None else [*members, leaf.surface_tag]


def _leaf(members: list[Any]) -> Leaf:
    tag, word, *rest = members
    if len(rest) < 2:
        return Leaf(tag, word, *rest)
    surface_tag, original = rest
    return Leaf(tag, word, surface_tag, Leaf(*original) if original else NOTHING)


def _is_leaf(nested: Any) -> bool:
    if not isinstance(nested, list) or len(nested) < 4:
        return _is_plain_leaf(nested)
    *rest, surface_tag, original = nested
    return (
        len(rest) == 2
        and _is_plain_leaf(rest)
        and (surface_tag is None or isinstance(surface_tag, str))
        and (original == [] or _is_plain_leaf(original))
    )


def _is_plain_leaf(nested: Any) -> bool:
    return (
        isinstance(nested, list)
        and len(nested) in (2, 3)
        and all(isinstance(member, str) for member in nested)
    )


def _opened(nested: Any) -> _OpenPhrase:
    if isinstance(nested, list) and nested and isinstance(nested[0], str):
        label, *members = nested
        if all(isinstance(member, list) for member in members):
            return _OpenPhrase(label, iter(members))
    shown = repr(nested)[:60]
    raise InputError(
        f'{shown} is not a phrase of a tree, such as ["NP", ["DT", "the"], ["NN", "car"]].'
    )
