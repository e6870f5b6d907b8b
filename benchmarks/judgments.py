"""Speed and memory on a million judgments beside the peers, and answers on real crowd data.

    python benchmarks/judgments.py [--items 50000] [--raters 20] [--glad-items 2000] [--data DIR]

One process, one core, the same arrays for all; processor time. Ours is the best of three runs, a
peer's time one run. crowd-kit's GLAD takes minutes, so it and ours run on fewer items; the naive
reliability loop makes one draw of a hundred and is scaled up.
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
import tracemalloc
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).parents[1]))

import numpy as np
from benchmarks.figures.record import Timing, record, timed
from numpy.typing import NDArray

from solecism.agreement.coefficients import measure_agreement
from solecism.agreement.consensus import Consensus, dawid_skene, glad, mace, majority
from solecism.agreement.reliability import reliability
from solecism.figure import f_score
from solecism.formats import jsonl
from solecism.judgment import Judgment
from solecism.numeric import Floats
from solecism.panel import Panel, from_columns, from_judgments, from_matrix
from solecism.uncertainty.significance import stratified_shuffle

N_DRAWS = 100
N_ITERATIONS = 10
N_SHUFFLES = 10_000


def simulated(n_items: int, n_raters: int, seed: int = 1) -> tuple[Panel, dict[str, str]]:
    """Raters of different quality, one item in ten an error, and an expert's answers."""
    rng = np.random.default_rng(seed)
    is_error = rng.random(n_items) < 0.1
    right = rng.random((n_items, n_raters)) < rng.uniform(0.7, 0.97, n_raters)
    panel = from_matrix(np.where(right, is_error[:, None], ~is_error[:, None]).astype(int))
    expert = (is_error ^ (rng.random(n_items) < 0.05)).astype(int)
    return panel, dict(zip(panel.items, expert.astype(str).tolist(), strict=True))


def peak_ratio(work: Callable[[], object], panel: Panel) -> float:
    """Peak memory of the work, in units of the panel's arrays."""
    arrays = panel.item.nbytes + panel.rater.nbytes + panel.answer.nbytes
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / arrays


def report(
    name: str, ours: Timing, peer: str, theirs: Timing, memory: float = 0, note: str = ""
) -> None:
    """One line of the table."""
    took, peer_took = ours.best, theirs.best
    shown = f"{memory:8.1f}x arrays   {note}" if memory else ""
    ratio = f"{peer_took / took:9.0f}x"
    print(f"{name:34}{took:9.4f} s   {peer:20}{peer_took:9.3f} s{ratio}{shown}", flush=True)
    record(
        f"{name}, beside {peer}",
        "s",
        ours.seconds,
        is_higher_better=False,
        machine=ours.machine,
        peer=peer,
        peer_runs=theirs.seconds,
    )


def table_of(panel: Panel) -> Any:
    """The judgments as crowd-kit wants them."""
    import pandas as pd

    return pd.DataFrame({"task": panel.item, "worker": panel.rater, "label": panel.answer})


def probabilities(peer: Any) -> NDArray[np.float64]:
    """A crowd-kit result in our order."""
    table = peer.probas_.sort_index()
    return np.asarray(table[sorted(table.columns)].to_numpy())


def bench_alpha_and_fleiss(panel: Panel) -> None:
    """Alpha and Fleiss' kappa with intervals, the peers without."""
    import krippendorff
    from nltk.metrics.agreement import AnnotationTask
    from statsmodels.stats.inter_rater import aggregate_raters, fleiss_kappa

    answers = panel.matrix()
    ratings = answers.T.astype(float)

    def alpha() -> object:
        return measure_agreement(panel, ["alpha"])

    ours, memory = timed(alpha, 3), peak_ratio(alpha, panel)
    theirs = timed(lambda: krippendorff.alpha(ratings, level_of_measurement="nominal"), 1)
    report("alpha with interval", ours, "krippendorff", theirs, memory)
    rows = list(zip(panel.rater.tolist(), panel.item.tolist(), panel.answer.tolist(), strict=True))
    report("alpha with interval", ours, "nltk", timed(AnnotationTask(data=rows).alpha, 1), memory)

    def fleiss() -> object:
        return measure_agreement(panel, ["fleiss"])

    theirs = timed(lambda: fleiss_kappa(aggregate_raters(answers)[0]), 1)
    memory = peak_ratio(fleiss, panel)
    report("Fleiss with interval", timed(fleiss, 3), "statsmodels", theirs, memory)


def bench_dawid_skene(panel: Panel) -> None:
    """Ten iterations each, and the largest difference of a probability."""
    from crowdkit.aggregation import DawidSkene

    def ours() -> Consensus:
        return dawid_skene(panel, max_iterations=N_ITERATIONS, tolerance=-np.inf)

    data, peer = table_of(panel), DawidSkene(n_iter=N_ITERATIONS, tol=-np.inf)
    theirs = timed(lambda: peer.fit(data), 1)
    apart = np.abs(probabilities(peer) - ours().p).max()
    report(
        f"Dawid-Skene, {N_ITERATIONS} iterations",
        timed(ours, 3),
        "crowd-kit",
        theirs,
        peak_ratio(ours, panel),
        f"largest difference {apart:.1e}",
    )


def bench_mace(panel: Panel) -> None:
    """One restart of fifty iterations each."""
    from crowdkit.aggregation import MACE

    def ours() -> Consensus:
        return mace(panel, rng=np.random.default_rng(1), n_restarts=1)

    data, peer = table_of(panel), MACE(n_restarts=1)
    theirs = timed(lambda: peer.fit(data), 1)
    same = (np.argmax(probabilities(peer), axis=1) == ours().answers()).mean()
    note = f"same answer {same:.2%}"
    report("MACE, one restart", timed(ours, 3), "crowd-kit", theirs, peak_ratio(ours, panel), note)


def bench_glad(panel: Panel, whole: Panel) -> None:
    """Until convergence; ours on everything as well."""
    from crowdkit.aggregation import GLAD

    data, peer = table_of(panel), GLAD()
    theirs = timed(lambda: peer.fit(data), 1)
    same = (np.argmax(probabilities(peer), axis=1) == glad(panel).answers()).mean()
    ours = timed(lambda: glad(panel), 3)
    memory = peak_ratio(lambda: glad(whole), whole)
    note = f"same answer {same:.2%}; all items {timed(lambda: glad(whole), 1).best:.1f} s"
    report(f"GLAD, {panel.n_items} items", ours, "crowd-kit", theirs, memory, note)


def naive_reliability(panel: Panel, expert: NDArray[np.int64]) -> None:
    """One draw of every size: shuffle all answers, count the first few, compare."""
    from sklearn.metrics import cohen_kappa_score

    rng = np.random.default_rng(1)
    answers = panel.matrix()
    for size in range(1, panel.n_raters + 1):
        order = np.argsort(rng.random(answers.shape), axis=1)[:, :size]
        n_yes = np.take_along_axis(answers, order, axis=1).sum(axis=1)
        is_tie = 2 * n_yes == size
        is_yes = np.where(is_tie, rng.random(len(n_yes)) < 0.5, 2 * n_yes > size)
        cohen_kappa_score(expert, is_yes.astype(int))


def bench_reliability(panel: Panel, expert: dict[str, str]) -> None:
    """All sizes, a hundred draws each; the loop does one draw."""

    def ours() -> object:
        return reliability(panel, expert, rng=np.random.default_rng(1), n_draws=N_DRAWS)

    reference = np.array([int(expert[item]) for item in panel.items])
    one_draw = timed(lambda: naive_reliability(panel, reference), 1)
    theirs = Timing(tuple(N_DRAWS * each for each in one_draw.seconds), one_draw.machine)
    name, memory = f"reliability, {panel.n_raters} sizes x {N_DRAWS}", peak_ratio(ours, panel)
    report(name, timed(ours, 3), "naive loop (scaled)", theirs, memory)


def f1(sums: Floats) -> Floats:
    """F1 of matched, gold and tested phrases, one row per draw."""
    matched, gold, tested = sums.T
    return f_score(matched, tested, gold)


def loop_shuffle(
    first: NDArray[np.float64], second: NDArray[np.float64], rng: np.random.Generator
) -> int:
    """The same test a draw at a time, as one writes it first."""
    observed = abs(f1(first.sum(axis=0)[None]) - f1(second.sum(axis=0)[None]))[0]
    n_as_large = 0
    for _ in range(N_SHUFFLES):
        swap = rng.random(len(first)) < 0.5
        one = first[~swap].sum(axis=0) + second[swap].sum(axis=0)
        other = second[~swap].sum(axis=0) + first[swap].sum(axis=0)
        n_as_large += abs(f1(one[None]) - f1(other[None]))[0] >= observed
    return n_as_large


def bench_shuffling(n_sentences: int = 2500) -> None:
    """10,000 shuffles of two parsers' counts (matched, gold, tested)."""
    rng = np.random.default_rng(1)
    gold = rng.integers(5, 40, n_sentences)
    first, second = (
        np.stack([rng.binomial(gold, p), gold, gold], axis=1).astype(float) for p in (0.85, 0.847)
    )

    def ours() -> object:
        rng = np.random.default_rng(2)
        return stratified_shuffle(first, second, f1, rng=rng, n_draws=N_SHUFFLES)

    theirs = timed(lambda: loop_shuffle(first, second, np.random.default_rng(2)), 1)
    report(f"shuffling, {n_sentences} x {N_SHUFFLES}", timed(ours, 3), "numpy loop", theirs)


def bench_reading(panel: Panel) -> None:
    """JSON Lines to judgments to a panel."""
    lines = [
        f'{{"site":"{panel.items[item]}","rater":"{panel.raters[rater]}",'
        f'"answer":"{panel.labels[answer]}"}}\n'
        for item, rater, answer in zip(
            panel.item.tolist(), panel.rater.tolist(), panel.answer.tolist(), strict=True
        )
    ]
    read = timed(lambda: sum(1 for _ in jsonl.parse(lines, Judgment, file="judgments.jsonl")), 3)
    both = timed(lambda: from_judgments(jsonl.parse(lines, Judgment, file="judgments.jsonl")), 3)
    n = f"{len(lines):,} judgments"
    print(f"{n} from JSON Lines: {read.best:.2f} s; to a panel: {both.best:.2f} s")
    for name, took in ((f"{n}, read", read), (f"{n}, to a panel", both)):
        record(name, "s", took.seconds, is_higher_better=False, machine=took.machine)


def real_answers(folder: Path) -> None:
    """Accuracy of each way to one answer, on crowd sets with known answers."""
    print("\nshare of known answers found     majority  dawid-skene     mace     glad")
    for path in sorted(folder.glob("*.answer.csv")):
        with path.open(encoding="utf-8", newline="") as stream:
            items, raters, answers = zip(*list(csv.reader(stream))[1:], strict=True)
        with path.with_name(path.name.replace("answer", "truth")).open(encoding="utf-8") as stream:
            truth = dict(list(csv.reader(stream))[1:])
        panel = from_columns(items, raters, answers, duplicates="last")
        shares = []
        for found in (
            majority(panel),
            dawid_skene(panel),
            mace(panel, rng=np.random.default_rng(1)),
            glad(panel),
        ):
            answer = found.by_item()
            known = [item for item in answer if item in truth]
            shares.append(np.mean([answer[item] == truth[item] for item in known]))
        name = f"{path.name.partition('.')[0]} ({len(panel):,} judgments)"
        print(f"{name:32}" + "".join(f"{share:10.1%}" for share in shares))


def main() -> None:
    """Print everything."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    options.add_argument("--items", type=int, default=50_000)
    options.add_argument("--raters", type=int, default=20)
    options.add_argument("--glad-items", type=int, default=2_000)
    options.add_argument("--data", type=Path, default=Path("../shared/data"))
    chosen = options.parse_args()
    warnings.simplefilter("ignore")
    panel, expert = simulated(chosen.items, chosen.raters)
    print(f"{len(panel):,} judgments: {chosen.items:,} items x {chosen.raters} raters")
    bench_alpha_and_fleiss(panel)
    bench_reliability(panel, expert)
    bench_dawid_skene(panel)
    bench_mace(panel)
    bench_glad(simulated(chosen.glad_items, chosen.raters)[0], panel)
    bench_shuffling()
    bench_reading(panel)
    crowd = chosen.data / "judgments" / "crowd"
    if crowd.is_dir():
        real_answers(crowd)


if __name__ == "__main__":
    main()
