"""Hidden prepositions guessed by the network, the light path and the language model together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solecism.detect import selection as light_selection
from solecism.detect.strong import selection
from solecism.detect.strong.experts import Experts, beside_light_path, select
from solecism.detect.strong.tuning import untuned
from solecism.errors import InputError
from solecism.language.annotate import annotate
from solecism.locate.preposition_choice import CHOICES
from strong_models import random_model

TEXT = (
    "We wait for the bus at the corner. It rains. According to her, the capital of France "
    "depends on tourists from abroad. They walked along with him."
)
SENTENCES = list(annotate(TEXT, "bus"))


def experts(*weights: float) -> Experts:
    first, second, third = weights
    cascade = replace(untuned(), selection=(first, second, third))
    return beside_light_path(replace(random_model(), cascade=cascade))


def test_each_expert_gives_probabilities_to_all_choices_but_none() -> None:
    log_p = experts(1, 0, 0).log_probabilities(SENTENCES)
    assert log_p.shape == (3, 7, len(CHOICES) - 1)
    assert np.exp(log_p).sum(axis=2) == pytest.approx(np.ones((3, 7)), rel=1e-5)


def test_one_who_alone_counts_guesses_as_if_alone() -> None:
    of_network = selection.select(random_model(), SENTENCES)
    np.testing.assert_array_equal(select(experts(1, 0, 0), SENTENCES).counts, of_network.counts)
    both = experts(0, 1, 0)
    of_light = light_selection.select(both.light, SENTENCES)
    np.testing.assert_array_equal(select(both, SENTENCES).counts, of_light.counts)


def test_the_language_model_knows_collocations() -> None:
    found = select(experts(0, 0, 1), SENTENCES)
    assert found.n == 7
    assert {row.preposition for row in found.rows() if row.recall == 1} >= {"to", "of", "on"}


def test_scores_do_not_depend_on_the_sentences_beside() -> None:
    together = experts(1, 0, 0).log_probabilities(SENTENCES)
    apart = [experts(1, 0, 0).log_probabilities([each]) for each in SENTENCES]
    np.testing.assert_allclose(np.concatenate(apart, axis=1), together, rtol=1e-4, atol=1e-4)


def test_text_without_prepositions_is_told() -> None:
    with pytest.raises(InputError, match="no preposition"):
        select(experts(1, 1, 1), annotate("It rains.", "a"))
