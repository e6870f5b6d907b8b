"""Reranking: which of two grammars' trees is better, learned from held-out parses.

The grammatical grammar and the one of both kinds of text give a tree each. A logistic regression
says how likely the second is the better one, from the likelihoods of the sentence, from signals of
an error, and from what the trees have and how much they differ. It learns from held-out sentences,
each weighted by how much the choice matters.

For these the training part is halved. Parsers of one half, trained on grammatical text and on both,
parse sentences of the other half as they are and with one error, and signals are learned in the
same way. So there are many more sentences to choose a threshold on, and to learn how to choose
between two trees, than the dev part has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import numpy as np

from solecism.corruption.gold_trees import Sites
from solecism.figure import f_score
from solecism.formats.penn import parse_trees
from solecism.numeric import Floats, fit_logistic
from solecism.sentence import Sentence
from solecism_lab.papers.treebanks.error_sets import (
    BOTH,
    GRAMMATICAL,
    ErrorSet,
    TreebankParts,
    as_they_are,
    training_set,
    with_errors,
)
from solecism_lab.papers.treebanks.experiment import (
    DEV_GRAMMATICAL,
    DEV_ONE_ERROR,
    Outcome,
    Run,
    SavedOutcome,
    Signals,
    outcome,
    restored,
    saved,
)
from solecism_lab.papers.treebanks.parsers import Trainer

HELD_GRAMMATICAL, HELD_ONE_ERROR = f"{DEV_GRAMMATICAL}-held-out", f"{DEV_ONE_ERROR}-held-out"
TRAININGS = (GRAMMATICAL, BOTH)
N_PER_HALF = 600
_SEED_OF_ERRORS = 7000


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Outcomes by training and set, and signals by name and set, half after half."""

    outcomes: dict[str, dict[str, list[SavedOutcome]]] = field(default_factory=dict)
    signals: dict[str, dict[str, list[float]]] = field(default_factory=dict)


def held_out(
    parts: TreebankParts, trainer: Trainer, signals: Signals, *, seed: int, sites: Sites
) -> HeldOut:
    """The held-out parses and signals with one seed."""
    result = HeldOut()
    for number, (others, sets) in enumerate(_halves(parts, seed=seed, sites=sites)):
        for training in TRAININGS:
            trees = training_set(others, training, seed=seed, sites=sites)
            parser = trainer([replace(trees, name=f"{training} half {number}")], seed=seed)
            by_set = result.outcomes.setdefault(training, {})
            for one in sets:
                found = saved(outcome(one.sentences, parser.parses(one.sentences)))
                by_set.setdefault(one.name, []).append(found)
        for name, compute in signals.items():
            columns = result.signals.setdefault(name, {})
            of_half = replace(parts, train=others)
            for set_name, values in compute(of_half, sets, seed).items():
                columns.setdefault(set_name, []).extend(values)
    return result


def with_held_out(run: Run, parts: TreebankParts, result: HeldOut, *, sites: Sites) -> Run:
    """The run with the held-out sets, their outcomes and their signals."""
    sets = dict(run.sets)
    halves = [one for _, two in _halves(parts, seed=run.seed, sites=sites) for one in two]
    for name in (HELD_GRAMMATICAL, HELD_ONE_ERROR):
        sentences = [each for one in halves if one.name == name for each in one.sentences]
        sets[name] = as_they_are(sentences, name=name)
    outcomes = dict(run.outcomes)
    for training, by_set in result.outcomes.items():
        for name, found in by_set.items():
            first, second = map(restored, found)
            outcomes[training, name] = first.joined(second)
    signals = {
        name: {**columns, **{one: np.array(v) for one, v in result.signals[name].items()}}
        for name, columns in run.signals.items()
    }
    return Run(run.seed, sets, outcomes, signals)


def _halves(
    parts: TreebankParts, *, seed: int, sites: Sites
) -> Iterator[tuple[list[Sentence], list[ErrorSet]]]:
    """Twice: the sentences of one half, and sets of sentences of the other."""
    middle = len(parts.train) // 2
    one, other = parts.train[:middle], parts.train[middle:]
    for others, half in ((one, other), (other, one)):
        held = _spread(half, N_PER_HALF)
        errors = with_errors(
            held, n_errors=1, seed=seed + _SEED_OF_ERRORS, sites=sites, name=HELD_ONE_ERROR
        )
        yield others, [as_they_are(held, name=HELD_GRAMMATICAL), errors]


def _spread(sentences: Sequence[Sentence], n: int) -> list[Sentence]:
    """As many sentences, evenly spread."""
    if len(sentences) <= n:
        return list(sentences)
    return [sentences[place * len(sentences) // n] for place in range(n)]


RERANKED = "reranked"
_LABELS = ("NP", "VP", "S", "PP", "SBAR", "ADVP", "ADJP", "PRT", "FRAG", "QP", "WHNP", "SINV")
_PENALTY = 3.0
# The point at which F neither gains nor loses by another phrase; any value near F does.
_F = 0.85


class Reranker:
    """A signal of the two-stage parser: how likely the other grammar's tree is the better one."""

    def __init__(self, runs: Sequence[Run], training: str) -> None:
        places = [(run, name) for run in runs for name in (HELD_GRAMMATICAL, HELD_ONE_ERROR)]
        columns = np.concatenate([_columns(run, training, name) for run, name in places])
        gains = np.concatenate([_gains(run, training, name) for run, name in places])
        self._training = training
        self._middle, self._unit = columns.mean(axis=0), columns.std(axis=0) + 1e-9
        weights = np.abs(gains)
        self._coefficients = fit_logistic(
            self._scaled(columns), weights * (gains > 0), trials=weights, penalty=_PENALTY
        )

    def __call__(self, run: Run, training: str, name: str) -> Floats:
        """The log odds that the other grammar's tree of each sentence is the better one."""
        return np.asarray(self._scaled(_columns(run, training, name)) @ self._coefficients)

    def _scaled(self, columns: Floats) -> Floats:
        scaled = (columns - self._middle) / self._unit
        return np.column_stack([np.ones(len(scaled)), scaled])


def _gains(run: Run, training: str, name: str) -> Floats:
    """By how much the other tree raises F, in phrases."""
    one, other = (run.outcomes[each, name].counts.table for each in (GRAMMATICAL, training))
    matched, gold, tested = (other - one)[:, :3].T
    return np.asarray(matched - _F / 2 * (gold + tested), dtype=np.float64)


def _columns(run: Run, training: str, name: str) -> Floats:
    one, other = run.outcomes[GRAMMATICAL, name], run.outcomes[training, name]
    n_words = np.maximum(1, one.counts.column("length")).astype(np.float64)
    ratio = np.nan_to_num(other.log_likelihoods - one.log_likelihoods)
    signals = [values[name] for values in run.signals.values() if name in values]
    return np.column_stack(
        [ratio / n_words, np.clip(ratio, -20, 20), np.log(n_words), *signals, _of_trees(one, other)]
    )


def _of_trees(one: Outcome, other: Outcome) -> Floats:
    """What the other trees have more of, and how much both have in common."""
    rows = []
    for mine, others in zip(one.trees, other.trees, strict=True):
        phrases, other_phrases = _phrases(mine), _phrases(others)
        common = (phrases & other_phrases).total()
        alike = f_score(common, phrases.total(), other_phrases.total())
        counts = [
            sum(n for (label, *_), n in found.items() if label == name)
            for name in _LABELS
            for found in (phrases, other_phrases)
        ]
        more = np.array(counts[1::2]) - np.array(counts[::2])
        rows.append([alike, other_phrases.total() - phrases.total(), *more])
    return np.array(rows, dtype=np.float64).reshape(len(rows), len(_LABELS) + 2)


@cache
def _phrases(brackets: str) -> Counter[tuple[str, int, int]]:
    (tree,) = parse_trees([brackets], file="saved trees")
    return Counter((phrase.label, start, end) for phrase, start, end in tree.phrases())
