"""Reranking: which of two grammars' trees is better, learned from held-out parses.

The grammatical grammar and the one of both kinds of text give a tree each. A logistic regression
says how likely the second is the better one, from the likelihoods of the sentence, from signals
of an error, and from what the trees have and how much they differ. It learns from the sentences of
`held_out`, each weighted by how much the choice matters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

import numpy as np

from solecism.figure import f_score
from solecism.formats.penn import parse_trees
from solecism.numeric.arrays import Floats
from solecism.numeric.logistic import fit_logistic
from solecism.papers.treebanks.error_sets import GRAMMATICAL
from solecism.papers.treebanks.experiment import Run
from solecism.papers.treebanks.outcome import Outcome
from solecism.papers.treebanks.outlook.held_out import HELD_GRAMMATICAL, HELD_ONE_ERROR

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
