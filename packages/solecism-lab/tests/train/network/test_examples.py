"""NetworkExamples: sentences with made errors or hidden prepositions, and learners' own."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from solecism.detect.network.reading import SPECIAL, Encoder, Pieces
from solecism.detect.network.repairs import Repair, frequent_repairs
from solecism.edit import Annotation, Edit, apply
from solecism.errors import ModelError
from solecism.language.annotate import annotate
from solecism.locate.sites import PREPOSITION_CHOICES
from solecism.sentence import from_words
from solecism_lab.train.network import examples
from solecism_lab.train.network.examples import NetworkExamples
from solecism_lab.train.network.synthetic_errors import ErrorDensity

LETTERS = "abcdefghijklmnopqrstuvwxyz"
PIECES = Pieces([*SPECIAL, *LETTERS, *(f"##{letter}" for letter in LETTERS), ".", "of", "on"])
REPAIRS = frequent_repairs({})
TEXT = "He waited for the bus at the corner of the street. They talked about the weather. " * 30


@pytest.fixture(scope="module")
def native() -> NetworkExamples:
    return examples.native_examples(annotate(TEXT, "bus"), PIECES, REPAIRS, seed=5)


def test_every_sentence_has_errors_or_hidden_prepositions(native: NetworkExamples) -> None:
    assert len(native) == 60
    is_hidden = native.hidden != examples.NOT_HIDDEN
    assert (native.words[is_hidden] == examples.NOT_ASKED).all()
    assert (native.encoded.pieces[native.encoded.firsts[is_hidden]] == PIECES.mask).all()
    assert set(native.hidden[is_hidden]) <= {
        PREPOSITION_CHOICES.index(w) for w in ("for", "at", "of", "about")
    }
    ends = native.encoded.places[1:] - 1
    assert (native.words[ends] == examples.NOT_ASKED).all()
    asked = native.words[native.words != examples.NOT_ASKED]
    assert 0 < (asked > 0).mean() < 0.5


def test_another_seed_makes_other_errors(native: NetworkExamples) -> None:
    other = examples.native_examples(annotate(TEXT, "bus"), PIECES, REPAIRS, seed=6)
    same = examples.native_examples(annotate(TEXT, "bus"), PIECES, REPAIRS, seed=5)
    assert examples.format(same) == examples.format(native) != examples.format(other)


def test_learners_edits_are_classes() -> None:
    edits = (Edit(1, ("of",), ("on",), "R:PREP"), Edit(2, (), ("the",), "M:DET"))
    sentence = from_words("e.1", ["rely", "of", "dog"]).with_annotations((Annotation("0", edits),))
    found = examples.learner_examples([sentence], PIECES, REPAIRS)
    assert found.words.tolist()[:3] == [0, REPAIRS.words.index(Repair("R", "preposition", "on")), 0]
    assert found.gaps.tolist() == [0, 0, REPAIRS.gaps.index(Repair("M", "determiner", "the")), 0]


def test_learners_sentences_get_other_errors_for_a_teacher() -> None:
    words = ["We", "rely", "of", "the", "the", "bus", "at", "the", "corner", "of", "the", "street"]
    edits = (Edit(2, ("of",), ("on",), "R:PREP"), Edit(4, ("the",), (), "U:DET"))
    annotations = (Annotation("0", edits),)
    sentences = [from_words(f"e.{n}", words).with_annotations(annotations) for n in range(60)]
    found = examples.varied_examples(sentences, PIECES, REPAIRS, seed=5, density=ErrorDensity())
    texts = {
        found.encoded.pieces[start:end].tobytes() for start, end in pairwise(found.encoded.offsets)
    }
    own = Encoder(PIECES)
    for chosen in ((), edits[:1], edits[1:], edits):
        own.add(apply(words, chosen))
    encoded = own.encoded()
    partly = {encoded.pieces[start:end].tobytes() for start, end in pairwise(encoded.offsets)}
    assert partly < texts
    assert len(found) == 60
    assert (found.words == examples.NOT_ASKED).all()
    assert (found.gaps == examples.NO_GAP).all()


def test_parts_are_joined_and_kept_in_files(native: NetworkExamples) -> None:
    both = examples.concatenated([native, native])
    again = examples.parse(examples.format(both), file="x")
    half = len(native)
    assert len(again) == 2 * half
    for side in (0, half):
        pieces = slice(again.encoded.offsets[side], again.encoded.offsets[side + half])
        assert (again.encoded.pieces[pieces] == native.encoded.pieces).all()
        firsts = again.encoded.firsts[
            again.encoded.places[side] : again.encoded.places[side + half]
        ]
        assert (firsts - again.encoded.offsets[side] == native.encoded.firsts).all()
    assert (np.concatenate([native.words] * 2) == again.words).all()


def test_a_damaged_file_is_told() -> None:
    with pytest.raises(ModelError, match="Empty the work folder"):
        examples.parse(b"no archive", file="x")
