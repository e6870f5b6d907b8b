"""Train the preposition detectors: native text first, then errors, real and injected.

The models of contexts learn from native text alone which preposition belongs where. The judge
then learns what is an error, from learners' text and from every fortieth native example, which
those models have not seen; without learners' text, their confusions are put into those examples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.corrupt.tables.error_rates import Counts
from solecism.detect.choice.blend import Blend, ContextModel
from solecism.detect.choice.channel import Channel
from solecism.detect.choice.decider import Decider
from solecism.detect.choice.verdicts import Scorer
from solecism.detect.prepositions.features import PREPOSITIONS
from solecism.detect.prepositions.model import LIGHT, MAXENT, PrepositionModel
from solecism.train.choice.context_models import Parts, Progress, known, learnt_contexts
from solecism.train.choice.decider import calibrated, train_judge
from solecism.train.choice.maxent import MaxentSettings
from solecism.train.choice.shard import Shard
from solecism.train.choice.window_network import NetworkSettings
from solecism.train.prepositions.error_examples import injected, untouched
from solecism.train.prepositions.learner_examples import Examples, confusions

_MAXENT, _NETWORK = MaxentSettings(), NetworkSettings()


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be chosen; the bundled model has these.

    Flags are to have `precision` on tuning data of learners, and `max_alarms` of them a thousand
    words is the most in any native file. That is less than half of the 0.5 that we allow
    elsewhere: most native text that one can get was edited, and what people have checked was not.
    """

    maxent: MaxentSettings = _MAXENT
    network: NetworkSettings = _NETWORK
    judge_epochs: int = 5
    native_weight: float = 1.0
    max_native: int = 250_000
    max_injected: int = 200_000
    precision: float = 0.8
    max_alarms: float = 0.2


@dataclass(frozen=True, slots=True)
class _Errors:
    """What the deciders learn from and are tuned on."""

    counts: Counts
    parts: list[tuple[Examples, float]]
    tuning: Examples
    native: Sequence[Shard]


def train(
    shards: Sequence[Callable[[], Shard]],
    learner: Examples | None,
    tuning: Examples | None,
    *,
    native_tuning: Sequence[Shard] = (),
    known_confusions: Counts | None = None,
    seed: int = 1,
    settings: Settings | None = None,
    progress: Progress | None = None,
    parts: Parts | None = None,
) -> PrepositionModel:
    """The model; `native_tuning` are all sites of native text that is in no shard.

    Without learner text the judge learns from injected errors alone, after `known_confusions`.
    Finished parts are put into `parts` and taken from there.
    """
    settings = settings or Settings()
    counts = known(known_confusions if learner is None else confusions(learner), shards)
    both = settings.maxent, settings.network
    learnt = learnt_contexts(shards, PREPOSITIONS, *both, seed=seed, progress=progress, parts=parts)
    blend = Blend(learnt.maxent, learnt.network, learnt.weights)
    errors = _errors(learnt.kept_back, counts, learner, tuning, native_tuning, seed, settings)
    contexts: dict[str, ContextModel] = {LIGHT: blend, MAXENT: learnt.maxent}
    deciders = {
        name: train_decider(context, errors, seed=seed, settings=settings)
        for name, context in contexts.items()
    }
    return PrepositionModel(learnt.maxent, learnt.network, learnt.weights, counts, deciders)


def train_decider(
    context: ContextModel, errors: _Errors, *, seed: int, settings: Settings
) -> Decider:
    """What decides by what this context model says."""
    scorer = Scorer(context, Channel(errors.counts))
    rng = np.random.default_rng([seed, 4])
    judge = train_judge(scorer, errors.parts, rng=rng, n_epochs=settings.judge_epochs)
    return calibrated(
        scorer,
        judge,
        errors.tuning,
        errors.native,
        precision=settings.precision,
        max_alarms=settings.max_alarms,
    )


def _errors(
    kept_back: Shard,
    counts: Counts,
    learner: Examples | None,
    tuning: Examples | None,
    native_tuning: Sequence[Shard],
    seed: int,
    settings: Settings,
) -> _Errors:
    rng = np.random.default_rng([seed, 3])
    if learner is None:
        made = injected(kept_back, counts, rng=rng, size=settings.max_injected)
        return _Errors(counts, [(made, 1.0)], tuning or made, native_tuning)
    fine = untouched(kept_back, rng=rng, size=settings.max_native)
    parts = [(learner, 1.0), (fine, settings.native_weight)]
    return _Errors(counts, parts, tuning or learner, native_tuning)
