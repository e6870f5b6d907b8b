"""How good the bundled detectors were when they were measured, at the point of each audience.

The figures are those of docs/strong.md, from `python benchmarks/strong.py --only points`; a test
compares the two.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MeasuredPoint:
    """Shares of errors that are found, and of findings that are right, by two counts.

    `exams` counts whole errors that examiners coded in 18 exam essays; `places` counts every word
    and gap that annotators of other learners' texts (W&I dev) changed, which is stricter.
    """

    exams_found: float
    exams_right: float
    places_found: float
    places_right: float


_CASCADE = {
    "author": MeasuredPoint(0.232, 0.971, 0.109, 0.893),
    "learner": MeasuredPoint(0.346, 0.951, 0.209, 0.835),
    "teacher": MeasuredPoint(0.465, 0.835, 0.328, 0.688),
}
_LARGE = {
    "author": MeasuredPoint(0.229, 0.975, 0.131, 0.888),
    "learner": MeasuredPoint(0.409, 0.950, 0.252, 0.829),
    "teacher": MeasuredPoint(0.541, 0.831, 0.383, 0.696),
}
POINTS = {"cascade": _CASCADE, "large": _LARGE}

# The share of errors that the cascade finds for a teacher, by ERRANT's types (W&I+LOCNESS dev).
FOUND_BY_TYPE = {
    "SPELL": 0.90,
    "VERB:SVA": 0.80,
    "VERB:FORM": 0.67,
    "NOUN:NUM": 0.61,
    "ORTH": 0.54,
    "DET": 0.49,
    "PREP": 0.48,
    "MORPH": 0.46,
    "NOUN:POSS": 0.44,
    "PRON": 0.42,
    "VERB:TENSE": 0.36,
    "PUNCT": 0.32,
    "PART": 0.32,
    "OTHER": 0.29,
    "NOUN": 0.23,
    "WO": 0.22,
    "VERB": 0.21,
    "CONJ": 0.21,
    "ADJ": 0.18,
    "ADV": 0.17,
}


def measured_point(detector: str, audience: str) -> MeasuredPoint | None:
    """The figures of a detector for an audience, None where nothing was measured."""
    return POINTS.get(detector, {}).get(audience)
