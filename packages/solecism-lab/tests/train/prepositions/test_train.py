"""Training the preposition detector."""

from __future__ import annotations

import numpy as np
import pytest

from prepositional import (
    NATIVE,
    SMALL,
    annotated,
    learner_examples,
    native_shard,
    small_model,
)
from solecism.detect.light import preposition_detector
from solecism.detect.light.preposition_features import gaps
from solecism.errors import InputError
from solecism.locate.sentence_columns import columns
from solecism_lab.train.choice.error_classifier import Logistic
from solecism_lab.train.choice.native_shards import format_shard, parse_shard
from solecism_lab.train.prepositions import checked_shard, count_confusions, shards, train


def test_the_same_seed_gives_the_same_bytes() -> None:
    examples = learner_examples()
    again = train([native_shard], examples, examples, seed=1, settings=SMALL)
    assert preposition_detector.format(again) == preposition_detector.format(small_model(1))


def test_finished_parts_are_not_made_again() -> None:
    examples, parts = learner_examples(), dict[str, bytes]()
    first = train([native_shard], examples, examples, settings=SMALL, parts=parts)
    assert sorted(name.split(".")[0] for name in parts) == ["maxent", "network"]
    reported: list[int] = []
    again = train(
        [native_shard],
        examples,
        examples,
        settings=SMALL,
        parts=parts,
        progress=lambda done, total: reported.append(done),
    )
    assert reported == []
    assert preposition_detector.format(again) == preposition_detector.format(first)
    assert preposition_detector.format(first) == preposition_detector.format(small_model(1))


def test_progress_ends_at_its_total() -> None:
    examples = learner_examples()
    reported: list[tuple[int, int]] = []
    train(
        [native_shard],
        examples,
        examples,
        settings=SMALL,
        progress=lambda done, total: reported.append((done, total)),
    )
    assert reported[-1][0] == reported[-1][1]
    assert sorted(reported) == reported


def test_without_learner_text_known_confusions_are_injected() -> None:
    counts = count_confusions(learner_examples())
    model = train([native_shard], None, None, known_confusions=counts, settings=SMALL)
    assert (model.confusions == counts).all()


def test_without_text_or_confusions_nothing_can_be_learnt() -> None:
    with pytest.raises(InputError, match="no native text"):
        train([], None, None, settings=SMALL)
    with pytest.raises(InputError, match="neither learner text"):
        train([native_shard], None, None, settings=SMALL)


def test_a_shard_read_from_its_bytes_is_the_same() -> None:
    shard = native_shard()
    again = parse_shard(format_shard(shard), file="s.npz")
    assert (again.contexts == shard.contexts).all()
    assert (again.choices == shard.choices).all()
    assert again.n_words == shard.n_words == 40 * sum(len(text.split()) for text in NATIVE)


def test_all_gaps_that_are_checked_are_in_a_shard_for_checking() -> None:
    sentences = annotated([text.split() for text in NATIVE] * 10)
    checked = checked_shard(sentences)
    [learnt] = shards(sentences, rng=np.random.default_rng(0))
    assert checked.n_words == learnt.n_words
    assert (checked.choices > 0).sum() == (learnt.choices > 0).sum()
    assert (checked.choices == 0).sum() == len(gaps(columns(sentences))) > 0


def test_the_scorer_learns_which_feature_tells_an_error() -> None:
    rng = np.random.default_rng(0)
    is_error = rng.random(3000) < 0.3
    rows = np.stack([is_error + 1, rng.integers(5, 9, 3000)], axis=1).astype(np.uint32)
    figures = np.ones((3000, 1), dtype=np.float32)
    model = Logistic(1)
    for _ in range(10):
        weights = np.ones(3000, dtype=np.float32)
        model.learn(rows, figures, is_error, weights=weights, rng=rng)
    scores = model.error_scorer().scores(rows, figures)
    assert scores[is_error].min() > scores[~is_error].max()
