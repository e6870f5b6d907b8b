"""With numba and without it."""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from parser_grammars import example_trees
from solecism.errors import MissingExtraError
from solecism_lab.parse.chart import chart_arrays, chart_compiled
from solecism_lab.parse.parser import Parser, engine
from solecism_lab.train.parser.grammar import GrammarSettings, train_grammar


@pytest.fixture
def no_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)


def test_compiled_loops_are_taken_where_they_can_be() -> None:
    assert engine().chart is chart_compiled
    assert engine(is_compiled=False).chart is chart_arrays


@pytest.mark.usefixtures("no_numba")
def test_without_numba_arrays_are_taken_and_what_cannot_be_is_told() -> None:
    assert engine().chart is chart_arrays
    with pytest.raises(MissingExtraError, match=r"numba.*solecism-lab\[parse\]"):
        engine(is_compiled=True)
    with pytest.raises(MissingExtraError, match="numba"):
        train_grammar(example_trees())


@pytest.mark.usefixtures("no_numba")
def test_an_unsplit_grammar_is_learned_and_used_without_numba() -> None:
    base = GrammarSettings()
    unsplit = replace(base, splitting=replace(base.splitting, n_rounds=0))
    parsed = Parser(train_grammar(example_trees(), settings=unsplit)).parse(("We", "sing", "."))
    assert parsed.tree.words() == ("We", "sing", ".")
