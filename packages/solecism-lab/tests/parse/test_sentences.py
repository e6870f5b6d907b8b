"""Sentences that are given trees."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from parser_grammars import example_grammar, example_trees
from solecism.sentence import Sentence, from_words
from solecism.tree import Leaf, Tree
from solecism_lab.parse.grammar import grammar as grammars
from solecism_lab.parse.sentences import (
    LOG_LIKELIHOOD,
    ParseCounts,
    ParserOptions,
    parse_sentences,
    parse_with,
)

SENTENCES = [from_words("a.1", ["The", "dog", "barks"]), from_words("a.2", ["Birds", "sing"])]


class FlatParser:
    """A parser that fails where there are two words."""

    def trees(self, sentences: Iterable[Sentence]) -> Iterator[Tree]:
        for sentence in sentences:
            leaves = tuple(Leaf("NN", word) for word in sentence.words)
            yield Tree("TOP", leaves if len(leaves) != 2 else ())


def test_another_parser_gives_trees_and_tags_unless_it_fails() -> None:
    tagged = [SENTENCES[0], replace(SENTENCES[1], tags=("NNS", "VBP"))]
    first, second = parse_with(FlatParser(), tagged)
    assert first.tags == ("NN", "NN", "NN")
    assert first.trees[0].words() == ("The", "dog", "barks")
    assert second.tags == ("NNS", "VBP")
    assert second.trees == (Tree("TOP", ()),)


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_each_sentence_has_a_tree_of_the_model_and_its_likelihood(
    tmp_path: Path, n_jobs: int
) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(grammars.format(example_grammar()))
    words = [tree.words() for tree in example_trees()[:3]]
    sentences = [from_words(f"a.{number}", each) for number, each in enumerate(words, 1)]
    counts = ParseCounts()
    options = ParserOptions(str(path))
    parsed = list(parse_sentences(sentences, options, n_jobs=n_jobs, counts=counts))
    assert [each.id for each in parsed] == ["a.1", "a.2", "a.3"]
    assert [each.trees[0].words() for each in parsed] == [each.words for each in sentences]
    assert all(float(each.notes[LOG_LIKELIHOOD]) < 0 for each in parsed)
    assert all(len(each.tags) == len(each) for each in parsed)
    assert counts == ParseCounts(3, 0)


def test_trees_joined_from_pieces_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    path.write_bytes(grammars.format(example_grammar()))
    counts = ParseCounts()
    long = from_words("a.1", ["the", "dog", "barks"] * 70)
    list(parse_sentences([long], ParserOptions(str(path)), counts=counts))
    assert counts == ParseCounts(1, 1)
