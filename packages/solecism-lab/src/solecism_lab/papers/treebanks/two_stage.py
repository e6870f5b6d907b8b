"""The two-stage parser of the paper's outlook: another grammar where something suggests an error.

A sentence is parsed by the grammatical grammar, and by the other one where a signal is above a
threshold. Thresholds are chosen on the dev part alone: the highest F on sentences with errors, with
no more than a given loss on the sentences as they are.

Signals of an error are the likelihoods of two grammars, a detector, or a suspicion: the score of
the most suspicious word of a sentence. Logistic regression over the words and tags around each
word, learned from the training part with errors made in it and without. The tags are our tagger's,
of the text as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from solecism.corruption.corrupt import corrupt
from solecism.corruption.recipe import PRESETS
from solecism.detect.detector import Detector
from solecism.detect.light.error_classifier import BITS
from solecism.detect.registry import default, loader
from solecism.figure import f_score
from solecism.language.annotate import annotate_sentences
from solecism.numeric import Bools, Floats, Ints
from solecism.sentence import Sentence
from solecism.site import sentence_of
from solecism_lab.papers.treebanks.error_sets import (
    GRAMMATICAL,
    ONE_ERROR,
    PRESET,
    TWO_ERRORS,
    ErrorSet,
    TreebankParts,
)
from solecism_lab.papers.treebanks.experiment import DEV_GRAMMATICAL, DEV_ONE_ERROR, Outcome, Run
from solecism_lab.papers.treebanks.score_lines import ScoreLine, line_of
from solecism_lab.train.choice.error_classifier import Logistic

Signal = Callable[[Run, str, str], Floats]
"""Of a run, another training and a set: for each sentence, how much suggests an error."""
MAX_LOSS = 0.001
_N_THRESHOLDS = 200
_N_DIGITS = 5


@dataclass(frozen=True, slots=True)
class TwoStage:
    """The lines of the sets for a signal and another training, and the threshold to switch at.

    `shares` say by set how often the other grammar is used.
    """

    signal: str
    training: str
    threshold: float
    shares: dict[str, float]
    lines: list[ScoreLine]


def two_stage(
    runs: Sequence[Run], training: str, signal: Signal, *, name: str, limit: float | None = None
) -> TwoStage:
    """The two-stage parser on the sets of the test part.

    Its threshold is `limit`, or chosen on the dev part.
    """
    least = threshold(runs, training, signal) if limit is None else limit
    lines, shares = [], {}
    for one in (GRAMMATICAL, ONE_ERROR, TWO_ERRORS):
        switched = [signal(run, training, one) > least for run in runs]
        pairs = [
            (
                _mixed(run, training, one, is_other),
                run.outcomes[GRAMMATICAL, one],
            )
            for run, is_other in zip(runs, switched, strict=True)
        ]
        lines.append(line_of(one, training, pairs))
        shares[one] = float(np.mean([np.mean(is_other) for is_other in switched]))
    return TwoStage(name, training, least, shares, lines)


def threshold(
    runs: Sequence[Run], training: str, signal: Signal, *, max_loss: float = MAX_LOSS
) -> float:
    """The threshold from which the other grammar is used, chosen on the dev parts of all runs."""
    good, bad = (
        [
            (run, name)
            for run in runs
            for name in run.sets
            if name.startswith(prefix) and (training, name) in run.outcomes
        ]
        for prefix in (DEV_GRAMMATICAL, DEV_ONE_ERROR)
    )
    signals = [signal(run, training, name) for run, name in (*good, *bad)]
    candidates = np.quantile(np.concatenate(signals), np.linspace(0, 1, _N_THRESHOLDS))
    tables = [
        [run.outcomes[each, name].counts.table[:, :3] for each in (GRAMMATICAL, training)]
        for run, name in (*good, *bad)
    ]
    baseline = _f([one for one, _ in tables[: len(good)]])
    best, chosen = -np.inf, np.inf
    for candidate in (*candidates, -np.inf):
        kept = [
            np.where((values > candidate)[:, None], other, one)
            for (one, other), values in zip(tables, signals, strict=True)
        ]
        value = _f(kept[len(good) :])
        if value > best and _f(kept[: len(good)]) >= baseline - max_loss:
            best, chosen = value, candidate
    return float(chosen)


def _mixed(run: Run, training: str, name: str, is_other: Bools) -> Outcome:
    return run.outcomes[GRAMMATICAL, name].mixed(run.outcomes[training, name], is_other)


def _f(tables: Sequence[Ints]) -> float:
    matched, gold, tested = np.sum([table.sum(axis=0) for table in tables], axis=0)
    return f_score(float(matched), float(tested), float(gold))


_N_ROUNDS_OF_ERRORS = 3
_N_EPOCHS = 3
_EDGE = 2
# Offsets of the words (w) and tags (t) that each feature looks at together.
_FEATURES = tuple(
    tuple((piece[0], int(piece[1:])) for piece in feature.split())
    for feature in (
        "w0|w-1 w0|w0 w1|t-1 t0 t1|w0 t1|t-1 w0|t-2 t-1 t0|t0 t1 t2|t-1 t0|t0 t1|w-1 t0|t0 w1"
        "|t-2 t-1 t0 t1|w-1 w0 t1|t-1 w0 t1"
    ).split("|")
)
_MASK = (1 << BITS) - 1


class Suspicion:
    """A classifier of words, learned from sentences with and without synthetic errors."""

    def __init__(self, sentences: Sequence[Sentence], *, seed: int) -> None:
        examples = [(sentence, frozenset[int]()) for sentence in _tagged(sentences)]
        for number in range(_N_ROUNDS_OF_ERRORS):
            corrupted = corrupt(sentences, PRESETS[PRESET], seed=seed + number)
            bad = [each.sentence for each in corrupted]
            examples += zip(_tagged(bad), map(_wrong_places, bad), strict=True)
        rows = np.concatenate([_rows(sentence) for sentence, _ in examples])
        is_error = np.array(
            [place in wrong for one, wrong in examples for place in range(len(one.words))]
        )
        self._model = Logistic(n_figures=1)
        rng = np.random.default_rng(seed)
        ones = np.ones(len(rows), dtype=np.float32)
        for _ in range(_N_EPOCHS):
            self._model.learn(rows, ones[:, None], is_error, weights=ones, rng=rng)

    def scores(self, sentences: Iterable[Sentence]) -> Floats:
        """For each sentence the score of its most suspicious word."""
        scorer = self._model.error_scorer()
        scores = []
        for sentence in _tagged(sentences):
            rows = _rows(sentence)
            ones = np.ones((len(rows), 1), dtype=np.float32)
            scores.append(float(scorer.scores(rows, ones).max(initial=-np.inf)))
        return np.array(scores)


def _tagged(sentences: Iterable[Sentence]) -> Iterable[Sentence]:
    bare = [sentence.with_columns(tags=(), lemmas=(), chunks=()) for sentence in sentences]
    return annotate_sentences(bare, lemmas=False, chunks=False)


def _wrong_places(sentence: Sentence) -> frozenset[int]:
    """The words of a sentence that edits change; of a missing word, the one after the gap."""
    edits = [edit for annotation in sentence.annotations for edit in annotation.edits]
    return frozenset(
        place for edit in edits for place in range(edit.start, max(edit.end, edit.start + 1))
    )


def _rows(sentence: Sentence) -> NDArray[np.uint32]:
    words = [*_edge("<"), *map(str.lower, sentence.words), *_edge(">")]
    tags = [*_edge("<"), *sentence.tags, *_edge(">")]
    columns = {"w": words, "t": tags}
    return np.array(
        [
            [
                _hashed(number, *(columns[column][place + offset] for column, offset in feature))
                for number, feature in enumerate(_FEATURES)
            ]
            for place in range(_EDGE, _EDGE + len(sentence.words))
        ],
        dtype=np.uint32,
    ).reshape(len(sentence.words), len(_FEATURES))


def _edge(mark: str) -> list[str]:
    return [mark] * _EDGE


def _hashed(number: int, *parts: str) -> int:
    return crc32("\x1f".join((str(number), *parts)).encode()) & _MASK


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


def suspicions(parts: TreebankParts, sets: Sequence[ErrorSet], seed: int) -> dict[str, list[float]]:
    """By set the suspicion of each sentence, learned from the training part."""
    learned = Suspicion(parts.train, seed=seed)
    return {one.name: learned.scores(one.sentences).tolist() for one in sets if not one.is_other}


def detections(parts: TreebankParts, sets: Sequence[ErrorSet], seed: int) -> dict[str, list[float]]:
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
    error in every sentence the sentences around it would give an error away. Sets, seeds and
    parsers share many sentences: each is read once, and told apart by its words alone.
    """
    known = _known_confidences()
    words = [sentence.words for sentence in one.sentences]
    new = dict(zip(words, one.sentences, strict=True))
    alone = [
        replace(new[key].with_columns(tags=(), lemmas=(), chunks=()), id=f"alone{number}.1")
        for number, key in enumerate(new)
        if key not in known
    ]
    of_ids = {sentence.id: sentence.words for sentence in alone}
    highest = dict.fromkeys(of_ids.values(), 0.0)
    for flag in _loaded_detector().flags(annotate_sentences(alone)):
        if flag.confidence is not None:
            key = of_ids[sentence_of(flag.site)]
            # Sentences that are read together move each other's last digits.
            highest[key] = max(highest[key], round(flag.confidence, _N_DIGITS))
    known.update(highest)
    return [known[key] for key in words]


@cache
def _known_confidences() -> dict[tuple[str, ...], float]:
    """The highest confidence by the words of a sentence, filled while sets are read."""
    return {}


@cache
def _loaded_detector() -> Detector:
    """The detector for all kinds of error; with a threshold it reads every sentence."""
    return loader(default())(threshold=0.0)
