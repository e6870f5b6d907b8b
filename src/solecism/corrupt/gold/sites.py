"""The paths to words in a tree, and where an extra word may attach (Foster 2007, Fig. 13).

The printed algorithm cannot be run as it stands. Here an extra word goes into every phrase
that has its gap at a boundary between children: those that end before the gap, those that
begin after it, and the lowest one around it. The outermost bracket of a treebank is not a phrase.
Words are counted by position among overt leaves, never compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Literal, NamedTuple

from solecism.errors import EditError
from solecism.tree import Leaf, Tree

Sites = Literal["all", "lowest", "highest", "printed"]
SITES: tuple[Sites, ...] = ("all", "lowest", "highest", "printed")
OUTERMOST = frozenset({"", "TOP", "ROOT", "S1"})


class Branch(NamedTuple):
    """A phrase, and the number of one of its children."""

    phrase: Tree
    child: int


Path = tuple[Branch, ...]


def path_to(tree: Tree, position: int) -> Path:
    """The path from the root to the overt word at `position`; empty if there is no such word."""
    phrases, reached = [tree], [0]
    n_left = position
    while phrases:
        phrase, child = phrases[-1], reached[-1]
        if child == len(phrase.children):
            phrases.pop()
            reached.pop()
            continue
        reached[-1] = child + 1
        node = phrase.children[child]
        if isinstance(node, Tree):
            phrases.append(node)
            reached.append(0)
        elif not node.is_trace:
            if not n_left:
                return tuple(Branch(p, n - 1) for p, n in zip(phrases, reached, strict=True))
            n_left -= 1
    return ()


def leaf_at(path: Path) -> Leaf:
    """The leaf that a path leads to."""
    leaf = path[-1].phrase.children[path[-1].child]
    assert isinstance(leaf, Leaf)  # noqa: S101 - a programming error
    return leaf


def with_leaf(path: Path, leaf: Leaf) -> Tree:
    """The whole tree with another leaf at the end of the path."""
    phrase, child = path[-1]
    return _rebuilt(path, (*phrase.children[:child], leaf, *phrase.children[child + 1 :]))


def with_extra_leaf(site: Path, leaf: Leaf) -> Tree:
    """The whole tree with the leaf inserted before the child at the end of the path."""
    phrase, child = site[-1]
    return _rebuilt(site, (*phrase.children[:child], leaf, *phrase.children[child:]))


def _rebuilt(path: Path, children: tuple[Tree | Leaf, ...]) -> Tree:
    tree = Tree(path[-1].phrase.label, children)
    for phrase, child in reversed(path[:-1]):
        tree = Tree(phrase.label, (*phrase.children[:child], tree, *phrase.children[child + 1 :]))
    return tree


def extra_word_sites(tree: Tree, gap: int, *, sites: Sites = "all") -> list[Path]:
    """The paths at which an extra word before the overt word `gap` may attach; at least one.

    Each site is a path to a phrase and to the child before which the word goes. Those of the
    lowest phrase around the gap come first, then those on its left, then on its right, each
    from the top. `printed` keeps phrases that begin with a word beside the gap, as Fig. 13
    tests; where there are none, all.
    """
    left = path_to(tree, gap - 1) if gap else ()
    right = path_to(tree, gap)
    if not left and not right:
        if gap:
            raise EditError(f"there is no gap {gap} in {' '.join(tree.words())!r}")
        return [(Branch(tree, len(tree.children)),)]
    shared = _n_shared(left, right)
    before = [_after_last(left[:depth]) for depth in range(max(shared, 1), len(left) + 1)]
    after = [right[:depth] for depth in range(shared + 1, len(right) + 1)]
    paths = [site for site in before + after if len(site) > 1 or tree.label not in OUTERMOST]
    return _chosen(paths or before[:1] or after[:1], sites)


def _n_shared(left: Path, right: Path) -> int:
    """How many phrases both paths go through; the last of them has the gap between children."""
    if not left or not right:
        return 0
    depth = 0
    while left[depth].child == right[depth].child:
        depth += 1
    return depth + 1


def _after_last(path: Path) -> Path:
    phrase, child = path[-1]
    return (*path[:-1], Branch(phrase, child + 1))


def _chosen(paths: Sequence[Path], sites: Sites) -> list[Path]:
    if sites == "lowest":
        return [max(paths, key=len)]
    if sites == "highest":
        return [min(paths, key=len)]
    if sites == "printed":
        return [site for site in paths if _begins_beside(site)] or list(paths)
    return list(paths)


def _begins_beside(site: Path) -> bool:
    """Whether the first overt word of the site's phrase is next to the gap."""
    phrase, child = site[-1]
    before = Tree("", phrase.children[:child]).leaves()
    return len(list(islice(before, 2))) < 2
