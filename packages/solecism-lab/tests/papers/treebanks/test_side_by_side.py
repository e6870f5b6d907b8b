"""Sentences in which two parsers differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solecism.formats.penn import parse_trees
from solecism.sentence import Sentence, from_words
from solecism.tree import Tree
from solecism_lab.papers.treebanks.error_sets import ERROR_TYPES, GRAMMATICAL, as_they_are
from solecism_lab.papers.treebanks.experiment import Run, outcome
from solecism_lab.papers.treebanks.side_by_side import side_by_side
from solecism_lab.parse.parser import Parsed

GOLD, FLAT = "( (S (NP (PRP We)) (VP (VBP go))))", "( (X (PRP We) (VBP go)))"


def test_the_largest_differences_come_in_either_direction() -> None:
    good, bad = parse_trees([GOLD, FLAT], file="trees")
    sentences = [replace(from_words(id, ["We", "go"]), trees=(good,)) for id in "abc"]
    one = _run(sentences, [good, bad, good])
    other = _run(sentences, [bad, good, good])
    rows = side_by_side(one, other)
    assert [row.error for row in rows] == [name for name in ERROR_TYPES for _ in range(2)]
    assert rows[0].trees == ("(S (NP We) (VP go))", "(X We go)")
    assert rows[0].f == (100.0, 0.0)
    assert rows[1].f == (0.0, 100.0)
    assert rows[0].gold == "(S (NP We) (VP go))"
    assert side_by_side(one, one) == []


def _run(sentences: Sequence[Sentence], trees: Sequence[Tree]) -> Run:
    result = outcome(sentences, map(Parsed, trees))
    sets = {name: as_they_are(sentences, name=name) for name in ERROR_TYPES}
    return Run(1, sets, {(GRAMMATICAL, name): result for name in ERROR_TYPES}, {})
