"""A tree as indented text, with the errors in it marked."""

from __future__ import annotations

from collections.abc import Callable

from solecism.report.words import printable
from solecism.tree import NOTHING, Leaf, Tree, unescape

_NO_LABEL = "·"
_NO_WORD = "∅"
_ARROW = "→"


def outline(tree: Tree, *, traces: bool = True, highlight: Callable[[str], str] = str) -> str:
    """The tree with one phrase or word per line; a phrase of words only is one line.

    Where an error was made, `[is→in]/VBZ` shows what was there and what is there now,
    under the tag of the right word, and `highlight` gets to change how that is shown.

    >>> print(outline(Tree("S", (Tree("NP", (Leaf("PRP", "We"),)), Leaf("VBP", "go")))))
    S
    ├─ NP  We/PRP
    └─ go/VBP
    """
    if not tree.label and len(tree.children) == 1 and isinstance(tree.children[0], Tree):
        tree = tree.children[0]
    lines: list[str] = []
    waiting: list[tuple[Tree | Leaf, str, str]] = [(tree, "", "")]
    while waiting:
        node, branch, margin = waiting.pop()
        lines.append(branch + _shown(node, traces, highlight))
        if isinstance(node, Tree) and not _is_flat(node):
            children = [child for child in node.children if traces or not is_silent(child)]
            ways = [("├─ ", "│  ")] * (len(children) - 1) + [("└─ ", "   ")]
            for child, (corner, rule) in zip(reversed(children), reversed(ways), strict=False):
                waiting.append((child, margin + corner, margin + rule))
    return "\n".join(line.rstrip() for line in lines)


def shown_word(leaf: Leaf) -> str:
    """The word; if an error changed it, the word before and after.

    >>> shown_word(Leaf("TO", "to", None, NOTHING)), shown_word(Leaf("IN", "in"))
    ('[∅→to]', 'in')
    """
    word = printable(unescape(leaf.word))
    if leaf.original is None:
        return word
    old = _NO_WORD if leaf.original == NOTHING else printable(unescape(leaf.original.word))
    return f"[{old}{_ARROW}{_NO_WORD if leaf.is_trace else word}]"


def _shown(node: Tree | Leaf, traces: bool, highlight: Callable[[str], str]) -> str:
    if isinstance(node, Leaf):
        return _shown_leaf(node, highlight)
    label = printable(node.label) or _NO_LABEL
    if not _is_flat(node):
        return label
    leaves = [leaf for leaf in node.leaves(traces=True) if traces or not is_silent(leaf)]
    return "  ".join([label, " ".join(_shown_leaf(leaf, highlight) for leaf in leaves)])


def _shown_leaf(leaf: Leaf, highlight: Callable[[str], str]) -> str:
    drawn = leaf.original if leaf.is_missing and leaf.original else leaf
    surface = f"~{leaf.surface_tag}" if leaf.surface_tag else ""
    shown = f"{shown_word(leaf)}/{printable(drawn.tag + surface)}"
    return shown if leaf.original is None else highlight(shown)


def _is_flat(tree: Tree) -> bool:
    return all(isinstance(child, Leaf) for child in tree.children)


def is_silent(node: Tree | Leaf) -> bool:
    """Whether a node has only traces, none of them of a missing word."""
    leaves = node.leaves(traces=True) if isinstance(node, Tree) else (node,)
    return all(leaf.is_trace and leaf.original is None for leaf in leaves)
