"""What was measured of rules: hits in learners' and in native text, and what follows from them.

The probability that a hit of a rule is an error, for a learner, is estimated from

- `n_changed` of `n_hits` in corrected learners' text, where an annotator changed the place, and
- the false alarms to be expected there: as many per word as in edited native text.

Hits that nobody changed, or the expected false alarms if these are more, count against the rule.
Few hits say little: all of them are pooled with a few imagined ones (PRIOR_HITS), which are right
as often as the hits of all rules of the subject, and these in turn with imagined ones that are
right as often as those of all rules (PRIOR_OF_SUBJECT). A rule without any hit is as good as its
subject: in folds of learners' text, 88% of the hits of rules that had none in the other folds were
right, and 88% of all hits. Both numbers of imagined hits are those with the best likelihood there.
The probability of a suggestion is the share of hits that an annotator changed to the same words,
estimated in the same way, and half of the hits that were changed to other words: most errors can be
put right in more than one way, and annotators change more than the error.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from solecism.figure import Figure

# Imagined hits that pull a rule's figures to those of its subject, and these to those of all rules.
PRIOR_HITS, PRIOR_OF_SUBJECT = 6, 100
# What one imagined hit of all rules together is worth, where nothing was measured.
_UNMEASURED = 0.75
_MOST, _LEAST = 0.99, 0.05
# Of errors with several corrections, how often the rule's own is right beside the annotator's.
_OTHER_WAYS = 0.5


@dataclass(frozen=True, slots=True)
class RuleFigures:
    """The counts of one rule.

    `n_same` hits were changed to the rule's own words. `n_votes` are decisions of annotators at
    its hits, of which `n_changes` are changes; `n_native` are hits in native text.
    """

    n_hits: int = 0
    n_changed: int = 0
    n_same: int = 0
    n_votes: int = 0
    n_changes: int = 0
    n_native: int = 0

    def __add__(self, other: RuleFigures) -> RuleFigures:
        names = [field.name for field in fields(self)]
        return RuleFigures(*(getattr(self, name) + getattr(other, name) for name in names))

    def to_dict(self) -> dict[str, int]:
        """The counts by name."""
        return asdict(self)

    @property
    def precision(self) -> Figure:
        """The share of hits that an annotator changed."""
        return _share("precision", self.n_changed, self.n_hits)

    @property
    def same(self) -> Figure:
        """The share of hits that an annotator changed to the rule's own words."""
        return _share("same words", self.n_same, self.n_hits)

    @property
    def readers(self) -> Figure:
        """The share of annotators who changed a hit, where there are several."""
        return _share("readers", self.n_changes, self.n_votes)


def _share(name: str, n_right: int, n: int) -> Figure:
    # Imported here: who checks a text needs no interval.
    from solecism.figure import Figure, undefined_figure
    from solecism.uncertainty.proportion import wilson

    if not n:
        return undefined_figure(name, "nothing was found")
    return Figure(n_right / n, name=name, interval=wilson(n_right, n))


_NOTHING_FOUND = RuleFigures()


@dataclass(frozen=True, slots=True)
class BookFigures:
    """The figures of rules by id, and how many words of text they were measured on."""

    rules: Mapping[str, RuleFigures]
    learner_words: int = 0
    native_words: int = 0
    learner_texts: tuple[str, ...] = ()
    native_texts: tuple[str, ...] = ()

    def of(self, id: str) -> RuleFigures:
        """The counts of a rule; zeros if it found nothing."""
        return self.rules.get(id, _NOTHING_FOUND)


class Probability(NamedTuple):
    """The probability that a hit is an error, and that the suggestion is right."""

    error: float
    suggestion: float


def probabilities(figures: BookFigures, subject_of: Mapping[str, str]) -> dict[str, Probability]:
    """The probabilities of rules, given the subject of each."""
    scale = figures.learner_words / figures.native_words if figures.native_words else 0.0
    evidence = {}
    for id, subject in subject_of.items():
        counts = figures.of(id)
        n_wrong = max(counts.n_hits - counts.n_changed, counts.n_native * scale)
        evidence[id] = subject, (counts.n_changed, counts.n_same, counts.n_changed + n_wrong)
    of_subjects = _means(evidence.values())
    result = {}
    for id, (subject, (n_changed, n_same, n)) in evidence.items():
        mean_changed, mean_same = of_subjects[subject]
        p_error = _pooled(n_changed, n, mean_changed, PRIOR_HITS)
        p_same = _pooled(n_same, n, mean_same, PRIOR_HITS)
        p_told = p_same + _OTHER_WAYS * max(0.0, p_error - p_same)
        result[id] = Probability(_rounded(p_error), _rounded(min(p_error, p_told)))
    return result


_Counts = tuple[float, float, float]
"""Hits that were changed, those that were changed to the same words, and all."""


def _means(evidence: Iterable[tuple[str, _Counts]]) -> dict[str, tuple[float, float]]:
    """The shares of hits that are right in each subject, and right in the same words."""
    totals: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0.0])
    for subject, counts in evidence:
        for place, value in enumerate(counts):
            totals[subject][place] += value
    n_changed, n_same, n = (sum(each[place] for each in totals.values()) for place in range(3))
    of_all = [_pooled(n_right, n, _UNMEASURED, 1) for n_right in (n_changed, n_same)]
    return {
        subject: (
            _pooled(changed, all_hits, of_all[0], PRIOR_OF_SUBJECT),
            _pooled(same, all_hits, of_all[1], PRIOR_OF_SUBJECT),
        )
        for subject, (changed, same, all_hits) in totals.items()
    }


def _pooled(n_right: float, n: float, mean: float, n_imagined: float) -> float:
    return (n_right + n_imagined * mean) / (n + n_imagined)


def _rounded(p: float) -> float:
    return round(min(_MOST, max(_LEAST, p)), 3)


def read_figures(file: Path) -> BookFigures:
    """The figures in a file; none if there is no file."""
    if not file.exists():
        return BookFigures({})
    content = json.loads(file.read_text(encoding="utf-8"))
    rules = {id: RuleFigures(*counts) for id, counts in content["rules"].items()}
    return BookFigures(
        rules,
        content["learner_words"],
        content["native_words"],
        tuple(content["learner_texts"]),
        tuple(content["native_texts"]),
    )


def format_figures(figures: BookFigures) -> Iterable[str]:
    """The lines of a file of figures, one per rule."""
    columns = [field.name for field in fields(RuleFigures)]
    head = {
        "learner_words": figures.learner_words,
        "native_words": figures.native_words,
        "learner_texts": figures.learner_texts,
        "native_texts": figures.native_texts,
        "columns": columns,
    }
    yield "{\n"
    yield from (f'"{name}": {json.dumps(value)},\n' for name, value in head.items())
    yield '"rules": {\n'
    rows = [
        f'"{id}": {json.dumps(list(asdict(counts).values()))}'
        for id, counts in sorted(figures.rules.items())
    ]
    yield ",\n".join(rows)
    yield "\n}\n}\n"
