"""A small treebank that we wrote, and grammars of it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from places import EXAMPLES
from solecism.formats import penn
from solecism.tree import Tree
from solecism_lab.parse.grammar.grammar import Grammar
from solecism_lab.train.parser.grammar import GrammarSettings, train_grammar

TREEBANK = EXAMPLES / "treebank.mrg"


def trees_of(text: str) -> list[Tree]:
    """The trees of brackets."""
    return list(penn.parse_trees([text], file="brackets"))


@cache
def example_trees() -> tuple[Tree, ...]:
    """The bundled treebank."""
    lines = TREEBANK.read_text(encoding="utf-8").splitlines()
    return tuple(penn.parse_trees(lines, file=str(TREEBANK)))


@cache
def example_grammar(n_rounds: int = 2, n_splits: int = 1) -> Grammar:
    """A grammar of the bundled treebank."""
    settings = GrammarSettings(n_rare=1, n_splits=n_splits)
    splitting = replace(settings.splitting, n_rounds=n_rounds, n_least_uses=5.0)
    return train_grammar(example_trees(), settings=replace(settings, splitting=splitting))
