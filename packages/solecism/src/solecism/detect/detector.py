"""What a detector is, which kinds of error it may name, and detectors that are made of others.

Several detectors can work as one, each on its own kinds of error; and a detector can be run at
another operating point: with another threshold, and for some kinds of error only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from solecism.errors import InputError
from solecism.sentence import Sentence
from solecism.site import Flag, Suggestion
from solecism.system.processes import batches

WRONG_PREPOSITION = "wrong-preposition"
EXTRANEOUS_PREPOSITION = "extraneous-preposition"
MISSING_PREPOSITION = "missing-preposition"
WRONG_ARTICLE = "wrong-article"
UNNEEDED_ARTICLE = "unneeded-article"
MISSING_ARTICLE = "missing-article"
NOUN_NUMBER = "noun-number"
DISAGREEMENT = "agreement"
VERB_FORM = "verb-form"
MISSPELLING = "spelling"
WRONG_WORD = "wrong-word"
EXTRA_WORD = "extra-word"
MISSING_WORD = "missing-word"
TENSE = "tense"
WRONG_VERB = "wrong-verb"
WRONG_NOUN = "wrong-noun"
PRONOUN = "pronoun"
ADJECTIVE = "adjective"
ADVERB = "adverb"
CONJUNCTION = "conjunction"
WORD_FORM = "word-form"
WORD_ORDER = "word-order"
CAPITALS = "capitals"
PUNCTUATION = "punctuation"
# Kinds that are flagged only where they are asked for.
ON_REQUEST = (CAPITALS, PUNCTUATION)


class Detector(Protocol):
    """A detector of errors.

    `flags` takes sentences with tags, lemmas and chunks (`language.annotate`) and gives one flag
    per located site, whether it is an error or not; gaps where nothing is missing may be left out.
    Flags of one kind of site come sentence by sentence and from left to right. `confidence` is the
    probability that the site is an error, `kind` one of `kinds` where it is, and suggestions come
    best first.
    """

    @property
    def name(self) -> str:
        """The name of the system in its flags."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of error that it can flag."""

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The flags of the sites of annotated sentences."""


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
        suggestions = flag.suggestions or (_LEAVE_OUT if kind == EXTRANEOUS_PREPOSITION else ())
        return replace(flag, error=True, kind=kind, suggestions=suggestions)

    def _has_readers(self, flag: Flag) -> bool:
        return flag.readers is None or flag.readers >= self.min_readers

    def _is_confident(self, flag: Flag) -> bool:
        if self.threshold is None or flag.confidence is None:
            return flag.error
        return flag.confidence >= self.threshold


class CombinedDetector:
    """Some detectors, whose flags have one name."""

    def __init__(self, name: str, detectors: Sequence[Detector]) -> None:
        self.name = name
        self.kinds = tuple(kind for detector in detectors for kind in detector.kinds)
        self._detectors = tuple(detectors)

    def flags(self, sentences: Iterable[Sentence]) -> Iterator[Flag]:
        """The flags of each detector in turn, for a thousand sentences at a time."""
        # Not above: whoever needs only the names of kinds of error does not load numpy.
        from solecism.language.annotate import gathered

        for batch in batches(sentences):
            # The detectors share what is computed for all words.
            batch = gathered(batch)
            for detector in self._detectors:
                yield from detector.flags(batch)
