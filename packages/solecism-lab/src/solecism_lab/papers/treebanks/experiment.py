"""The experiments: every training on every set with every seed, as results per sentence.

Foster (2007), sections 5.1 (a parser trained on grammatical text, on text with errors) and 5.2
(trained on ungrammatical text, on both, and on ten copies of the grammatical beside it).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from solecism.bracketing.counts import COLUMNS, BracketCounts, bracket_counts
from solecism.bracketing.leaf_ancestor import leaf_ancestor
from solecism.corruption.gold_trees import Sites
from solecism.formats.penn import format_tree
from solecism.numeric import Bools, Floats
from solecism.sentence import Sentence
from solecism.system.processes import ordered_map
from solecism_lab.papers.page import SavedParts
from solecism_lab.papers.treebanks.error_sets import (
    ERROR_TYPES,
    PAIRS,
    TEN_COPIES,
    ErrorSet,
    TreebankParts,
    as_they_are,
    of_type,
    training_set,
    with_errors,
)
from solecism_lab.papers.treebanks.parsers import Trainer
from solecism_lab.parse.parser import Parsed


@dataclass(frozen=True, slots=True, eq=False)
class Outcome:
    """A parser's result on a set, sentence by sentence.

    `lineages` has the sum of the words' leaf-ancestor scores and their number. `log_likelihoods`
    are NaN where the parser has none. `trees` are in Penn brackets.
    """

    counts: BracketCounts
    lineages: Floats
    log_likelihoods: Floats
    trees: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.trees)

    def select(self, places: Iterable[int]) -> Outcome:
        """The result on some sentences, by their places."""
        chosen = list(places)
        return Outcome(
            self.counts.select(chosen),
            self.lineages[chosen],
            self.log_likelihoods[chosen],
            tuple(self.trees[place] for place in chosen),
        )

    def mixed(self, other: Outcome, is_other: Bools) -> Outcome:
        """The result of which the parses are another parser's where `is_other` is true."""
        mine, others = self.counts, other.counts
        counts = BracketCounts(
            mine.ids,
            np.where(is_other[:, None], others.table, mine.table),
            _either(mine.states, others.states, is_other),
            np.where(is_other, others.is_counted, mine.is_counted),
        )
        return Outcome(
            counts,
            np.where(is_other[:, None], other.lineages, self.lineages),
            np.where(is_other, other.log_likelihoods, self.log_likelihoods),
            _either(self.trees, other.trees, is_other),
        )

    def joined(self, other: Outcome) -> Outcome:
        """The result on these sentences, and after them on those of another set."""
        mine, others = self.counts, other.counts
        counts = BracketCounts(
            mine.ids + others.ids,
            np.concatenate([mine.table, others.table]),
            mine.states + others.states,
            np.concatenate([mine.is_counted, others.is_counted]),
        )
        return Outcome(
            counts,
            np.concatenate([self.lineages, other.lineages]),
            np.concatenate([self.log_likelihoods, other.log_likelihoods]),
            self.trees + other.trees,
        )


def outcome(sentences: Sequence[Sentence], parses: Iterable[Parsed]) -> Outcome:
    """The result of these parses of the sentences, against their gold trees."""
    parsed = list(parses)
    trees = [parse.tree for parse in parsed]
    likelihoods = [
        np.nan if parse.log_likelihood is None else parse.log_likelihood for parse in parsed
    ]
    return Outcome(
        bracket_counts(sentences, trees),
        leaf_ancestor(sentences, trees),
        np.array(likelihoods, dtype=np.float64),
        tuple(map(format_tree, trees)),
    )


@dataclass(frozen=True, slots=True)
class SavedOutcome:
    """An outcome as plain values, to be saved."""

    ids: list[str]
    table: list[list[int]]
    states: list[str]
    lineages: list[list[float]]
    log_likelihoods: list[float]
    trees: list[str]


def saved(one: Outcome) -> SavedOutcome:
    """The outcome as plain values."""
    return SavedOutcome(
        list(one.counts.ids),
        one.counts.table.tolist(),
        list(one.counts.states),
        one.lineages.tolist(),
        one.log_likelihoods.tolist(),
        list(one.trees),
    )


def restored(one: SavedOutcome) -> Outcome:
    """The outcome that was saved."""
    n = len(one.ids)
    counts = BracketCounts(
        tuple(one.ids),
        np.array(one.table, dtype=np.int64).reshape(n, len(COLUMNS)),
        tuple(one.states),
        np.ones(n, dtype=np.bool_),
    )
    lineages = np.array(one.lineages, dtype=np.float64).reshape(n, 2)
    likelihoods = np.array(one.log_likelihoods, dtype=np.float64)
    return Outcome(counts, lineages, likelihoods, tuple(one.trees))


def _either(mine: Sequence[str], others: Sequence[str], is_other: Bools) -> tuple[str, ...]:
    return tuple(b if is_b else a for a, b, is_b in zip(mine, others, is_other, strict=True))


DEV_GRAMMATICAL, DEV_ONE_ERROR = "dev-grammatical", "dev-one-error"
# Thresholds are chosen on few sentences, so that each gets several errors, one at a time.
N_DEV_ROUNDS = 5
Task = tuple[str, int]
"""A training, and the seed of its errors, of the parser and of the sets that it is asked for."""
Outcomes = dict[str, SavedOutcome]
Signals = Mapping[str, Callable[[TreebankParts, Sequence[ErrorSet], int], dict[str, list[float]]]]
"""Functions that give, by set, a number for each sentence: how much it looks like an error."""


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """The measurements with one seed: the sets by name, outcomes by training and set.

    `signals` say by name and by set how much each sentence looks as if it had an error.
    """

    seed: int
    sets: dict[str, ErrorSet]
    outcomes: dict[tuple[str, str], Outcome]
    signals: dict[str, dict[str, Floats]]


def run(
    parts: TreebankParts,
    trainer: Trainer,
    *,
    trainings: Sequence[str],
    seeds: Sequence[int],
    sites: Sites = "all",
    signals: Signals | None = None,
    others: Sequence[ErrorSet] = (),
    n_jobs: int = 1,
    saves: SavedParts | None = None,
    name: str = "parser",
) -> list[Run]:
    """One run per seed, with errors and parsers of its own, by `n_jobs` processes.

    With `signals` there are sets of the dev part, too. `others` are further sets to parse, with
    every training but ten copies and pairs of grammars. What is done is kept in `saves`.
    """
    saves = saves or SavedParts()
    sets = {
        seed: [*error_sets(parts, seed=seed, with_dev=bool(signals), sites=sites), *others]
        for seed in seeds
    }
    runs = {seed: Run(seed, {one.name: one for one in sets[seed]}, {}, {}) for seed in seeds}
    for seed, each in runs.items():
        for signal, compute in (signals or {}).items():
            values = saves.part(
                f"{signal}-{seed}".replace(" ", "-"),
                dict[str, list[float]],
                partial(compute, parts, sets[seed], seed),
            )
            each.signals[signal] = {one: np.array(column) for one, column in values.items()}
    tasks: list[Task] = [(training, seed) for training in trainings for seed in seeds]
    function = partial(_done, parts=parts, trainer=trainer, sets=sets, sites=sites)
    for (training, seed), outcomes in _in_jobs(function, tasks, n_jobs, saves, name):
        for one, result in outcomes.items():
            runs[seed].outcomes[training, one] = restored(result)
    return [runs[seed] for seed in seeds]


def error_sets(
    parts: TreebankParts, *, seed: int, with_dev: bool, sites: Sites = "all"
) -> Iterator[ErrorSet]:
    """The sets to test on with one seed and, for a choice of thresholds, those of the dev part."""
    yield as_they_are(parts.test)
    for n_errors in (1, 2):
        yield with_errors(parts.test, n_errors=n_errors, seed=seed, sites=sites)
    for error_type in ERROR_TYPES:
        yield of_type(parts.test, error_type, seed=seed, sites=sites)
    if with_dev:
        yield as_they_are(parts.dev, name=DEV_GRAMMATICAL)
        for number in range(N_DEV_ROUNDS):
            name = f"{DEV_ONE_ERROR}-{number}"
            dev_seed = seed + 1000 * (number + 1)
            yield with_errors(parts.dev, n_errors=1, seed=dev_seed, sites=sites, name=name)


def _in_jobs(
    function: Callable[[Task], Outcomes],
    tasks: Sequence[Task],
    n_jobs: int,
    saves: SavedParts,
    name: str,
) -> Iterable[tuple[Task, Outcomes]]:
    """Each task with its outcomes, those that are not saved by several processes."""
    names = {task: f"{name}-{task[0]}-{task[1]}" for task in tasks}
    missing = [task for task in tasks if not saves.is_saved(names[task], Outcomes)]
    results = ordered_map(function, missing, n_jobs=n_jobs, n_ahead=max(1, len(missing)))
    for task in tasks:
        # What is missing comes in the order of the tasks, one result per call.
        yield task, saves.part(names[task], Outcomes, partial(next, results))


def _done(
    task: Task,
    *,
    parts: TreebankParts,
    trainer: Trainer,
    sets: dict[int, list[ErrorSet]],
    sites: Sites,
) -> Outcomes:
    """The outcomes of a task's parser, by set."""
    training, seed = task
    names = PAIRS.get(training, (training,))
    training_sets = [training_set(parts.train, each, seed=seed, sites=sites) for each in names]
    parser = trainer(training_sets, seed=seed)
    is_plain = training not in PAIRS and training != TEN_COPIES
    return {
        one.name: saved(outcome(one.sentences, parser.parses(one.sentences)))
        for one in sets[seed]
        if is_plain or not one.is_other
    }
