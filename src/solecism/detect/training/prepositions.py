"""Train the preposition detector: native text first, then errors, real and injected.

The maximum-entropy model learns from native text alone which preposition belongs where. The judge
then learns what is an error, from learners' text and from every twentieth native example, which
that model has not seen; without learners' text, their confusions are put into those examples.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from solecism.corrupt.error_rates import Counts, inject
from solecism.detect import judge
from solecism.detect.calibration import calibrate
from solecism.detect.channel import Channel, confusions
from solecism.detect.features import hashed
from solecism.detect.judge import Judge
from solecism.detect.learner import Examples, concatenated
from solecism.detect.maxent import N_CLASSES, Floats, Maxent
from solecism.detect.preposition_model import PrepositionModel
from solecism.detect.prepositions import MaxentDetector, kinds_of
from solecism.detect.training.logistic import Logistic
from solecism.detect.training.native_examples import Shard, together
from solecism.detect.training.softmax import Softmax, most_useful, quantised
from solecism.errors import InputError

Progress = Callable[[int, int], None]
# Every so many native examples one is kept from the first model, for the judge.
_INJECTED_EVERY = 20
_PIECE = 200_000


@dataclass(frozen=True, slots=True)
class Settings:
    """What can be chosen; the bundled model has these."""

    bits: int = 24
    max_rows: int = 3_500_000
    n_weights: int = 4_800_000
    rate: float = 0.3
    second_rate: float = 0.1
    batch: int = 4096
    judge_epochs: int = 5
    native_weight: float = 0.3
    max_native: int = 100_000
    max_injected: int = 200_000
    precision: float = 0.8


def train(
    shards: Sequence[Callable[[], Shard]],
    learner: Examples | None,
    tuning: Examples | None,
    *,
    known_confusions: Counts | None = None,
    seed: int = 1,
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> PrepositionModel:
    """The model; each shard is read when its turn comes.

    Without learner text the judge learns from injected errors alone, after `known_confusions`.
    """
    settings = settings or Settings()
    rng = np.random.default_rng(seed)
    if not shards:
        raise InputError("there is no native text to learn from.")
    maxent, kept_back = train_maxent(shards, rng=rng, settings=settings, progress=progress)
    counts = known_confusions if learner is None else confusions(learner)
    if counts is None:
        raise InputError("there is neither learner text nor a table of confusions.")
    channel = Channel(counts)
    if learner is None:
        made = injected(kept_back, counts, rng=rng, size=settings.max_injected)
        parts, tuning = [(made, 1.0)], made if tuning is None else tuning
    else:
        fine = untouched(kept_back, rng=rng, size=settings.max_native)
        parts, tuning = [(learner, 1.0), (fine, settings.native_weight)], tuning or learner
    found = train_judge(maxent, channel, parts, rng=rng, n_epochs=settings.judge_epochs)
    return calibrated(maxent, counts, found, tuning, precision=settings.precision)


def train_maxent(
    shards: Sequence[Callable[[], Shard]],
    *,
    rng: np.random.Generator,
    settings: Settings,
    progress: Progress | None = None,
) -> tuple[Maxent, Shard]:
    """The model of native text, and the examples that it did not learn from.

    It learns twice: all weights of frequent features, then only those that proved useful, which
    make up for the others. Corpora are mixed: what comes last is learnt best.
    """
    whole = together([read() for read in shards])
    native, kept_back = _part(whole, is_kept=False), _part(whole, is_kept=True)
    del whole
    n_examples = len(native)

    def tell(n_passes: int, done: int) -> None:
        if progress is not None:
            progress(n_passes * n_examples + done, 2 * n_examples)

    counts = _counts(native, settings.bits)
    buckets = _frequent(counts, settings.max_rows)
    first = Softmax(len(buckets) + 1, N_CLASSES, rate=settings.rate)
    _learn(first, buckets, native, rng=rng, settings=settings, tell=partial(tell, 0))
    weights = most_useful(first.weights[1:], counts[buckets], settings.n_weights)
    del first
    rows = np.flatnonzero(weights.any(axis=1))
    buckets, start = buckets[rows], np.pad(weights[rows], ((1, 0), (0, 0)))
    second = Softmax(len(start), N_CLASSES, rate=settings.second_rate, start=start)
    _learn(second, buckets, native, rng=rng, settings=settings, tell=partial(tell, 1))
    return quantised(buckets, second.weights[1:], bits=settings.bits), kept_back


def injected(native: Shard, counts: Counts, *, rng: np.random.Generator, size: int) -> Examples:
    """Native examples into which learners' confusions were put at the learners' rate."""
    some = rng.permutation(len(native))[:size]
    correct = native.choices[some]
    written = inject(correct, counts, rng=rng)
    return Examples(native.contexts[some], written, correct, np.zeros(len(some), dtype=bool))


def untouched(native: Shard, *, rng: np.random.Generator, size: int) -> Examples:
    """Native examples as they are: all right."""
    some = rng.permutation(len(native))[:size]
    correct = native.choices[some]
    return Examples(native.contexts[some], correct, correct, np.zeros(len(some), dtype=bool))


def train_judge(
    maxent: Maxent,
    channel: Channel,
    parts: Sequence[tuple[Examples, float]],
    *,
    rng: np.random.Generator,
    n_epochs: int,
) -> Judge:
    """The judge that learns from examples of each part with a weight.

    Sites that an edit of another kind hides are left out.
    """
    clear = [(each.select(~each.is_touched), weight) for each, weight in parts]
    all_examples = concatenated([each for each, _ in clear])
    weights = np.concatenate([np.full(len(each), weight) for each, weight in clear])
    rows, numbers = judge_inputs(maxent, channel, all_examples)
    model = Logistic(numbers.shape[1])
    for _ in range(n_epochs):
        model.learn(
            rows, numbers, all_examples.is_error, weights=weights.astype(np.float32), rng=rng
        )
    return model.judge()


def judge_inputs(maxent: Maxent, channel: Channel, examples: Examples) -> tuple[judge.Rows, Floats]:
    """What the judge sees of the examples, worked out by pieces that fit in memory."""
    rows, numbers = [], []
    for start in range(0, len(examples), _PIECE // 20):
        piece = examples.select(np.arange(start, min(start + _PIECE // 20, len(examples))))
        log_p = maxent.log_probabilities(piece.contexts)
        found = channel.candidates(log_p, piece.written)
        rows.append(judge.judged_rows(piece.contexts, log_p, piece.written, found))
        numbers.append(judge.figures(piece.written, found))
    return np.concatenate(rows), np.concatenate(numbers)


def calibrated(
    maxent: Maxent, counts: Counts, found: Judge, tuning: Examples, *, precision: float
) -> PrepositionModel:
    """The model with probabilities fitted to tuning data, and a threshold for a precision.

    Wherever the annotator changed the writer's preposition, with an edit of whatever kind,
    something was wrong with it; gaps count only where a preposition was put.
    """
    scale = calibrate(
        np.zeros(1, dtype=np.float32), np.zeros(1, dtype=np.uint8), np.zeros(1, dtype=bool)
    )
    unset = PrepositionModel(maxent, counts, found, scale, 0.5)
    scores, candidates = MaxentDetector(unset).scores(tuning.contexts, tuning.written)
    kinds = kinds_of(tuning.written, candidates.best)
    scale = calibrate(scores, kinds, tuning.is_error)
    reached = scale.curve[:, 1].max(initial=0.0)
    threshold = scale.threshold(precision) if reached >= precision else 0.5
    return PrepositionModel(maxent, counts, found, scale, threshold)


def _learn(
    model: Softmax,
    buckets: npt.NDArray[np.int64],
    native: Shard,
    *,
    rng: np.random.Generator,
    settings: Settings,
    tell: Callable[[int], None],
) -> None:
    """Go once through the examples, in an order drawn anew."""
    mask = np.uint32((1 << settings.bits) - 1)
    index = np.zeros(1 << settings.bits, dtype=np.int32)
    index[buckets] = np.arange(1, len(buckets) + 1)
    order = rng.permutation(len(native))
    for start in range(0, len(order), settings.batch):
        batch = order[start : start + settings.batch]
        model.step(index[hashed(native.contexts[batch]) & mask], native.choices[batch])
        tell(start)


def _counts(native: Shard, bits: int) -> npt.NDArray[np.uint32]:
    """How often each feature occurs, by the last bits of its hash."""
    counts = np.zeros(1 << bits, dtype=np.uint32)
    for start in range(0, len(native), _PIECE):
        rows = hashed(native.contexts[start : start + _PIECE]) & np.uint32(len(counts) - 1)
        counts += np.bincount(rows.ravel(), minlength=len(counts)).astype(np.uint32)
    return counts


def _frequent(counts: npt.NDArray[np.uint32], max_rows: int) -> npt.NDArray[np.int64]:
    """The features seen most often, from twice on, in order."""
    least = 2
    while np.count_nonzero(counts >= least) > max_rows:
        least += 1
    return np.flatnonzero(counts >= least)


def _part(shard: Shard, *, is_kept: bool) -> Shard:
    mine = (np.arange(len(shard)) % _INJECTED_EVERY == 0) == is_kept
    return Shard(shard.contexts[mine], shard.choices[mine])
