"""The study as a whole, with a parser that learns next to nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from solecism.figure import NO_INTERVAL
from solecism.sentence import Sentence
from solecism.uncertainty.significance import paired_bootstrap
from solecism_lab.papers.page import SavedParts
from solecism_lab.papers.treebanks import rerank, score_lines
from solecism_lab.papers.treebanks.claims import (
    retraining_claims,
    robustness_claims,
    subtype_claims,
)
from solecism_lab.papers.treebanks.error_sets import (
    BOTH,
    GRAMMATICAL,
    ONE_ERROR,
    TOGETHER,
    TRAININGS,
    TWICE,
    UNGRAMMATICAL,
    TrainingSet,
    TreebankParts,
    treebank_parts,
)
from solecism_lab.papers.treebanks.experiment import DEV_GRAMMATICAL, DEV_ONE_ERROR, Run, run
from solecism_lab.papers.treebanks.parsers import Trainer
from solecism_lab.papers.treebanks.rerank import RERANKED
from solecism_lab.papers.treebanks.score_lines import (
    MeanScore,
    ScoreLine,
    line_of,
    with_and_without,
)
from solecism_lab.papers.treebanks.treebank_tables import (
    RETRAINING,
    ROBUSTNESS,
    TESTED_SETS,
    TWO_STAGE,
    Experiment,
    TreebankTables,
    treebank_runs,
    treebank_tables,
)
from solecism_lab.papers.treebanks.two_stage import (
    ALWAYS,
    COMPUTED,
    DETECTOR,
    LIKELIHOOD_RATIO,
    SIGNALS,
    SUSPICION,
    likelihood_ratio,
    threshold,
    two_stage,
)
from solecism_lab.parse.parser import Parsed
from toy_parser import ToyParser, bundled_sentences, train_toy

ONE_SIGNAL = {SUSPICION: COMPUTED[SUSPICION]}


@pytest.fixture(scope="module", autouse=True)
def few_shuffles() -> Iterator[None]:
    """As many as a test needs, and few held-out sentences."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(score_lines, "N_DRAWS", 100)
        patch.setattr(rerank, "N_PER_HALF", 10)
        yield


def tables(divided: TreebankParts, trainer: Trainer, **settings: Any) -> TreebankTables:
    """All tables of an experiment."""
    experiment = Experiment(**settings)
    return treebank_tables(treebank_runs(divided, trainer, experiment), experiment)


@pytest.fixture(scope="module")
def divided() -> TreebankParts:
    """The bundled treebank in three parts."""
    return treebank_parts(bundled_sentences(), n_dev=10, n_test=25)


@pytest.fixture(scope="module")
def whole(divided: TreebankParts) -> TreebankTables:
    """The whole study with two seeds."""
    return tables(divided, train_toy, seeds=(1, 2), signals=ONE_SIGNAL)


@pytest.fixture(scope="module")
def runs(divided: TreebankParts) -> list[Run]:
    """All trainings on all sets with two seeds."""
    return run(divided, train_toy, trainings=TRAININGS[:3], seeds=(1, 2), signals=ONE_SIGNAL)


def test_lines_are_by_set_and_training(whole: TreebankTables) -> None:
    assert [line.name for line in whole.robustness] == list(TESTED_SETS[1:])
    assert [(line.training, line.name) for line in whole.retraining] == [
        (training, name) for training in TRAININGS[1:] for name in TESTED_SETS
    ]
    assert whole.grammatical.change == 0
    assert whole.grammatical.printed["bikel"] == (85.9, 85.8, 85.9)


def test_changes_are_from_what_a_line_is_compared_with(whole: TreebankTables) -> None:
    one_error = whole.robustness[0]
    assert one_error.change == pytest.approx(one_error.score.f - whole.grammatical.score.f)
    assert one_error.printed_change["bikel"] == pytest.approx(-4.9)
    retrained = next(
        line for line in whole.retraining if (line.training, line.name) == (BOTH, ONE_ERROR)
    )
    assert retrained.change == pytest.approx(retrained.score.f - one_error.score.f)
    assert retrained.printed_change["charniak-johnson"] == pytest.approx(1.6)
    assert 0 < retrained.p_value <= 1


def test_one_seed_one_study(divided: TreebankParts, whole: TreebankTables) -> None:
    again = tables(divided, train_toy, seeds=(1, 2), chosen=[RETRAINING])
    assert repr(again.retraining) == repr(whole.retraining)
    assert repr(again.subtypes) == repr(whole.subtypes)


def test_a_part_trains_no_more_than_it_needs(divided: TreebankParts) -> None:
    calls = []

    def counting(training_sets: Sequence[TrainingSet], *, seed: int) -> ToyParser:
        calls.append((sum(each.n_copies for each in training_sets), seed))
        return train_toy(training_sets, seed=seed)

    found = tables(divided, counting, seeds=(1, 2), chosen=[ROBUSTNESS])
    assert calls == [(1, 1), (1, 2)]
    calls.clear()
    tables(divided, counting, seeds=(1, 2), chosen=[RETRAINING])
    assert calls == [(1, 1), (1, 2), (1, 1), (1, 2), (2, 1), (2, 2), (11, 1), (11, 2)]
    assert not found.retraining
    assert not found.two_stage


def test_two_stages_with_no_sentence_switched_are_the_first_parser(runs: list[Run]) -> None:
    never = two_stage(runs, UNGRAMMATICAL, lambda run, _, name: -np.ones(size(run, name)), name="x")
    assert all(abs(line.change) < 1e-9 for line in never.lines if never.shares[line.name] == 0)


def test_a_signal_that_knows_is_as_good_as_the_better_grammar(runs: list[Run]) -> None:
    def knows(run: Run, training: str, name: str) -> np.typing.NDArray[np.float64]:
        one, other = (run.outcomes[each, name].counts for each in (GRAMMATICAL, training))
        return (other.column("matched") - one.column("matched")).astype(np.float64)

    found = two_stage(runs, BOTH, knows, name="knows")
    assert all(line.change >= -1e-9 for line in found.lines)


def test_thresholds_lose_no_more_than_allowed_on_the_dev_part(runs: list[Run]) -> None:
    least = threshold(runs, UNGRAMMATICAL, likelihood_ratio)
    before, mixed = np.zeros(3), np.zeros(3)
    for each in runs:
        one, other = (
            each.outcomes[name, DEV_GRAMMATICAL].counts.table[:, :3]
            for name in (GRAMMATICAL, UNGRAMMATICAL)
        )
        is_other = likelihood_ratio(each, UNGRAMMATICAL, DEV_GRAMMATICAL) > least
        before += one.sum(axis=0)
        mixed += np.where(is_other[:, None], other, one).sum(axis=0)
    assert f(mixed) >= f(before) - 0.001
    assert any(name.startswith(DEV_ONE_ERROR) for name in runs[0].sets)


def test_two_stages_are_tried_with_every_signal(whole: TreebankTables) -> None:
    tried = [(each.training, each.signal) for each in whole.two_stage]
    assert (UNGRAMMATICAL, LIKELIHOOD_RATIO) in tried
    assert (BOTH, ALWAYS) in tried
    assert DETECTOR in SIGNALS.keys() & COMPUTED.keys()
    assert (BOTH, SUSPICION) in tried
    assert tried[-1] == (BOTH, RERANKED)
    assert len(tried) == len(set(tried))
    assert all(0 <= share <= 1 for each in whole.two_stage for share in each.shares.values())


def test_two_stages_alone_need_no_ten_copies(divided: TreebankParts) -> None:
    found = tables(
        divided,
        train_toy,
        seeds=(1,),
        chosen=[TWO_STAGE],
        trainings=[GRAMMATICAL, BOTH, TOGETHER],
        signals=ONE_SIGNAL,
    )
    assert {each.training for each in found.two_stage} == {BOTH}
    assert [(each.training, each.compared_with) for each in found.together] == [
        (TOGETHER, GRAMMATICAL)
    ]


def test_two_grammars_together_are_compared_with_one_and_with_two(whole: TreebankTables) -> None:
    twice, one, two = whole.together
    assert (twice.training, one.training, two.training) == (TWICE, TOGETHER, TOGETHER)
    for first, second, third in zip(twice.lines, one.lines, two.lines, strict=True):
        assert second.score == third.score
        assert third.change == pytest.approx(second.change - first.change)


def size(run: Run, name: str) -> int:
    return len(run.sets[name].sentences)


def f(counts: np.typing.NDArray[np.float64]) -> float:
    return float(2 * counts[0] / (counts[1] + counts[2]))


def line(name: str, change: float, *, training: str = GRAMMATICAL) -> ScoreLine:
    score = MeanScore(80.0, 79.0, 79.5, 0.0, 90.0)
    return ScoreLine(name, training, 10, score, change, 0.0, NO_INTERVAL, 0.0, 0.01, {}, {})


def test_intervals_of_changes_are_those_of_a_paired_bootstrap_and_seeds_of_one_set_add_nothing(
    divided: TreebankParts,
) -> None:
    [one] = run(divided, train_toy, trainings=(GRAMMATICAL,), seeds=(1,))
    pair = with_and_without(one, ONE_ERROR, GRAMMATICAL)
    found = line_of(ONE_ERROR, GRAMMATICAL, [pair])
    first, second = (side.counts.table[:, :3] for side in pair)
    peer = paired_bootstrap(
        first,
        second,
        lambda sums: 200 * sums[:, 0] / (sums[:, 1] + sums[:, 2]),
        rng=np.random.default_rng(5),
        n_draws=20_000,
    )
    interval = peer.interval()
    assert found.change in found.change_interval
    assert found.change_interval.low == pytest.approx(interval.low, abs=0.6)
    assert found.change_interval.high == pytest.approx(interval.high, abs=0.6)
    twice = line_of(ONE_ERROR, GRAMMATICAL, [pair, pair])
    assert twice.change_interval.low == pytest.approx(found.change_interval.low)
    assert twice.change_interval.high == pytest.approx(found.change_interval.high)


def test_the_interval_of_seeds_is_that_of_their_mean(divided: TreebankParts) -> None:
    runs = run(divided, train_toy, trainings=(GRAMMATICAL,), seeds=(1, 2))
    pairs = [with_and_without(each, ONE_ERROR, GRAMMATICAL) for each in runs]
    alone = [line_of(ONE_ERROR, GRAMMATICAL, [pair]) for pair in pairs]
    both = line_of(ONE_ERROR, GRAMMATICAL, pairs)
    assert both.change == pytest.approx((alone[0].change + alone[1].change) / 2)
    assert both.change in both.change_interval
    widest = max(each.change_interval.half_width for each in alone)
    assert 0 < both.change_interval.half_width <= widest


def test_fewer_than_ten_sentences_have_no_interval(divided: TreebankParts) -> None:
    [one] = run(divided, train_toy, trainings=(GRAMMATICAL,), seeds=(1,))
    few, enough = (
        line_of(
            ONE_ERROR, GRAMMATICAL, [with_and_without(one, ONE_ERROR, GRAMMATICAL, chosen=places)]
        )
        for places in (range(9), range(10))
    )
    assert few.change_interval.method == "fewer than 10 sentences"
    assert enough.change_interval.is_defined


def test_claims_follow_the_figures() -> None:
    changes = dict(zip(TESTED_SETS[1:], (-5.0, -9.0, -5.0, -4.0, -6.0, -1.0, -6.0), strict=True))
    found = robustness_claims([line(name, change) for name, change in changes.items()])
    assert [claim.holds for claim in found] == [True, True, True, False, True]
    changes["agreement"] = -7.0
    assert not robustness_claims([line(name, each) for name, each in changes.items()])[-1].holds


def test_claims_of_retraining_are_of_the_trainings_that_were_tried() -> None:
    gains = dict(zip(TESTED_SETS, (-0.5, 1.0, 2.0, 0.5, 1.0, 4.0, -1.0, 0.0), strict=True))
    found = retraining_claims([line(name, gain, training=BOTH) for name, gain in gains.items()])
    assert [claim.holds for claim in found] == [True, True]
    assert not any("ten copies" in claim.text for claim in found)


def test_leaf_ancestor_is_in_every_line(whole: TreebankTables) -> None:
    one_error = whole.robustness[0]
    assert 0 < one_error.score.leaf_ancestor < 100
    assert one_error.leaf_ancestor_change == pytest.approx(
        one_error.score.leaf_ancestor - whole.grammatical.score.leaf_ancestor
    )


def test_subtypes_divide_the_set_of_their_type(whole: TreebankTables) -> None:
    by_name = {each.name: each for each in whole.robustness}
    assert set(whole.subtypes) == {"missing-word", "extra-word", "agreement", "verb-form"}
    for name, found in whole.subtypes.items():
        n_sentences = sum(each.n_sentences for each in found)
        assert n_sentences == pytest.approx(by_name[name].n_sentences, abs=len(found))


def test_claims_of_subtypes_follow_the_figures() -> None:
    subtypes = {
        "missing-word": [line("determiner", -1.0), line("verb", -2.0)],
        "extra-word": [line("repeated word", -1.0), line("random word", -0.5)],
        "agreement": [line("subject-verb", -1.0), line("determiner-noun", -1.2)],
    }
    assert [claim.holds for claim in subtype_claims(subtypes)] == [True, False, True]


def test_a_parser_without_likelihoods_has_no_signals_of_them(divided: TreebankParts) -> None:
    def silent(training_sets: Sequence[TrainingSet], *, seed: int) -> WithoutLikelihoods:
        return WithoutLikelihoods(train_toy(training_sets, seed=seed))

    found = tables(divided, silent, seeds=(1,), chosen=[TWO_STAGE], signals=ONE_SIGNAL)
    assert {each.signal for each in found.two_stage} == {ALWAYS, SUSPICION, RERANKED}


def test_what_is_done_is_not_done_again_with_more_seeds(divided: TreebankParts) -> None:
    calls = []

    def counting(training_sets: Sequence[TrainingSet], *, seed: int) -> ToyParser:
        calls.append(seed)
        return train_toy(training_sets, seed=seed)

    store: dict[str, bytes] = {}
    results = []
    for seeds in ((1,), (1, 2), (1, 2)):
        experiment = Experiment(seeds=seeds, chosen=[ROBUSTNESS])
        runs = treebank_runs(divided, counting, experiment, saves=SavedParts(store))
        results.append(repr(dataclasses.asdict(treebank_tables(runs, experiment))))
    assert calls == [1, 2]
    assert results[1] == results[2] != results[0]


class WithoutLikelihoods:
    """A parser that gives trees only."""

    def __init__(self, parser: ToyParser) -> None:
        self._parser = parser

    def parses(self, sentences: Iterable[Sentence]) -> Iterator[Parsed]:
        return (Parsed(parsed.tree) for parsed in self._parser.parses(sentences))
