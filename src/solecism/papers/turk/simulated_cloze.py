"""Simulated raters of the selection task, for which no open data has people's answers.

They know nothing of prepositions: each sentence has an ease, drawn at random, with which a rater
writes the writer's own preposition; otherwise they write one of a few others that fit. Two of them,
the trained raters, are right more often. The ease was chosen by hand so that trained raters come
out near the printed kappas; nothing else is fitted.
"""

from __future__ import annotations

import numpy as np

from solecism.panel import Panel
from solecism.panels import from_columns

WRITER, TRAINED = "writer", ("rater 1", "rater 2")
# Shares of the commonest prepositions of edited English, rounded.
_PREPOSITIONS = {
    "of": 0.32, "in": 0.21, "to": 0.10, "for": 0.09, "on": 0.07, "with": 0.07, "by": 0.05,
    "at": 0.04, "from": 0.04, "about": 0.01,
}  # fmt: skip
_EASE, _TRAINED_EASE = (2.2, 0.8), (3.0, 0.6)
_N_FITTING = 2


def simulated_cloze(*, n_items: int, n_raters: int, seed: int) -> Panel:
    """The answers of the writer, of two trained raters and of many others, all simulated."""
    rng = np.random.default_rng(seed)
    words = list(_PREPOSITIONS)
    shares = np.array(list(_PREPOSITIONS.values()))
    rows: list[tuple[str, str, str]] = []
    untrained = [f"turker {number:02}" for number in range(1, n_raters + 1)]
    for item in range(n_items):
        site = f"blank {item:03}"
        own = str(rng.choice(words, p=shares))
        others = [word for word in words if word != own]
        fitting = rng.choice(others, size=_N_FITTING, replace=False)
        quantile = rng.random()
        rows.append((site, WRITER, own))
        for rater in (*TRAINED, *untrained):
            ease = _quantile(quantile, _TRAINED_EASE if rater in TRAINED else _EASE)
            answer = own if rng.random() < ease else str(rng.choice(fitting))
            rows.append((site, rater, answer))
    sites, raters, answers = zip(*rows, strict=True)
    return from_columns(sites, raters, answers)


def _quantile(quantile: float, shape: tuple[float, float]) -> float:
    from scipy.special import betaincinv

    return float(betaincinv(*shape, quantile))
