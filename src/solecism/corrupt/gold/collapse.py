"""Trees without the traces of missing words and the empty phrases above them.

Scorers drop traces. Where a missing word was all that told a phrase from the one inside it, as
in (VP (TO to) (VP (VB go))), a phrase over one of its own category remains, which no treebank
draws; it is taken for one phrase here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from solecism.tree import Leaf, Tree


@dataclass(slots=True)
class _OpenPhrase:
    """A phrase some of whose children are done: those kept, and whether one was dropped."""

    phrase: Tree
    n_done: int = 0
    kept: list[Tree | Leaf] = field(default_factory=list)
    is_overt: list[bool] = field(default_factory=list)
    has_dropped: bool = False

    def add(self, child: Tree | Leaf, *, is_overt: bool) -> None:
        self.kept.append(child)
        self.is_overt.append(is_overt)

    def closed(self) -> Tree:
        """The phrase; an only child of the same category is dissolved after another was dropped."""
        category = self.phrase.category
        if self.has_dropped and sum(self.is_overt) == 1:
            place = self.is_overt.index(True)
            inner = self.kept[place]
            if isinstance(inner, Tree) and inner.category == category:
                self.kept[place : place + 1] = inner.children
        return Tree(self.phrase.label, tuple(self.kept))


def collapsed(tree: Tree) -> Tree:
    """The tree without traces of missing words and without phrases that hold nothing else."""
    if not any(map(_is_left_out, tree.leaves(traces=True))):
        return tree
    open_phrases = [_OpenPhrase(tree)]
    while True:
        current = open_phrases[-1]
        if current.n_done < len(current.phrase.children):
            child = current.phrase.children[current.n_done]
            current.n_done += 1
            if isinstance(child, Tree):
                open_phrases.append(_OpenPhrase(child))
            elif _is_left_out(child):
                current.has_dropped = True
            else:
                current.add(child, is_overt=not child.is_trace)
            continue
        open_phrases.pop()
        done = current.closed()
        if not open_phrases:
            return done
        is_overt = any(current.is_overt)
        if current.has_dropped and not is_overt:
            open_phrases[-1].has_dropped = True
        if done.children or not current.has_dropped:
            open_phrases[-1].add(done, is_overt=is_overt)


def _is_left_out(leaf: Leaf) -> bool:
    return leaf.is_trace and leaf.original is not None
