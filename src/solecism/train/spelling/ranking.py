"""Weights of candidates: those under which the right words are most probable."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from scipy.optimize import minimize

from solecism.language.spelling.candidates import Speller
from solecism.numeric.arrays import Floats

START = np.array([-0.5, 0.7, 1.2, -0.2, 1.3])
_PENALTY = 1e-3


def learn_ranking(speller: Speller, pairs: Iterable[tuple[str, str]]) -> Floats:
    """The weights by pairs of a misspelt word and the right one, if it is among the candidates."""
    return fit_choices(_choices(speller, pairs), START)


def _choices(speller: Speller, pairs: Iterable[tuple[str, str]]) -> list[tuple[Floats, int]]:
    choices = []
    for written, intended in pairs:
        texts, features = speller.features(written)
        if intended in texts:
            choices.append((features, texts.index(intended)))
    return choices


def fit_choices(choices: list[tuple[Floats, int]], start: Floats) -> Floats:
    """The weights of features under which the chosen rows are most probable (McFadden 1974).

    They are held near `start`, and stay there without choices.
    """
    if not choices:
        return start
    sizes = np.array([len(features) for features, _ in choices])
    table = np.concatenate([features for features, _ in choices])
    starts = np.cumsum(sizes) - sizes
    chosen = starts + np.array([number for _, number in choices])

    def loss(weights: Floats) -> tuple[float, Floats]:
        scores = table @ weights
        scores -= np.repeat(np.maximum.reduceat(scores, starts), sizes)
        odds = np.exp(scores)
        totals = np.add.reduceat(odds, starts)
        p = odds / np.repeat(totals, sizes)
        value = float(np.log(totals).sum() - scores[chosen].sum())
        slope = (table * p[:, None]).sum(axis=0) - table[chosen].sum(axis=0)
        gap = weights - start
        return value + _PENALTY * float(gap @ gap), slope + 2 * _PENALTY * gap

    return np.asarray(minimize(loss, start, jac=True, method="BFGS").x)
