"""How much raters differ in strictness: the prior of two-way intervals, learnt from studies.

python -m benchmarks.measuring.rater_prior ../shared/data

Prints the standard deviation of strictness (in log-odds) in each study, the scaled inverse
chi-squared distribution through those about language, and what intervals with it cover for real
annotators: two, three or five of the ten of CoNLL-2014, on a tenth of its sentences, with the edits
of real systems as flags and all ten on all sentences as the truth. There the prior is learnt
without CoNLL-2014.
"""

from __future__ import annotations

import csv
import math
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from scipy.optimize import brentq
from scipy.special import digamma, polygamma

from solecism.align.typed_edits import edits
from solecism.edit import Annotation
from solecism.formats import m2
from solecism.judgment import ERROR
from solecism.language.tagger import tag
from solecism.locate.flags_and_judgments import judgments_of_annotations
from solecism.numeric import Bools, Floats, Ints
from solecism.sentence import from_words
from solecism.uncertainty.two_way import RaterPrior, ratio_interval

Row = tuple[str, str, float]
LANGUAGE = ("CoNLL-2014", "BLiMP", "Dentella", "Lang-8")
SYSTEMS = {"seeda": ("T5", "GECToR-BERT", "BART"), "gjg15": ("CAMB", "AMU")}
SEED, N_STUDIES, SHARE = 20080824, 500, 0.1
SYSTEM = "system:"


def strictness_variance(rows: Iterable[Row], *, least: int) -> float:
    """The variance of strictness over raters with `least` answers and more, by moments.

    For a rater z is the sum over items of the answer less the mean of the others, divided by the
    sum of v = p (1 - p): how much stricter the rater is than the others. The variance of the
    answers themselves is taken off.
    """
    items: dict[str, int] = {}
    raters: dict[str, int] = {}
    cells = {
        (items.setdefault(item, len(items)), raters.setdefault(rater, len(raters))): answer
        for item, rater, answer in reversed(list(rows))
    }
    table = np.full((len(items), len(raters)), np.nan)
    for cell, answer in cells.items():
        table[cell] = answer
    table = table[:, (~np.isnan(table)).sum(axis=0) >= least]
    there = ~np.isnan(table)
    table, there = table[there.sum(axis=1) > 1], there[there.sum(axis=1) > 1]
    n = there.sum(axis=1, keepdims=True)
    mean = np.nansum(table, axis=1, keepdims=True) / n
    bigger = n / (n - 1)
    v = np.where(there, mean * (1 - mean) * bigger, 0.0)
    weight = v.sum(axis=0)
    kept = weight > 1
    z = np.where(there, (np.nan_to_num(table) - mean) * bigger, 0.0).sum(axis=0)[kept]
    noise = (v * bigger).sum(axis=0)[kept] / weight[kept] ** 2
    z, weight = z / weight[kept], weight[kept]
    spread = np.average((z - np.average(z, weights=weight)) ** 2, weights=weight)
    # The others' mean varies as well.
    own = np.average((1 / bigger)[:, 0], weights=v.sum(axis=1))
    return float(max(0.0, spread - np.average(noise, weights=weight)) * own)


def studies(data: Path) -> Iterator[tuple[str, float]]:
    """The variance of strictness in each study; means over the answers or kinds of one."""
    folder = data / "judgments"
    ten, _ = annotators(data)
    kinds = {site.rsplit(":", 1)[1] for site, _, _ in ten}
    yield "CoNLL-2014", _mean([[row for row in ten if row[0].endswith(kind)] for kind in kinds])
    yield "BLiMP", strictness_variance(_blimp(folder / "blimp_mturk.csv"), least=15)
    yield (
        "Dentella",
        strictness_variance(
            [
                (row["sentence"], row["participant"], float(row["judged_correct"] == "0"))
                for row in _table(folder / "dentella.csv")
            ],
            least=5,
        ),
    )
    yield (
        "Lang-8",
        strictness_variance(
            [
                (row["orig"] + row["corr"], row["worker"], float(row["label"] == "No"))
                for row in _table(folder / "lang8_amt.csv")
                if row["label"] in ("Yes", "No")
            ],
            least=10,
        ),
    )
    for name in ("dogs", "faces", "ducks", "product"):
        rows = _table(folder / "crowd" / f"{name}.answer.csv")
        labels = sorted({row["answer"] for row in rows})
        parts = [
            [(row["question"], row["worker"], float(row["answer"] == label)) for row in rows]
            for label in (labels if len(labels) > 2 else labels[1:])
        ]
        yield name, _mean(parts, least=20)


def _mean(parts: Iterable[Sequence[Row]], *, least: int = 1) -> float:
    return float(np.mean([strictness_variance(part, least=least) for part in parts]))


def _table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def _blimp(path: Path) -> Iterator[Row]:
    """Whether a Turker chose the worse of two sentences; attention checks left out."""
    for row in _table(path):
        for number in range(1, 6):
            condition, choice = row[f"Input.item_{number}_condition"], row[f"Answer.Choice{number}"]
            if "ans" in condition and not condition.startswith("attn") and choice[:2] in "1.2.":
                pair = row[f"Input.field_{number}_1"] + row[f"Input.field_{number}_2"]
                yield pair, row["anonCode"], float(choice[:1] != condition[-1])


def annotators(data: Path) -> tuple[list[Row], list[Row]]:
    """Whether each annotator of CoNLL-2014 edits a site, and whether each system does."""
    with (data / "learner" / "conll14" / "BN.m2").open(encoding="utf-8") as lines:
        sentences = list(m2.parse(lines, document="BN", file="BN.m2"))
    notes = {one.id: list(one.annotations) for one in sentences}
    sources = list(tag(from_words("", one.words) for one in sentences))
    for folder, names in SYSTEMS.items():
        for name in names:
            path = data / "ranking" / folder / "outputs" / f"{name}.txt"
            texts = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
            outputs = tag(from_words("", text.split()) for text in texts)
            for one, before, after in zip(sentences, sources, outputs, strict=True):
                made = tuple(edits(before, after))
                notes[one.id].append(Annotation(f"{SYSTEM}{name}", made))
    marked = [replace(one, annotations=tuple(notes[one.id])) for one in sentences]
    judged = judgments_of_annotations(marked, presence="everywhere")
    rows = [(one.site, one.rater, float(one.answer == ERROR)) for one in judged]
    people = [row for row in rows if not row[1].startswith(SYSTEM)]
    return people, [row for row in rows if row[1].startswith(SYSTEM)]


def prior_of(variances: Sequence[float]) -> RaterPrior:
    """The scaled inverse chi-squared distribution with this mean and variance of logarithms."""
    logs = np.log(variances)
    half = brentq(lambda x: polygamma(1, x) - logs.var(ddof=1), 0.1, 1e6)
    return RaterPrior(math.exp(logs.mean() - digamma(half) + math.log(half)), 2 * half)


def covered(data: Path, prior: RaterPrior) -> None:
    """Coverage and width for some of the ten annotators, without and with the prior."""
    rows, edited = annotators(data)
    sites = sorted({row[0] for row in rows})
    people = sorted({row[1] for row in rows})
    place = {name: number for number, name in enumerate(sites)}
    x = np.zeros((len(sites), len(people)))
    for site, person, answer in rows:
        x[place[site], people.index(person)] = answer
    flags = {name: np.zeros(len(sites), dtype=np.bool_) for _, name, _ in edited}
    for site, name, answer in edited:
        flags[name][place[site]] = bool(answer)
    sentences = np.unique([site.split(":")[0] for site in sites], return_inverse=True)[1]
    rng = np.random.default_rng(SEED)
    for n_raters in (2, 3, 5):
        for name, chosen in (("without", None), ("with", prior)):
            found = _studies_of(x, flags, sentences, n_raters, chosen, rng)
            shown = ", ".join(f"{key} {share:.3f} width {w:.3f}" for key, (share, w) in found)
            print(f"{n_raters} of 10 annotators, {name} the prior: {shown}", flush=True)


def _studies_of(
    x: Floats,
    flags: dict[str, Bools],
    sentences: Ints,
    n_raters: int,
    prior: RaterPrior | None,
    rng: np.random.Generator,
) -> list[tuple[str, tuple[float, float]]]:
    results: dict[str, list[tuple[bool, float]]] = {"precision": [], "recall": []}
    p = x.mean(axis=1)
    for _ in range(N_STUDIES):
        flag = flags[str(rng.choice(sorted(flags)))]
        in_sample = rng.random(int(sentences.max()) + 1) < SHARE
        rows = np.flatnonzero(in_sample[sentences])
        raters = rng.choice(x.shape[1], n_raters, replace=False)
        answers, c = x[np.ix_(rows, raters)], flag[rows, None].astype(float)
        for name, below, truth in (
            ("precision", c, p[flag].mean()),
            ("recall", answers, p[flag].sum() / p.sum()),
        ):
            interval = ratio_interval(c * answers, below, answers=answers, prior=prior)[1]
            results[name].append((truth in interval, 2 * interval.half_width))
    return [(name, tuple(np.nanmean(both, axis=0))) for name, both in results.items()]


def main(data: Path) -> None:
    """Print everything."""
    found = dict(studies(data))
    for name, variance in found.items():
        print(f"{name}: standard deviation of strictness {math.sqrt(variance):.2f}")
    for label, names in (("language", LANGUAGE), ("all", tuple(found))):
        prior = prior_of([found[name] for name in names])
        print(
            f"prior from {label}: variance {prior.variance:.3f}, "
            f"degrees of freedom {prior.degrees_of_freedom:.1f}"
        )
    covered(data, prior_of([found[name] for name in LANGUAGE[1:]]))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
