"""Seven real correctors against ten annotators (CoNLL-2014; Bryant & Ng 2015).

`python benchmarks/detection/conll14.py [--data ../shared/data] [--markdown FILE] [--csv FILE]`

Precision, recall and F0.5 against the majority and against all annotators' grades, kappa by
agreement, and whether graded scores rank the systems as plain ones do. Places that any of the
systems edits are judged too; an annotator without an edit there accepts it.
"""

from __future__ import annotations

import argparse
import csv
from collections.abc import Iterable, Sequence
from itertools import combinations
from pathlib import Path

import numpy as np

from solecism import site as sites
from solecism.formats import corrected, m2
from solecism.formats.files import read_lines
from solecism.locate.flags_and_judgments import flags_of_corrections, judgments_of_annotations
from solecism.panel import from_judgments
from solecism.scoring.against_raters import against_majority, weighted
from solecism.scoring.bins import Bin, agreement_bins, agreement_curve
from solecism.scoring.compared_systems import compare
from solecism.scoring.match import LABELS, Match, match
from solecism.scoring.score import Score
from solecism.sentence import Sentence
from solecism.site import KINDS, Flag

SYSTEMS = (
    "GECToR-2024",
    "T5-11B",
    "UL2-20B",
    "Chat-LLaMa-2-7B-FT",
    "Chat-LLaMa-2-13B-FT",
    "EditScorer",
    "CTC-Copy",
)
SET = "conll14"
SHOWN = ("precision", "recall", "F0.5")
N_DRAWS = 2000


def main(data: Path, markdown: Path | None, figures: Path | None) -> None:
    """Print the tables and the rankings; write them where asked."""
    flags = [flags_of_output(data, SET, name) for name in SYSTEMS]
    everything = matches(annotated(data), flags)
    lines: list[str] = []
    for kind in KINDS:
        mine = [one.of_kinds([kind]) for one in everything]
        lines += _table(kind, mine)
        lines += _rankings(mine)
    print("\n".join(lines))
    if markdown is not None:
        markdown.write_text("\n".join(lines) + "\n", encoding="utf-8")
    if figures is not None:
        _write_figures(figures, everything)


def flags_of_output(data: Path, name: str, system: str) -> list[Flag]:
    """What a corrector decides, by its output for a set, whose sentences are called by its name."""
    folder = data / "systems" / name
    versions = (read_lines(str(folder / f"{each}.txt")) for each in ("SOURCE", system))
    sentences = corrected.parse(*versions, document=name, file="SOURCE")
    return list(flags_of_corrections(sentences, system))


def annotated(data: Path) -> list[Sentence]:
    """The sentences with the edits of the ten annotators."""
    path = str(data / "learner" / "conll14" / "BN.m2")
    return list(m2.parse(read_lines(path), document=SET, file=path))


def matches(sentences: Sequence[Sentence], flags: Sequence[list[Flag]]) -> list[Match]:
    """All systems at the sites that annotators or any of the systems edit, or that are located."""
    flagged = {flag.site for each in flags for flag in each if flag.error}
    judgments = judgments_of_annotations(
        sentences, presence="everywhere", further=map(sites.parse, sorted(flagged))
    )
    panel = from_judgments(judgments, labels=LABELS)
    return match((flag for each in flags for flag in each), panel)


def _table(kind: str, matches: Iterable[Match]) -> list[str]:
    bins = [one.name for one in agreement_bins(next(iter(matches)))]
    columns = [f"{how} {name}" for how in ("plain", "graded") for name in ("P", "R", "F0.5")]
    columns += [f"kappa {name}" for name in bins]
    lines = [f"\n### {kind}\n", f"| system | {' | '.join(columns)} |", "|---" * (len(columns) + 1)]
    lines[-1] += "|"
    for one in matches:
        figures = [
            _cell(score, name) for score in (against_majority(one), weighted(one)) for name in SHOWN
        ]
        kappas = [f"{each.kappa:.3f}" for each in agreement_bins(one)]
        lines.append(f"| {one.system} | {' | '.join([*figures, *kappas])} |")
    return lines


def _cell(score: Score, name: str) -> str:
    return str(score.figures[name])


def _rankings(matches: Sequence[Match]) -> list[str]:
    """Where graded scores turn the order of two systems, and whether either order is sure."""
    lines = [f"\n{matches[0].n_items} sites, {matches[0].panel.n_raters} annotators."]
    for name in SHOWN:
        plain, graded = (
            {one.system: method(one).figures[name] for one in matches}
            for method in (against_majority, weighted)
        )
        turned = [
            (one, other)
            for one, other in combinations(matches, 2)
            if (plain[one.system] - plain[other.system])
            * (graded[one.system] - graded[other.system])
            < 0
        ]
        order = sorted(graded, key=lambda system: -graded[system])
        verdict = f"{len(turned) or 'no'} pair{'s' * (len(turned) != 1)} in another order"
        lines.append(f"\n{name}, graded: {' > '.join(order)}; {verdict} between plain and graded.")
        lines += [_turned(name, *pair) for pair in turned]
    return lines


def _turned(name: str, first: Match, second: Match) -> str:
    found = compare(first, second, rng=np.random.default_rng(0), n_draws=N_DRAWS)
    graded, plain = (row for row in found.differences if row.name == name)
    return (
        f"- {found.first} minus {found.second}: plain {plain:+.3f} "
        f"(p {plain.p_value:.2g}), graded {graded:+.3f} (p {graded.p_value:.2g}); "
        f"{found.decisive.share:.1%} of judgments decide."
    )


def _write_figures(path: Path, matches: Iterable[Match]) -> None:
    """Precision, recall and kappa from each level of agreement on, one row per point."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        names = [f"{name} {end}".strip() for name in _POINTS for end in ("", "low", "high")]
        writer.writerow(["kind", "system", "agreement", "sites", "errors", *names])
        for kind in KINDS:
            for one in matches:
                for point in agreement_curve(one.of_kinds([kind])):
                    writer.writerow([kind, one.system, *_point(point)])


_POINTS = ("precision", "recall", "kappa")


def _point(point: Bin) -> list[float]:
    figures = (point.score.figures["precision"], point.score.figures["recall"], point.kappa)
    ends = [
        number for each in figures for number in (each.value, each.interval.low, each.interval.high)
    ]
    return [point.low, point.n_items, point.n_errors, *ends]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--markdown", type=Path, help="write the tables to this file")
    parser.add_argument("--csv", type=Path, help="write what a figure needs to this file")
    arguments = parser.parse_args()
    main(arguments.data, arguments.markdown, arguments.csv)
