"""The data of sentences by the network, a second detector and their annotators."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from fixed_detector import FixedDetector
from solecism.detect.network.repairs import GROUPS
from solecism.detect.network.strong_detector import StrongDetector
from solecism.edit import Annotation, Edit
from solecism.sentence import from_words
from solecism.system.processes import batches
from solecism_lab.train.network.tuning import tuning_data as module
from solecism_lab.train.network.tuning.tuning_data import TuningData, tuning_data
from strong_models import random_model

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


def counted(data: TuningData) -> dict[tuple[int, str], int]:
    return {
        (int(row), GROUPS[group]): int(data.counts[row, group])
        for row, group in np.argwhere(data.counts)
    }


def test_each_annotator_objects_once_to_a_place_and_words_come_before_gaps() -> None:
    data = tuning_data(random_model(), SENTENCES, n_annotators=3)
    assert counted(data) == {
        (1, "preposition"): 2,
        (9, "preposition"): 1,
        (N_ROWS + 2, "determiner"): 1,
    }
    assert data.owners.tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2] * 2
    assert data.n_words == N_ROWS


def test_only_the_first_annotators_count() -> None:
    data = tuning_data(random_model(), SENTENCES)
    assert counted(data) == {(1, "preposition"): 1, (9, "preposition"): 1}
    assert np.array_equal(data.is_error, data.counts > 0)


def test_the_probabilities_are_those_of_the_detector() -> None:
    detector = StrongDetector(random_model(), threshold=1.0)
    words, gaps = detector.group_probabilities(detector.reading(SENTENCES))
    assert tuning_data(random_model(), SENTENCES).network_p == pytest.approx(
        np.concatenate([words, gaps])
    )


def test_a_second_detector_has_probabilities_at_words_and_gaps_and_can_be_left_out() -> None:
    second = FixedDetector({"of": ("preposition", 0.9)}, {"home": ("determiner", 0.3)})
    data = tuning_data(random_model(), SENTENCES, second)
    has_second = ~np.isnan(data.second_p)
    places = [(int(row), GROUPS[group]) for row, group in np.argwhere(has_second)]
    assert places == [(1, "preposition"), (9, "preposition"), (N_ROWS + 6, "determiner")]
    assert data.second_p[has_second].tolist() == [0.9, 0.9, 0.3]
    same(data.without_second(), tuning_data(random_model(), SENTENCES))


def test_batches_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    second = FixedDetector({"of": ("preposition", 0.9)}, {"home": ("determiner", 0.3)})
    whole = tuning_data(random_model(), SENTENCES, second, n_annotators=3)
    monkeypatch.setattr(module, "batches", partial(batches, size=2))
    same(tuning_data(random_model(), SENTENCES, second, n_annotators=3), whole)


def test_no_sentences_have_no_places() -> None:
    data = tuning_data(random_model(), [], FixedDetector())
    assert data.network_p.shape == data.second_p.shape == data.counts.shape == (0, len(GROUPS))
    assert data.n_words == len(data.owners) == 0


def same(one: TuningData, other: TuningData) -> None:
    # A network of 8 bits says nearly the same, whatever it reads together.
    np.testing.assert_allclose(one.network_p, other.network_p, atol=1e-4)
    np.testing.assert_array_equal(one.second_p, other.second_p)
    np.testing.assert_array_equal(one.counts, other.counts)
    np.testing.assert_array_equal(one.owners, other.owners)
