"""Train what decides: the judge on errors, its probabilities and its threshold on tuning data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from solecism.arrays import Floats32
from solecism.detect.choice.calibration import Calibration, calibrate
from solecism.detect.choice.decider import Decider
from solecism.detect.choice.judge import Judge
from solecism.detect.choice.verdicts import JudgeInputs, JudgeScorer, decided
from solecism.locate.preposition_columns import Hashes
from solecism.train.choice.logistic import Logistic
from solecism.train.choice.shard import Shard
from solecism.train.prepositions.learner_examples import Examples, concatenated

# What the judge sees of so many sites fits in memory.
_PIECE = 10_000
_ALARM_WORDS = 1_000
# Fewer words than these say nothing about how often a text is flagged.
_FEWEST_WORDS = 20_000


def train_judge(
    scorer: JudgeScorer,
    parts: Sequence[tuple[Examples, float]],
    *,
    rng: np.random.Generator,
    n_epochs: int,
) -> Judge:
    """The judge that learns from examples of each part with a weight.

    Sites that an edit of another kind hides are left out.
    """
    clear = [(each.select(~each.is_touched), weight) for each, weight in parts]
    examples = concatenated([each for each, _ in clear])
    weights = np.concatenate([np.full(len(each), weight, np.float32) for each, weight in clear])
    seen = list(pieces(scorer, examples.contexts, examples.written))
    rows = np.concatenate([each.rows for each in seen])
    figures = np.concatenate([each.figures for each in seen])
    model = Logistic(figures.shape[1])
    for _ in range(n_epochs):
        model.learn(rows, figures, examples.is_error, weights=weights, rng=rng)
    return model.judge()


def pieces(
    scorer: JudgeScorer, contexts: Hashes, written: npt.NDArray[np.uint8]
) -> Iterator[JudgeInputs]:
    """What the judge sees of many sites, some of them at a time, or of none at all."""
    for start in range(0, max(1, len(written)), _PIECE):
        yield scorer.inputs(contexts[start : start + _PIECE], written[start : start + _PIECE])


def calibrated(
    scorer: JudgeScorer,
    judge: Judge,
    tuning: Examples,
    native: Sequence[Shard] = (),
    *,
    precision: float,
    max_alarms: float,
) -> Decider:
    """The judge with probabilities fitted to tuning data, and the threshold of `operating_point`.

    Wherever the annotator changed the writer's preposition, with an edit of whatever kind,
    something was wrong with it; gaps count only where a preposition was put.
    """
    seen = list(pieces(scorer, tuning.contexts, tuning.written))
    scores = np.concatenate([judge.scores(each.rows, each.figures) for each in seen])
    calibration = calibrate(scores, np.concatenate([each.kinds for each in seen]), tuning.is_error)
    unset = Decider(judge, calibration, 0.5)
    texts = [
        (probabilities(scorer, unset, each), each.n_words)
        for each in native
        if each.n_words >= _FEWEST_WORDS
    ]
    threshold = operating_point(calibration, texts, precision=precision, max_alarms=max_alarms)
    return Decider(judge, calibration, threshold)


def probabilities(scorer: JudgeScorer, decider: Decider, native: Shard) -> Floats32:
    """The probability of an error at each site of native text."""
    seen = pieces(scorer, native.contexts, native.choices)
    return np.concatenate([decided(decider, each).p_error for each in seen])


def operating_point(
    calibration: Calibration,
    texts: Sequence[tuple[Floats32, int]],
    *,
    precision: float,
    max_alarms: float,
) -> float:
    """The lowest threshold that is precise enough, and quiet enough on every native text.

    Quiet is at most `max_alarms` flags a thousand words; a text is the probability of an error at
    each of its sites, and its number of words. A curve that never is as precise gives 0.5.
    """
    reached = calibration.curve[:, 1].max(initial=0.0)
    threshold = calibration.threshold(precision) if reached >= precision else 0.5
    for p_error, n_words in texts:
        n_allowed = int(max_alarms * n_words / _ALARM_WORDS)
        if n_allowed < len(p_error):
            first_too_many = -np.partition(-p_error, n_allowed)[n_allowed]
            threshold = max(threshold, float(np.nextafter(first_too_many, np.float32(2))))
    return threshold
