"""The scores that are compared with people's rankings, by name."""

from __future__ import annotations

from solecism.errors import InputError
from solecism.rank.scores.best_annotator import BestAnnotatorF
from solecism.rank.scores.gain import GradedGain
from solecism.rank.scores.gleu import Gleu
from solecism.rank.scores.graded import GradedF
from solecism.rank.scores.per_edit import AnyMinusNone, ShareMinusCost
from solecism.rank.scores.score import Score

RECOMMENDED = GradedGain()
SCORES: dict[str, Score] = {
    "gain": RECOMMENDED,
    "best-of-2": BestAnnotatorF(n_annotators=2),
    "best": BestAnnotatorF(),
    "graded-f0.5": GradedF(0.5),
    "graded-f1": GradedF(1),
    "graded-f2": GradedF(2),
    "share": ShareMinusCost(),
    "any": AnyMinusNone(),
    "gleu": Gleu(),
}


def scores_by_name(names: tuple[str, ...] = ()) -> list[Score]:
    """The scores with these names; all scores if no name is given."""
    for name in names:
        if name not in SCORES:
            raise InputError(f"{name!r} is not a score. The scores are {', '.join(SCORES)}.")
    return [SCORES[name] for name in names or SCORES]
