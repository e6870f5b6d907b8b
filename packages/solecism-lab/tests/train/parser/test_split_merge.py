"""Splitting and merging: expected uses, likelihood, and the same grammar for the same seed."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from parser_grammars import example_trees, trees_of
from solecism.errors import InputError
from solecism_lab.parse.grammar.grammar import RuleLayout, rule_layout
from solecism_lab.train.parser.derivations import BINARY, CHAIN, LEXICAL, STAY, derive
from solecism_lab.train.parser.grammar import SplitSettings, plain_grammar, split_merge
from solecism_lab.train.parser.rule_counts import (
    TreebankSteps,
    expect,
    maximise,
    sharing,
    treebank_steps,
    word_classes,
)

NONE = (0.0, 0.0, 0.0)


@pytest.fixture(scope="module")
def examples() -> TreebankSteps:
    made = derive(example_trees())
    return treebank_steps(made, word_classes(made, n_rare=1))


def split_in_two(small: TreebankSteps) -> tuple[RuleLayout, np.ndarray]:
    layout = rule_layout(np.full(small.n_symbols, 2), small.block_symbols)
    return layout, np.random.default_rng(3).random(layout.offsets[-1])


def test_expected_uses_are_those_of_all_subsymbols_tried_one_by_one() -> None:
    made = derive(trees_of("( (S (NP (PRP We)) (VP (VBP try))))"))
    small = treebank_steps(made, word_classes(made, n_rare=0))
    layout, probs = split_in_two(small)
    expected = expect(small, layout, probs)
    total, uses = 0.0, np.zeros(len(probs))
    for subsymbols in product((0, 1), repeat=len(made.node_symbols)):
        used = []
        for (kind, node, first, second, _), block in zip(
            made.steps.tolist(), small.step_blocks.tolist(), strict=True
        ):
            at = layout.offsets[block]
            if kind == LEXICAL or (kind == STAY and subsymbols[node] == subsymbols[first]):
                used.append(at + subsymbols[node])
            elif kind == CHAIN:
                used.append(at + 2 * subsymbols[node] + subsymbols[first])
            elif kind == BINARY:
                used.append(at + 4 * subsymbols[node] + 2 * subsymbols[first] + subsymbols[second])
        # The root counts with its first subsymbol only, as it has no other in earnest.
        if len(used) == len(made.steps) and subsymbols[-1] == 0:
            score = float(np.prod(probs[used]))
            total += score
            uses[used] += score
    assert expected.counts == pytest.approx(uses / total)


def test_a_weight_is_so_many_copies() -> None:
    trees = example_trees()[:20]
    settings = SplitSettings(n_rounds=1, n_least_uses=5.0)
    grammars = []
    for made in (derive([*trees, *trees[:5]]), derive(trees, weights=[2.0] * 5 + [1.0] * 15)):
        rng = np.random.default_rng(1)
        whole = treebank_steps(made, word_classes(made, n_rare=1))
        grammars.append((made.symbols, *split_merge(whole, settings=settings, rng=rng)))
    (symbols, layout, probs), (weighted, same_layout, same_probs) = grammars
    assert symbols == weighted
    assert layout.sizes.tolist() == same_layout.sizes.tolist()
    assert same_probs == pytest.approx(probs, abs=1e-6)


def test_a_tree_counts_at_least_a_little() -> None:
    with pytest.raises(InputError, match="weight 0"):
        derive(example_trees()[:2], weights=[1.0, 0.0])


def test_likelihood_never_falls_without_smoothing(examples: TreebankSteps) -> None:
    layout, probs = split_merge(
        examples, settings=SplitSettings(n_rounds=1, smoothing=NONE), rng=np.random.default_rng(1)
    )
    likelihoods = []
    for _ in range(5):
        expected = expect(examples, layout, probs)
        likelihoods.append(expected.log_likelihood)
        probs = maximise(sharing(examples, layout), expected.counts)
    assert np.all(np.diff(likelihoods) >= -1e-6)


def test_splitting_makes_the_treebank_likelier_and_some_splits_are_undone(
    examples: TreebankSteps,
) -> None:
    settings = SplitSettings(n_rounds=2, n_least_uses=5.0)
    plain_layout, plain_probs = plain_grammar(examples)
    layout, probs = split_merge(examples, settings=settings, rng=np.random.default_rng(1))
    plain_likelihood = expect(examples, plain_layout, plain_probs).log_likelihood
    assert expect(examples, layout, probs).log_likelihood > plain_likelihood
    assert layout.sizes.max() > 1
    assert layout.sizes.sum() < 4 * len(layout.sizes)


def test_probabilities_of_a_subsymbol_add_up_to_one(examples: TreebankSteps) -> None:
    settings = SplitSettings(n_rounds=1, n_least_uses=5.0)
    layout, probs = split_merge(examples, settings=settings, rng=np.random.default_rng(1))
    blocks, first, _, _ = layout.entries()
    groups = examples.families[blocks] * layout.starts[-1]
    groups += layout.starts[layout.block_symbols[blocks, 0]] + first
    sums = np.bincount(groups, weights=probs)
    assert sums[sums > 0] == pytest.approx(1.0, abs=1e-6)


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others(
    examples: TreebankSteps,
) -> None:
    settings = SplitSettings(n_rounds=1, n_least_uses=5.0)

    def probs(seed: int) -> list[float]:
        rng = np.random.default_rng(seed)
        return list(split_merge(examples, settings=settings, rng=rng)[1])

    assert probs(1) == probs(1)
    assert probs(1) != probs(2)


def test_progress_is_told_to_the_end(examples: TreebankSteps) -> None:
    steps_done: list[tuple[int, int]] = []
    settings = replace(SplitSettings(), n_rounds=1, n_steps_after_split=2, n_steps_after_merge=1)
    split_merge(
        examples,
        settings=settings,
        rng=np.random.default_rng(1),
        progress=lambda done, total: steps_done.append((done, total)),
    )
    assert steps_done == [(1, 3), (2, 3), (3, 3)]
