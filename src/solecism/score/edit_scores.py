"""The scores of systems' edits, as a result that prints as tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from solecism.errors import InputError
from solecism.figure import PRECISION, RECALL, Figure, f_name
from solecism.score.errant import CORRECTION, Matching
from solecism.table import Table, Tabular, figure_cells, figure_columns, table

Reference = Literal["errant", "m2", "all"]
ERRANT: Reference = "errant"
M2_SCORER: Reference = "m2"
ALL: Reference = "all"

Grouping = Literal["operation", "category", "type"]
WHOLE = "all"
# As many as ERRANT prints.
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class EditScore:
    """How good a system is at one type of edit (or all), by one reference and way of matching.

    True and false positives and false negatives are shares where all annotators count.
    """

    system: str
    reference: Reference
    matching: Matching
    type: str
    tp: float
    fp: float
    fn: float
    figures: dict[str, Figure]


@dataclass(frozen=True, slots=True, repr=False)
class EditScores(Tabular):
    """The scores of systems against annotated text, for all types together and by type.

    `other_types` are types in the annotated text that are not ERRANT's.
    """

    scores: list[EditScore]
    n_sentences: int
    annotators: tuple[str, ...]
    by: Grouping | None
    beta: float
    level: float
    other_types: tuple[str, ...] = ()

    @property
    def systems(self) -> list[str]:
        """The names of the systems, in the order in which they were given."""
        return list(dict.fromkeys(score.system for score in self.scores))

    def score(
        self,
        system: str | None = None,
        *,
        reference: Reference | None = None,
        matching: Matching = CORRECTION,
        type: str = WHOLE,
    ) -> EditScore:
        """One score; by default the first system's correction of all types."""
        for score in self.scores:
            is_meant = system in (None, score.system) and reference in (None, score.reference)
            if is_meant and (matching, type) == (score.matching, score.type):
                return score
        raise InputError(f"there is no score of {type!r} edits by {matching!r} for that system.")

    def tables(self) -> Iterator[Table]:
        """One block per system, with scores by type below it, and a summary of several systems."""
        for system in self.systems:
            own = [each for each in self.scores if each.system == system]
            whole = [each for each in own if each.type == WHOLE]
            yield self._table(f"{system}: {self._extent}", whole, ("reference", "matching"))
            for one in whole:
                parts = [each for each in own if _is_part(each, one)]
                way = f"reference {one.reference}, matching {one.matching}"
                yield self._table(f"{system} by {self.by}: {way}", parts, ("type",))
        if len(self.systems) > 1:
            overall = [each for each in self.scores if _is_overall(each)]
            yield self._table("Correction by all systems", overall, ("system", "reference"))

    def remarks(self) -> Iterator[str]:
        """What many annotators do to precision, and what counts as 1 by convention."""
        if len(self.annotators) > 2:
            yield from self._effect_of_choice()
        ratios = (each.figures[name] for each in self.scores for name in (PRECISION, RECALL))
        if any(figure.note for figure in ratios):
            yield (
                "Precision is 1 by convention where the system makes no edit, and recall where the "
                "reference has none, as ERRANT prints them; they have no interval."
            )

        if self.by is not None and self.other_types:
            yield (
                f"The reference has types that are not ERRANT's, such as {self.other_types[0]}. "
                "A false positive has the system's own type, so that precision by type says "
                "nothing where the two sides use different types."
            )

    def _effect_of_choice(self) -> Iterator[str]:
        """How much precision owes to the choice of the best annotator."""
        overall = [each for each in self.scores if _is_overall(each)]
        best = {each.system: each for each in overall if each.reference != ALL}
        graded = {each.system: each for each in overall if each.reference == ALL}
        if not best:
            return
        yield (
            f"An edit is right if the best of {len(self.annotators)} annotators for its sentence "
            "made it, so that precision rises with every further annotator."
        )
        for system in (name for name in best if name in graded):
            figures = (each[system].figures[PRECISION] for each in (graded, best))
            yield "{}: {:.3f} against one annotator on average, {:.3f} against the best.".format(
                system, *figures
            )

    @property
    def _extent(self) -> str:
        n_annotators = len(self.annotators)
        plural = "" if n_annotators == 1 else "s"
        return f"{self.n_sentences} sentences, {n_annotators} annotator{plural}"

    def _table(self, title: str, scores: Sequence[EditScore], names: Sequence[str]) -> Table:
        measures = (PRECISION, RECALL, f_name(self.beta))
        return table(
            title,
            (*names, "TP", "FP", "FN", *figure_columns(measures, self.level)),
            [
                [
                    *(getattr(one, name) for name in names),
                    *map(_count, (one.tp, one.fp, one.fn)),
                    *figure_cells((one.figures[name] for name in measures), _DIGITS),
                ]
                for one in scores
            ],
        )


def _is_overall(score: EditScore) -> bool:
    """Whether a score is of corrections of all types."""
    return (score.type, score.matching) == (WHOLE, CORRECTION)


def _is_part(score: EditScore, whole: EditScore) -> bool:
    """Whether a score is of one type, counted in the same way as the whole."""
    is_same_way = (score.reference, score.matching) == (whole.reference, whole.matching)
    return is_same_way and score.type != WHOLE


def _count(value: float) -> str:
    """A count, with one digit behind the point where it is a sum of shares."""
    return str(int(value)) if value == int(value) else f"{value:.1f}"
