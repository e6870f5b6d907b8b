"""Sentences as the network, a second detector and their annotators see them."""

from __future__ import annotations

import numpy as np
import pytest
from second_opinion import SecondOpinion
from strong_models import random_model

from solecism.detect.network.detector import StrongDetector
from solecism.detect.network.repairs import GROUPS
from solecism.edit import Annotation, Edit
from solecism.sentence import from_words
from solecism.train.network.tuning import judge
from solecism.train.network.tuning.judge import Judged, judged

ON = Edit(1, ("of",), ("on",), "R:PREP")
THE = Edit(2, (), ("the",), "M:DET")
SENTENCES = [
    from_words("e.1", ["rely", "of", "bus"]).with_annotations(
        (Annotation("0", (ON, ON)), Annotation("1", (ON, THE)), Annotation("2"))
    ),
    from_words("e.2", ["we", "went", "home"]),
    from_words("e.3", ["he", "of"]).with_annotations((Annotation("0", (ON,)),)),
]
# Each sentence has a row for every word and one for its end.
N_ROWS = 4 + 4 + 3


def counted(found: Judged) -> dict[tuple[int, str], int]:
    return {
        (int(row), GROUPS[group]): int(found.counts[row, group])
        for row, group in np.argwhere(found.counts)
    }


def test_each_annotator_objects_once_to_a_place_and_words_come_before_gaps() -> None:
    found = judged(random_model(), SENTENCES, n_annotators=3)
    assert counted(found) == {
        (1, "preposition"): 2,
        (9, "preposition"): 1,
        (N_ROWS + 2, "determiner"): 1,
    }
    assert found.owners.tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2] * 2
    assert found.n_words == N_ROWS


def test_only_the_first_annotators_are_heard() -> None:
    found = judged(random_model(), SENTENCES)
    assert counted(found) == {(1, "preposition"): 1, (9, "preposition"): 1}
    assert np.array_equal(found.is_error, found.counts > 0)


def test_the_shares_are_those_of_the_detector() -> None:
    detector = StrongDetector(random_model(), threshold=1.0)
    words, gaps = detector.shares(detector.reading(SENTENCES))
    assert judged(random_model(), SENTENCES).shares == pytest.approx(np.concatenate([words, gaps]))


def test_a_second_detector_is_heard_at_words_and_gaps_and_can_be_left_out() -> None:
    second = SecondOpinion({"of": ("preposition", 0.9)}, {"home": ("determiner", 0.3)})
    found = judged(random_model(), SENTENCES, second)
    is_said = ~np.isnan(found.opinions)
    said = [(int(row), GROUPS[group]) for row, group in np.argwhere(is_said)]
    assert said == [(1, "preposition"), (9, "preposition"), (N_ROWS + 6, "determiner")]
    assert found.opinions[is_said].tolist() == [0.9, 0.9, 0.3]
    same(found.alone(), judged(random_model(), SENTENCES))


def test_batches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    second = SecondOpinion({"of": ("preposition", 0.9)}, {"home": ("determiner", 0.3)})
    whole = judged(random_model(), SENTENCES, second, n_annotators=3)
    monkeypatch.setattr(judge, "_BATCH_SENTENCES", 2)
    same(judged(random_model(), SENTENCES, second, n_annotators=3), whole)


def test_no_sentences_have_no_places() -> None:
    found = judged(random_model(), [], SecondOpinion())
    assert found.shares.shape == found.opinions.shape == found.counts.shape == (0, len(GROUPS))
    assert found.n_words == len(found.owners) == 0


def same(one: Judged, other: Judged) -> None:
    # A network of 8 bits says nearly the same, whatever it reads together.
    np.testing.assert_allclose(one.shares, other.shares, atol=1e-4)
    np.testing.assert_array_equal(one.opinions, other.opinions)
    np.testing.assert_array_equal(one.counts, other.counts)
    np.testing.assert_array_equal(one.owners, other.owners)
