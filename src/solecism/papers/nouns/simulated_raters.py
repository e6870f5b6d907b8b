"""Two simulated raters of the five constructions, for which no open data has people's answers.

Without context a rater goes by how often native text has the noun in each construction; in context,
by what the bundled model of native text finds probable in the sentence. Each adds noise of their
own and accepts what is above a bar, which is set so that the share of yes is the printed one of
table 4; the best is what is highest, with all that is nearly as high. The rest of the tables
follows from that, and shows what raters would say who know nothing but frequencies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from solecism.agree.usage import BEST, IN_CONTEXT, NO, NO_CONTEXT, YES
from solecism.judgment import Judgment
from solecism.locate.construction import CONSTRUCTIONS
from solecism.locate.noun_table import NounTable
from solecism.numeric.arrays import Floats

# The share of yes of each rater, by stage (table 4).
Shares = Mapping[str, Mapping[str, float]]
_NOISE, _NEARLY = 0.7, 0.5
_LEAST = 0.5


def simulated_judgments(
    writers: Sequence[Judgment],
    in_context: Mapping[str, Floats],
    table: NounTable,
    shares: Shares,
    *,
    seed: int,
) -> Iterator[Judgment]:
    """The answers of all raters in both stages; `in_context` has the model's probabilities."""
    rng = np.random.default_rng(seed)
    sites = [writer.site for writer in writers if writer.site in in_context]
    nouns = {writer.site: writer.notes["noun"] for writer in writers}
    scores = {
        NO_CONTEXT: np.array([_native_shares(table, nouns[site]) for site in sites]),
        IN_CONTEXT: np.array([in_context[site] for site in sites]),
    }
    for stage, p in scores.items():
        for rater, share in shares[stage].items():
            heard = np.log(p + 1e-3) + rng.normal(0, _NOISE, p.shape)
            yield from _answers(sites, rater, stage, heard, share)


def _native_shares(table: NounTable, noun: str) -> Floats:
    row = table.row(noun)
    counts = np.zeros(len(CONSTRUCTIONS)) if row is None else table.counts[row]
    return np.asarray((counts + _LEAST) / (counts + _LEAST).sum())


def _answers(
    sites: Iterable[str], rater: str, stage: str, heard: Floats, share: float
) -> Iterator[Judgment]:
    bar = np.quantile(heard, 1 - share)
    for site, row in zip(sites, heard, strict=True):
        best = max(bar, float(row.max()) - _NEARLY)
        for name, value in zip(CONSTRUCTIONS, row.tolist(), strict=True):
            answer = YES if value >= bar else NO
            if stage == IN_CONTEXT and value >= best:
                answer = BEST
            yield Judgment(
                site,
                rater,
                answer,
                task="article-number",
                stage=stage,
                notes={"construction": name, "simulated": "yes"},
            )
