"""A phrase-structure tree with functions and traces, as in the Penn Treebank."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

TRACE_TAG = "-NONE-"
_BRACKETS = {
    "-LRB-": "(",
    "-RRB-": ")",
    "-LSB-": "[",
    "-RSB-": "]",
    "-LCB-": "{",
    "-RCB-": "}",
}


@dataclass(frozen=True, slots=True)
class Leaf:
    """A pre-terminal and its word.

    `surface_tag` is the tag of the word as it stands, where an error made it differ from the
    word that the tree was drawn for (Foster 2007, footnote 5). `original` is the leaf as it was
    drawn, where an error was made here: of a missing word the leaf itself is a trace, of an
    extra word the original is `NOTHING`.
    """

    tag: str
    word: str
    surface_tag: str | None = None
    original: Leaf | None = None

    @property
    def is_trace(self) -> bool:
        """Whether this leaf is empty: it stands for no word of the sentence."""
        return self.tag == TRACE_TAG

    @property
    def is_missing(self) -> bool:
        """Whether an error left out the word that was here."""
        return self.is_trace and self.original is not None and self.original != NOTHING

    @property
    def is_extra(self) -> bool:
        """Whether an error inserted this word."""
        return self.original == NOTHING and not self.is_trace


NOTHING = Leaf(TRACE_TAG, "")
_Flat = tuple[tuple[str, int] | Leaf, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Tree:
    """A phrase: its label (with functions, `NP-SBJ-1`) and its children.

    Trees are compared, hashed and pickled without recursion: some are deeper than Python's calls.

    >>> print(Tree("S", (Tree("NP", (Leaf("PRP", "She"),)), Leaf("VBD", "left"))))
    (S (NP (PRP She)) (VBD left))
    """

    label: str
    children: tuple[Tree | Leaf, ...]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return self is other or self._flat() == other._flat()

    def __hash__(self) -> int:
        return hash(self._flat())

    def __reduce__(self) -> tuple[Callable[[_Flat], Tree], tuple[_Flat]]:
        return _from_flat, (self._flat(),)

    def _flat(self) -> _Flat:
        """The nodes in pre-order: leaves, and per phrase its label and number of children."""
        flat: list[tuple[str, int] | Leaf] = []
        stack: list[Tree | Leaf] = [self]
        while stack:
            node = stack.pop()
            if isinstance(node, Leaf):
                flat.append(node)
            else:
                flat.append((node.label, len(node.children)))
                stack.extend(reversed(node.children))
        return tuple(flat)

    def __str__(self) -> str:
        pieces: list[str] = []
        stack: list[Tree | Leaf | str] = [self]
        while stack:
            node = stack.pop()
            if isinstance(node, str):
                pieces.append(node)
            elif isinstance(node, Leaf):
                pieces.append(f" ({node.tag} {node.word})")
            else:
                pieces.append(f" ({node.label}")
                stack.append(")")
                stack.extend(reversed(node.children))
        return "".join(pieces)[1:]

    @property
    def category(self) -> str:
        """The label without functions and indices.

        >>> Tree("NP-SBJ-1", ()).category, Tree("-LRB-", ()).category
        ('NP', '-LRB-')
        """
        if self.label.startswith("-"):
            return self.label
        return self.label.split("-")[0].split("=")[0]

    def leaves(self, *, traces: bool = False) -> Iterator[Leaf]:
        """The pre-terminals from left to right, overt ones only unless `traces`."""
        stack: list[Tree | Leaf] = [self]
        while stack:
            node = stack.pop()
            if isinstance(node, Tree):
                stack.extend(reversed(node.children))
            elif traces or not node.is_trace:
                yield node

    def words(self) -> tuple[str, ...]:
        """The overt words."""
        return tuple(leaf.word for leaf in self.leaves())

    def phrases(self) -> Iterator[tuple[Tree, int, int]]:
        """Every phrase in pre-order with its half-open span of overt words."""
        spans: list[tuple[Tree, int, int]] = []
        n_words = 0
        stack: list[tuple[Tree | Leaf, int]] = [(self, -1)]
        while stack:
            node, opened = stack.pop()
            if isinstance(node, Leaf):
                n_words += not node.is_trace
            elif opened >= 0:
                phrase, start, _ = spans[opened]
                spans[opened] = (phrase, start, n_words)
            else:
                stack.append((node, len(spans)))
                spans.append((node, n_words, n_words))
                stack.extend((child, -1) for child in reversed(node.children))
        yield from spans


def _from_flat(flat: _Flat) -> Tree:
    built: list[Tree | Leaf] = []
    for item in reversed(flat):
        if isinstance(item, Leaf):
            built.append(item)
        else:
            label, n_children = item
            first = len(built) - n_children
            built[first:] = [Tree(label, tuple(reversed(built[first:])))]
    (tree,) = built
    assert isinstance(tree, Tree)  # noqa: S101 - a programming error
    return tree


def unescape(word: str) -> str:
    r"""The word of a leaf as it was written, not as treebanks spell it.

    >>> unescape("-LRB-"), unescape(r"1\/2")
    ('(', '1/2')
    """
    return _BRACKETS.get(word) or word.replace("\\/", "/").replace("\\*", "*")
