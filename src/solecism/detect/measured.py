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
    "author": MeasuredPoint(0.164, 0.971, 0.077, 0.879),
    "learner": MeasuredPoint(0.296, 0.941, 0.167, 0.829),
    "teacher": MeasuredPoint(0.439, 0.809, 0.285, 0.685),
}
_LARGE = {
    "author": MeasuredPoint(0.229, 0.975, 0.131, 0.888),
    "learner": MeasuredPoint(0.409, 0.950, 0.252, 0.829),
    "teacher": MeasuredPoint(0.541, 0.831, 0.383, 0.696),
}
POINTS = {"cascade": _CASCADE, "large": _LARGE}

# The share of errors that the cascade finds for a teacher, by ERRANT's types (W&I+LOCNESS dev).
FOUND_BY_TYPE = {
    "SPELL": 0.91,
    "VERB:SVA": 0.78,
    "VERB:FORM": 0.58,
    "NOUN:NUM": 0.57,
    "ORTH": 0.46,
    "PREP": 0.44,
    "DET": 0.43,
    "MORPH": 0.42,
    "VERB:TENSE": 0.32,
    "PRON": 0.31,
    "NOUN:POSS": 0.30,
    "OTHER": 0.26,
    "PART": 0.25,
    "PUNCT": 0.24,
    "NOUN": 0.16,
    "WO": 0.16,
    "CONJ": 0.14,
    "VERB": 0.13,
    "ADV": 0.10,
    "ADJ": 0.08,
}


def measured_point(detector: str, audience: str) -> MeasuredPoint | None:
    """The figures of a detector for an audience, None where nothing was measured."""
    return POINTS.get(detector, {}).get(audience)
