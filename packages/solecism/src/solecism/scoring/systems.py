"""Systems scored by their flags: one call from flags and judgments to results with tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import overload

import numpy as np

from solecism.figure import DEFAULT_LEVEL
from solecism.numeric import Floats
from solecism.panel import Panel
from solecism.scoring.against_raters import (
    Stability,
    Ties,
    against_majority,
    against_probability,
    against_rater,
    rogan_gladen,
    stability,
    weighted,
)
from solecism.scoring.bins import DEFAULT_EDGES, Bin, agreement_bins, agreement_curve, all_sites
from solecism.scoring.match import WHOLE, Match, match
from solecism.scoring.score import Score
from solecism.scoring.score_tables import bin_table, score_table, stability_table
from solecism.site import Flag
from solecism.table import Table, Tabular
from solecism.uncertainty.two_way import RATERS_OF_STUDIES, RaterPrior


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrections:
    """What corrections use: raters' answers to control items, and models' probabilities.

    `p_error` is by method: how probable an error is at each item of the match.
    """

    gold: Panel | None = None
    p_error: Mapping[str, Floats] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class SystemScore(Tabular):
    """The scores of a system for all sites and by kind, bins, a curve, and what was left out."""

    system: str
    n_items: int
    n_raters: int
    scores: list[Score]
    overall: Bin
    bins: list[Bin]
    curve: list[Bin]
    notes: list[str]
    stability: list[Stability] = field(default_factory=list)

    def tables(self) -> Iterator[Table]:
        """The scores by kind and by agreement of raters."""
        level = self.overall.kappa.interval.level
        yield score_table(self.system, self.scores, level)
        title = f"{self.system} against the majority, by agreement of raters"
        yield bin_table(title, (*self.bins, self.overall), level)
        yield bin_table(f"{self.system} from a level of agreement on", self.curve, level)
        yield stability_table(self.system, self.stability)

    def remarks(self) -> Iterator[str]:
        """Why figures are missing, and what was not counted."""
        yield from self.undefined()
        yield from self.notes

    def undefined(self) -> Iterator[str]:
        """Why figures are missing, each reason once."""
        full = [one for one in self.bins if one.n_items]
        figures = [
            (where, figure)
            for where, score in (
                *((score.against, score) for score in self.scores),
                *((f"{one.score.against} at {one.name} agreement", one.score) for one in full),
            )
            for figure in score.figures.values()
        ]
        lines = [
            f"No {figure.name} against {where}: {figure.reason}."
            for where, figure in figures
            if figure.reason
        ]
        empty = [one.name for one in self.bins if not one.n_items]
        lines += [f"No scores at {name} agreement: there is no site." for name in empty]
        yield from dict.fromkeys(lines)


def summarise(
    match: Match,
    *,
    each_rater: bool = False,
    raters: Sequence[str] = (),
    edges: Sequence[float] = DEFAULT_EDGES,
    curve: bool = False,
    with_stability: bool = False,
    corrections: Corrections | None = None,
    ties: Ties = "half",
    prior: RaterPrior | None = RATERS_OF_STUDIES,
    level: float = DEFAULT_LEVEL,
    seed: int = 0,
) -> SystemScore:
    """Scores against the majority, graded scores, and whatever else is requested."""
    rng = np.random.default_rng(seed)
    corrections = corrections or Corrections()
    names = match.panel.raters if each_rater else tuple(raters)
    for name in names:
        match.panel.rater_index(name)
    parts = {WHOLE: match, **match.by_kind()}
    scores: list[Score] = []
    for kind, part in parts.items():
        scores.append(against_majority(part, kind=kind, ties=ties, level=level))
        scores.append(weighted(part, kind=kind, level=level, prior=prior))
        scores += [
            against_rater(part, name, kind=kind, level=level)
            for name in names
            if name in part.panel.raters
        ]
        if corrections.gold is not None:
            scores.append(rogan_gladen(part, corrections.gold, rng=rng, kind=kind, level=level))
        for method, p_error in corrections.p_error.items():
            mine = p_error if kind == WHOLE else p_error[np.array(match.kinds) == kind]
            scores.append(against_probability(part, mine, method, kind=kind, level=level))
    return SystemScore(
        system=match.system,
        n_items=match.n_items,
        n_raters=match.panel.n_raters,
        scores=scores,
        overall=all_sites(match, scores[0], ties=ties, level=level),
        bins=agreement_bins(match, edges=edges, ties=ties, level=level),
        curve=agreement_curve(match, ties=ties, level=level) if curve else [],
        notes=list(notes(match)),
        stability=stability(match, ties=ties) if with_stability else [],
    )


def notes(match: Match) -> Iterator[str]:
    """Remarks on the data that a reader of the figures needs."""
    n_silent = int(np.sum(~match.is_asked))
    if n_silent:
        yield f"{n_silent} judged sites have no flag of {match.system}: taken as not flagged."
    n_flags, n_ok = sum(match.unjudged.values()), sum(match.unjudged_ok.values())
    if n_flags:
        yield (
            f"{n_flags} flags of {match.system} are at sites that nobody judged: they do not "
            "count, neither as right nor as wrong."
        )
    if n_ok:
        yield f"{n_ok} sites that {match.system} accepts have no judgment: they do not count."
    if match.panel.n_raters == 1:
        yield "There is only one rater: nothing is known about how other raters would answer."
    elif match.n_answers.max() == 1:
        yield "No site has two raters: nothing is known about how other raters would answer."


# How probable an error is at each item of a panel.
ErrorModel = Callable[[Panel], Floats]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Scores(Sequence[SystemScore], Tabular):
    """The score of each system."""

    systems: tuple[SystemScore, ...]

    @overload
    def __getitem__(self, index: int) -> SystemScore: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[SystemScore]: ...

    def __getitem__(self, index: int | slice) -> SystemScore | Sequence[SystemScore]:
        return self.systems[index]

    def __len__(self) -> int:
        return len(self.systems)

    def tables(self) -> Iterator[Table]:
        """The tables of each system in turn."""
        for system in self.systems:
            yield from system.tables()

    def remarks(self) -> Iterator[str]:
        """The remarks on each system, each once."""
        lines = (line for system in self.systems for line in system.remarks())
        return iter(dict.fromkeys(lines))


def score_systems(
    flags: Iterable[Flag],
    panel: Panel,
    *,
    kinds: Sequence[str] = (),
    as_sampled: bool = False,
    control: Panel | None = None,
    error_models: Mapping[str, ErrorModel] | None = None,
    each_rater: bool = False,
    raters: Sequence[str] = (),
    edges: Sequence[float] = DEFAULT_EDGES,
    curve: bool = False,
    with_stability: bool = False,
    ties: Ties = "half",
    prior: RaterPrior | None = RATERS_OF_STUDIES,
    level: float = DEFAULT_LEVEL,
    seed: int = 0,
) -> Scores:
    """One score per system that has flags.

    With `as_sampled` the sites are those that samples of the system's flags are drawn from.
    The `prior` says how much raters differ.
    With `control`, the raters' answers to control items, or with `error_models` of the raters by
    name, the truth behind the answers is estimated as well.
    """
    summaries = []
    for each in match(flags, panel):
        chosen = each.of_kinds(kinds) if kinds else each
        chosen = chosen.as_sampled() if as_sampled else chosen
        models = error_models or {}
        corrections = Corrections(
            gold=control, p_error={name: model(chosen.panel) for name, model in models.items()}
        )
        summaries.append(
            summarise(
                chosen,
                each_rater=each_rater,
                raters=raters,
                edges=edges,
                curve=curve,
                with_stability=with_stability,
                corrections=corrections,
                ties=ties,
                prior=prior,
                level=level,
                seed=seed,
            )
        )
    return Scores(tuple(summaries))
