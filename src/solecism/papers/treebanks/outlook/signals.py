"""Signals that a sentence has an error: two grammars' likelihoods, or detectors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import numpy as np

from solecism.detect.detector import Detector
from solecism.detect.registry import default, loader
from solecism.language.annotate import annotate_sentences
from solecism.numeric.arrays import Floats
from solecism.papers.treebanks.error_sets import GRAMMATICAL, ErrorSet, Parts
from solecism.papers.treebanks.experiment import Run
from solecism.papers.treebanks.outlook.suspicion import Suspicion
from solecism.papers.treebanks.outlook.two_stage import Signal
from solecism.site import sentence_of

ALWAYS, DETECTOR = "always, if that costs nothing", "bundled detector"
SUSPICION = "detector of made errors"
LIKELIER, LIKELIHOOD_RATIO = "likelier than without errors", "likelihood ratio"


def always(run: Run, training: str, name: str) -> Floats:
    """A constant signal, so that the other grammar is used everywhere or nowhere."""
    return np.zeros(len(run.sets[name].sentences))


def likelihood_ratio(run: Run, training: str, name: str) -> Floats:
    """How much likelier the other grammar finds a sentence, for each of its words."""
    one, other = (run.outcomes[each, name] for each in (GRAMMATICAL, training))
    n_words = np.maximum(1, other.counts.column("length"))
    return np.asarray((other.log_likelihoods - one.log_likelihoods) / n_words)


def suspicion(run: Run, training: str, name: str) -> Floats:
    """How suspicious a sentence is of containing a made error."""
    return run.signals[SUSPICION][name]


def detector(run: Run, training: str, name: str) -> Floats:
    """The highest confidence of the bundled detector that something is an error."""
    return run.signals[DETECTOR][name]


def suspicions(parts: Parts, sets: Sequence[ErrorSet], seed: int) -> dict[str, list[float]]:
    """By set the suspicion of each sentence, learned from the training part."""
    learned = Suspicion(parts.train, seed=seed)
    return {one.name: learned.scores(one.sentences).tolist() for one in sets if not one.is_other}


def detections(parts: Parts, sets: Sequence[ErrorSet], seed: int) -> dict[str, list[float]]:
    """By set the highest confidence of the bundled detector in each sentence."""
    return {one.name: _confidences(one) for one in sets if not one.is_other}


COMPUTED = {SUSPICION: suspicions, DETECTOR: detections}
"""The signals that are computed once per seed, for all parsers."""
SIGNALS: dict[str, tuple[Signal, float | None]] = {
    ALWAYS: (always, None),
    DETECTOR: (detector, None),
    SUSPICION: (suspicion, None),
    LIKELIER: (likelihood_ratio, 0.0),
    LIKELIHOOD_RATIO: (likelihood_ratio, None),
}
"""Signals, and a threshold where none has to be chosen."""
LIKELIHOODS = frozenset((LIKELIER, LIKELIHOOD_RATIO))


def _confidences(one: ErrorSet) -> list[float]:
    """The highest confidence in each sentence, which is judged as a document of its own.

    How sure a detector is depends on how many errors a document seems to have. In a set with an
    error in every sentence the sentences around it would give an error away.
    """
    highest = [0.0] * len(one.sentences)
    alone = [
        replace(sentence.with_columns(tags=(), lemmas=(), chunks=()), id=f"alone{number}.1")
        for number, sentence in enumerate(one.sentences)
    ]
    numbers = {sentence.id: number for number, sentence in enumerate(alone)}
    for flag in _loaded_detector().flags(annotate_sentences(alone)):
        if flag.confidence is not None:
            number = numbers[sentence_of(flag.site)]
            highest[number] = max(highest[number], flag.confidence)
    return highest


@cache
def _loaded_detector() -> Detector:
    """The detector for all kinds of error; with a threshold it reads every sentence."""
    return loader(default())(threshold=0.0)
