"""Parseval beside PYEVALB and beside scoring with NLTK: the same figures, and how fast.

`python benchmarks/parsing/parseval.py [--data ../shared/data] [--shuffles 10000]`

The gold trees are the free Wall Street Journal sample without traces, functions, root, punctuation
and phrases over a phrase of the same label, which PYEVALB does not know of; the parses are the same
trees with phrases relabelled, dissolved and joined at random. All read both files and count.
Times are of the processor, the best of several runs.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.figures.record import record, timed, timed_together

from solecism.bracketing.brackets import PUNCTUATION, Rules
from solecism.bracketing.column_counts import column_counts
from solecism.bracketing.counts import BracketCounts, bracket_counts
from solecism.bracketing.figures import differences
from solecism.figure import F1, f_score
from solecism.formats.penn import format_tree, parse
from solecism.formats.penn_columns import parse_columns
from solecism.tree import Leaf, Tree

Totals = tuple[int, int, int]
NOTHING_LEFT_OUT = Rules(deleted=frozenset(), equal_labels=())
N_RUNS = 5


def main(data: Path, n_shuffles: int) -> None:
    """Print figures and times of each way to count, and the time of shuffling."""
    with tempfile.TemporaryDirectory() as folder:
        gold, parsed = write_files(data, Path(folder))
        ways: dict[str, Callable[[Path, Path], Totals]] = {
            "PYEVALB": by_pyevalb,
            "NLTK trees": by_nltk,
            "ours, tree by tree": lambda *paths: totals(by_trees(*paths)),
            "ours, in columns": lambda *paths: totals(by_columns(*paths)),
        }
        works = {name: partial(count, gold, parsed) for name, count in ways.items()}
        timings = timed_together(works, N_RUNS)
        slowest = timings["PYEVALB"]
        print(f"{'':20}{'recall':>8}{'precision':>11}{'F1':>8}{'seconds':>9}{'times':>7}")
        for name, count in ways.items():
            matched, n_gold, n_tested = count(gold, parsed)
            took = timings[name]
            figures = matched / n_gold, matched / n_tested, f_score(matched, n_tested, n_gold)
            shown = "".join(
                f"{100 * one:{width}.2f}" for one, width in zip(figures, (8, 11, 8), strict=True)
            )
            print(f"{name:20}{shown}{took.best:9.3f}{slowest.best / took.best:7.1f}")
            record(
                name,
                "s",
                took.seconds,
                is_higher_better=False,
                machine=took.machine,
                peer="PYEVALB",
                peer_runs=slowest.seconds,
            )
        print_shuffling(by_columns(gold, parsed), by_columns(gold, gold), n_shuffles)


def write_files(data: Path, folder: Path) -> tuple[Path, Path]:
    """Gold trees and perturbed ones, one tree per line."""
    rng = random.Random(1)
    gold = []
    for name in ("wsj00.mrg", "wsj01.mrg"):
        with (data / "treebank" / name).open(encoding="utf-8") as lines:
            for sentence in parse(lines, document=name, file=name):
                tree = plain(sentence.trees[0])
                if isinstance(tree, Tree):
                    gold.append(tree)
    paths = folder / "gold.mrg", folder / "parsed.mrg"
    for path, trees in zip(paths, (gold, [perturbed(tree, rng) for tree in gold]), strict=True):
        path.write_text("".join(format_tree(tree) + "\n" for tree in trees), encoding="utf-8")
    print(f"{len(gold)} sentences")
    return paths


def plain(node: Tree | Leaf) -> Tree | Leaf | None:
    """What is left without traces, functions, root, punctuation and X over X."""
    if isinstance(node, Leaf):
        return None if node.is_trace or node.tag in PUNCTUATION else node
    children = tuple(child for child in map(plain, node.children) if child is not None)
    if not children:
        return None
    only = children[0]
    if len(children) == 1 and isinstance(only, Tree) and node.category in ("", only.label):
        return only
    return Tree(node.category or "X", children)


def perturbed(tree: Tree, rng: random.Random) -> Tree:
    """Here and there another label, a phrase dissolved, or two children joined."""
    children: list[Tree | Leaf] = []
    for child in tree.children:
        changed = perturbed(child, rng) if isinstance(child, Tree) else child
        if isinstance(changed, Tree) and rng.random() < 0.1:
            children.extend(changed.children)
        else:
            children.append(changed)
    if len(children) > 2 and rng.random() < 0.1:
        place = rng.randrange(len(children) - 1)
        children[place : place + 2] = [Tree("XP", tuple(children[place : place + 2]))]
    only = children[0] if len(children) == 1 else None
    label = rng.choice(["NP", "VP", "PP"]) if rng.random() < 0.05 else tree.label
    if isinstance(only, Tree) and only.label == label:
        return only
    return Tree(label, tuple(children))


def by_pyevalb(gold: Path, parsed: Path) -> Totals:
    """PYEVALB's totals."""
    from PYEVALB.scorer import Scorer

    with gold.open() as one, parsed.open() as other, contextlib.redirect_stdout(io.StringIO()):
        results = Scorer().score_corpus(one, other)
    return (
        sum(result.matched_brackets for result in results),
        sum(result.gold_brackets for result in results),
        sum(result.test_brackets for result in results),
    )


def by_nltk(gold: Path, parsed: Path) -> Totals:
    """Counters of spans of NLTK's trees, as people write it."""
    from nltk import Tree as NltkTree

    matched = n_gold = n_tested = 0
    with gold.open() as ones, parsed.open() as others:
        for one, other in zip(ones, others, strict=True):
            here, there = (nltk_spans(NltkTree.fromstring(line)) for line in (one, other))
            matched += sum((here & there).values())
            n_gold += sum(here.values())
            n_tested += sum(there.values())
    return matched, n_gold, n_tested


def nltk_spans(tree: object) -> Counter[tuple[str, int, int]]:
    """The labelled spans of a tree of NLTK."""
    spans: Counter[tuple[str, int, int]] = Counter()

    def walk(node: object, start: int) -> int:
        children = list(node)  # type: ignore[call-overload]  # NLTK has no types
        if isinstance(children[0], str):
            return start + 1
        end = start
        for child in children:
            end = walk(child, end)
        spans[(node.label(), start, end)] += 1  # type: ignore[attr-defined]  # NLTK has no types
        return end

    walk(tree, 0)
    return spans


def by_trees(gold: Path, parsed: Path) -> BracketCounts:
    """Ours, from trees."""
    with gold.open() as ones, parsed.open() as others:
        sentences = parse(ones, document="gold", file=str(gold))
        trees = (one.trees[0] for one in parse(others, document="parsed", file=str(parsed)))
        return bracket_counts(sentences, trees, rules=NOTHING_LEFT_OUT)


def by_columns(gold: Path, parsed: Path) -> BracketCounts:
    """Ours, from columns."""
    one, other = parse_columns(gold.read_bytes()), parse_columns(parsed.read_bytes())
    if one is None or other is None:
        raise SystemExit("the files are not plain")
    ids = [f"gold.{number}" for number in range(1, len(one) + 1)]
    counts = column_counts(one, other, ids=ids, rules=NOTHING_LEFT_OUT)
    if counts is None:
        raise SystemExit("the files have other words")
    return counts


def totals(counts: BracketCounts) -> Totals:
    """Matched, gold and tested brackets."""
    matched, gold, tested = (
        int(counts.column(name).sum()) for name in ("matched", "gold", "tested")
    )
    return matched, gold, tested


def print_shuffling(first: BracketCounts, second: BracketCounts, n_shuffles: int) -> None:
    """The time of a p-value of F1, with its interval."""
    chosen = range(min(2400, len(first)))
    one, other = first.select(chosen), second.select(chosen)

    def shuffled() -> object:
        rng = np.random.default_rng(1)
        return differences(one, other, rng=rng, n_draws=n_shuffles, names=[F1])

    took = timed(shuffled, N_RUNS)
    name = f"{n_shuffles} shuffles of {len(one)} sentences"
    print(f"{name}: {took.best:.2f} seconds")
    record(name, "s", took.seconds, is_higher_better=False, machine=took.machine)


if __name__ == "__main__":
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--data", type=Path, default=Path("../shared/data"))
    arguments.add_argument("--shuffles", type=int, default=10_000)
    given = arguments.parse_args()
    main(given.data, given.shuffles)
