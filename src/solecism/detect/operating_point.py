"""A detector at another operating point: another threshold, and some kinds of error only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from solecism.detect.detector import EXTRANEOUS, Detector
from solecism.errors import InputError
from solecism.flag import Flag, Suggestion
from solecism.sentence import Sentence

# For whom a text is checked, and the precision of findings that suits them; an author is shown what
# the detector is sure enough of in native text.
AUDIENCES: dict[str, float | None] = {"author": None, "learner": 0.8, "teacher": 0.6}
_LEAVE_OUT = (Suggestion(""),)


@dataclass(frozen=True, slots=True)
class ThresholdedDetector:
    """A detector whose flags are decided again, with another threshold.

    A site is an error if the detector's confidence is at least `threshold` (None: if it is one for
    the detector) and the error is one of `kinds`. Where the detector estimates the share of readers
    who would object, that must be at least `min_readers`.
    """

    detector: Detector
    threshold: float | None
    kinds: tuple[str, ...]
    min_readers: float = 0.0

    def __post_init__(self) -> None:
        for kind in self.kinds:
            if kind not in self.detector.kinds:
                known = ", ".join(self.detector.kinds)
                raise InputError(
                    f"{self.detector.name} does not know the kind {kind!r}. It knows {known}."
                )

    @property
    def name(self) -> str:
        """The name of the detector."""
        return self.detector.name

    @property
    def note(self) -> str:
        """What the detector has to say about its operating point."""
        return getattr(self.detector, "note", "")

    @property
    def unreachable(self) -> tuple[str, ...]:
        """The kinds of error that the detector never flags at its operating point."""
        return getattr(self.detector, "unreachable", ())

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The flags of the same sites."""
        return map(self._thresholded, self.detector.flags(sentences))

    def _thresholded(self, flag: Flag) -> Flag:
        kind = flag.kind
        if kind is None and len(self.detector.kinds) == 1:
            kind = self.detector.kinds[0]
        is_error = kind in self.kinds and self._is_confident(flag) and self._has_readers(flag)
        if is_error == flag.error:
            return flag
        if not is_error:
            return flag.as_correct
        suggestions = flag.suggestions or (_LEAVE_OUT if kind == EXTRANEOUS else ())
        return replace(flag, error=True, kind=kind, suggestions=suggestions)

    def _has_readers(self, flag: Flag) -> bool:
        return flag.readers is None or flag.readers >= self.min_readers

    def _is_confident(self, flag: Flag) -> bool:
        if self.threshold is None or flag.confidence is None:
            return flag.error
        return flag.confidence >= self.threshold
