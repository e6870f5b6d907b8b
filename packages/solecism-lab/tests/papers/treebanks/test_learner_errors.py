"""Real errors: golds of learners' sentences from the corrected parse and the edits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from solecism.edit import Annotation, Edit
from solecism.sentence import Sentence, from_words
from solecism.tree import Leaf, Tree
from solecism_lab.papers.treebanks.error_sets import (
    GRAMMATICAL,
    TrainingSet,
    error_type,
    learner_sets,
)
from solecism_lab.papers.treebanks.experiment import Run, outcome
from solecism_lab.papers.treebanks.treebank_tables import real_errors
from toy_parser import train_toy


class FlatParser:
    """Puts all words under one phrase."""

    def trees(self, sentences: Iterable[Sentence]) -> Iterator[Tree]:
        for sentence in sentences:
            yield Tree("", (Tree("S", tuple(Leaf("NN", word) for word in sentence.words)),))


def learner(id: str, text: str, *edits: Edit) -> Sentence:
    return from_words(id, text.split()).with_annotations((Annotation("0", edits),))


SENTENCES = [
    learner("a", "He live in house .", Edit(1, ("live",), ("lives",), "R:VERB:SVA")),
    learner(
        "b",
        "i seee to the dog .",
        Edit(0, ("i",), ("I",), "R:ORTH"),
        Edit(1, ("seee",), ("see",), "R:SPELL"),
        Edit(2, ("to",), (), "U:PREP"),
    ),
    learner("c", "It is good ."),
    learner("d", "We go house", Edit(3, (), (".",), "M:PUNCT")),
    learner(
        "e",
        "He go to a the big house in then .",
        Edit(1, ("go",), ("goes",), "R:VERB:SVA"),
        Edit(3, ("a",), (), "U:DET"),
        Edit(8, ("then",), ("the", "end"), "R:OTHER"),
    ),
]


def test_what_is_not_grammar_is_put_right_on_both_sides() -> None:
    corrected, written = learner_sets(SENTENCES, FlatParser(), name="essays", n=10, seed=1)
    pairs = {
        one.id: (" ".join(other.words), " ".join(one.words))
        for one, other in zip(corrected.sentences, written.sentences, strict=True)
    }
    assert pairs["a"] == ("He live in house .", "He lives in house .")
    assert pairs["b"] == ("I see to the dog .", "I see the dog .")
    assert set(pairs) == {"a", "b", "e"}


def test_golds_have_the_words_as_written_in_the_tree_of_the_corrected() -> None:
    corrected, written = learner_sets(SENTENCES, FlatParser(), name="essays", n=10, seed=1)
    assert (corrected.name, written.name) == ("essays as corrected", "essays as written")
    for one, other in zip(corrected.sentences, written.sentences, strict=True):
        assert one.trees[0].words() == one.words
        assert all(tree.words() == other.words for tree in other.trees)
    by_id = {sentence.id: sentence for sentence in written.sentences}
    assert "(S (NN He) (NN live) " in str(by_id["a"].trees[0])


def test_sentences_are_grouped_by_the_type_of_their_only_error() -> None:
    _, written = learner_sets(SENTENCES, FlatParser(), name="essays", n=10, seed=1)
    ids = {
        name: {written.sentences[place].id for place in places}
        for name, places in written.groups.items()
    }
    assert ids == {
        "one error": {"a", "b"},
        "three errors or more": {"e"},
        "agreement": {"a"},
        "extra-word": {"b"},
    }


@pytest.mark.parametrize(
    ("edit", "name"),
    [
        (Edit(0, ("then",), ("them",), "R:OTHER"), "real-word"),
        (Edit(0, ("in",), ("on",), "R:PREP"), "preposition"),
        (Edit(0, ("of",), ("about",), "R:PREP"), "preposition"),
        (Edit(0, ("this",), ("these",), "R:DET"), "agreement"),
        (Edit(0, ("save",), ("saving",), "R:VERB:FORM"), "verb-form"),
        (Edit(0, ("dog",), ("dogs",), "R:NOUN:NUM"), "noun number"),
        (Edit(0, (), ("the", "old"), "M:OTHER"), "other"),
    ],
)
def test_types_of_edits(edit: Edit, name: str) -> None:
    assert error_type(edit) == name


def test_types_that_are_not_errant_s_are_worked_out() -> None:
    script = [learner("f", "He live in London .", Edit(1, ("live",), ("lives",), "AGV"))]
    _, written = learner_sets(script, FlatParser(), name="exam", n=5, seed=1)
    assert written.groups["agreement"] == [0]


def test_lines_compare_written_with_corrected_and_trainings() -> None:
    sets = learner_sets(SENTENCES, FlatParser(), name="essays", n=10, seed=1)
    trees = [sentence.trees[0] for sentence in sets[0].sentences]
    parser = train_toy([TrainingSet(trees, [1.0] * len(trees), len(trees))], seed=1)
    outcomes = {
        (training, one.name): outcome(one.sentences, parser.parses(one.sentences))
        for training in (GRAMMATICAL, "both")
        for one in sets
    }
    run = Run(1, {one.name: one for one in sets}, outcomes, {})
    found = real_errors([run], "essays", trainings=["both"])
    assert found.corrected.n_sentences == 3
    assert [line.name for line in found.lines][:2] == ["one error", "three errors or more"]
    assert found.lines[0].n_sentences == 2
    assert found.corrected.score.f == pytest.approx(200 / 3)
    assert {line.change for line in found.retrained} == {0.0}
    assert [line.name for line in found.retrained][:1] == ["as corrected"]
