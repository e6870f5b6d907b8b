"""Subsymbols learned by splitting in two, and merging again what does not help.

Petrov, Barrett, Thibaux and Klein 2006: "Learning accurate, compact, and interpretable tree
annotation".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from solecism.numeric.arrays import Floats, Ints
from solecism.parse.grammar.layout import Layout, lay_out
from solecism.train.parser.bank import Bank, Expected, expect, maximise, sharing

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


def plain_grammar(bank: Bank) -> tuple[Layout, Floats]:
    """The grammar before any split: relative frequencies."""
    layout = lay_out(np.ones(bank.n_symbols, dtype=np.int64), bank.block_symbols)
    counts = np.bincount(
        bank.step_blocks, weights=bank.derivations.weights, minlength=len(bank.block_symbols)
    ).astype(float)
    return layout, maximise(sharing(bank, layout), counts)


def split_merge(
    bank: Bank,
    *,
    settings: SplitSettings,
    rng: np.random.Generator,
    progress: Progress | None = None,
) -> tuple[Layout, Floats]:
    """The grammar after all rounds."""
    layout, probs = plain_grammar(bank)
    steps_per_round = settings.n_steps_after_split + settings.n_steps_after_merge
    n_all = settings.n_rounds * steps_per_round
    done = 0

    def learn(layout: Layout, probs: Floats, n_steps: int) -> Floats:
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
        layout, probs = _split(bank, layout, probs, settings=settings, rng=rng)
        probs = learn(layout, probs, settings.n_steps_after_split)
        layout, probs = _merge(bank, layout, probs, settings)
        probs = learn(layout, probs, settings.n_steps_after_merge)
    return layout, probs


def _uses(bank: Bank, layout: Layout, expected: Expected) -> Floats:
    """How often each subsymbol is used."""
    made = bank.derivations
    subsymbols = np.repeat(layout.starts[made.node_symbols] - expected.starts, expected.sizes)
    subsymbols += np.arange(len(subsymbols))
    weights = expected.values * expected.outer
    return np.bincount(subsymbols, weights=weights, minlength=layout.starts[-1]).astype(float)


def _split(
    bank: Bank, layout: Layout, probs: Floats, *, settings: SplitSettings, rng: np.random.Generator
) -> tuple[Layout, Floats]:
    """The grammar with every subsymbol split in two slightly different ones."""
    made = bank.derivations
    n_nodes = np.bincount(made.node_symbols, weights=made.weights, minlength=bank.n_symbols)
    is_split = n_nodes >= 2 * settings.n_least_uses * layout.sizes
    root = made.node_symbols[made.steps[bank.is_root, 1][0]]
    is_split[root] = False
    finer = lay_out(layout.sizes * np.where(is_split, 2, 1), layout.block_symbols)
    factor = np.where(is_split, 2, 1)
    origin = _origin(layout, finer, lambda symbols, places: places // factor[symbols])
    noise = 1 + _NOISE * (rng.random(finer.offsets[-1]) - 0.5)
    counts = probs[origin] * noise
    return finer, maximise(sharing(bank, finer), counts)


def _origin(coarser: Layout, finer: Layout, mapped: Callable[[Ints, Ints], Ints]) -> Ints:
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
    bank: Bank, layout: Layout, probs: Floats, settings: SplitSettings
) -> tuple[Layout, Floats]:
    """The grammar with those pairs of subsymbols merged that cost least."""
    from solecism.train.parser import expectation

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
    coarser = lay_out(new_sizes, layout.block_symbols)

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
