"""Flags against annotated sentences, without a list of judged sites.

Lenient: a flag is right if it overlaps an edit of any type by any annotator. Strict: an edit of
the flag's own kind. Correction: such an edit with the same words. Recall is over the edits of a
kind, annotator by annotator, that a flag of that kind overlaps (and says the same words).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from solecism import site as sites
from solecism.edit import Edit, trimmed
from solecism.errors import InputError
from solecism.figure import (
    DEFAULT_LEVEL,
    F05,
    F1,
    PRECISION,
    RECALL,
    Figure,
    f_beta,
    f_mean,
    undefined_figure,
)
from solecism.numeric import Floats
from solecism.scoring.score_tables import SHOWN, few_edits_remarks, score_cells
from solecism.sentence import Sentence
from solecism.site import KINDS, Flag, Site, kinds_of
from solecism.system.display_text import count
from solecism.table import Table, Tabular, figure_columns, table
from solecism.uncertainty.bootstrap import bootstrap
from solecism.uncertainty.proportion import wilson_effective
from solecism.uncertainty.quantiles import normal_quantile
from solecism.uncertainty.two_way import ratio_interval

LENIENT, STRICT, CORRECTION = "lenient", "strict", "correction"
_FS = (F1, F05)
# From here on Student's t, by which recall has its interval, is near the normal distribution.
_FEW_ANNOTATORS = 5


@dataclass(frozen=True, slots=True)
class M2Score:
    """The score of a system for one kind of site, by one way of counting.

    `n_right` of `n_flags` are right, and `n_found` of the annotators' `n_edits` are found.
    """

    system: str
    kind: str
    mode: str
    n_flags: int
    n_right: int
    n_edits: int
    n_found: int
    figures: dict[str, Figure]


@dataclass(frozen=True, slots=True, repr=False)
class M2Scores(Tabular):
    """All scores, and how many flags are in sentences that the annotated text does not have."""

    scores: list[M2Score]
    n_sentences: int
    annotators: tuple[str, ...]
    n_outside: dict[str, int]

    def tables(self) -> Iterator[Table]:
        """One row per system, kind and way of counting."""
        counts = ("flags", "right", "edits", "found")
        level = self.scores[0].figures[PRECISION].interval.level
        yield table(
            f"Flags in {self.n_sentences} sentences of {len(self.annotators)} annotators",
            ("system", "kind", "counting", *counts, *figure_columns(SHOWN, level)),
            [
                [
                    one.system,
                    one.kind,
                    one.mode,
                    *map(str, (one.n_flags, one.n_right, one.n_edits, one.n_found)),
                    *score_cells(one.figures),
                ]
                for one in self.scores
            ],
        )

    def remarks(self) -> Iterator[str]:
        """What the number of annotators does to the figures, and which flags have no score."""
        n_annotators = len(self.annotators)
        if n_annotators > 2:
            yield (
                f"A flag is right if any of {n_annotators} annotators has such an edit, so that "
                "precision rises with every further annotator; recall is over all their edits."
            )
        if 1 < n_annotators < _FEW_ANNOTATORS:
            yield (
                f"The intervals of recall hold for other annotators too. They are wide because "
                f"{n_annotators} annotators say little about how others differ."
            )
        strict = {one.system: one for one in self.scores if one.mode == STRICT}
        yield from few_edits_remarks(
            (name, one.n_flags, one.n_edits) for name, one in strict.items()
        )
        for system, n_outside in self.n_outside.items():
            if n_outside:
                flags = f"{count(n_outside, 'flag')} of {system}"
                verb = "is" if n_outside == 1 else "are"
                yield f"{flags} {verb} in sentences without annotation."


@dataclass(frozen=True, slots=True)
class _Spot:
    """A flag's site and the words that it suggests."""

    site: Site
    texts: frozenset[str]


def score_m2(
    flags: Iterable[Flag],
    sentences: Sequence[Sentence],
    *,
    kinds: Sequence[str] = KINDS,
    rng: np.random.Generator,
    n_draws: int = 2000,
    level: float = DEFAULT_LEVEL,
) -> M2Scores:
    """Scores of each system by kind and way of counting; only flags that say error count."""
    spots = _spots(flags)
    if not sentences:
        raise InputError("there is no annotated sentence to score against.")
    if not spots:
        raise InputError("there is no flag to score.")
    known = {sentence.id for sentence in sentences}
    n_outside = {}
    for system, by_sentence in spots.items():
        outside = [id for id in by_sentence if id not in known]
        if by_sentence and len(outside) == len(by_sentence):
            raise InputError(
                f"no flag of {system} is in the annotated text: {outside[0]} is flagged, "
                f"{min(known, default='nothing')} is annotated. Give --document the same name."
            )
        n_outside[system] = sum(len(by_sentence[id]) for id in outside)
    names = sorted({note.annotator for sentence in sentences for note in sentence.annotations})
    scores = [
        _score(
            system,
            kind,
            mode,
            _tables(sentences, spots[system], kind, mode, names),
            rng=rng,
            n_draws=n_draws,
            level=level,
        )
        for system in sorted(spots)
        for kind in kinds
        for mode in _MODES
    ]
    return M2Scores(scores, len(sentences), tuple(names), n_outside)


def overlaps(site: Site, edit: Edit) -> bool:
    """Whether both have a word in common, or touch where one of them is a gap.

    >>> overlaps(Site("a.1", 2, 3, "preposition"), Edit(3, (), ("the",)))
    True
    >>> overlaps(Site("a.1", 2, 3, "preposition"), Edit(3, ("a",), ("the",)))
    False
    """
    if site.start == site.end or edit.start == edit.end:
        return site.start <= edit.end and edit.start <= site.end
    return site.start < edit.end and edit.start < site.end


def _spots(flags: Iterable[Flag]) -> dict[str, dict[str, list[_Spot]]]:
    """The errors that each system flags, by sentence."""
    spots: dict[str, dict[str, list[_Spot]]] = {}
    for flag in flags:
        mine = spots.setdefault(flag.system, {})
        if flag.error:
            site = sites.parse(flag.site)
            texts = frozenset(suggestion.text for suggestion in flag.suggestions)
            mine.setdefault(site.sentence, []).append(_Spot(site, texts))
    return spots


def _is_any(spot: _Spot, edit: Edit) -> bool:
    return overlaps(spot.site, edit)


def _is_of_kind(spot: _Spot, edit: Edit) -> bool:
    return spot.site.kind in kinds_of(edit.kind) and overlaps(spot.site, edit)


def _is_same(spot: _Spot, edit: Edit) -> bool:
    """Whether the edit has the flag's kind and words, at a span that the flag's site is in."""
    if spot.site.kind not in kinds_of(edit.kind):
        return False
    for words in (edit.after, *edit.alternatives):
        smaller = trimmed(replace(edit, after=words))
        is_inside = smaller.start <= spot.site.start and spot.site.end <= smaller.end
        if is_inside and " ".join(smaller.after) in spot.texts:
            return True
    return False


_Test = Callable[[_Spot, Edit], bool]
# What makes a flag right, and what makes an edit found.
_MODES: dict[str, tuple[_Test, _Test]] = {
    LENIENT: (_is_any, _is_of_kind),
    STRICT: (_is_of_kind, _is_of_kind),
    CORRECTION: (_is_same, _is_same),
}


def _tables(
    sentences: Sequence[Sentence],
    spots: dict[str, list[_Spot]],
    kind: str,
    mode: str,
    annotators: Sequence[str],
) -> tuple[Floats, Floats]:
    """Right and all flags (sentences x 2); found and all edits (sentences x annotators x 2)."""
    is_right, is_found = _MODES[mode]
    of_flags = np.zeros((len(sentences), 2))
    of_edits = np.zeros((len(sentences), max(1, len(annotators)), 2))
    place = {name: index for index, name in enumerate(annotators)}
    for row, sentence in enumerate(sentences):
        mine = [spot for spot in spots.get(sentence.id, ()) if spot.site.kind == kind]
        everything = [edit for note in sentence.annotations for edit in note.edits]
        n_right = sum(any(is_right(spot, edit) for edit in everything) for spot in mine)
        of_flags[row] = n_right, len(mine)
        for note in sentence.annotations:
            own = [edit for edit in note.edits if kind in kinds_of(edit.kind)]
            n_found = sum(any(is_found(spot, edit) for spot in mine) for edit in own)
            of_edits[row, place[note.annotator]] += n_found, len(own)
    return of_flags, of_edits


def _score(
    system: str, kind: str, mode: str, tables: tuple[Floats, Floats], **options: Any
) -> M2Score:
    of_flags, of_edits = tables
    level = options["level"]
    reasons = {PRECISION: "the system flags nothing", RECALL: "no annotator has such an edit"}
    ratios = {
        PRECISION: ratio_interval(of_flags[:, :1], of_flags[:, 1:], level=level),
        RECALL: ratio_interval(of_edits[:, :, 0], of_edits[:, :, 1], level=level),
    }
    figures = {
        name: undefined_figure(name, reasons[name], level=level)
        if math.isnan(value)
        else Figure(value, name=name, interval=interval)
        for name, (value, interval) in ratios.items()
    }
    sums = np.hstack([of_flags, of_edits.sum(axis=1)])
    n_right, n_flags, n_found, n_edits = (int(total) for total in sums.sum(axis=0))
    figures |= _f_figures(sums, **options)
    return M2Score(system, kind, mode, n_flags, n_right, n_edits, n_found, figures)


def _f_figures(
    sums: Floats, *, rng: np.random.Generator, n_draws: int, level: float
) -> dict[str, Figure]:
    """F, of precision and recall that do not share their hits, with bootstrap intervals."""
    draws = bootstrap(sums, _f_values, rng=rng, n_draws=n_draws)
    intervals = draws.intervals(level=level)
    n_right, n_flags, n_found, n_edits = sums.sum(axis=0)
    if n_flags and n_right == n_flags and n_found == n_edits:
        # All resamples are alike: the edits count as independent.
        n, quantile = min(n_flags, n_edits), normal_quantile(level)
        alike = wilson_effective(1.0, n, quantile=quantile, level=level)
        intervals = [alike] * len(_FS)
    return {
        name: Figure(value, name=name, interval=interval)
        for name, value, interval in zip(_FS, draws.estimate, intervals, strict=True)
    }


def _f_values(sums: Floats) -> Floats:
    precision, recall = sums[:, 0] / sums[:, 1], sums[:, 2] / sums[:, 3]
    return np.column_stack([f_mean(precision, recall, f_beta(name)) for name in _FS])
