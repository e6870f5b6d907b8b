"""Systems scored by their flags: one call from flags and judgments to results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

from solecism.flag import Flag
from solecism.interval import DEFAULT_LEVEL
from solecism.numeric.arrays import Floats
from solecism.panel import Panel
from solecism.score.bins import DEFAULT_EDGES
from solecism.score.match import match
from solecism.score.plain import Ties
from solecism.score.summary import Corrections, SystemScore, summarise
from solecism.table import Table, Tabular

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
    level: float = DEFAULT_LEVEL,
    seed: int = 0,
) -> Scores:
    """One score per system that has flags.

    With `as_sampled` the sites are those that samples of the system's flags are drawn from.
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
                level=level,
                seed=seed,
            )
        )
    return Scores(tuple(summaries))
