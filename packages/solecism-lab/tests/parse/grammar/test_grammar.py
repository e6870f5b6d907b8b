"""Grammars in files: what was written is read, damage is told."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parser_grammars import example_grammar, example_trees
from solecism.errors import ModelError, SolecismError
from solecism_lab.parse.grammar import grammar as grammars
from solecism_lab.parse.grammar.grammar import Grammar
from solecism_lab.parse.parser import Parser

WORDS = ("My", "sister", "lives", "in", "a", "flat", ".")


def test_a_grammar_read_from_its_file_parses_as_before(tmp_path: Path) -> None:
    grammar = example_grammar(n_splits=2)
    grammar.save(tmp_path / "parser.npz")
    read = Grammar.load(tmp_path / "parser.npz")
    assert grammars.format(read) == (tmp_path / "parser.npz").read_bytes()
    assert Parser(read).parse(WORDS) == Parser(grammar).parse(WORDS)


def test_splits_keep_only_rules_that_can_be_used() -> None:
    for split in example_grammar().splits:
        assert len(split.probs) == split.layout.offsets[-1]
        assert np.all((split.probs >= 0) & (split.probs <= 1 + 1e-6))


def test_a_missing_file_and_other_bytes_are_told(tmp_path: Path) -> None:
    with pytest.raises(ModelError):
        Grammar.load(tmp_path / "none.npz")
    with pytest.raises(ModelError, match="solecism train parser"):
        grammars.parse(b"no grammar", file="parser.npz")


@given(st.data())
def test_a_damaged_file_is_told_or_does_no_harm(data: st.DataObject) -> None:
    whole = bytearray(grammars.format(example_grammar(0)))
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(whole) - 1))
        whole[place] = data.draw(st.integers(0, 255))
    del whole[data.draw(st.integers(len(whole) // 2, len(whole))) :]
    try:
        read = grammars.parse(bytes(whole), file="parser.npz")
    except SolecismError:
        return
    assert len(read.symbols.names) == len(example_grammar(0).symbols.names)


def test_a_treebank_gives_its_tags_and_phrases() -> None:
    tags = {leaf.tag for tree in example_trees() for leaf in tree.leaves()}
    assert tags <= {name for _, name in example_grammar().symbols.names}
