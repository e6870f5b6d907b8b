"""One answer per item, by any of the methods, and that answer as a judgment."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from solecism.agree.consensus.consensus import Consensus
from solecism.agree.consensus.dawid_skene import dawid_skene
from solecism.agree.consensus.glad import glad
from solecism.agree.consensus.mace import mace
from solecism.agree.consensus.majority import majority
from solecism.errors import InputError
from solecism.judgment import ERROR, Judgment
from solecism.numeric.arrays import Floats
from solecism.panel import Panel

METHODS: dict[str, Callable[[Panel, np.random.Generator], Consensus]] = {
    "majority": lambda panel, rng: majority(panel),
    "dawid-skene": lambda panel, rng: dawid_skene(panel),
    "mace": lambda panel, rng: mace(panel, rng=rng),
    "glad": lambda panel, rng: glad(panel),
}


def consensus(panel: Panel, method: str, *, seed: int = 0) -> Consensus:
    """One answer per item, by one of the methods."""
    if method not in METHODS:
        raise InputError(f"there is no method {method!r}. There are {', '.join(METHODS)}.")
    return METHODS[method](panel, np.random.default_rng(seed))


def p_error(panel: Panel, method: str = "dawid-skene", *, seed: int = 0) -> Floats:
    """The probability of an error at each judged item, by one of the methods."""
    result = consensus(panel, method, seed=seed)
    if ERROR not in result.labels:
        raise InputError(f"answers are {', '.join(result.labels)}. One of them must be {ERROR}.")
    return result.p[:, result.labels.index(ERROR)]


def consensus_judgments(result: Consensus) -> list[Judgment]:
    """A consensus as judgments of a rater of the method's name."""
    answers = result.answers().tolist()
    return [
        Judgment(item, result.method, result.labels[answer], confidence=min(1.0, float(p[answer])))
        for item, answer, p in zip(result.items, answers, result.p, strict=True)
    ]
