"""Checking of texts: their sentences, with the flags of a detector for those in English."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solecism.check.advice.steps import STEPS, SentenceSteps
from solecism.check.advice.variety import in_own_variety
from solecism.check.advice.verify import verified
from solecism.check.reading import FlaggedSentence, MarkedSentence, read_sentences, read_text
from solecism.detect.detector import Detector
from solecism.finding import CheckedSentence
from solecism.flag import Flag
from solecism.sentence import Sentence
from solecism.site import sentence_of
from solecism.system.batches import batches


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


def flagged(
    marked: Iterable[MarkedSentence], detector: Detector, steps: SentenceSteps = STEPS
) -> Iterator[FlaggedSentence]:
    """The flags of sentences, given which of them are English; the others have none."""
    for batch in batches(marked):
        yield from in_own_variety(flag_batch(batch, detector, steps))


def flag_batch(
    batch: Sequence[MarkedSentence], detector: Detector, steps: SentenceSteps = STEPS
) -> list[FlaggedSentence]:
    """The flags of sentences that are read together; what is found depends on no others."""
    english = [sentence for sentence, is_english in batch if is_english and sentence.words]
    by_sentence: dict[str, list[Flag]] = {}
    annotated = list(steps.annotate(english))
    for flag in detector.flags(annotated):
        by_sentence.setdefault(sentence_of(flag.site), []).append(flag)
    tagged = {sentence.id: sentence for sentence in annotated if sentence.id in by_sentence}
    wrong = {
        id: steps.resolve(tagged[id], flags)
        for id, flags in by_sentence.items()
        if any(flag.error for flag in flags)
    }
    told = verified([tagged[id] for id in wrong], list(wrong.values()), detector, steps)
    flags_of = dict(zip(wrong, told, strict=True))
    return [
        # What is said about an error depends on the tags of the words around it.
        (tagged[sentence.id], flags_of[sentence.id], is_english)
        if sentence.id in flags_of
        else (sentence, tuple(by_sentence.get(sentence.id, ())), is_english)
        for sentence, is_english in batch
    ]
