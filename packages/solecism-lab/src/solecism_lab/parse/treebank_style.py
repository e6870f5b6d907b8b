"""Trees and words in the style of a treebank: without traces and functions, and in its spelling."""

from __future__ import annotations

from collections.abc import Sequence

from solecism.tree import Leaf, Tree

ROOT = ""
_ROOTS = frozenset(("", "TOP", "ROOT", "S1"))


def plain_tree(tree: Tree, *, functions: bool = False) -> Tree | None:
    """The tree over its overt words below a root without label; None where nothing is overt.

    Functions and indices of labels are kept if `functions`; traces go, and phrases that hold
    nothing else, and a phrase whose only child bears the same label.
    """
    nodes: list[tuple[Tree | Leaf, int]] = []
    stack: list[tuple[Tree | Leaf, int]] = [(tree, -1)]
    while stack:
        node, parent = stack.pop()
        if isinstance(node, Tree):
            stack.extend((child, len(nodes)) for child in node.children)
        nodes.append((node, parent))
    children: list[list[Tree | Leaf]] = [[] for _ in nodes]
    # Parents come before children in the list, later siblings before earlier ones.
    for index in range(len(nodes) - 1, 0, -1):
        node, parent = nodes[index]
        if isinstance(node, Leaf):
            if not node.is_trace:
                children[parent].append(node)
        elif children[index]:
            label = node.label if functions else node.category
            children[parent].append(_phrase(label, children[index]))
    if not children[0]:
        return None
    if tree.label in _ROOTS:
        return Tree(ROOT, tuple(children[0]))
    label = tree.label if functions else tree.category
    return Tree(ROOT, (_phrase(label, children[0]),))


def _phrase(label: str, children: list[Tree | Leaf]) -> Tree:
    only = children[0]
    if len(children) == 1 and isinstance(only, Tree) and only.label == label:
        return only
    return Tree(label, tuple(children))


_SPELLINGS = {
    "(": "-LRB-",
    ")": "-RRB-",
    "[": "-LSB-",
    "]": "-RSB-",
    "{": "-LCB-",
    "}": "-RCB-",
    "\u201c": "``",
    "\u201d": "''",
    "\u2018": "`",
    "\u2019": "'",
    "\u2013": "--",
    "\u2014": "--",
    "\u2026": "...",
}


def treebank_spelling(words: Sequence[str]) -> list[str]:
    r"""The words in a treebank's spelling; straight quotation marks open and close by turns.

    >>> treebank_spelling(['"', "It", "\u2019s", "(", "1\\/2", ")", '"'])
    ['``', 'It', "'s", '-LRB-', '1/2', '-RRB-', "''"]
    """
    spelled = []
    is_open = False
    for word in words:
        if word == '"':
            is_open = not is_open
            spelled.append("``" if is_open else "''")
        else:
            spelled.append(_SPELLINGS.get(word) or _plain(word))
    return spelled


def _plain(word: str) -> str:
    return word.replace("\\/", "/").replace("\\*", "*").replace("\u2019", "'")
