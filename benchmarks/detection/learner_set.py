"""Errors in learners' text (W&I dev) and alarms in natives' (LOCNESS), point by point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from benchmarks.detection.systems import own_flags, peers_flags

from solecism.detect.network.model import StrongModel
from solecism.figure import F05, PRECISION, RECALL
from solecism.formats import m2
from solecism.formats.files import read_lines
from solecism.language.annotate import annotate_sentences
from solecism.scoring.m2 import LENIENT, M2Score, score_m2
from solecism.sentence import Sentence
from solecism.site import KINDS, Flag, sentence_of, split_id

PRECISIONS = (None, 0.5, 0.6, 0.7, 0.8)
# The outputs of correctors are for all four files as one.
SET = "wi-dev"
LEARNER_LEVELS, NATIVE_LEVEL = "ABC", "N"
N_DRAWS = 1_000


@dataclass(frozen=True, slots=True)
class LearnerSet:
    """The sentences of learners and of natives, numbered through, and how many each level has."""

    learners: list[Sentence]
    natives: list[Sentence]
    sizes: dict[str, int]

    @classmethod
    def read(cls, data: Path) -> LearnerSet:
        """W&I+LOCNESS dev."""
        wi = data / "learner" / "wi"
        parts = [str(wi / f"{level}.dev.m2") for level in LEARNER_LEVELS + NATIVE_LEVEL]
        lines = chain.from_iterable(map(read_lines, parts))
        sentences = list(annotate_sentences(m2.parse(lines, document=SET, file=str(wi))))
        sizes = {
            level: sum(1 for _ in m2.parse(read_lines(part), document=SET, file=part))
            for level, part in zip(LEARNER_LEVELS + NATIVE_LEVEL, parts, strict=True)
        }
        n_native = sizes[NATIVE_LEVEL]
        return cls(sentences[:-n_native], sentences[-n_native:], sizes)


def show_detection(model: StrongModel, found: LearnerSet, data: Path) -> None:
    """A table of systems and kinds: by each way of counting, and alarms a thousand words."""
    print("\n### W&I dev, precision / recall / F0.5; LOCNESS, flags per 1,000 words\n")
    print("Together: whatever kinds our detectors flag; of the others these three only.\n")
    print(
        "| system | kind | flags | lenient | F0.5, 95% | strict | correction "
        "| lenient F0.5 with LOCNESS | LOCNESS |"
    )
    print("|---" * 9 + "|")
    everything = found.learners + found.natives
    alarms: dict[str, Counter[str]] = {}
    for name, flags in chain(
        own_flags(model, everything, PRECISIONS), peers_flags(data, SET, everything)
    ):
        errors = [flag for flag in flags if flag.error]
        native = _in(errors, found.natives)
        alarms[name] = Counter(flag.kind or "" for flag in native)
        _show(name, _in(errors, found.learners), native, found)
    print("\nFlags in LOCNESS by kind:\n")
    for name, counts in alarms.items():
        print(f"- {name}: {', '.join(f'{kind} {n}' for kind, n in counts.most_common())}")


def _show(name: str, flags: list[Flag], native: list[Flag], found: LearnerSet) -> None:
    n_words = sum(len(sentence.words) for sentence in found.natives)
    scored = [flag for flag in flags if _kind(flag) in KINDS]
    alarms = [flag for flag in native if _kind(flag) in KINDS]
    scores = _scores(scored, found.learners, n_draws=N_DRAWS)
    together = {
        score.kind: f"{score.figures[F05]:.3f}"
        for score in _scores(scored + alarms, found.learners + found.natives, n_draws=1)
        if score.mode == LENIENT
    }
    for kind in KINDS:
        rate = 1_000 * sum(_kind(flag) == kind for flag in native) / n_words
        mine = [score for score in scores if score.kind == kind]
        if mine:
            cells = [*_cells(mine), together[kind]]
            print(f"| {name} | {kind} | {' | '.join(cells)} | {rate:.2f} |", flush=True)
    rate = 1_000 * len(native) / n_words
    print(f"| {name} | together | {len(flags)} | | | | | | {rate:.2f} |", flush=True)


def _scores(flags: list[Flag], sentences: list[Sentence], *, n_draws: int) -> list[M2Score]:
    if not flags:
        return []
    return score_m2(flags, sentences, rng=np.random.default_rng(1), n_draws=n_draws).scores


def _cells(scores: Sequence[M2Score]) -> list[str]:
    cells = [str(scores[0].n_flags)]
    for score in scores:
        figures = [score.figures[name] for name in (PRECISION, RECALL, F05)]
        cells.append(" / ".join(f"{each:.3f}" for each in figures))
        if score.mode == LENIENT:
            cells.append(str(figures[-1].interval))
    return cells


def _kind(flag: Flag) -> str:
    return split_id(flag.site)[-1]


def _in(flags: Sequence[Flag], sentences: Sequence[Sentence]) -> list[Flag]:
    ids = {sentence.id for sentence in sentences}
    return [flag for flag in flags if sentence_of(flag.site) in ids]
