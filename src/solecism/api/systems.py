"""How good systems are: flags, scores, comparisons, and a report of all of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from solecism.api.inputs import flags_of, key_of, lines_of, read_sentences
from solecism.api.judgments import judgments_of, panels_of

if TYPE_CHECKING:
    from solecism.api.inputs import AnyPath, Flags, KeyLike, Lines
    from solecism.api.judgments import Judgments
    from solecism.flag import Flag
    from solecism.panels import Duplicates, Panels
    from solecism.report.report import Report
    from solecism.score.m2 import M2Scores
    from solecism.score.plain import Ties
    from solecism.score.systems import CorpusComparison, SystemComparison, SystemScores
    from solecism.sentence import Sentence

_EDGES = (0.5, 0.75, 0.9, 1.0)


def flags(
    source: Lines,
    corrected: Lines,
    *,
    system: str = "system",
    kinds: Sequence[str] = (),
    document: str | None = None,
    tokenised: bool = True,
) -> list[Flag]:
    """A corrector's output as flags: at each site, whether it changes something, and into what.

    `source` and `corrected` are paths of files with one sentence per line, or lists of sentences.
    The sites are prepositions, determiners and nouns, and the gaps that the corrector fills.

    >>> import solecism as s
    >>> for flag in s.flags(["It depends of me ."], ["It depends on me ."], system="mine"):
    ...     print(flag.site, flag.error, flag.suggestions[0].text)
    text.1:2-3:preposition True on

    Beside it, for edits: `errant_parallel -orig source.txt -cor corrected.txt -out system.m2`.
    """
    from solecism.formats import corrected as corrected_text
    from solecism.kind import KINDS
    from solecism.locate.flags import flags_of_corrections

    (name, lines), (_, corrections) = lines_of(source), lines_of(corrected)
    sentences = corrected_text.parse(
        lines,
        corrections,
        document=document or name,
        file=name,
        annotators=[system],
        tokenised=tokenised,
    )
    return list(flags_of_corrections(sentences, system, kinds=tuple(kinds) or KINDS))


def score(
    flags: Flags,
    judgments: Judgments,
    *,
    kinds: Sequence[str] = (),
    each_rater: bool = False,
    bins: Sequence[float] = _EDGES,
    curve: bool = False,
    ties: Ties = "half",
    duplicates: Duplicates = "error",
    level: float = 0.95,
    seed: int = 0,
) -> SystemScores:
    """Precision, recall and F of systems against many raters' judgments, with intervals.

    `flags` are systems' decisions, or the path of a file of them; `judgments` likewise. Scores
    are against the majority and graded: a site is an error by the share of raters who call it
    one. `bins` are shares of raters who agree.

    >>> import solecism as s
    >>> scores = s.score("examples/flags.a.jsonl", "examples/judgments.simulated.jsonl")
    >>> print(scores[0].scores[1].figures["precision"])
    0.741 [0.640, 0.822]

    For annotated text there is `score_m2`; ERRANT's own: `errant_compare -hyp a.m2 -ref b.m2`.
    """
    from solecism.score.systems import score_systems

    return score_systems(
        flags_of(flags),
        _panels(judgments, duplicates).data,
        kinds=kinds,
        each_rater=each_rater,
        edges=bins,
        curve=curve,
        ties=ties,
        level=level,
        seed=seed,
    )
