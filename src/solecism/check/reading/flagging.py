"""The flags of sentences that were read: a batch at a time, with suggestions that were tried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solecism.check.advice.steps import STEPS, SentenceSteps
from solecism.check.advice.variety import in_own_variety
from solecism.check.advice.verify import verified
from solecism.check.reading.readings import FlaggedSentence, MarkedSentence
from solecism.detect.detector import Detector
from solecism.flag import Flag
from solecism.site import sentence_of
from solecism.system.batches import batches


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
