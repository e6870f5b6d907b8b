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
    "author": MeasuredPoint(0.170, 0.973, 0.084, 0.881),
    "learner": MeasuredPoint(0.335, 0.943, 0.195, 0.830),
    "teacher": MeasuredPoint(0.459, 0.831, 0.314, 0.694),
}
_LARGE = {
    "author": MeasuredPoint(0.229, 0.975, 0.131, 0.888),
    "learner": MeasuredPoint(0.409, 0.950, 0.252, 0.829),
    "teacher": MeasuredPoint(0.541, 0.831, 0.383, 0.696),
}
POINTS = {"cascade": _CASCADE, "large": _LARGE}

# The share of errors that the cascade finds for a teacher, by ERRANT's types (W&I+LOCNESS dev).
FOUND_BY_TYPE = {
    "SPELL": 0.92,
    "VERB:SVA": 0.79,
    "VERB:FORM": 0.65,
    "NOUN:NUM": 0.57,
    "ORTH": 0.52,
    "PREP": 0.48,
    "DET": 0.48,
    "MORPH": 0.41,
    "PRON": 0.39,
    "PART": 0.35,
    "VERB:TENSE": 0.32,
    "NOUN:POSS": 0.32,
    "PUNCT": 0.29,
    "OTHER": 0.27,
    "CONJ": 0.20,
    "VERB": 0.20,
    "WO": 0.20,
    "NOUN": 0.18,
    "ADV": 0.17,
    "ADJ": 0.14,
}


def measured_point(detector: str, audience: str) -> MeasuredPoint | None:
    """The figures of a detector for an audience, None where nothing was measured."""
    return POINTS.get(detector, {}).get(audience)
