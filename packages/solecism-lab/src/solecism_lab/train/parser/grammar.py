"""Training of a grammar on the trees of a treebank, by splitting and merging its symbols.

Every subsymbol is split in two, and what does not help is merged again: Petrov, Barrett, Thibaux
and Klein 2006, "Learning accurate, compact, and interpretable tree annotation".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from solecism.numeric import Floats, Ints
from solecism.system.installation import require_packages
from solecism.tree import Tree
from solecism_lab.parse.grammar.grammar import (
    Grammar,
    RuleLayout,
    Split,
    block_symbols,
    rule_layout,
)
from solecism_lab.train.parser import rule_counts
from solecism_lab.train.parser.derivations import derive
from solecism_lab.train.parser.rule_counts import (
    RuleUses,
    TreebankSteps,
    expect,
    maximise,
    sharing,
    treebank_steps,
)

Progress = Callable[[int, int], None]
_NOISE = 0.2
_SMALLEST = 1e-9


@dataclass(frozen=True, slots=True)
class SplitSettings:
    """How a grammar is split: in `n_rounds`, in each of which `merged_share` of splits are undone.

    Subsymbols are drawn to their mean by `smoothing` (two-child rules, chains, words).
    A symbol is split only while each subsymbol has `n_least_uses` in the treebank.
    """

    n_rounds: int = 4
    n_steps_after_split: int = 20
    n_steps_after_merge: int = 8
    merged_share: float = 0.5
    smoothing: tuple[float, float, float] = (0.01, 0.01, 0.1)
    n_least_uses: float = 20.0


def plain_grammar(bank: TreebankSteps) -> tuple[RuleLayout, Floats]:
    """The grammar before any split: relative frequencies."""
    layout = rule_layout(np.ones(bank.n_symbols, dtype=np.int64), bank.block_symbols)
    counts = np.bincount(
        bank.step_blocks, weights=bank.derivations.weights, minlength=len(bank.block_symbols)
    ).astype(float)
    return layout, maximise(sharing(bank, layout), counts)


def split_merge(
    bank: TreebankSteps,
    *,
    settings: SplitSettings,
    rng: np.random.Generator,
    progress: Progress | None = None,
) -> tuple[RuleLayout, Floats]:
    """The grammar after all rounds."""
    layout, probs = plain_grammar(bank)
    steps_per_round = settings.n_steps_after_split + settings.n_steps_after_merge
    n_all = settings.n_rounds * steps_per_round
    done = 0

    def learn(layout: RuleLayout, probs: Floats, n_steps: int) -> Floats:
        nonlocal done
        shared = sharing(bank, layout)
        for _ in range(n_steps):
            counts = expect(bank, layout, probs).counts
            probs = maximise(shared, counts, smoothing=settings.smoothing)
            probs[probs < _SMALLEST] = 0.0
            done += 1
            if progress is not None:
                progress(done, n_all)
        return probs

    for _ in range(settings.n_rounds):
        layout, probs = _split_in_two(bank, layout, probs, settings=settings, rng=rng)
        probs = learn(layout, probs, settings.n_steps_after_split)
        layout, probs = _merge(bank, layout, probs, settings)
        probs = learn(layout, probs, settings.n_steps_after_merge)
    return layout, probs


def _uses(bank: TreebankSteps, layout: RuleLayout, expected: RuleUses) -> Floats:
    """How often each subsymbol is used."""
    made = bank.derivations
    subsymbols = np.repeat(layout.starts[made.node_symbols] - expected.starts, expected.sizes)
    subsymbols += np.arange(len(subsymbols))
    weights = expected.values * expected.outer
    return np.bincount(subsymbols, weights=weights, minlength=layout.starts[-1]).astype(float)


def _split_in_two(
    bank: TreebankSteps,
    layout: RuleLayout,
    probs: Floats,
    *,
    settings: SplitSettings,
    rng: np.random.Generator,
) -> tuple[RuleLayout, Floats]:
    """The grammar with every subsymbol split in two slightly different ones."""
    made = bank.derivations
    n_nodes = np.bincount(made.node_symbols, weights=made.weights, minlength=bank.n_symbols)
    is_split = n_nodes >= 2 * settings.n_least_uses * layout.sizes
    root = made.node_symbols[made.steps[bank.is_root, 1][0]]
    is_split[root] = False
    finer = rule_layout(layout.sizes * np.where(is_split, 2, 1), layout.block_symbols)
    factor = np.where(is_split, 2, 1)
    origin = _origin(layout, finer, lambda symbols, places: places // factor[symbols])
    noise = 1 + _NOISE * (rng.random(finer.offsets[-1]) - 0.5)
    counts = probs[origin] * noise
    return finer, maximise(sharing(bank, finer), counts)


def _origin(coarser: RuleLayout, finer: RuleLayout, mapped: Callable[[Ints, Ints], Ints]) -> Ints:
    """For each number of the finer layout the place of its origin in the coarser one."""
    blocks, *places = finer.entries()
    shapes = coarser.shapes()
    first, second, third = (
        np.where(symbols < 0, 0, mapped(symbols, place))
        for symbols, place in zip(finer.block_symbols[blocks].T, places, strict=True)
    )
    within = (first * shapes[blocks, 1] + second) * shapes[blocks, 2] + third
    origin: Ints = coarser.offsets[blocks] + within
    return origin


def _merge(
    bank: TreebankSteps, layout: RuleLayout, probs: Floats, settings: SplitSettings
) -> tuple[RuleLayout, Floats]:
    """The grammar with those pairs of subsymbols merged that cost least."""
    from solecism_lab.train.parser import expectation

    expected = expect(bank, layout, probs)
    uses = _uses(bank, layout, expected)
    starts = layout.starts
    is_pair = np.zeros(starts[-1], dtype=np.bool_)
    for symbol, size in enumerate(layout.sizes):
        if size > 1 and size % 2 == 0:
            is_pair[starts[symbol] : starts[symbol + 1] : 2] = True
    firsts = np.flatnonzero(is_pair)
    shares = np.ones(starts[-1])
    totals = np.maximum(uses[firsts] + uses[firsts + 1], 1e-300)
    shares[firsts], shares[firsts + 1] = uses[firsts] / totals, uses[firsts + 1] / totals
    losses = np.zeros(starts[-1])
    made = bank.derivations
    expectation.merge_losses(
        made.steps,
        made.node_symbols,
        made.weights,
        expected.starts,
        expected.sizes,
        expected.values,
        expected.outer,
        shares,
        starts,
        losses,
    )
    order = np.argsort(losses[firsts], kind="stable")
    merged = firsts[order[: int(settings.merged_share * len(firsts))]]
    goes_left = np.zeros(starts[-1], dtype=np.int64)
    goes_left[merged + 1] = 1
    numbers = np.arange(starts[-1]) - np.cumsum(goes_left)
    new_sizes = layout.sizes - np.add.reduceat(goes_left, starts[:-1])
    coarser = rule_layout(new_sizes, layout.block_symbols)

    def mapped(symbols: Ints, places: Ints) -> Ints:
        safe = np.maximum(symbols, 0)
        here = np.minimum(starts[safe] + places, starts[-1] - 1)
        merged_places: Ints = numbers[here] - coarser.starts[safe]
        return merged_places

    target = _origin(coarser, layout, mapped)
    counts: Floats = np.bincount(
        target, weights=expected.counts, minlength=coarser.offsets[-1]
    ).astype(float)
    return coarser, maximise(sharing(bank, coarser), counts)


@dataclass(frozen=True, slots=True)
class GrammarSettings:
    """How symbols are named before they are split, which words are rare, and the splitting.

    Parts of a phrase remember `horizontal` siblings, phrases `vertical - 1` ancestors; words
    seen up to `n_rare` times share their statistics. `n_splits` grammars are combined.
    """

    horizontal: int = 0
    vertical: int = 1
    n_rare: int = 5
    n_splits: int = 1
    splitting: SplitSettings = field(default_factory=SplitSettings)


def train_grammar(
    trees: Iterable[Tree],
    *,
    weights: Iterable[float] | None = None,
    seed: int = 1,
    settings: GrammarSettings | None = None,
    progress: Progress | None = None,
) -> Grammar:
    """The grammar of the trees; the same trees and seed give the same grammar.

    `weights` are those of the trees: with 2 a tree counts as if it were there twice.
    """
    settings = settings or GrammarSettings()
    if settings.splitting.n_rounds:
        require_packages("numba")
    derivations = derive(
        trees, weights=weights, horizontal=settings.horizontal, vertical=settings.vertical
    )
    treebank = treebank_steps(
        derivations, rule_counts.word_classes(derivations, n_rare=settings.n_rare)
    )
    _, probs = plain_grammar(treebank)
    n_blocks = len(block_symbols(derivations.symbols))
    n_uses = np.bincount(
        derivations.node_symbols, weights=derivations.weights, minlength=treebank.n_symbols
    )
    splits = []
    for number in range(settings.n_splits):
        layout, split_probs = split_merge(
            treebank,
            settings=settings.splitting,
            rng=np.random.default_rng([seed, number]),
            progress=_part(progress, number, settings.n_splits),
        )
        splits.append(_split_grammar(treebank, layout, split_probs, n_blocks, settings))
    return Grammar(
        symbols=derivations.symbols,
        probs=_rounded(probs[:n_blocks]),
        priors=_rounded(n_uses / n_uses.sum()),
        splits=tuple(splits),
    )


def _split_grammar(
    treebank: TreebankSteps,
    layout: RuleLayout,
    probs: Floats,
    n_blocks: int,
    settings: GrammarSettings,
) -> Split:
    lexicon = rule_counts.lexicon(treebank, layout, probs, n_rare=settings.n_rare)
    rules = rule_layout(layout.sizes, layout.block_symbols[:n_blocks])
    return Split(rules, _rounded(probs[: rules.offsets[-1]]), lexicon)


def _rounded(numbers: Floats) -> Floats:
    """Rounded as in a file, so that a grammar is the same before it is written and after."""
    return numbers.astype(np.float32).astype(np.float64)


def _part(progress: Progress | None, number: int, n_parts: int) -> Progress | None:
    if progress is None:
        return None
    return lambda done, total: progress(number * total + done, n_parts * total)
