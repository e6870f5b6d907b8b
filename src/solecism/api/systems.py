"""How good systems are: flags, scores, comparisons, and a report of all of it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, overload

from solecism.api.inputs import flags_of, key_of, lines_of, sentences_of
from solecism.api.judgments import panels_of

if TYPE_CHECKING:
    from solecism.api.inputs import Flags, KeyLike, Lines, Texts
    from solecism.api.judgments import Judgments
    from solecism.flag import Flag
    from solecism.panels import Duplicates
    from solecism.report.report import Report
    from solecism.score.compare import Comparison
    from solecism.score.m2 import M2Scores
    from solecism.score.match import Match
    from solecism.score.plain import Ties
    from solecism.score.summary import Scores

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

    `errant_parallel -orig source.txt -cor corrected.txt -out system.m2` does the same for edits.
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
