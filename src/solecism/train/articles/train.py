"""Train the detector of articles and noun number: native text first, then errors.

The models of contexts learn from native text alone which determiner and number belong where. A
judge for each then learns what is an error, from learners' text and from every fortieth native
example, which those models have not seen; into a part of these the confusions of learners are put.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from solecism.corrupt.tables.error_rates import Counts
from solecism.detect.articles.choice import DETERMINER, N_DETERMINERS, NUMBER
from solecism.detect.articles.contexts import INDEX, NOUNS
from solecism.detect.articles.judge import NounScorer
from solecism.detect.articles.model import DECISIONS, ArticleModel
from solecism.detect.articles.noun_blend import NounBlend
from solecism.detect.choice.channel import Channel
from solecism.detect.choice.decider import Decider
from solecism.locate.noun_table import NounTable
from solecism.train.articles.error_examples import injected, untouched
from solecism.train.articles.learner_examples import NounExamples
from solecism.train.choice.context_models import Parts, Progress, known, learnt_contexts
from solecism.train.choice.decider import calibrated, train_judge
from solecism.train.choice.maxent import MaxentSettings
from solecism.train.choice.shard import Shard
from solecism.train.choice.window_network import NetworkSettings
from solecism.train.prepositions.learner_examples import OTHER, Examples

_MAXENT = MaxentSettings(bits=23, max_rows=2_500_000, n_weights=2_000_000)
_NETWORK = NetworkSettings(n_words=40_000, n_vector=64, n_hidden=256, n_epochs=1, batch=2048)


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be chosen; the bundled model has these.

    Flags are to have `precision` on tuning data of learners, and `max_alarms` of them a thousand
    words is the most in any native file, for determiners and for number: half a flag in all.
    """

    maxent: MaxentSettings = _MAXENT
    network: NetworkSettings = _NETWORK
    judge_epochs: int = 5
    max_native: int = 200_000
    max_injected: int = 200_000
    injected_weight: float = 0.1
    precision: tuple[float, float] = (0.7, 0.7)
    max_alarms: tuple[float, float] = (0.3, 0.2)


@dataclass(frozen=True, slots=True, eq=False)
class NativeText:
    """Native examples that the context models did not learn, and those of documents for tuning."""

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
    settings: Settings | None = None,
    progress: Progress | None = None,
    parts: Parts | None = None,
) -> ArticleModel:
    """The model; `native_tuning` are all noun phrases of native text that is in no shard.

    Without learner text the judges learn from injected errors alone, after `known_confusions`.
    Finished parts are put into `parts` and taken from there.
    """
    settings = settings or Settings()
    counts = known(known_confusions if learner is None else confusions(learner), shards)
    both = settings.maxent, settings.network
    learnt = learnt_contexts(shards, NOUNS, *both, seed=seed, progress=progress, parts=parts)
    blend = NounBlend(learnt.maxent, learnt.network, learnt.weights)
    text = NativeText(learnt.kept_back, native_tuning)
    deciders = train_deciders(blend, nouns, text, learner, tuning, counts, seed, settings)
    return ArticleModel(learnt.maxent, learnt.network, learnt.weights, counts, deciders)


def train_deciders(
    blend: NounBlend,
    nouns: NounTable,
    native: NativeText,
    learner: NounExamples | None,
    tuning: NounExamples | None,
    counts: tuple[Counts, Counts],
    seed: int,
    settings: Settings,
) -> Mapping[str, Decider]:
    """What decides about determiners and about number, by name."""
    found: dict[str, Decider] = {}
    for decision, name in enumerate(DECISIONS):
        scorer = NounScorer(blend, Channel(counts[decision], never=()), nouns, decision)
        rng = np.random.default_rng([seed, 3, decision])
        made = injected(native.kept_back, counts, decision, rng=rng, size=settings.max_injected)
        if learner is None:
            parts = [(made, 1.0)]
        else:
            fine = untouched(native.kept_back, decision, rng=rng, size=settings.max_native)
            parts = [(examples_of(learner, decision), 1.0), (fine, 1.0)]
            parts.append((made, settings.injected_weight))
        judge = train_judge(scorer, parts, rng=rng, n_epochs=settings.judge_epochs)
        found[name] = calibrated(
            scorer,
            judge,
            made if tuning is None else examples_of(tuning, decision),
            [of_decision(shard, decision) for shard in native.tuning],
            precision=settings.precision[decision],
            max_alarms=settings.max_alarms[decision],
        )
    return found


def confusions(examples: NounExamples) -> tuple[Counts, Counts]:
    """How often each determiner group, and each number, (row: should be, column: is written)."""
    found = []
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
        found.append(counts)
    return found[0], found[1]


def examples_of(examples: NounExamples, decision: int) -> Examples:
    """The examples of one decision: what is wrong in it is corrected to something else."""
    if decision == NUMBER:
        examples = examples.select(examples.contexts[:, INDEX["C"]] > 0)
    correct = np.where(examples.is_wrong[:, decision], OTHER, examples.written).astype(np.uint8)
    is_hidden = examples.is_hidden[:, decision] & ~examples.is_wrong[:, decision]
    return Examples(examples.contexts, examples.written, correct, is_hidden)


def of_decision(shard: Shard, decision: int) -> Shard:
    """The examples of a shard in which there was such a decision."""
    if decision == DETERMINER:
        return shard
    mine = shard.contexts[:, INDEX["C"]] > 0
    return Shard(shard.contexts[mine], shard.choices[mine], shard.n_words)
