"""Gold trees of sentences with errors, changed as little as possible (Foster 2007, section 4.2).

A wrong word takes the place of the right one, under the right one's tag. A missing word leaves
a trace. An extra word goes wherever its gap is at a boundary between children, so that there
are several golds; a parser is scored by the one that it comes nearest to. Phrases do not
change. Every changed leaf knows what it was, so that the tree itself can be undone.

Where an extra word may attach (Foster 2007, Fig. 13): the printed algorithm cannot be run as it
stands. Here an extra word goes into every phrase that has its gap at a boundary between children:
those that end before the gap, those that begin after it, and the lowest one around it. The
outermost bracket of a treebank is not a phrase. Words are counted by position among overt leaves,
never compared.

Scorers drop traces. Where a missing word was all that told a phrase from the one inside it, as
in (VP (TO to) (VP (VB go))), a phrase over one of its own category remains, which no treebank
draws; it is taken for one phrase here.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Literal, NamedTuple, TypeVar

import numpy as np

from solecism.corruption.synthetic_error import SyntheticError
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
    taken = [step for error in errors for step in word_steps(error)]
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
        for step in word_steps(error):
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


def _after(golds: Iterable[Tree], step: WordStep, *, sites: Sites, most: int) -> list[Tree]:
    if step.before:
        return [_with_changed_word(gold, step) for gold in golds]
    places: list[Path] = []
    for gold in golds:
        places.extend(extra_word_sites(gold, step.position, sites=sites))
    leaf = _extra_leaf(step)
    return [with_extra_leaf(place, leaf) for place in _spread(places, most)]


def _with_changed_word(tree: Tree, step: WordStep) -> Tree:
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


def _extra_leaf(step: WordStep) -> Leaf:
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


@dataclass(frozen=True, slots=True)
class WordStep:
    """At the overt word `position` (or the gap before it), `before` becomes `after`.

    An empty `before` is an extra word, an empty `after` a missing one.
    """

    position: int
    before: str
    after: str
    tag: str = ""


def word_steps(error: SyntheticError) -> tuple[WordStep, ...]:
    """The steps of an error, each applied to the words that the step before left.

    Words that both sides begin or end with, whatever their case, are the same word: leaving
    out the first word of "The man" gives "Man", which is one word missing and one respelt.

    >>> from solecism.edit import Edit
    >>> error = SyntheticError("missing-word", Edit(0, ("The", "man"), ("Man",)), ("NN",))
    >>> for step in word_steps(error):
    ...     print(step.position, step.before or "-", step.after or "-")
    0 The -
    0 man Man
    """
    edit = error.edit
    if len(error.tags) != len(edit.after):
        raise EditError(f"edit {edit.id} has {len(edit.after)} new words but {error.tags} as tags")
    if TRACE_TAG in error.tags:
        raise EditError(f"edit {edit.id} puts in a word tagged {TRACE_TAG}, which is for traces")
    taken: list[WordStep] = []
    position = edit.start
    for before, after, tag in _pairs(edit.before, edit.after, error.tags):
        if before != after:
            taken.append(WordStep(position, before, after, tag))
        position += bool(after)
    return tuple(taken)


def _pairs(
    before: tuple[str, ...], after: tuple[str, ...], tags: tuple[str, ...]
) -> list[tuple[str, str, str]]:
    """Old and new words side by side, empty where the other side has no word."""
    shorter = min(len(before), len(after))
    first = 0
    while first < shorter and before[first].lower() == after[first].lower():
        first += 1
    last = 0
    while last < shorter - first and before[-1 - last].lower() == after[-1 - last].lower():
        last += 1
    n_middle = max(len(before), len(after)) - first - last
    old = _padded(before, first, last, n_middle)
    new = _padded(after, first, last, n_middle)
    return list(zip(old, new, _padded(tags, first, last, n_middle), strict=True))


def _padded(side: tuple[str, ...], first: int, last: int, n_middle: int) -> tuple[str, ...]:
    middle = side[first : len(side) - last]
    return side[:first] + middle + ("",) * (n_middle - len(middle)) + side[len(side) - last :]


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
