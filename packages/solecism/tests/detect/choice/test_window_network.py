"""The window network at work."""

from __future__ import annotations

import numpy as np

from prepositional import native_shard, small_model
from solecism.detect.light.context_models import NOTHING, UNKNOWN, Vocabulary
from solecism.detect.light.preposition_features import INDEX, NAMES, PREPOSITION_LAYOUT


def test_each_word_has_its_row_and_the_unknown_have_theirs() -> None:
    vocabulary = Vocabulary(
        PREPOSITION_LAYOUT, np.array([5, 9], np.uint32), np.array([3], np.uint32)
    )
    around = np.zeros((1, len(NAMES)), dtype=np.uint32)
    for name, hashed in (("L1", 9), ("L2", 5), ("L3", 7), ("PV", 99), ("tL1", 3), ("tL2", 4)):
        around[0, INDEX[name]] = hashed
    words = dict(
        zip(PREPOSITION_LAYOUT.seen, vocabulary.word_rows(around)[0].tolist(), strict=True)
    )
    assert (words["L1"], words["L2"]) == (3, 2)
    assert (words["L3"], words["PV"], words["R1"]) == (UNKNOWN, UNKNOWN, NOTHING)
    tags = dict(zip(PREPOSITION_LAYOUT.seen, vocabulary.tag_rows(around)[0].tolist(), strict=True))
    assert (tags["L1"], tags["L2"], tags["L3"]) == (1, 0, 0)


def test_scores_do_not_depend_on_what_else_is_asked() -> None:
    network, around = small_model().network, native_shard().contexts
    together = network.scores(around)
    apart = np.concatenate([network.scores(around[[number]]) for number in range(20)])
    np.testing.assert_allclose(together[:20], apart, rtol=1e-4, atol=1e-4)
    assert network.scores(around[:0]).shape == (0, 35)
