"""The measures of Lee, Tetreault and Chodorow (2009), from judgments of five constructions.

Section 4: how often raters accept the writer's own construction, and several; section 5: how far
they agree without and with context, on nouns mentioned before or not, and on the commonest
construction of a noun or the others, with tests. yes* and grey count as yes for agreement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from solecism.agreement.accepted_constructions import (
    IN_CONTEXT,
    NO_CONTEXT,
    ChoiceScore,
    accept_all,
    choice_scores,
    combinations_accepted,
    rater_usage,
    reject_grey,
)
from solecism.agreement.coefficients import measure_agreement
from solecism.agreement.confusion import Confusion, pooled_confusion
from solecism.agreement.summary import PartAgreement, PartDifference, PartUsage, part_differences
from solecism.errors import InputError
from solecism.figure import DEFAULT_LEVEL
from solecism.judgment import Judgment
from solecism.panel import Panel, panels

MEASURES = ("observed", "cohen")
CONSTRUCTION = "construction"


@dataclass(frozen=True, slots=True)
class AcceptedTogether:
    """On how many sites a rater marks all of these constructions as the writer's most likely."""

    rater: str
    constructions: tuple[str, ...]
    n_sites: int


@dataclass(frozen=True, slots=True)
class Contrast:
    """Agreement in several parts, and their difference if there are two parts."""

    name: str
    agreements: list[PartAgreement]
    differences: list[PartDifference]


@dataclass(frozen=True, slots=True)
class StageConfusion:
    """The confusion table of yes and no in a stage: of two raters, or of all pairs of raters."""

    stage: str
    confusion: Confusion


@dataclass(frozen=True, slots=True)
class ConstructionMeasures:
    """What each rater accepts in each stage, what they find equally good, and the contrasts.

    `confusions` has table 5 of the paper, `systems` the scores of systems' own constructions.
    """

    usage: list[PartUsage]
    together: list[AcceptedTogether]
    confusions: list[StageConfusion]
    contrasts: list[Contrast]
    systems: list[ChoiceScore]


@dataclass(frozen=True, slots=True)
class _Item:
    """A construction of a site, with the properties of the site."""

    construction: str
    notes: Mapping[str, str]


def construction_measures(
    judgments: Iterable[Judgment],
    writers: Iterable[Judgment],
    *,
    choices: Iterable[Judgment] = (),
    accepts_grey: bool = True,
    measures: Sequence[str] = MEASURES,
    level: float = DEFAULT_LEVEL,
) -> ConstructionMeasures:
    """All measures; the notes of `writers` have the writer's construction of each site.

    These also say what a sample knows of the site: `mentioned` (yes or no), `dominant` (the
    noun's commonest construction), `entropy` (high or low). `choices` are systems' constructions,
    which are scored in the last stage. Grey answers count as yes, as in the paper, or as no.
    """
    known = {writer.site: writer.notes for writer in writers}
    stages = _stages(judgments)
    if not accepts_grey:
        stages = {name: reject_grey(panel) for name, panel in stages.items()}
    original = {site: notes.get(CONSTRUCTION, "") for site, notes in known.items()}
    usage = [
        PartUsage(name, row)
        for name, panel in stages.items()
        for row in rater_usage(panel, original=original)
    ]
    last = stages[last_stage(stages)]
    split = _Splitter(accept_all(last), known, measures, level)
    accepted = {name: accept_all(panel) for name, panel in stages.items()}
    contrasts = [
        _contrast("stage", accepted, measures, level),
        split("mentioned before, of nouns with the", _mention),
        split("low entropy: commonest or other construction", partial(_dominance, entropy="low")),
        split("high entropy: commonest or other construction", partial(_dominance, entropy="high")),
    ]
    shown = [contrast for contrast in contrasts if contrast.agreements]
    choices = list(choices)
    return ConstructionMeasures(
        usage,
        _together(last),
        [StageConfusion(name, pooled_confusion(panel)) for name, panel in accepted.items()],
        shown,
        choice_scores(choices, last, original, level=level) if choices else [],
    )


def last_stage(stages: Iterable[str]) -> str:
    """The last stage: that in context, where there are two."""
    return max(stages, key=lambda name: (name == IN_CONTEXT, name))


def _stages(judgments: Iterable[Judgment]) -> dict[str, Panel]:
    parts = panels(judgments, by="stage", within=CONSTRUCTION).parts
    if not parts:
        raise InputError("there are no judgments; unknown answers and control items do not count.")
    order = {NO_CONTEXT: 0, IN_CONTEXT: 1}
    return {
        name: parts[name] for name in sorted(parts, key=lambda name: (order.get(name, 2), name))
    }


def _together(panel: Panel) -> list[AcceptedTogether]:
    return [
        AcceptedTogether(rater, constructions, n_sites)
        for rater in panel.raters
        for constructions, n_sites in combinations_accepted(panel.of_raters([rater])).most_common()
    ]


@dataclass(frozen=True, slots=True)
class _Splitter:
    """Splits a panel by properties of its sites."""

    panel: Panel
    known: Mapping[str, Mapping[str, str]]
    measures: Sequence[str]
    level: float

    def __call__(self, name: str, part_of: Callable[[_Item], str | None]) -> Contrast:
        of_item = [part_of(self._item(item)) for item in self.panel.items]
        parts = {}
        for part in sorted({part for part in of_item if part is not None}):
            is_in = np.array([each == part for each in of_item], dtype=bool)
            parts[part] = self.panel.select(is_in[self.panel.item])
        return _contrast(name, parts, self.measures, self.level)

    def _item(self, item: str) -> _Item:
        site, _, construction = item.rpartition("|")
        return _Item(construction, self.known.get(site, {}))


def _contrast(
    name: str, parts: Mapping[str, Panel], measures: Sequence[str], level: float
) -> Contrast:
    agreements = [
        PartAgreement(part, figure)
        for part, panel in parts.items()
        for figure in measure_agreement(panel, measures, level=level)
    ]
    differences = part_differences(parts, measures, level=level) if len(parts) == 2 else []
    return Contrast(name, agreements, differences)


def _mention(item: _Item) -> str | None:
    if not item.notes.get(CONSTRUCTION, "").startswith("the "):
        return None
    return {"yes": "mentioned", "no": "not mentioned"}.get(item.notes.get("mentioned", ""))


def _dominance(item: _Item, *, entropy: str) -> str | None:
    if item.notes.get("entropy") != entropy:
        return None
    return "commonest" if item.construction == item.notes.get("dominant") else "others"
