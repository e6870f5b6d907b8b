"""Both models of contexts together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from prepositional import native_shard, small_model
from solecism.detect.light.context_models import ContextEnsemble
from solecism.numeric import log_softmax
from solecism_lab.train.choice.context_models import best_weights


@pytest.mark.parametrize("weights", [(0.0, 1.0), (0.5, 0.7), (1.0, 1.0)])
def test_log_probabilities_are_weighted_sums_that_add_up_to_1(
    weights: tuple[float, float],
) -> None:
    model, around = small_model(), native_shard().contexts[:50]
    found = ContextEnsemble(model.maxent, model.network, weights).log_probabilities(around)
    np.testing.assert_allclose(np.exp(found).sum(axis=1), 1, rtol=1e-4)
    parts = model.maxent.log_probabilities(around), log_softmax(model.network.scores(around))
    expected = log_softmax(weights[0] * parts[0] + weights[1] * parts[1])
    np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3)


def test_the_network_is_used_only_where_the_written_choice_is_uncertain() -> None:
    model, native = small_model(), native_shard()
    # Smaller weights make it less confident, so that there are choices just below the bound.
    maxent = replace(model.maxent, scale=model.maxent.scale / 3)
    ensemble = ContextEnsemble(maxent, model.network, (0.5, 1.0))
    alone, both = (each.log_probabilities(native.contexts) for each in (maxent, ensemble))
    n_near = 0
    for written in (native.choices, np.full_like(native.choices, 7)):
        found = ensemble.screened_log_probabilities(native.contexts, written)
        is_uncertain = alone[np.arange(len(written)), written] < np.log(0.9)
        is_near = is_uncertain & (alone[np.arange(len(written)), written] > np.log(0.5))
        n_near += int(is_near.sum())
        np.testing.assert_array_equal(found[~is_uncertain], alone[~is_uncertain])
        np.testing.assert_allclose(found[is_uncertain], both[is_uncertain], rtol=1e-3, atol=1e-3)
    assert n_near


def test_the_weights_are_where_unseen_choices_are_likeliest() -> None:
    model, kept = small_model(), native_shard(3)
    best = best_weights(model.maxent, model.network, kept)

    def likelihood(weights: tuple[float, float]) -> float:
        log_p = ContextEnsemble(model.maxent, model.network, weights).log_probabilities(
            kept.contexts
        )
        return float(log_p[np.arange(len(kept)), kept.choices].sum())

    others = [likelihood(each) for each in ((0.1, 1.0), (0.5, 0.5), (1.0, 0.1), (1.0, 1.0))]
    assert likelihood(best) >= max(others) - 1e-3
