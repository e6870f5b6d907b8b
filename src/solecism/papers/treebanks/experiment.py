"""Running the experiments: every training on every set with every seed, as counts per sentence.

Foster (2007), sections 5.1 (a parser trained on grammatical text, on text with errors) and 5.2
(trained on ungrammatical text, on both, and on ten copies of the grammatical beside it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from solecism.numeric.arrays import Floats
from solecism.papers.treebanks.error_sets import (
    ERROR_TYPES,
    PAIRS,
    ErrorSet,
    Parts,
    as_they_are,
    of_type,
    training_set,
    with_errors,
)
from solecism.papers.treebanks.parsers import TrainedParser, Trainer
from solecism.papers.treebanks.suspicion import Suspicion
from solecism.parse.parseval.counts import BracketCounts, bracket_counts
from solecism.system.parallel import ordered_map

DEV_GRAMMATICAL, DEV_ONE_ERROR = "dev-grammatical", "dev-one-error"
# Thresholds are chosen on few sentences, so that each gets several errors, one at a time.
N_DEV_ROUNDS = 5
Progress = Callable[[int, int], None]
Task = tuple[str, int]
"""A training, and the seed of its errors, of the parser and of the sets that it is asked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """A parser's result on a set: counts, and the log likelihood of each sentence."""

    counts: BracketCounts
    log_likelihoods: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """The measurements with one seed: the sets by name, outcomes by training and set.

    `suspicions` say by set how much each sentence looks as if an error had been made in it.
    """

    seed: int
    sets: dict[str, ErrorSet]
    outcomes: dict[tuple[str, str], Outcome]
    suspicions: dict[str, Floats]


def run(
    parts: Parts,
    trainer: Trainer,
    *,
    trainings: Sequence[str],
    seeds: Sequence[int],
    with_dev: bool = False,
    n_jobs: int = 1,
    progress: Progress | None = None,
) -> list[Run]:
    """One run per seed, with errors and parsers of its own, by `n_jobs` processes."""
    sets = {seed: list(error_sets(parts, seed=seed, with_dev=with_dev)) for seed in seeds}
    runs = {seed: Run(seed, {one.name: one for one in sets[seed]}, {}, {}) for seed in seeds}
    if with_dev:
        suspicion = Suspicion(parts.train, seed=seeds[0])
        for each in runs.values():
            for name, one in each.sets.items():
                each.suspicions[name] = suspicion.scores(one.sentences)
    tasks: list[Task] = [(training, seed) for training in trainings for seed in seeds]
    train_and_parse = partial(_done, parts=parts, trainer=trainer, sets=sets)
    for n_done, ((training, seed), outcomes) in enumerate(
        _in_jobs(train_and_parse, tasks, n_jobs), 1
    ):
        for name, outcome in outcomes.items():
            runs[seed].outcomes[training, name] = outcome
        if progress:
            progress(n_done, len(tasks))
    return [runs[seed] for seed in seeds]


def error_sets(parts: Parts, *, seed: int, with_dev: bool) -> Iterator[ErrorSet]:
    """The sets to test on with one seed and, for a choice of thresholds, those of the dev part."""
    yield as_they_are(parts.test)
    for n_errors in (1, 2):
        yield with_errors(parts.test, n_errors=n_errors, seed=seed)
    for error_type in ERROR_TYPES:
        yield of_type(parts.test, error_type, seed=seed)
    if with_dev:
        yield as_they_are(parts.dev, name=DEV_GRAMMATICAL)
        for number in range(N_DEV_ROUNDS):
            name = f"{DEV_ONE_ERROR}-{number}"
            yield with_errors(parts.dev, n_errors=1, seed=seed + 1000 * (number + 1), name=name)


Outcomes = dict[str, Outcome]


def _in_jobs(
    function: Callable[[Task], Outcomes], tasks: Sequence[Task], n_jobs: int
) -> Iterable[tuple[Task, Outcomes]]:
    # Side by side the longest, which are last, begin first: none is waited for at the end.
    tasks = tasks if n_jobs == 1 else tasks[::-1]
    return zip(tasks, ordered_map(function, tasks, n_jobs=n_jobs, n_ahead=len(tasks)), strict=True)


def _done(
    task: Task, *, parts: Parts, trainer: Trainer, sets: dict[int, list[ErrorSet]]
) -> Outcomes:
    """The outcomes of a task's parser, by set."""
    training, seed = task
    training_sets = [
        training_set(parts.train, each, seed=seed) for each in PAIRS.get(training, (training,))
    ]
    parser = trainer(training_sets, seed=seed)
    return {one.name: _outcome(parser, one) for one in sets[seed]}


def _outcome(parser: TrainedParser, one: ErrorSet) -> Outcome:
    parses = list(parser.parses(one.sentences))
    counts = bracket_counts(one.sentences, [parse.tree for parse in parses])
    likelihoods = [parse.log_likelihood for parse in parses]
    return Outcome(counts, np.array(likelihoods, dtype=np.float64))
