"""The strong detector and its peers against the ten annotators of CoNLL-2014."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, pairwise
from pathlib import Path

import numpy as np
from benchmarks.detection.conll14 import SET, matches
from benchmarks.detection.systems import decisions, own_flags, peers_flags

from solecism import site as sites
from solecism.detect import registry
from solecism.detect.detector import Detector
from solecism.detect.network.model import StrongModel
from solecism.detect.network.strong_detector import StrongDetector
from solecism.figure import F05, PRECISION, RECALL, Figure
from solecism.scoring.against_raters import against_majority, weighted
from solecism.scoring.bins import DEFAULT_EDGES, Bin, agreement_bins
from solecism.scoring.m2 import LENIENT, overlaps, score_m2
from solecism.scoring.match import Match
from solecism.sentence import Sentence
from solecism.site import KINDS, Flag

PRECISIONS = (None, 0.6)
ASKED_PRECISION = 0.8
SHOWN = (PRECISION, RECALL, F05)
# What the network thinks less probable than this is no candidate.
LEAST = 0.01
N_DRAWS = 10


def show_recall(model: StrongModel, sentences: Sequence[Sentence]) -> None:
    """Recall with as many of the surest flags as keep lenient precision at what was asked."""
    print(f"\n### Ten annotators: recall at a lenient precision of {ASKED_PRECISION:g}\n")
    print(
        "| system | kind | flags | from a confidence of | precision | recall | 95% |\n"
        + "|---" * 7
        + "|"
    )
    for detector in (
        StrongDetector(model, threshold=LEAST),
        StrongDetector(model, second=registry.light(), threshold=LEAST, name="cascade"),
    ):
        _show_recall(detector, sentences)


def _show_recall(detector: Detector, sentences: Sequence[Sentence]) -> None:
    flags = decisions(detector.name, list(detector.flags(sentences)))
    for kind in KINDS:
        mine = surest([flag for flag in flags if flag.error and _is_of(flag, kind)], sentences)
        if not mine:
            print(f"| {detector.name} | {kind} | 0 | | | | |")
            continue
        found = lenient(mine, sentences, kind)
        recall = found[RECALL]
        print(
            f"| {detector.name} | {kind} | {len(mine)} | {mine[-1].confidence:.3f} "
            f"| {found[PRECISION]:.3f} | {recall:.3f} | {recall.interval} |",
            flush=True,
        )


def surest(flags: Sequence[Flag], sentences: Sequence[Sentence]) -> list[Flag]:
    """As many of the surest flags as keep to the precision, by all annotators' edits."""
    by_id = {sentence.id: sentence for sentence in sentences}
    order = sorted(flags, key=lambda flag: -(flag.confidence or 0.0))
    is_right = [_overlaps_any(sites.parse(flag.site), by_id) for flag in order]
    precision = np.cumsum(is_right) / np.arange(1, len(order) + 1)
    enough = np.flatnonzero(precision >= ASKED_PRECISION)
    return order[: enough[-1] + 1] if len(enough) else []


def _overlaps_any(site: sites.Site, sentences: Mapping[str, Sentence]) -> bool:
    notes = sentences[site.sentence].annotations
    return any(overlaps(site, edit) for note in notes for edit in note.edits)


def lenient(flags: Sequence[Flag], sentences: Sequence[Sentence], kind: str) -> dict[str, Figure]:
    """The figures of flags of one kind where any annotator's edit makes a flag right."""
    rng = np.random.default_rng(1)
    scores = score_m2(flags, sentences, kinds=[kind], rng=rng, n_draws=N_DRAWS).scores
    return next(score.figures for score in scores if score.mode == LENIENT)


def show_systems(model: StrongModel, sentences: Sequence[Sentence], data: Path) -> None:
    """One table of all systems: lenient, by majority, graded, and where annotators agree."""
    own = own_flags(model, sentences, PRECISIONS)
    flags = [decisions(name, each) for name, each in chain(own, peers_flags(data, SET, sentences))]
    order = [each[0].system for each in flags]
    found = sorted(matches(sentences, flags), key=lambda match: order.index(match.system))
    print("\n### Ten annotators, precision / recall / F0.5; precision and kappa by agreement\n")
    edges = pairwise(DEFAULT_EDGES)
    bins = " | ".join(f"{100 * low:g}-{100 * high:g}%" for low, high in edges)
    print(f"| kind | system | flags | lenient | majority | graded | graded F0.5, 95% | {bins} |")
    print("|---" * 10 + "|")
    for kind in KINDS:
        for match, mine in zip(found, flags, strict=True):
            errors = [flag for flag in mine if flag.error and _is_of(flag, kind)]
            cells = _cells(match.of_kinds([kind]), errors, sentences, kind)
            print(f"| {kind} | {match.system} | {' | '.join(cells)} |", flush=True)


def _cells(
    match: Match, errors: Sequence[Flag], sentences: Sequence[Sentence], kind: str
) -> list[str]:
    if not errors:
        return ["0", *[""] * 7]
    graded = weighted(match).figures
    return [
        str(len(errors)),
        _three(lenient(errors, sentences, kind)),
        _three(against_majority(match).figures),
        _three(graded),
        str(graded[F05].interval),
        *map(_bin, agreement_bins(match)),
    ]


def _bin(each: Bin) -> str:
    values = (each.score.figures[PRECISION], each.kappa)
    return ", ".join("-" if np.isnan(value) else f"{value:.2f}" for value in values)


def _three(figures: Mapping[str, Figure]) -> str:
    return " / ".join(f"{figures[name]:.3f}" for name in SHOWN)


def _is_of(flag: Flag, kind: str) -> bool:
    return flag.site.endswith(f":{kind}")
