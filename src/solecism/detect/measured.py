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
    "author": MeasuredPoint(0.237, 0.963, 0.113, 0.880),
    "learner": MeasuredPoint(0.361, 0.964, 0.211, 0.834),
    "teacher": MeasuredPoint(0.465, 0.848, 0.336, 0.690),
}
_LARGE = {
    "author": MeasuredPoint(0.276, 0.963, 0.167, 0.882),
    "learner": MeasuredPoint(0.401, 0.942, 0.251, 0.833),
    "teacher": MeasuredPoint(0.550, 0.823, 0.399, 0.694),
}
POINTS = {"cascade": _CASCADE, "large": _LARGE}

# The share of errors that the cascade finds for a teacher, by ERRANT's types (W&I+LOCNESS dev).
FOUND_BY_TYPE = {
    "SPELL": 0.90,
    "VERB:SVA": 0.80,
    "VERB:FORM": 0.67,
    "NOUN:NUM": 0.59,
    "ORTH": 0.54,
    "DET": 0.51,
    "PREP": 0.48,
    "MORPH": 0.47,
    "PRON": 0.46,
    "NOUN:POSS": 0.39,
    "VERB:TENSE": 0.38,
    "PART": 0.33,
    "PUNCT": 0.33,
    "OTHER": 0.29,
    "CONJ": 0.23,
    "NOUN": 0.23,
    "VERB": 0.22,
    "WO": 0.20,
    "ADJ": 0.17,
    "ADV": 0.17,
}


def measured_point(detector: str, audience: str) -> MeasuredPoint | None:
    """The figures of a detector for an audience, None where nothing was measured."""
    return POINTS.get(detector, {}).get(audience)
