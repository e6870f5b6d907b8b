"""Checking of texts: their sentences, with the flags of a detector for those in English."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solecism.check.advice.steps import STEPS, SentenceSteps
from solecism.check.reading.flagging import flagged
from solecism.check.reading.readings import read_sentences, read_text
from solecism.detect.detector import Detector
from solecism.finding import CheckedSentence
from solecism.sentence import Sentence


def check_text(
    lines: Iterable[str],
    detector: Detector,
    *,
    document: str,
    file: str,
    markup: bool = True,
    steps: SentenceSteps = STEPS,
) -> Iterator[CheckedSentence]:
    """The sentences of a text in order, as they are written, with the flags of their sites.

    Markup is skipped if `markup`, and comments that speak to the checker in any case. At most a
    thousand sentences are held in memory. `steps` may be some that remember sentences.
    """
    if isinstance(lines, str):
        raise TypeError(
            "check_text takes an iterable of lines, not a string. Use solecism.check(text)."
        )
    if not isinstance(lines, Iterable) or isinstance(lines, bytes):
        raise TypeError(f"check_text takes an iterable of lines, not {type(lines).__name__}.")
    reading = read_text(lines, document=document, file=file, markup=markup, steps=steps)
    return reading.place(flagged(reading.sentences, detector, steps))


def check_sentences(
    sentences: Iterable[Sentence], detector: Detector, *, file: str
) -> Iterator[CheckedSentence]:
    """The same for sentences of other formats; each counts as one line."""
    reading = read_sentences(sentences, file=file)
    return reading.place(flagged(reading.sentences, detector))
