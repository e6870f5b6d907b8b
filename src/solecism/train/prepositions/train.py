"""Training of the preposition detectors: on native text first, then on errors.

The context models learn from native text alone which preposition fits where. The classifier then
learns what is an error, from learners' text and from every fortieth native example, which those
models have not seen; without learners' text, confusions are injected into those examples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.corrupt.tables.error_rates import Counts
from solecism.detect.choice.context_ensemble import ContextEnsemble, ContextModel
from solecism.detect.choice.error_classifier import ErrorClassifier
from solecism.detect.prepositions.features import PREPOSITIONS
from solecism.detect.prepositions.model import LIGHT, MAXENT, PrepositionModel, feature_extractor
from solecism.train.choice.context_models import Parts, Progress, known, learnt_contexts
from solecism.train.choice.error_classifier import calibrated, train_error_scorer
from solecism.train.choice.examples import ErrorExamples
from solecism.train.choice.maxent import MaxentSettings
from solecism.train.choice.shard import Shard
from solecism.train.choice.window_network import NetworkSettings
from solecism.train.prepositions.error_examples import injected, untouched
from solecism.train.prepositions.learner_examples import confusions

_MAXENT, _NETWORK = MaxentSettings(), NetworkSettings()


@dataclass(frozen=True, slots=True)
class PrepositionSettings:
    """The settings of training; the defaults are those of the bundled model.

    Flags must have `precision` on learners' tuning data, and there may be at most `max_alarms` per
    thousand words of any native file. That is less than half of the 0.5 that we allow elsewhere:
    most available native text was edited, while texts that people check were not.
    """

    maxent: MaxentSettings = _MAXENT
    network: NetworkSettings = _NETWORK
    scorer_epochs: int = 5
    native_weight: float = 1.0
    max_native: int = 250_000
    max_injected: int = 200_000
    precision: float = 0.8
    max_alarms: float = 0.2


@dataclass(frozen=True, slots=True)
class _Errors:
    """The data that the classifiers are trained and tuned on."""

    counts: Counts
    parts: list[tuple[ErrorExamples, float]]
    tuning: ErrorExamples
    native: Sequence[Shard]


def train(
    shards: Sequence[Callable[[], Shard]],
    learner: ErrorExamples | None,
    tuning: ErrorExamples | None,
    *,
    native_tuning: Sequence[Shard] = (),
    known_confusions: Counts | None = None,
    seed: int = 1,
    settings: PrepositionSettings | None = None,
    progress: Progress | None = None,
    parts: Parts | None = None,
) -> PrepositionModel:
    """The trained model; `native_tuning` are all sites of native text that is in no shard.

    Without learner text the classifier learns from injected errors alone, by `known_confusions`.
    Finished parts are stored in `parts`, and parts that are there are not trained again.
    """
    settings = settings or PrepositionSettings()
    counts = known(known_confusions if learner is None else confusions(learner), shards)
    learnt = learnt_contexts(
        shards,
        PREPOSITIONS,
        settings.maxent,
        settings.network,
        seed=seed,
        progress=progress,
        parts=parts,
    )
    ensemble = ContextEnsemble(learnt.maxent, learnt.network, learnt.weights)
    errors = _errors(learnt.kept_back, counts, learner, tuning, native_tuning, seed, settings)
    contexts: dict[str, ContextModel] = {LIGHT: ensemble, MAXENT: learnt.maxent}
    classifiers = {
        name: _train_classifier(context, errors, seed=seed, settings=settings)
        for name, context in contexts.items()
    }
    return PrepositionModel(learnt.maxent, learnt.network, learnt.weights, counts, classifiers)


def _train_classifier(
    context: ContextModel, errors: _Errors, *, seed: int, settings: PrepositionSettings
) -> ErrorClassifier:
    """The classifier whose features come from this context model."""
    extractor = feature_extractor(context, errors.counts)
    rng = np.random.default_rng([seed, 4])
    scorer = train_error_scorer(extractor, errors.parts, rng=rng, n_epochs=settings.scorer_epochs)
    return calibrated(
        extractor,
        scorer,
        errors.tuning,
        errors.native,
        precision=settings.precision,
        max_alarms=settings.max_alarms,
    )


def _errors(
    kept_back: Shard,
    counts: Counts,
    learner: ErrorExamples | None,
    tuning: ErrorExamples | None,
    native_tuning: Sequence[Shard],
    seed: int,
    settings: PrepositionSettings,
) -> _Errors:
    rng = np.random.default_rng([seed, 3])
    if learner is None:
        made = injected(kept_back, counts, rng=rng, size=settings.max_injected)
        return _Errors(counts, [(made, 1.0)], tuning or made, native_tuning)
    fine = untouched(kept_back, rng=rng, size=settings.max_native)
    parts = [(learner, 1.0), (fine, settings.native_weight)]
    return _Errors(counts, parts, tuning or learner, native_tuning)
