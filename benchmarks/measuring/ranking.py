"""Which scores agree with people: GJG15, SEEDA, and how the constants of graded gain were chosen.

python -m benchmarks.measuring.ranking table ../shared/data
python -m benchmarks.measuring.ranking constants ../shared/data
python -m benchmarks.measuring.ranking weights ../shared/data
python -m benchmarks.measuring.ranking verdicts ../shared/data
python -m benchmarks.measuring.ranking plot ../shared/data docs/_static/ranking.svg
"""

from __future__ import annotations

import lzma
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from solecism.formats import m2
from solecism.formats.rankings import read
from solecism.numeric import Floats, Ints
from solecism.ranking.comparisons import Comparisons, comparisons
from solecism.ranking.evidence import Evidence, aligned_changes, evidence, sentence_numbers
from solecism.ranking.human_ranking import expected_wins
from solecism.ranking.score_agreement import (
    Choices,
    agreement_by_annotators,
    choices,
    pairwise_accuracy,
    pearson,
    spearman,
)
from solecism.ranking.scores import SCORES, GradedGain, metric_values, scores_by_name
from solecism.sentence import Sentence

FILES = {"gjg15": "judgments.xml.xz", "seeda": "judgments_edit.xml.xz"}
FLUENT = ("REF-F", "GPT-3.5")
POWERS = (0.0, 0.25, 1 / 3, 0.5, 0.75, 1.0)
COSTS = (0.0, 0.25, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 1.0, 1.25, 1.5)
CHOSEN = GradedGain()
N_JOBS = 2
LABEL_SHIFTS = {"INPUT": (6, -3), "REF-F": (-6, -7), "GPT-3.5": (-6, 2)}
SETS = (
    ("SEEDA-E base", "seeda", ("INPUT", *FLUENT)),
    ("with fluent rewrites", "seeda", ("INPUT",)),
    ("GJG15", "gjg15", ("INPUT",)),
)


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """Systems with people's rankings and annotators' edits."""

    pairs: Comparisons
    evidence: Evidence
    places: Ints
    wins: Floats
    """Wins by sentence of the evidence (sentences x systems x systems)."""

    def choices(self) -> Choices:
        """People's choices between two outputs."""
        return choices(self.pairs, self.places, self.evidence)


@cache
def annotated(data: Path) -> list[Sentence]:
    """The sentences of CoNLL-2014 with the edits of ten annotators."""
    path = data / "learner" / "conll14" / "BN.m2"
    with path.open(encoding="utf-8") as lines:
        return list(m2.parse(lines, document="BN", file=str(path)))


@cache
def judged(data: Path, name: str) -> Judged:
    """GJG15 or SEEDA-E."""
    folder = data / "ranking" / name
    pairs = comparisons(read(str(folder / FILES[name])))
    outputs = {}
    for system in pairs.systems:
        text = (folder / "outputs" / f"{system}.txt").read_text(encoding="utf-8")
        outputs[system] = [tuple(line.split()) for line in text.removesuffix("\n").split("\n")]
    known = evidence(annotated(data), outputs, n_jobs=N_JOBS)
    places = sentence_numbers(pairs, known)
    sentence, _, cells = pairs.wins()
    wins = np.zeros((known.n_sentences, *cells.shape[1:]))
    np.add.at(wins, places[sentence], cells)
    return Judged(pairs, known, places, wins)


def kept_systems(one: Judged, leave_out: Sequence[str]) -> Ints:
    """The numbers of the systems that are not left out."""
    return np.array([n for n, name in enumerate(one.pairs.systems) if name not in leave_out])


def published_trueskill(data: Path) -> dict[str, float]:
    """TrueSkill as the authors of SEEDA give it."""
    lines = (data / "ranking" / "seeda" / "human_edit.tsv").read_text().splitlines()[1:]
    return {name: float(skill) for name, skill, _ in (line.split("\t") for line in lines)}


def table(data: Path) -> None:
    """Pearson/Spearman of every score with expected wins (and SEEDA's published TrueSkill)."""
    skills = published_trueskill(data)
    print("score | " + " | ".join(name for name, *_ in SETS) + " | base, fluent by TrueSkill")
    for score in SCORES.values():
        cells, by_skill = [], []
        for _, name, leave_out in SETS:
            one = judged(data, name)
            kept = kept_systems(one, leave_out)
            scores = metric_values(score, one.evidence)[kept]
            cells.append(_both(scores, expected_wins(one.wins.sum(axis=0))[kept]))
            if name == "seeda":
                people = np.array([skills[one.pairs.systems[n]] for n in kept])
                by_skill.append(_both(scores, people))
        print(" | ".join([score.name, *cells, ", ".join(by_skill)]), flush=True)


def _both(scores: Floats, people: Floats) -> str:
    return f"{float(pearson(scores, people)):.2f}/{float(spearman(scores, people)):.2f}"


@dataclass(frozen=True, slots=True, eq=False)
class Grid:
    """The gain of every system and sentence with each pair of constants, and people's wins."""

    gains: dict[tuple[float, float], list[Floats]]
    wins: list[Floats]
    kept: list[Ints]

    def agreement(
        self, constants: tuple[float, float], parts: Sequence[Ints], systems: Sequence[Ints]
    ) -> float:
        """The mean correlation over the three sets, on some sentences and systems of each."""
        found = []
        for gain, wins, part, chosen in zip(
            self.gains[constants], self.wins, parts, systems, strict=True
        ):
            people = expected_wins(wins[part].sum(axis=0))[chosen]
            scores = gain[chosen][:, part].sum(axis=1)
            found += [float(pearson(scores, people)), float(spearman(scores, people))]
        return float(np.mean(found))


def grid(data: Path) -> Grid:
    """Graded gain with every pair of constants on the three sets of systems."""
    sets = [(judged(data, name), leave_out) for _, name, leave_out in SETS]
    gains = {
        (power, cost): [GradedGain(power, cost).statistics(one.evidence)[..., 0] for one, _ in sets]
        for power in POWERS
        for cost in COSTS
    }
    kept = [kept_systems(one, leave_out) for one, leave_out in sets]
    return Grid(gains, [one.wins for one, _ in sets], kept)


def constants(data: Path) -> None:
    """Cross-validation of the two constants, over sentences and over systems."""
    known = grid(data)
    everything = [np.arange(len(wins)) for wins in known.wins]
    agreement = {pair: known.agreement(pair, everything, known.kept) for pair in known.gains}
    chosen = (CHOSEN.power, CHOSEN.cost)
    print(f"chosen {chosen}: mean correlation {agreement[chosen]:.3f} on all data")
    print("power \\ cost " + " ".join(f"{cost:5g}" for cost in COSTS))
    for power in POWERS:
        print(f"{power:12.2f} " + " ".join(f"{agreement[power, cost]:5.3f}" for cost in COSTS))
    rng = np.random.default_rng(0)
    _over_sentences(known, chosen, rng)
    _over_systems(known, chosen, rng)


def _over_sentences(known: Grid, chosen: tuple[float, float], rng: np.random.Generator) -> None:
    n = len(known.wins[0])
    tuned, fixed = [], []
    for _ in range(10):
        order = rng.permutation(n)
        for fit, test in ((order[: n // 2], order[n // 2 :]), (order[n // 2 :], order[: n // 2])):
            best = max(known.gains, key=lambda pair: known.agreement(pair, [fit] * 3, known.kept))
            tuned.append(known.agreement(best, [test] * 3, known.kept))
            fixed.append(known.agreement(chosen, [test] * 3, known.kept))
    print(f"other half of the sentences: tuned {np.mean(tuned):.3f}, chosen {np.mean(fixed):.3f}")


def _over_systems(known: Grid, chosen: tuple[float, float], rng: np.random.Generator) -> None:
    """Constants from two thirds of the systems; pairs with a system of the other third."""
    everything = [np.arange(len(wins)) for wins in known.wins]
    tuned: list[float] = []
    fixed: list[float] = []
    for _ in range(20):
        fits = [np.sort(rng.permutation(kept)[: 2 * len(kept) // 3]) for kept in known.kept]
        best = max(known.gains, key=lambda pair: known.agreement(pair, everything, fits))
        for number, (kept, fit) in enumerate(zip(known.kept, fits, strict=True)):
            people = expected_wins(known.wins[number].sum(axis=0))
            for results, pair in ((tuned, best), (fixed, chosen)):
                scores = known.gains[pair][number].sum(axis=1)
                results.append(_new_pairs(scores, people, kept, fit))
    print(
        f"pairs with a new system in order: tuned {np.mean(tuned):.3f}, chosen {np.mean(fixed):.3f}"
    )


def _new_pairs(scores: Floats, people: Floats, kept: Ints, fit: Ints) -> float:
    """The share of pairs in people's order, of those with a system that was not fitted on."""
    n, n_fit = len(kept), len(fit)
    pairs, pairs_fit = n * (n - 1) / 2, n_fit * (n_fit - 1) / 2
    right = float(pairwise_accuracy(scores[kept], people[kept])) * pairs
    right -= float(pairwise_accuracy(scores[fit], people[fit])) * pairs_fit
    return right / (pairs - pairs_fit)


BINS = ((1, 1), (2, 2), (3, 4), (5, 6), (7, 8), (9, 10))


def weights(data: Path) -> None:
    """What people's choices say an edit is worth: logistic regression on pairs of outputs."""
    for name in FILES:
        one = judged(data, name)
        made = one.choices()
        features = _features(one.evidence)
        rows = features[made.better, made.place] - features[made.worse, made.place]

        def loss(weight: Floats, rows: Floats = rows) -> float:
            return float(np.logaddexp(0, -rows @ weight).sum() + 0.5 * (weight @ weight))

        weight = minimize(loss, np.zeros(rows.shape[1])).x
        names = [f"{n} unwanted" for n in ("1", "2", "3", "4+")]
        names += [f"made by {low}-{high}" for low, high in BINS]
        print(name, f"{len(rows)} choices")
        for label, value in zip(names, weight, strict=True):
            print(f"  {label:14} {value:6.2f}")


def _features(known: Evidence) -> Floats:
    """Counts of edits by how many annotators made them; unwanted ones as one of four cases."""
    count = known.by_annotator.sum(axis=0)
    n_unwanted = known.per_sentence((count == 0).astype(float))
    cases = [n_unwanted == 1, n_unwanted == 2, n_unwanted == 3, n_unwanted > 3]
    by_count = [
        known.per_sentence(((low <= count) & (count <= high)).astype(float)) for low, high in BINS
    ]
    return np.stack([*(case.astype(float) for case in cases), *by_count], axis=-1)


_EDIT = re.compile(r"\[([^\[\]→]*)→([^\[\]→|]*)\|(True|False)\]")
_TAG = re.compile(r"</?(t|s\d+)>")


def verdicts(data: Path) -> None:
    """How often raters find an edit right, by the number of annotators who made it."""
    known = judged(data, "seeda").evidence
    references = dict(zip(known.sources, zip(*known.references, strict=True), strict=True))
    rows, answers = [], []
    for source, version, answer in _judged_edits(data):
        if source in references:
            rows.append((source, (version, *references[source])))
            answers.append(answer)
    counts = []
    for mine, *others in aligned_changes(rows):
        counts.append(max((sum(change in each for each in others) for change in mine), default=0))
    right, count = np.array(answers), np.array(counts)
    print(f"{len(count)} verdicts")
    for low, high in ((0, 0), *BINS):
        chosen = (low <= count) & (count <= high)
        print(f"made by {low}-{high}: right {right[chosen].mean():.3f} of {chosen.sum()}")


def _judged_edits(data: Path) -> Iterator[tuple[tuple[str, ...], tuple[str, ...], bool]]:
    """The sentence, the sentence with this edit alone, and the verdict; garbled lines left out."""
    path = data / "ranking" / "seeda" / "edit_judgments.txt.xz"
    source: tuple[str, ...] = ()
    with lzma.open(path, "rt", encoding="utf-8") as stream:
        lines = stream.readlines()
    for line in lines:
        text = _TAG.sub("", line.strip())
        if line.startswith("<t>"):
            source = tuple(text.replace("[", "").replace("]", "").split())
        elif re.match(r"<s\d", line):
            edits = list(_EDIT.finditer(text))
            before = _EDIT.sub(r"\1", text).split()
            if tuple(before) != source:
                continue
            for edit in edits:
                start, end = edit.span()
                parts = [_EDIT.sub(r"\1", text[:start]), edit[2], _EDIT.sub(r"\1", text[end:])]
                yield source, tuple(" ".join(parts).split()), edit[3] == "True"


def plot(data: Path, path: Path) -> None:
    """Two scores beside people's ranking, and agreement by number of annotators."""
    from matplotlib.figure import Figure

    canvas = Figure(figsize=(9, 3.2), layout="constrained")
    axes = canvas.subplots(1, 3)
    one = judged(data, "seeda")
    people = expected_wins(one.wins.sum(axis=0))
    for place, name in zip(axes[:2], ("best", "gain"), strict=True):
        scores = metric_values(SCORES[name], one.evidence)
        for system, x, y in zip(one.pairs.systems, scores, people, strict=True):
            is_special = system in ("INPUT", *FLUENT)
            place.plot(
                x, y, "s" if is_special else "o", color="#b34700" if is_special else "#0b5fa5"
            )
            if is_special:
                shift = LABEL_SHIFTS[system]
                side = "right" if shift[0] < 0 else "left"
                place.annotate(
                    system, (x, y), textcoords="offset points", xytext=shift, ha=side, fontsize=7
                )
        place.set_xlabel(SCORES[name].name)
        place.set_ylabel("people: expected wins")
        place.set_title(f"{_both(scores, people)} (Pearson/Spearman)", fontsize=9)
    _draw_curves(axes[2], data)
    canvas.savefig(path, metadata={"Date": None})


def _draw_curves(place: object, data: Path) -> None:
    from matplotlib.axes import Axes

    assert isinstance(place, Axes)  # noqa: S101  (for the type checker)
    one = judged(data, "seeda")
    kept = kept_systems(one, ("INPUT",))
    points = agreement_by_annotators(
        expected_wins(one.wins.sum(axis=0))[kept],
        one.evidence,
        scores_by_name(("gain", "graded-f0.5", "best")),
        systems=kept,
        rng=np.random.default_rng(0),
    )
    for score, style in zip(
        dict.fromkeys(p.score for p in points), ("o-", "s--", "^:"), strict=True
    ):
        mine = [p for p in points if p.score == score and p.measure == "Spearman"]
        x = [p.n_annotators for p in mine]
        place.plot(x, [p.mean for p in mine], style, label=score, markersize=4)
        place.fill_between(x, [p.low for p in mine], [p.high for p in mine], alpha=0.15)
    place.set_xlabel("annotators")
    place.set_ylabel("Spearman with people")
    place.set_title("14 systems of SEEDA-E", fontsize=9)
    place.legend(fontsize=7)


if __name__ == "__main__":
    command, folder, *rest = sys.argv[1:]
    commands = {"table": table, "constants": constants, "weights": weights, "verdicts": verdicts}
    if command == "plot":
        plot(Path(folder), Path(rest[0]))
    else:
        commands[command](Path(folder))
