"""People's ranking of systems, compared with scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from solecism.errors import InputError
from solecism.figure import Figure
from solecism.interval import DEFAULT_LEVEL
from solecism.numeric.arrays import Floats, Ints
from solecism.rank import tables
from solecism.rank.by_annotators import CurvePoint, Progress, by_annotators
from solecism.rank.comparisons import Comparisons, comparisons
from solecism.rank.evidence import Evidence
from solecism.rank.people import (
    RankedSystem,
    expected_wins_draws,
    figures_of,
    names_of,
    ranked_systems,
)
from solecism.rank.places import sentence_places
from solecism.rank.rater_agreement import agreement
from solecism.rank.resample import SENTENCES, SYSTEMS, Resamples, drawn_systems, resamples
from solecism.rank.score_agreement import (
    SENTENCE_ACCURACY,
    ScoreAgreement,
    WindowAgreement,
    choices,
    score_draws,
    system_figures,
    window_agreement,
)
from solecism.rank.scores.score import Score
from solecism.rank.trueskill import trueskill_draws
from solecism.ranking import Ranking
from solecism.table import Table, Tabular

_FEWEST_SYSTEMS = 3
_SKILL_DRAWS = 200


@dataclass(frozen=True, slots=True, repr=False)
class SystemRanking(Tabular):
    """All results for the systems: people's ranking, scores, and how far they agree."""

    systems: list[RankedSystem]
    agreement: dict[str, Figure]
    n_sentences: int
    n_raters: int
    n_rankings: int
    resampled: tuple[str, ...]
    level: float
    scores: dict[str, dict[str, Figure]] = field(default_factory=dict)
    correlations: list[ScoreAgreement] = field(default_factory=list)
    windows: list[WindowAgreement] = field(default_factory=list)
    curve: list[CurvePoint] = field(default_factory=list)

    def tables(self) -> Iterator[Table]:
        """People's ranking, raters' agreement, the scores, and their agreement with people."""
        yield tables.people_table(self.systems, self.level)
        yield tables.agreement_table(self.agreement, self.level)
        yield tables.scores_table(self.systems, self.scores)
        yield from tables.correlation_tables(self.correlations, self.level)
        yield tables.windows_table(self.windows)
        yield tables.curve_table(self.curve, self.level)

    def remarks(self) -> Iterator[str]:
        """The amount of data, and what the intervals allow for."""
        yield (
            f"{self.n_rankings} rankings of {self.n_sentences} sentences by {self.n_raters} "
            f"raters. The intervals hold for other {names_of(self.resampled)}."
        )


def rank_systems(
    rankings: Iterable[Ranking],
    evidence: Evidence | None = None,
    *,
    scores: Sequence[Score] = (),
    leave_out: Sequence[str] = (),
    window: int | None = None,
    curve: Sequence[Score] = (),
    trueskill: bool = False,
    n_subsets: int = 30,
    over: Sequence[str] = (SENTENCES,),
    n_draws: int = 1000,
    level: float = DEFAULT_LEVEL,
    seed: int = 0,
    progress: Progress | None = None,
) -> SystemRanking:
    """People's ranking of systems and, with evidence, how well each score agrees with it.

    Scores are compared with people's expected wins for all systems, and again without those of
    `leave_out`; `window` and `curve` are about the latter. `over` names what is drawn again.
    """
    rng = np.random.default_rng(seed)
    pairs = comparisons(rankings)
    if evidence is None:
        places, n_sentences = np.arange(len(pairs.sentences)), len(pairs.sentences)
    else:
        places, n_sentences = sentence_places(pairs, evidence), evidence.n_sentences
    drawn = resamples(n_sentences, len(pairs.raters), over=over, n_draws=n_draws, rng=rng)
    wins = expected_wins_draws(pairs, places, drawn)
    skills = None
    if trueskill:
        skills = trueskill_draws(pairs, places, drawn.first(_SKILL_DRAWS), rng=rng)
    result = SystemRanking(
        ranked_systems(pairs, wins, skills, level=level, is_drawn=drawn.is_drawn),
        agreement(pairs, rng=rng, n_draws=n_draws, level=level),
        len(pairs.sentences),
        len(pairs.raters),
        pairs.n_rankings,
        tuple(over),
        level,
    )
    if evidence is not None:
        beside = _Beside(pairs, evidence, places, drawn, wins, level, SYSTEMS in over, rng)
        beside.add_scores(result, scores, leave_out=leave_out, window=window)
        if curve:
            kept = beside.kept(leave_out)
            result.curve.extend(
                by_annotators(
                    beside.people[0, kept],
                    evidence,
                    curve,
                    systems=beside.in_evidence[kept],
                    rng=rng,
                    n_subsets=n_subsets,
                    level=level,
                    progress=progress,
                )
            )
    return result


class _Beside:
    """Scores and people's expected wins, for the systems that have both."""

    def __init__(
        self,
        pairs: Comparisons,
        evidence: Evidence,
        places: Ints,
        drawn: Resamples,
        wins: Floats,
        level: float,
        draws_systems: bool,
        rng: np.random.Generator,
    ) -> None:
        number = {system: n for n, system in enumerate(evidence.systems)}
        ranked = [n for n, system in enumerate(pairs.systems) if system in number]
        if len(ranked) < _FEWEST_SYSTEMS:
            raise InputError(
                f"{len(ranked)} of the ranked systems have an output. Give the outputs of at "
                f"least {_FEWEST_SYSTEMS}; the ranked systems are {', '.join(pairs.systems)}."
            )
        self.names = [pairs.systems[n] for n in ranked]
        self.in_evidence = np.array([number[name] for name in self.names])
        self.people = wins[:, ranked]
        self._choices = choices(pairs, places, evidence)
        self._evidence, self._drawn, self._level = evidence, drawn, level
        self._draws_systems, self._rng = draws_systems, rng

    def kept(self, leave_out: Sequence[str]) -> Ints:
        """The numbers of the systems that are not left out."""
        for name in leave_out:
            if name not in self.names:
                known = ", ".join(self.names)
                raise InputError(f"{name!r} cannot be left out: the systems are {known}.")
        kept = np.array([n for n, name in enumerate(self.names) if name not in leave_out])
        if len(kept) < _FEWEST_SYSTEMS:
            raise InputError(f"{len(kept)} systems are left. Leave at least {_FEWEST_SYSTEMS}.")
        return kept

    def add_scores(
        self,
        result: SystemRanking,
        scores: Sequence[Score],
        *,
        leave_out: Sequence[str],
        window: int | None,
    ) -> None:
        """Add each score's values and its agreement with people to the result."""
        sets = [self.kept(names) for names in ((), leave_out)[: 1 + bool(leave_out)]]
        systems = [self._systems(len(kept)) for kept in sets]
        for score in scores:
            statistics = score.statistics(self._evidence)
            draws = score_draws(score, statistics, self._drawn)[:, self.in_evidence]
            figures = figures_of(
                draws, score.name, level=self._level, is_drawn=self._drawn.is_drawn
            )
            result.scores[score.name] = dict(zip(self.names, figures, strict=True))
            for kept, chosen in zip(sets, systems, strict=True):
                found = self._agreement(score, statistics, draws, kept, chosen)
                result.correlations.append(found)
            if window is not None:
                kept = sets[-1]
                if not 2 <= window <= len(kept):
                    raise InputError(f"a window of {window} of {len(kept)} systems.")
                values = self.people[0, kept], draws[0, kept]
                result.windows.append(window_agreement(score.name, *values, size=window))

    def _systems(self, n: int) -> Ints | None:
        if not self._draws_systems:
            return None
        return drawn_systems(n, len(self._drawn) - 1, rng=self._rng)

    def _agreement(
        self, score: Score, statistics: Floats, draws: Floats, kept: Ints, systems: Ints | None
    ) -> ScoreAgreement:
        figures = system_figures(
            self.people[:, kept], draws[:, kept], systems=systems, level=self._level
        )
        figures[SENTENCE_ACCURACY] = self._choices.of_systems(self.in_evidence[kept]).accuracy(
            score, statistics, self._drawn, level=self._level
        )
        return ScoreAgreement(score.name, tuple(self.names[n] for n in kept), figures)
