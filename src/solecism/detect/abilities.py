"""What a detector can find, told without the detector."""

from __future__ import annotations

from dataclasses import dataclass

from solecism.detect.detector import Detector


@dataclass(frozen=True, slots=True)
class Abilities:
    """The kinds of error that a detector looks for, and how far it gets at its operating point.

    `unreachable` are kinds that are not found at the precision that was asked for; `note` is a
    remark about the operating point, or empty.
    """

    kinds: tuple[str, ...]
    unreachable: tuple[str, ...] = ()
    note: str = ""


def abilities_of(detector: Detector) -> Abilities:
    """The abilities of a detector; only some have anything to say besides their kinds."""
    return Abilities(
        detector.kinds, getattr(detector, "unreachable", ()), getattr(detector, "note", "")
    )
