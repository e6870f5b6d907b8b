r"""Penn brackets: trees with functions and traces, one after another.

    ( (S (NP-SBJ (PRP We)) (VP (VBP depend) (PP (IN on) (NP (PRP him)))) (. .)) )

A tree's leaves keep the treebank's spelling (-LRB-, 1\/2); the sentence's words do not. Trees that
begin on one line and have the same words are golds of one sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from solecism.errors import FormatError, InputError
from solecism.sentence import Sentence, from_words
from solecism.tree import Leaf, Tree, unescape

MAX_DEPTH = 500
MAX_NODES = 100_000
# Only these separate: real treebanks have words with other spaces inside.
_SEPARATORS = r"() \t\r\n\f\v"
_TEXT = rf"[^{_SEPARATORS}]+"
# Most leaves stand on one line and are taken in one step.
_PIECE = re.compile(rf"\(({_TEXT}) +({_TEXT}) *\)|([()]|{_TEXT})")
# What no word is tagged as: in (NP we) the tag has been forgotten.
_PHRASES = frozenset(
    "S SBAR SBARQ SINV SQ NP VP PP ADJP ADVP QP PRT PRN CONJP WHNP WHPP WHADVP WHADJP".split()
)
_SEPARATOR = re.compile(rf"[{_SEPARATORS}]")


def parse(lines: Iterable[str], *, document: str, file: str) -> Iterator[Sentence]:
    """One sentence per tree; trees of the same words on one line are golds of one sentence."""
    golds = groupby(_numbered_trees(lines, file=file), key=lambda item: (item[0], item[1].words()))
    for count, (_, group) in enumerate(golds, 1):
        yield sentence_of([tree for _, tree in group], id=f"{document}.{count}")


def format(sentences: Iterable[Sentence]) -> Iterator[str]:
    """One line per sentence: its tree, or its golds one after another."""
    for sentence in sentences:
        if not sentence.trees:
            raise InputError(f"{sentence.id}: has no tree, and brackets are trees. Parse it first.")
        if len({tree.words() for tree in sentence.trees}) > 1:
            raise InputError(f"{sentence.id}: has trees of different words. Keep those of its own.")
        yield " ".join(map(format_tree, sentence.trees)) + "\n"


def sentence_of(trees: Sequence[Tree], *, id: str) -> Sentence:
    """The sentence of one or more gold trees, with words and tags of the first one's leaves."""
    leaves = list(trees[0].leaves())
    sentence = from_words(id, [unescape(leaf.word) for leaf in leaves])
    return replace(sentence, tags=tuple(leaf.tag for leaf in leaves), trees=tuple(trees))


def parse_trees(lines: Iterable[str], *, file: str) -> Iterator[Tree]:
    """The trees of the lines, which may break anywhere."""
    return (tree for _, tree in _numbered_trees(lines, file=file))


def _numbered_trees(lines: Iterable[str], *, file: str) -> Iterator[tuple[int, Tree]]:
    """The trees, each with the number of the line that it begins on."""
    open_nodes: list[_Node] = []
    n_nodes = 0
    for number, line in enumerate(lines, 1):
        for tag, word, piece in _PIECE.findall(line):
            if piece == "(":
                n_nodes = n_nodes + 1 if open_nodes else 1
                _check_size(open_nodes, n_nodes, file=file, number=number)
                open_nodes.append(_Node(number))
                continue
            if not open_nodes:
                raise FormatError(file, number, _stray(piece or f"({tag} {word})"))
            if piece and piece != ")":
                open_nodes[-1].add_text(piece, file=file, number=number)
                continue
            began = open_nodes[0].line
            done = open_nodes.pop().closed() if piece else Leaf(tag, word)
            if open_nodes:
                open_nodes[-1].add(done, file=file, number=number)
            elif isinstance(done, Tree):
                yield began, done
            else:
                raise FormatError(file, number, _stray(f"({done.tag} {done.word})"))
    if open_nodes:
        raise FormatError(
            file, open_nodes[0].line, f"{open_nodes[0]} is opened here and never closed."
        )


def format_tree(tree: Tree) -> str:
    """The tree as brackets on one line.

    >>> format_tree(Tree("", (Tree("NP", (Leaf("PRP", "We"), Leaf("-LRB-", "("))),)))
    '( (NP (PRP We) (-LRB- -LRB-)))'
    """
    pieces: list[str] = []
    stack: list[Tree | Leaf | str] = [tree]
    while stack:
        node = stack.pop()
        if isinstance(node, str):
            pieces.append(node)
        elif isinstance(node, Leaf):
            pieces.append(f" ({_plain(node.tag)} {_escape(node.word)})")
        else:
            pieces.append(f" ({_plain(node.label)}")
            if not node.children:
                pieces.append(" ")
            stack.append(")")
            stack.extend(reversed(node.children))
    return "".join(pieces)[1:]


class _Node:
    """A bracket that is still open: its texts, if a leaf, or its children."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.texts: list[str] = []
        self.children: list[Tree | Leaf] = []

    def __str__(self) -> str:
        return "(" + " ".join(self.texts[:1])

    def add_text(self, text: str, *, file: str, number: int) -> None:
        if self.children:
            raise FormatError(
                file, number, f"{text!r} follows a bracket inside {self}. Give the word a tag."
            )
        self.texts.append(text)

    def add(self, child: Tree | Leaf, *, file: str, number: int) -> None:
        if len(self.texts) > 1:
            raise FormatError(
                file,
                number,
                f"a bracket follows the word {self.texts[1]!r} inside {self}. Give the word a tag.",
            )
        if isinstance(child, Leaf) and _is_phrase(child.tag):
            raise FormatError(
                file,
                number,
                f"({child.tag} {child.word}) is a phrase whose word has no tag. "
                f"Write ({child.tag} (TAG {child.word})).",
            )
        self.children.append(child)

    def closed(self) -> Tree | Leaf:
        if len(self.texts) > 1:
            label, *words = self.texts
            return Leaf(label, " ".join(words))
        return Tree("".join(self.texts), tuple(self.children))


@lru_cache(maxsize=4096)
def _is_phrase(label: str) -> bool:
    return re.split("[-=]", label)[0] in _PHRASES


def _check_size(open_nodes: list[_Node], n_nodes: int, *, file: str, number: int) -> None:
    if len(open_nodes) >= MAX_DEPTH:
        raise FormatError(
            file, number, f"brackets more than {MAX_DEPTH} deep. Is a closing bracket missing?"
        )
    if n_nodes > MAX_NODES:
        raise FormatError(
            file,
            open_nodes[0].line,
            f"a tree of more than {MAX_NODES:,} brackets. Is a closing bracket missing?",
        )


def _stray(piece: str) -> str:
    if piece == ")":
        return "a closing bracket that closes nothing. Is there one too many?"
    return f"{piece[:60]!r} is outside of any phrase. Is this a file of trees?"


def _escape(word: str) -> str:
    escaped = word.replace("(", "-LRB-").replace(")", "-RRB-")
    if " ".join(_SEPARATOR.split(escaped)) != escaped or "" in escaped.split(" "):
        raise InputError(f"brackets cannot hold the word {word!r}.")
    return escaped


def _plain(label: str) -> str:
    if _SEPARATOR.search(label):
        raise InputError(f"brackets cannot hold the label {label!r}.")
    return label
