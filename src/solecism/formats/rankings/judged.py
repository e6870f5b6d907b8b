"""Rankings from the judgments of a ranking study, pair by pair as it exports them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solecism.errors import InputError
from solecism.judgment import Judgment
from solecism.ranking import FIRST, SECOND, SYSTEM_SEPARATOR, TIE, Ranking, ranks_of_pairs
from solecism.site import sentence_of


def rankings_of_judgments(judgments: Iterable[Judgment]) -> Iterator[Ranking]:
    """Yield one ranking per rater and sentence; those of control items are left out."""
    answers: dict[tuple[str, str], list[Judgment]] = {}
    for judgment in judgments:
        answers.setdefault((judgment.site, judgment.rater), []).append(judgment)
    for (site, rater), pairs in answers.items():
        if all(pair.gold is None for pair in pairs):
            yield _ranking(sentence_of(site), rater, pairs)


def _ranking(sentence: str, rater: str, judgments: list[Judgment]) -> Ranking:
    pairs = [_pair(judgment) for judgment in judgments]
    outputs = list(dict.fromkeys(name for one, other, _ in pairs for name in (one, other)))
    ranks = ranks_of_pairs(outputs, pairs)
    groups = {output: tuple(output.split(SYSTEM_SEPARATOR)) for output in outputs}
    return Ranking(
        sentence,
        rater,
        {system: ranks[output] for output, group in groups.items() for system in group},
        tuple(group for group in groups.values() if len(group) > 1),
    )


def _pair(judgment: Judgment) -> tuple[str, str, str]:
    notes = judgment.notes
    if judgment.answer not in (FIRST, SECOND, TIE) or not {"first", "second"} <= notes.keys():
        raise InputError(
            f"{judgment.id}: {judgment.answer!r} does not compare two corrections. Give rankings, "
            "or the judgments of a ranking study."
        )
    return notes["first"], notes["second"], judgment.answer
