"""People's ranking of systems compared with scores, as one result that prints as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL, Figure
from solecism.judgment import Ranking
from solecism.numeric import Floats, Ints
from solecism.ranking.comparisons import Comparisons, comparisons, rater_agreement
from solecism.ranking.evidence import Evidence, sentence_numbers
from solecism.ranking.human_ranking import (
    SENTENCES,
    SYSTEMS,
    RankedSystem,
    Resamples,
    drawn_systems,
    expected_wins_draws,
    figures_of_draws,
    names_of,
    ranked_systems,
    resamples,
    trueskill_draws,
)
from solecism.ranking.other_scores import (
    OtherScore,
    PlacedScore,
    sentence_places,
    without_texts,
)
from solecism.ranking.score_agreement import (
    SENTENCE_ACCURACY,
    AnnotatorPoint,
    Progress,
    ScoreAgreement,
    WindowAgreement,
    agreement_by_annotators,
    choices,
    score_draws,
    system_figures,
    window_agreement,
)
from solecism.ranking.score_comparison import (
    ScoreDifference,
    ScoreDraws,
    difference_tables,
    score_differences,
)
from solecism.ranking.scores import SystemMetric
from solecism.table import Table, Tabular, figure_cells, figure_columns, number, table

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
    differences: list[ScoreDifference] = field(default_factory=list)
    windows: list[WindowAgreement] = field(default_factory=list)
    curve: list[AnnotatorPoint] = field(default_factory=list)

    def tables(self) -> Iterator[Table]:
        """People's ranking, raters' agreement, the scores, and their agreement with people."""
        yield people_table(self.systems, self.level)
        yield agreement_table(self.agreement, self.level)
        yield scores_table(self.systems, self.scores)
        yield from correlation_tables(self.correlations, self.level)
        yield from difference_tables(self.differences, self.level)
        yield windows_table(self.windows)
        yield curve_table(self.curve, self.level)

    def remarks(self) -> Iterator[str]:
        """The amount of data, and what the intervals allow for."""
        yield (
            f"{self.n_rankings} rankings of {self.n_sentences} sentences by {self.n_raters} "
            f"raters. The intervals hold for other {names_of(self.resampled)}."
        )
        if self.differences:
            yield (
                "Differences between scores are by Williams' test, and by a bootstrap that draws "
                "systems and sentences again (for sentences: sentences alone)."
            )


def rank_systems(
    rankings: Iterable[Ranking],
    evidence: Evidence | None = None,
    *,
    scores: Sequence[SystemMetric] = (),
    others: Sequence[OtherScore] = (),
    leave_out: Sequence[str] = (),
    window: int | None = None,
    curve: Sequence[SystemMetric] = (),
    trueskill: bool = False,
    n_subsets: int = 30,
    over: Sequence[str] = (SENTENCES,),
    n_draws: int = 1000,
    level: float = DEFAULT_LEVEL,
    seed: int = 0,
    progress: Progress | None = None,
) -> SystemRanking:
    """People's ranking of systems and, with evidence, how well each score agrees with it.

    Scores, and `others` that were computed elsewhere, are compared with people's expected wins for
    all systems, and again without those of `leave_out`; `window` and `curve` are about the latter.
    `over` names what is drawn again.
    """
    rng = np.random.default_rng(seed)
    pairs = comparisons(rankings)
    if evidence is None and others:
        evidence, scores = without_texts(pairs, others), ()
    if evidence is None:
        places, n_sentences = np.arange(len(pairs.sentences)), len(pairs.sentences)
    else:
        places, n_sentences = sentence_numbers(pairs, evidence), evidence.n_sentences
    drawn = resamples(n_sentences, len(pairs.raters), over=over, n_draws=n_draws, rng=rng)
    wins = expected_wins_draws(pairs, places, drawn)
    skills = None
    if trueskill:
        skills = trueskill_draws(pairs, places, drawn.first(_SKILL_DRAWS), rng=rng)
    result = SystemRanking(
        ranked_systems(pairs, wins, skills, level=level, is_drawn=drawn.is_drawn),
        rater_agreement(pairs, rng=rng, n_draws=n_draws, level=level),
        len(pairs.sentences),
        len(pairs.raters),
        pairs.n_rankings,
        tuple(over),
        level,
    )
    if evidence is not None:
        beside = _ScoredSystems(pairs, evidence, places, drawn, wins, level, SYSTEMS in over, rng)
        known = sentence_places(pairs, evidence, places) if others else {}
        placed = [other.at(evidence, known, places) for other in others]
        beside.add_scores(result, [*scores, *placed], leave_out=leave_out, window=window)
        if curve:
            kept = beside.kept(leave_out)
            result.curve.extend(
                agreement_by_annotators(
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


class _ScoredSystems:
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
        scores: Sequence[SystemMetric],
        *,
        leave_out: Sequence[str],
        window: int | None,
    ) -> None:
        """Add each score's values and its agreement with people to the result."""
        sets = [self.kept(names) for names in ((), leave_out)[: 1 + bool(leave_out)]]
        systems = [self._systems(len(kept)) for kept in sets]
        drawn: list[list[ScoreDraws]] = [[] for _ in sets]
        for score in scores:
            statistics = score.statistics(self._evidence)
            draws = score_draws(score, statistics, self._drawn)[:, self.in_evidence]
            figures = figures_of_draws(
                draws, score.name, level=self._level, is_drawn=self._drawn.is_drawn
            )
            result.scores[score.name] = dict(zip(self.names, figures, strict=True))
            for kept, chosen, beside in zip(sets, systems, drawn, strict=True):
                shares = self._shares(score, statistics, kept)
                beside.append(ScoreDraws(score.name, draws[:, kept], shares))
                found = self._agreement(beside[-1], kept, chosen)
                result.correlations.append(found)
            if window is not None:
                kept = sets[-1]
                if not 2 <= window <= len(kept):
                    raise InputError(f"a window of {window} of {len(kept)} systems.")
                values = self.people[0, kept], draws[0, kept]
                result.windows.append(window_agreement(score.name, *values, size=window))
        for kept, beside in zip(sets, drawn, strict=True):
            if len(beside) > 1 and self._drawn.is_drawn:
                result.differences.extend(self._differences(beside, kept))

    def _differences(self, scores: Sequence[ScoreDraws], kept: Ints) -> list[ScoreDifference]:
        """The first score less each other one; systems are always drawn again."""
        names = tuple(self.names[n] for n in kept)
        systems = drawn_systems(len(kept), len(self._drawn) - 1, rng=self._rng)
        return score_differences(self.people[:, kept], scores, names, systems, level=self._level)

    def _shares(self, score: SystemMetric, statistics: Floats, kept: Ints) -> Floats:
        """The draws of the share of people's choices, NaN for a score that is by system alone."""
        if isinstance(score, PlacedScore) and not score.is_by_sentence:
            return np.full((len(self._drawn), 1), np.nan)
        made = self._choices.of_systems(self.in_evidence[kept])
        return made.accuracy_draws(score, statistics, self._drawn)

    def _systems(self, n: int) -> Ints | None:
        if not self._draws_systems:
            return None
        return drawn_systems(n, len(self._drawn) - 1, rng=self._rng)

    def _agreement(self, score: ScoreDraws, kept: Ints, systems: Ints | None) -> ScoreAgreement:
        figures = system_figures(
            self.people[:, kept], score.values, systems=systems, level=self._level
        )
        figures[SENTENCE_ACCURACY] = figures_of_draws(
            score.choices, SENTENCE_ACCURACY, level=self._level, is_drawn=self._drawn.is_drawn
        )[0]
        return ScoreAgreement(score.name, tuple(self.names[n] for n in kept), figures)


def people_table(systems: Sequence[RankedSystem], level: float) -> Table:
    """One row per system, the best first."""
    skilled = any(one.trueskill is not None for one in systems)
    measured = ["expected wins", *(["TrueSkill"] if skilled else [])]
    columns = "cluster", "system", *figure_columns(measured, level), "ranks"
    rows = [
        (
            str(one.cluster),
            one.name,
            *figure_cells(
                [one.expected_wins, *([one.trueskill] if one.trueskill is not None else [])]
            ),
            f"{one.ranks[0]}-{one.ranks[1]}",
            str(one.n_wins),
            str(one.n_ties),
            str(one.n_losses),
        )
        for one in systems
    ]
    return table("People's ranking", (*columns, "wins", "ties", "losses"), rows)


def agreement_table(figures: Mapping[str, Figure], level: float) -> Table:
    """One row per measure of agreement between raters."""
    rows = [(name, *figure_cells([figure])) for name, figure in figures.items()]
    columns = "measure", *figure_columns(["value"], level)
    return table("Agreement of raters on pairs of outputs", columns, rows)


def scores_table(
    systems: Sequence[RankedSystem], scores: Mapping[str, Mapping[str, Figure]]
) -> Table:
    """One row per system, the best in people's eyes first, and one column per score."""
    rows = [
        (
            one.name,
            number(one.expected_wins),
            *(number(values[one.name]) for values in scores.values()),
        )
        for one in systems
        if all(one.name in values for values in scores.values())
    ]
    return table("Scores", ("system", "expected wins", *scores), rows if scores else [])


def correlation_tables(agreements: Sequence[ScoreAgreement], level: float) -> Iterator[Table]:
    """One table per set of systems, with one row per score."""
    by_systems: dict[tuple[str, ...], list[ScoreAgreement]] = {}
    for one in agreements:
        by_systems.setdefault(one.systems, []).append(one)
    everything = {name for systems in by_systems for name in systems}
    for systems, rows in by_systems.items():
        missing = sorted(everything - set(systems))
        without = f" (without {', '.join(missing)})" if missing else ""
        yield table(
            f"Agreement of scores with people, {len(systems)} systems{without}",
            ("score", *figure_columns(rows[0].figures, level)),
            [(row.score, *figure_cells(row.figures.values())) for row in rows],
        )


def windows_table(windows: Sequence[WindowAgreement]) -> Table:
    """One row per score."""
    rows = [(one.score, str(one.n_windows), *map(number, _window_figures(one))) for one in windows]
    columns = "score", "windows", "mean Pearson", "lowest Pearson", "mean Spearman"
    return table("Agreement within windows of similar systems", columns, rows)


def curve_table(points: Sequence[AnnotatorPoint], level: float) -> Table:
    """One row per score, measure and number of annotators."""
    rows = [
        (
            one.score,
            one.measure,
            str(one.n_annotators),
            str(one.n_subsets),
            number(one.mean),
            f"[{one.low:.3f}, {one.high:.3f}]",
        )
        for one in points
    ]
    columns = "score", "measure", "annotators", "subsets", "mean", f"{level:.0%} of subsets"
    return table("Agreement by number of annotators", columns, rows)


def _window_figures(one: WindowAgreement) -> tuple[float, float, float]:
    return one.mean_pearson, one.lowest_pearson, one.mean_spearman
