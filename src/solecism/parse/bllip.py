"""The BLLIP parser (Charniak and Johnson 2005) through its Python package, where installed."""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from solecism.errors import InputError
from solecism.parse.command import TreeReader
from solecism.parse.grammar.strip import ROOT
from solecism.parse.spelling import treebank_spelling
from solecism.sentence import Sentence
from solecism.tree import Tree


@dataclass(frozen=True, slots=True)
class BllipParser:
    """A loaded reranking parser, and a reader of brackets."""

    model: Any
    read_trees: TreeReader

    def trees(self, sentences: Iterable[Sentence]) -> Iterator[Tree]:
        """One tree per sentence, in order; a tree without words where the parser fails."""
        for sentence in sentences:
            brackets = self.model.simple_parse(treebank_spelling(sentence.words))
            yield next(self.read_trees([brackets or ""]), Tree(ROOT, ()))


def bllip(folder: str, *, read_trees: TreeReader) -> BllipParser:
    """The parser of a unified model's folder; InputError without `bllipparser` or the model."""
    try:
        package = importlib.import_module("bllipparser")
    except ImportError as error:
        raise InputError(
            "the BLLIP parser is not installed. Run `pip install bllipparser`."
        ) from error
    try:
        return BllipParser(package.RerankingParser.from_unified_model_dir(folder), read_trees)
    except (OSError, ValueError, RuntimeError) as error:
        raise InputError(f"{folder}: not a model of the BLLIP parser: {error}.") from error
