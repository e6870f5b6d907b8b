"""What a detector is, which kinds of error it may name, and detectors that are made of others.

Several detectors can work as one, each on its own kinds of error; and a detector can be run at
another operating point: with another threshold, and for some kinds of error only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from solecism.errors import InputError
from solecism.sentence import Sentence
from solecism.site import Flag, Suggestion, sentence_of
from solecism.system.processes import batches

if TYPE_CHECKING:
    from typing_extensions import TypeIs

    from solecism.numeric import Floats

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


def _not_read() -> None:
    """What is known of a sentence that no network has read."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a detector says about a sentence before it is decided which errors are shown.

    `context` is what it knows from the rest of the document. `p_places` gives the probability of a
    correction at each word (first row) and at the gap before it (second row), None where no network
    has read the sentence.
    """

    flags: tuple[Flag, ...]
    context: object = None
    p_places: Callable[[], Floats | None] = _not_read


@dataclass(frozen=True, slots=True)
class EditEvidence:
    """What is known of a flag's first suggestion after it has been tried in its sentence.

    `before` has the probabilities of places in the sentence, and `after` those in the sentence with
    the suggestions followed, where `first` to `last` are the words that this one wrote; both are
    None where they are not known. It `is_undone` if the detector would then write the old words.
    """

    sentence: Sentence
    flag: Flag
    before: Floats | None = None
    after: Floats | None = None
    first: int = 0
    last: int = 0
    is_undone: bool = False


class Proposer(Detector, Protocol):
    """A detector that also proposes errors of which it is less sure than of those it shows.

    Repairs are worked out with all of them, so that they are the same whoever reads the findings.
    """

    def proposals(
        self, sentences: Sequence[Sentence], contexts: Sequence[object] | None = None
    ) -> list[Proposal]:
        """The proposal for each sentence; those of one document stand together.

        Changed sentences are given with the contexts of the proposals for the originals.
        """

    def shown(self, flags: Iterable[Flag], context: object) -> Iterator[Flag]:
        """The flags of a sentence, in which what is not sure enough is no error."""


def proposals(
    detector: Detector, sentences: Sequence[Sentence], contexts: Sequence[object] | None = None
) -> list[Proposal]:
    """What a detector proposes; most propose what they show."""
    if is_proposer(detector):
        return detector.proposals(sentences, contexts)
    by_sentence: dict[str, list[Flag]] = {sentence.id: [] for sentence in sentences}
    for flag in detector.flags(sentences):
        by_sentence[sentence_of(flag.site)].append(flag)
    return [Proposal(tuple(by_sentence[sentence.id])) for sentence in sentences]


def shown(detector: Detector, flags: Iterable[Flag], context: object) -> tuple[Flag, ...]:
    """The flags of a sentence as the detector shows them."""
    return tuple(detector.shown(flags, context) if is_proposer(detector) else flags)


def near(p_places: Floats, start: int, end: int, width: int) -> list[float]:
    """The probabilities of the words `start` to `end` and the gaps beside them, and around them."""
    first, last = max(0, start - width), end + width
    return [*p_places[0, first:last].tolist(), *p_places[1, first : last + 1].tolist()]


def told(detector: Detector, evidence: EditEvidence) -> Flag:
    """The flag with the probabilities of suggestions that people are told.

    Most detectors tell those that they work with.
    """
    while not hasattr(detector, "told") and hasattr(detector, "detector"):
        detector = detector.detector
    return detector.told(evidence) if hasattr(detector, "told") else evidence.flag


def is_proposer(detector: Detector) -> TypeIs[Proposer]:
    """Whether a detector proposes more than it shows."""
    inner = getattr(detector, "detector", detector)
    return hasattr(detector, "proposals") and hasattr(inner, "proposals")


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
# Who may have written a text.
WRITERS = AUTO, LEARNER, NATIVE = "auto", "learner", "native"
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

    def proposals(
        self, sentences: Sequence[Sentence], contexts: Sequence[object] | None = None
    ) -> list[Proposal]:
        """What the detector proposes."""
        return proposals(self.detector, sentences, contexts)

    def shown(self, flags: Iterable[Flag], context: object) -> Iterator[Flag]:
        """The flags that the detector shows, decided again."""
        return map(self._thresholded, shown(self.detector, flags, context))

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
