"""Hidden prepositions guessed by the network and the light path together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from solecism.detect.light.selection_test import Scorer, context_scorer
from solecism.detect.network.hidden_prepositions import (
    Guesses,
    SelectionEnsemble,
    ensemble_scorer,
    network_scorer,
    weighted,
    with_light_models,
)
from solecism.detect.network.tuning import untuned
from solecism.language.annotate import annotate
from solecism.locate.sites import PREPOSITION_CHOICES
from strong_models import random_model

TEXT = (
    "We wait for the bus at the corner. It rains. According to her, the capital of France "
    "depends on tourists from abroad. They walked along with him."
)
SENTENCES = list(annotate(TEXT, "bus"))
WRITTEN = ["for", "at", "to", "of", "on", "from", "with"]


def ensemble(of_network: float, of_light: float) -> SelectionEnsemble:
    cascade = replace(untuned(), selection=(of_network, of_light))
    return with_light_models(replace(random_model(), cascade=cascade))


def guessed(scorer: Scorer) -> list[str]:
    """The best choice at each preposition of the text, which is never none."""
    _, scores = scorer(SENTENCES)
    return [PREPOSITION_CHOICES[number] for number in scores[:, 1:].argmax(axis=1) + 1]


def test_each_expert_gives_probabilities_to_all_choices_but_none() -> None:
    found = ensemble(1, 0).guesses(SENTENCES)
    assert [PREPOSITION_CHOICES[number] for number in found.written] == WRITTEN
    assert found.log_p.shape == (2, len(WRITTEN), len(PREPOSITION_CHOICES) - 1)
    sums = np.exp(found.log_p).sum(axis=2)
    assert sums == pytest.approx(np.ones((2, len(WRITTEN))), rel=1e-5)


def test_one_who_alone_counts_guesses_as_if_alone() -> None:
    assert guessed(ensemble_scorer(ensemble(1, 0))) == guessed(network_scorer(random_model()))
    of_light = guessed(context_scorer(ensemble(0, 1).light))
    assert guessed(ensemble_scorer(ensemble(0, 1))) == of_light


def test_weights_decide_between_models() -> None:
    logs = np.log(np.array([[[0.6, 0.3, 0.1]], [[0.2, 0.1, 0.7]]], np.float32))
    found = Guesses(np.array([3], np.uint8), logs)
    for weights, best in (((1.0, 0.0), 1), ((0.0, 1.0), 3), ((1.0, 1.5), 3), ((1.0, 0.5), 1)):
        written, scores = weighted(found, weights)
        assert written.tolist() == [3]
        assert int(scores[0].argmax()) == best
        assert scores[0, 0] == -np.inf
    assert weighted(found, (0.5, 2.0))[1][0, 1:] == pytest.approx(0.5 * logs[0, 0] + 2 * logs[1, 0])


def test_guesses_do_not_depend_on_the_sentences_beside() -> None:
    together = ensemble(1, 0).guesses(SENTENCES).log_p
    apart = [ensemble(1, 0).guesses([each]).log_p for each in SENTENCES]
    np.testing.assert_allclose(np.concatenate(apart, axis=1), together, rtol=1e-4, atol=1e-4)
