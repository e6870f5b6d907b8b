"""Training of the detector of articles and noun number: on native text first, then on errors.

The context models learn from native text alone which determiner and number fit where. One
classifier per decision then learns what is an error, from learners' text and from every fortieth
native example, which those models have not seen; confusions are injected into a part of these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.corrupt.tables.error_rates import Counts
from solecism.detect.articles.choice import DETERMINER, N_DETERMINERS, NUMBER
from solecism.detect.articles.context_ensemble import NounContextEnsemble
from solecism.detect.articles.contexts import INDEX, NOUNS
from solecism.detect.articles.error_features import NounFeatureExtractor
from solecism.detect.articles.model import DECISIONS, ArticleModel
from solecism.detect.choice.channel import Channel
from solecism.detect.choice.error_classifier import ErrorClassifier
from solecism.locate.noun_table import NounTable
from solecism.train.articles.error_examples import injected, untouched
from solecism.train.articles.learner_examples import NounExamples
from solecism.train.choice.context_models import Parts, Progress, known, learnt_contexts
from solecism.train.choice.error_classifier import calibrated, train_error_scorer
from solecism.train.choice.examples import OTHER, ErrorExamples
from solecism.train.choice.maxent import MaxentSettings
from solecism.train.choice.shard import Shard
from solecism.train.choice.window_network import NetworkSettings

_MAXENT = MaxentSettings(bits=23, max_rows=2_500_000, n_weights=2_000_000)
_NETWORK = NetworkSettings(n_words=40_000, n_vector=64, n_hidden=256, n_epochs=1, batch=2048)


@dataclass(frozen=True, slots=True)
class ArticleSettings:
    """The settings of training; the defaults are those of the bundled model.

    Flags must have `precision` on learners' tuning data, and there may be at most `max_alarms` per
    thousand words of any native file, for determiners and for number: half a flag in all.
    """

    maxent: MaxentSettings = _MAXENT
    network: NetworkSettings = _NETWORK
    scorer_epochs: int = 5
    max_native: int = 200_000
    max_injected: int = 200_000
    injected_weight: float = 0.1
    precision: tuple[float, float] = (0.7, 0.7)
    max_alarms: tuple[float, float] = (0.3, 0.2)


@dataclass(frozen=True, slots=True, eq=False)
class NativeText:
    """Native examples that the context models were not trained on, and those for tuning."""

    kept_back: Shard
    tuning: Sequence[Shard]


def train(
    shards: Sequence[Callable[[], Shard]],
    learner: NounExamples | None,
    tuning: NounExamples | None,
    nouns: NounTable,
    *,
    native_tuning: Sequence[Shard] = (),
    known_confusions: tuple[Counts, Counts] | None = None,
    seed: int = 1,
    settings: ArticleSettings | None = None,
    progress: Progress | None = None,
    parts: Parts | None = None,
) -> ArticleModel:
    """The trained model; `native_tuning` are all noun phrases of native text that is in no shard.

    Without learner text the classifiers learn from injected errors alone, by `known_confusions`.
    Finished parts are stored in `parts`, and parts that are there are not trained again.
    """
    settings = settings or ArticleSettings()
    counts = known(known_confusions if learner is None else confusions(learner), shards)
    learnt = learnt_contexts(
        shards,
        NOUNS,
        settings.maxent,
        settings.network,
        seed=seed,
        progress=progress,
        parts=parts,
    )
    ensemble = NounContextEnsemble(learnt.maxent, learnt.network, learnt.weights)
    text = NativeText(learnt.kept_back, native_tuning)
    classifiers = _train_classifiers(ensemble, nouns, text, learner, tuning, counts, seed, settings)
    return ArticleModel(learnt.maxent, learnt.network, learnt.weights, counts, classifiers)


def _train_classifiers(
    ensemble: NounContextEnsemble,
    nouns: NounTable,
    native: NativeText,
    learner: NounExamples | None,
    tuning: NounExamples | None,
    counts: tuple[Counts, Counts],
    seed: int,
    settings: ArticleSettings,
) -> Mapping[str, ErrorClassifier]:
    """The classifiers of determiners and of number, by name."""
    classifiers: dict[str, ErrorClassifier] = {}
    for decision, name in enumerate(DECISIONS):
        extractor = NounFeatureExtractor(ensemble, Channel(counts[decision]), nouns, decision)
        rng = np.random.default_rng([seed, 3, decision])
        made = injected(native.kept_back, counts, decision, rng=rng, size=settings.max_injected)
        if learner is None:
            parts = [(made, 1.0)]
        else:
            fine = untouched(native.kept_back, decision, rng=rng, size=settings.max_native)
            parts = [(examples_of(learner, decision), 1.0), (fine, 1.0)]
            parts.append((made, settings.injected_weight))
        scorer = train_error_scorer(extractor, parts, rng=rng, n_epochs=settings.scorer_epochs)
        classifiers[name] = calibrated(
            extractor,
            scorer,
            made if tuning is None else examples_of(tuning, decision),
            [of_decision(shard, decision) for shard in native.tuning],
            precision=settings.precision[decision],
            max_alarms=settings.max_alarms[decision],
        )
    return classifiers


def confusions(examples: NounExamples) -> tuple[Counts, Counts]:
    """How often each group of determiners, and each number, was written where another is right.

    Rows are what is right, columns what was written.
    """
    tables = []
    for decision, size in ((DETERMINER, N_DETERMINERS), (NUMBER, 2)):
        known = ~examples.is_hidden[:, decision] & (examples.correct != OTHER)
        if decision == NUMBER:
            known &= examples.contexts[:, INDEX["C"]] > 0
        halves = [
            choice[known] // 2 if decision == DETERMINER else choice[known] % 2
            for choice in (examples.correct, examples.written)
        ]
        counts = np.zeros((size, size), dtype=np.int64)
        np.add.at(counts, (halves[0], halves[1]), 1)
        tables.append(counts)
    return tables[0], tables[1]


def examples_of(examples: NounExamples, decision: int) -> ErrorExamples:
    """The examples of one decision; a wrong one is corrected to OTHER."""
    if decision == NUMBER:
        examples = examples.select(examples.contexts[:, INDEX["C"]] > 0)
    correct = np.where(examples.is_wrong[:, decision], OTHER, examples.written).astype(np.uint8)
    is_hidden = examples.is_hidden[:, decision] & ~examples.is_wrong[:, decision]
    return ErrorExamples(examples.contexts, examples.written, correct, is_hidden)


def of_decision(shard: Shard, decision: int) -> Shard:
    """The examples of a shard in which this decision was made."""
    if decision == DETERMINER:
        return shard
    has_number = shard.contexts[:, INDEX["C"]] > 0
    return Shard(shard.contexts[has_number], shard.choices[has_number], shard.n_words)
