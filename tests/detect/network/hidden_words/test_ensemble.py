"""Hidden prepositions guessed by the network and the light path together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from strong_models import random_model

from solecism.detect.network.hidden_words import scorer
from solecism.detect.network.hidden_words.ensemble import (
    SelectionEnsemble,
    select,
    with_light_models,
)
from solecism.detect.network.tuning import untuned
from solecism.detect.prepositions import selection as light_selection
from solecism.errors import InputError
from solecism.language.annotate import annotate
from solecism.locate.preposition_choice import CHOICES

TEXT = (
    "We wait for the bus at the corner. It rains. According to her, the capital of France "
    "depends on tourists from abroad. They walked along with him."
)
SENTENCES = list(annotate(TEXT, "bus"))
WRITTEN = ["for", "at", "to", "of", "on", "from", "with"]


def ensemble(of_network: float, of_light: float) -> SelectionEnsemble:
    cascade = replace(untuned(), selection=(of_network, of_light))
    return with_light_models(replace(random_model(), cascade=cascade))


def test_each_expert_gives_probabilities_to_all_choices_but_none() -> None:
    found = ensemble(1, 0).guesses(SENTENCES)
    assert [CHOICES[number] for number in found.written] == WRITTEN
    assert found.log_p.shape == (2, len(WRITTEN), len(CHOICES) - 1)
    sums = np.exp(found.log_p).sum(axis=2)
    assert sums == pytest.approx(np.ones((2, len(WRITTEN))), rel=1e-5)


def test_one_who_alone_counts_guesses_as_if_alone() -> None:
    of_network = scorer.select(random_model(), SENTENCES)
    np.testing.assert_array_equal(select(ensemble(1, 0), SENTENCES).counts, of_network.counts)
    of_light = light_selection.select(ensemble(0, 1).light, SENTENCES)
    np.testing.assert_array_equal(select(ensemble(0, 1), SENTENCES).counts, of_light.counts)


def test_guesses_do_not_depend_on_the_sentences_beside() -> None:
    together = ensemble(1, 0).guesses(SENTENCES).log_p
    apart = [ensemble(1, 0).guesses([each]).log_p for each in SENTENCES]
    np.testing.assert_allclose(np.concatenate(apart, axis=1), together, rtol=1e-4, atol=1e-4)


def test_text_without_prepositions_is_told() -> None:
    with pytest.raises(InputError, match="no preposition"):
        select(ensemble(1, 1), annotate("It rains.", "a"))
