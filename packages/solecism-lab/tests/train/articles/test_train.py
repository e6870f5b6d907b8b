"""Training the detector of articles and noun number."""

from __future__ import annotations

import numpy as np
import pytest

from nominal import SMALL, learner_examples, native_shard, small_model
from solecism.detect.light import noun_model
from solecism.detect.light.noun_choices import DETERMINER_DECISION, INDEX, NUMBER_DECISION, THE, A
from solecism.errors import InputError
from solecism.locate.noun_table import bundled_nouns
from solecism.locate.sentence_columns import lemma_hash
from solecism_lab.train.articles import (
    count_confusions,
    examples_of,
    examples_with_errors,
    of_decision,
    train,
    untouched_examples,
)

COUNTS = count_confusions(learner_examples())


def test_the_same_seed_gives_the_same_bytes() -> None:
    examples = learner_examples()
    again = train([native_shard], examples, examples, bundled_nouns(), seed=1, settings=SMALL)
    assert noun_model.format(again) == noun_model.format(small_model(1))


def test_without_learner_text_known_confusions_are_put_into_native_text() -> None:
    found = train(
        [native_shard], None, None, bundled_nouns(), known_confusions=COUNTS, settings=SMALL
    )
    assert (found.confusions[0] == COUNTS[0]).all()


def test_without_native_text_or_errors_nothing_is_learnt() -> None:
    with pytest.raises(InputError, match="native text"):
        train([], learner_examples(), None, bundled_nouns())
    with pytest.raises(InputError, match="confusions"):
        train([native_shard], None, None, bundled_nouns())


def test_confusions_are_what_was_written_for_what() -> None:
    assert COUNTS[0][A, THE] == COUNTS[0][A, A] > 0
    assert COUNTS[0][THE, A] == 0
    assert COUNTS[1][0, 1] == COUNTS[1][1, 0] == 0


def test_number_is_asked_of_common_nouns_alone() -> None:
    examples = examples_of(learner_examples(), NUMBER_DECISION)
    assert (examples.contexts[:, INDEX["C"]] == 1).all()
    assert not examples.is_error.any()
    assert len(of_decision(native_shard(), NUMBER_DECISION)) <= len(
        of_decision(native_shard(), DETERMINER_DECISION)
    )


def test_errors_that_are_put_in_are_told_and_seen() -> None:
    rng = np.random.default_rng(0)
    made = examples_with_errors(native_shard(), COUNTS, DETERMINER_DECISION, rng=rng, size=10_000)
    wrong = made.is_error
    assert 0 < wrong.mean() < 0.5
    changed = wrong & (made.written // 2 == THE)
    assert (made.contexts[changed, INDEX["D"]] == lemma_hash("the")).all()
    assert not untouched_examples(native_shard(), NUMBER_DECISION, rng=rng, size=50).is_error.any()
