"""Systems scored by their edits against annotated text, with one annotator or many.

A reference decides which annotator's edits count: the best for each sentence as ERRANT's `compare`
or the M2 scorer choose it, or all of them, each with the same weight: an edit is then right by the
share of annotators who made it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np

from solecism.edit import Edit, apply
from solecism.errors import EditError, InputError
from solecism.figure import (
    DEFAULT_LEVEL,
    PRECISION,
    RECALL,
    Figure,
    Interval,
    f_name,
    ratio,
    undefined_interval,
)
from solecism.locate.flags_and_judgments import UNKNOWN, annotators, is_marked
from solecism.numeric import Floats
from solecism.scoring.edit_counts import (
    CORRECTION,
    MATCHINGS,
    EditCounts,
    Matching,
    TypeCounts,
    best_max_matches,
    best_references,
    edit_types,
    max_match_counts,
    precision_recall_f,
    type_counts,
    whole_counts,
)
from solecism.scoring.score_tables import few_edits_remarks
from solecism.sentence import Sentence
from solecism.table import Table, Tabular, figure_cells, figure_columns, table
from solecism.uncertainty.bootstrap import bootstrap
from solecism.uncertainty.proportion import wilson_effective
from solecism.uncertainty.quantiles import normal_quantile

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
        """What many annotators and few edits do, and what counts as 1 by convention."""
        if len(self.annotators) > 2:
            yield from self._effect_of_choice()
        ratios = (each.figures[name] for each in self.scores for name in (PRECISION, RECALL))
        if any(figure.note for figure in ratios):
            yield (
                "Precision is 1 by convention where the system makes no edit, and recall where the "
                "reference has none, as ERRANT prints them; they have no interval."
            )

        overall = {each.system: each for each in self.scores if _is_overall(each)}
        yield from few_edits_remarks(
            (name, each.tp + each.fp, each.tp + each.fn) for name, each in overall.items()
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


N_DRAWS = 1000

SystemEdits: TypeAlias = Sequence[Sequence[Edit]]
"""A system's edits of each sentence."""

_NO_EDIT = "the system makes no such edit"
_NO_HIT = "no edit is right, so that all resamples are alike"
_NO_REFERENCE = "the reference has no such edit"
_OPERATIONS = ("M:", "R:", "U:")


def score_edits(
    systems: Mapping[str, SystemEdits],
    sentences: Sequence[Sentence],
    *,
    references: Sequence[Reference] = (),
    matchings: Sequence[Matching] = MATCHINGS,
    by: Grouping | None = None,
    beta: float = 0.5,
    rng: np.random.Generator,
    n_draws: int = N_DRAWS,
    level: float = DEFAULT_LEVEL,
) -> EditScores:
    """The scores of systems, whose edits are of the same sentences in the same order.

    Without `references` they are ERRANT's and, where there are several annotators, all of them.
    The M2 scorer makes edits of its own from the corrected words: it only knows corrections, and
    no types. Intervals are for other sentences, with the annotators as chosen.
    """
    names = checked_annotators(systems, sentences, beta)
    chosen = chosen_references(references, names)
    scores = []
    for system, edits in systems.items():
        for reference in chosen:
            for matching in matchings if reference != M2_SCORER else (CORRECTION,):
                groups = None if reference == M2_SCORER else by
                rows = _rows(edits, sentences, reference, matching, beta, names, by=groups)
                for type, counts in _tables(rows, groups).items():
                    sums = counts.sum(axis=0)
                    figures = _figures(counts, beta, rng=rng, n_draws=n_draws, level=level)
                    tp, fp, fn = map(float, sums)
                    one = EditScore(system, reference, matching, type, tp, fp, fn, figures)
                    scores.append(one)
    return EditScores(scores, len(sentences), names, by, beta, level, _other_types(sentences))


def group_of(type: str, by: Grouping) -> str:
    """The operation or category of an ERRANT type; other types stay whole.

    >>> group_of("R:VERB:TENSE", "operation"), group_of("R:VERB:TENSE", "category")
    ('R', 'VERB:TENSE')
    >>> group_of("ArtOrDet", "operation")
    'ArtOrDet'
    """
    if by == "type" or not type.startswith(_OPERATIONS):
        return type
    return type[0] if by == "operation" else type[2:]


def _other_types(sentences: Sequence[Sentence]) -> tuple[str, ...]:
    """The types of edits that are not ERRANT's."""
    notes = (note for sentence in sentences for note in sentence.annotations)
    types = {edit.kind for note in notes for edit in note.edits} - {UNKNOWN}
    return tuple(sorted(type for type in types if not type.startswith(_OPERATIONS)))


def chosen_references(
    references: Sequence[Reference], annotators: Sequence[str]
) -> tuple[Reference, ...]:
    """The references that were asked for, or those that suit the number of annotators."""
    return tuple(references) or ((ERRANT, ALL) if len(annotators) > 1 else (ERRANT,))


def edit_counts(
    edits: SystemEdits,
    sentences: Sequence[Sentence],
    annotators: Sequence[str],
    *,
    reference: Reference,
    matching: Matching = CORRECTION,
    beta: float = 0.5,
) -> Floats:
    """True and false positives and false negatives of a system in each sentence (n x 3)."""
    return _tables(_rows(edits, sentences, reference, matching, beta, annotators), None)[WHOLE]


def edit_statistic(names: Iterable[str]) -> Callable[[Floats], Floats]:
    """The function from sums of true and false positives and false negatives to measures."""

    def statistic(sums: Floats) -> Floats:
        tp, fp, fn = sums.T
        return np.column_stack([ratio(name, tp, tp + fp, tp + fn) for name in names])

    return statistic


def checked_annotators(
    systems: Mapping[str, SystemEdits], sentences: Sequence[Sentence], beta: float
) -> tuple[str, ...]:
    """The names of the annotators; an InputError where nothing can be scored."""
    if not sentences:
        raise InputError("there is no annotated sentence to score against.")
    if not systems:
        raise InputError("there is no system to score.")
    if not beta > 0:
        raise InputError(f"beta {beta:g} is not above 0.")
    for system, edits in systems.items():
        if len(edits) != len(sentences):
            raise InputError(
                f"{system} has {len(edits)} sentences, but the reference has {len(sentences)}."
            )
    return annotators(sentences)


def _rows(
    edits: SystemEdits,
    sentences: Sequence[Sentence],
    reference: Reference,
    matching: Matching,
    beta: float,
    names: Sequence[str],
    *,
    by: Grouping | None = None,
) -> list[TypeCounts]:
    """The counts of each sentence by type, or of all types together."""
    if reference == M2_SCORER:
        return [{WHOLE: counts} for counts in _max_matches(edits, sentences, beta)]
    own = [edit_types(each, matching) for each in edits]
    is_best = reference == ERRANT
    notes = map(_marked_edits, sentences) if is_best else _present_edits(sentences, names)
    if is_best and by is None:
        whole = (
            [{WHOLE: whole_counts(types, edit_types(note, matching))} for note in of_sentence]
            for types, of_sentence in zip(own, notes, strict=True)
        )
        return list(best_references(whole, beta))
    counts = (
        [type_counts(types, edit_types(note, matching)) for note in of_sentence]
        for types, of_sentence in zip(own, notes, strict=True)
    )
    return list(best_references(counts, beta) if is_best else map(_mean, counts))


def _max_matches(
    edits: SystemEdits, sentences: Sequence[Sentence], beta: float
) -> Iterator[EditCounts]:
    counts = (
        max_match_counts(sentence.words, _corrected(sentence, own), _marked_edits(sentence))
        for own, sentence in zip(edits, sentences, strict=True)
    )
    return best_max_matches(counts, beta)


def _corrected(sentence: Sentence, edits: Sequence[Edit]) -> tuple[str, ...]:
    try:
        return apply(sentence.words, [edit for edit in edits if edit.kind != UNKNOWN])
    except EditError as error:
        raise InputError(f"{sentence.id}: {error}. The M2 scorer needs edits that fit.") from error


def _marked_edits(sentence: Sentence) -> list[Sequence[Edit]]:
    """The edits of each annotator with a line, none where there is no annotator."""
    return [note.edits for note in sentence.annotations] or [()]


def _present_edits(
    sentences: Sequence[Sentence], names: Sequence[str]
) -> Iterator[list[Sequence[Edit]]]:
    """The edits of each annotator who saw the sentence."""
    marked = is_marked(sentences)
    for sentence in sentences:
        present = _marked_edits(sentence)
        n_silent = 0 if marked else len(names) - len(sentence.annotations)
        yield present + [()] * (n_silent if sentence.annotations else 0)


def _mean(candidates: Sequence[TypeCounts]) -> TypeCounts:
    """The counts against one annotator on average."""
    sums: dict[str, EditCounts] = {}
    for counts in candidates:
        for type, own in counts.items():
            known = sums.get(type, (0, 0, 0))
            sums[type] = known[0] + own[0], known[1] + own[1], known[2] + own[2]
    n = len(candidates)
    return {type: (tp / n, fp / n, fn / n) for type, (tp, fp, fn) in sums.items()}


def _tables(rows: Sequence[TypeCounts], by: Grouping | None) -> dict[str, Floats]:
    """The counts (sentences x 3) of all types together, and of each group."""
    tables: dict[str, Floats] = {WHOLE: np.array([_sum_of(counts) for counts in rows], float)}
    if by is not None:
        for place, counts in enumerate(rows):
            for type, own in counts.items():
                group = group_of(type, by)
                tables.setdefault(group, np.zeros((len(rows), 3)))[place] += own
    return {type: tables[type] for type in (WHOLE, *sorted(tables.keys() - {WHOLE}))}


def _sum_of(counts: TypeCounts) -> EditCounts:
    # Added one after another: sum() of newer versions of Python rounds in another way.
    tp = fp = fn = 0.0
    for own in counts.values():
        tp, fp, fn = tp + own[0], fp + own[1], fn + own[2]
    return tp, fp, fn


def _figures(
    counts: Floats, beta: float, *, rng: np.random.Generator, n_draws: int, level: float
) -> dict[str, Figure]:
    """Precision, recall and F with intervals over sentences."""
    tp, fp, fn = map(float, counts.sum(axis=0))
    names = (PRECISION, RECALL, f_name(beta))
    values = precision_recall_f((tp, fp, fn), beta)
    intervals = bootstrap(counts, edit_statistic(names), rng=rng, n_draws=n_draws).intervals(
        level=level
    )
    figures = {
        name: Figure(value, name=name, interval=interval)
        for name, value, interval in zip(names, values, intervals, strict=True)
    }
    f = names[-1]
    if not tp or not fp + fn:
        # All resamples are alike. Where all edits are right they count as independent.
        interval = undefined_interval(_NO_HIT, level=level)
        if tp:
            interval = _wilson(1.0, tp, level)
        figures[f] = Figure(figures[f].value, name=f, interval=interval)
    for name, n_edits, reason in ((PRECISION, tp + fp, _NO_EDIT), (RECALL, tp + fn, _NO_REFERENCE)):
        if not n_edits:
            interval = undefined_interval(reason, level=level)
            figures[name] = Figure(figures[name].value, name=name, interval=interval, note=reason)
        elif figures[name] in (0.0, 1.0):
            interval = _wilson(figures[name], n_edits, level)
            figures[name] = Figure(figures[name].value, name=name, interval=interval)
    return figures


def _wilson(share: float, n_edits: float, level: float) -> Interval:
    return wilson_effective(share, n_edits, quantile=normal_quantile(level), level=level)
