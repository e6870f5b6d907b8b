"""People's rankings of systems, and which scores agree with them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from solecism.api.inputs import lines_of, read_sentences

if TYPE_CHECKING:
    from solecism.api.inputs import AnyPath, Lines
    from solecism.rank.systems import SystemRanking
    from solecism.ranking import Ranking
    from solecism.sentence import Sentence


def rank(
    rankings: AnyPath | Iterable[Ranking],
    outputs: Mapping[str, Lines] | None = None,
    annotated: AnyPath | Iterable[Sentence] | None = None,
    *,
    scores: Sequence[str] = (),
    leave_out: Sequence[str] = (),
    window: int | None = None,
    trueskill: bool = False,
    resample: Sequence[str] = ("sentences",),
    n_draws: int = 1000,
    n_jobs: int = 1,
    level: float = 0.95,
    seed: int = 0,
) -> SystemRanking:
    """Systems in people's order, and how well scores agree with it.

    `rankings` is the path of a file (Appraise XML, a table of comparisons, JSON Lines) or
    rankings themselves. `outputs` has each system's corrected sentences (a path or a list of
    lines) by its name, and `annotated` the annotators' edits of the same sentences (the path of
    an M2 file, or sentences); with both, scores are compared with people. `scores` are names as
    `solecism rank --score` takes them; none means all. `resample` says what is drawn again for
    intervals: sentences, raters, systems.

    >>> import solecism as s
    >>> result = s.rank("examples/ranking/rankings.jsonl")
    >>> print(result.systems[0].name, result.systems[0].expected_wins)
    fluent 0.782 [0.655, 0.889]
    """
    from solecism.formats.rankings import read
    from solecism.rank.evidence import evidence
    from solecism.rank.scores.by_name import scores_by_name
    from solecism.rank.systems import rank_systems

    if (outputs is None) != (annotated is None):
        raise TypeError("give both outputs and annotated sentences, or neither.")
    known = None
    if outputs is not None and annotated is not None:
        if isinstance(annotated, str | os.PathLike):
            annotated = read_sentences(os.fspath(annotated))
        words = {
            name: [tuple(line.split()) for line in lines_of(lines)[1]]
            for name, lines in outputs.items()
        }
        known = evidence(list(annotated), words, n_jobs=n_jobs)
    if isinstance(rankings, str | os.PathLike):
        rankings = read(os.fspath(rankings))
    return rank_systems(
        rankings,
        known,
        scores=scores_by_name(tuple(scores)),
        leave_out=leave_out,
        window=window,
        trueskill=trueskill,
        over=resample,
        n_draws=n_draws,
        level=level,
        seed=seed,
    )
