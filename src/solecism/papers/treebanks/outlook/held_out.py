"""Parses of training sentences by parsers that have not seen them, to learn choices from.

The training part is halved. Parsers of one half, trained on grammatical text and on both, parse
sentences of the other half as they are and with one error, and signals are learned in the same
way. So there are many more sentences to choose a threshold on, and to learn how to choose between
two trees, than the dev part has.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from solecism.corrupt.gold.sites import Sites
from solecism.papers.treebanks.error_sets import (
    BOTH,
    GRAMMATICAL,
    ErrorSet,
    Parts,
    as_they_are,
    training_set,
    with_errors,
)
from solecism.papers.treebanks.experiment import DEV_GRAMMATICAL, DEV_ONE_ERROR, Run, Signals
from solecism.papers.treebanks.outcome import SavedOutcome, outcome, restored, saved
from solecism.papers.treebanks.parsers import Trainer
from solecism.sentence import Sentence

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
    parts: Parts, trainer: Trainer, signals: Signals, *, seed: int, sites: Sites
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


def with_held_out(run: Run, parts: Parts, result: HeldOut, *, sites: Sites) -> Run:
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
    parts: Parts, *, seed: int, sites: Sites
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
