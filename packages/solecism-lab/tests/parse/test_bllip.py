"""The adapter of the BLLIP parser, beside a package that stands in for it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from types import SimpleNamespace

import pytest

from solecism.errors import InputError
from solecism.formats import penn
from solecism.sentence import from_words
from solecism.tree import Tree
from solecism_lab.parse.external import bllip


class RerankingParser:
    """What `bllipparser` has of this name, as far as we use it."""

    @classmethod
    def from_unified_model_dir(cls, folder: str) -> RerankingParser:
        if folder != "WSJ":
            raise ValueError("no such model")
        return cls()

    def simple_parse(self, words: list[str]) -> str:
        return f"(S1 (X {words[0]}))" if words[0] != "fail" else ""


def read_trees(lines: Iterable[str]) -> Iterator[Tree]:
    return penn.parse_trees(lines, file="the parser's output")


def test_sentences_go_to_the_package_and_trees_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    package = SimpleNamespace(RerankingParser=RerankingParser)
    monkeypatch.setitem(sys.modules, "bllipparser", package)
    parser = bllip("WSJ", read_trees=read_trees)
    trees = list(parser.trees([from_words("a.1", ["("]), from_words("a.2", ["fail"])]))
    assert [tree.words() for tree in trees] == [("-LRB-",), ()]
    with pytest.raises(InputError, match="no such model"):
        bllip("other", read_trees=read_trees)


def test_a_package_that_is_not_there_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "bllipparser", None)
    with pytest.raises(InputError, match="pip install bllipparser"):
        bllip("WSJ", read_trees=read_trees)
