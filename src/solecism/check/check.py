"""Checking of documents: their sentences, with the flags of a detector for those in English."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solecism.check.advice.steps import STEPS, SentenceSteps
from solecism.check.advice.verify import verified
from solecism.check.paragraphs import english_marked
from solecism.detect.detector import Detector
from solecism.documents.document import Document
from solecism.finding import CheckedSentence, Place
from solecism.flag import Flag
from solecism.formats import text
from solecism.language.text.markup import Unmarked
from solecism.sentence import Sentence
from solecism.site import sentence_of
from solecism.system.batches import batches

# A sentence, its flags, and whether it is English.
FlaggedSentence = tuple[Sentence, tuple[Flag, ...], bool]


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
    return _checked(lines, detector, document=document, file=file, markup=markup, steps=steps)


def _checked(
    lines: Iterable[str],
    detector: Detector,
    *,
    document: str,
    file: str,
    markup: bool,
    steps: SentenceSteps,
) -> Iterator[CheckedSentence]:
    unmarked = Unmarked(lines, markup=markup)
    sentences = text.parse(unmarked, document=document, file=file, divide=steps.divide)
    decided = flagged(english_marked(sentences), detector, steps)
    yield from placed(decided, unmarked, file, steps)


def placed(
    sentences: Iterable[FlaggedSentence],
    unmarked: Unmarked,
    file: str,
    steps: SentenceSteps = STEPS,
) -> Iterator[CheckedSentence]:
    """The sentences of a text as they are written, each at its place."""
    place, offset = Place(1, 1), 0
    for sentence, flags, is_english in sentences:
        written = unmarked.restored(sentence, offset)
        yield steps.checked(file, place, written, flags, is_english)
        whole = written.text + written.after
        offset += len(whole)
        place = place.after(whole)


def check_document(
    content: Document, detector: Detector, *, document: str, file: str, markup: bool = True
) -> Iterator[CheckedSentence]:
    """The same for a document: with the labels of its blocks, and as its source has them.

    Markup in the text is skipped if `markup`, where no reader has done so.
    """
    lines = content.text.splitlines(keepends=True)
    if not content.blocks and content.source is None:
        yield from check_text(lines, detector, document=document, file=file, markup=markup)
        return
    place, offset = Place(1, 1), 0
    sentences = text.parse(lines, document=document, file=file)
    for sentence, flags, is_english in flagged(english_marked(sentences), detector):
        end = offset + len(sentence.text)
        written = content.source.restored(sentence, offset) if content.source else sentence
        labels = content.labels(offset, end)
        yield CheckedSentence(file, place, written, flags, is_english, labels)
        offset = end + len(sentence.after)
        place = place.after(written.text + written.after)


def check_sentences(
    sentences: Iterable[Sentence], detector: Detector, *, file: str
) -> Iterator[CheckedSentence]:
    """The same for sentences of other formats; each counts as one line."""
    decided = flagged(english_marked(sentences), detector)
    for number, (sentence, flags, is_english) in enumerate(decided, 1):
        yield CheckedSentence(file, Place(number, 1), sentence, flags, is_english)


def flagged(
    marked: Iterable[tuple[Sentence, bool]], detector: Detector, steps: SentenceSteps = STEPS
) -> Iterator[FlaggedSentence]:
    """The flags of sentences, given which of them are English; the others have none."""
    for batch in batches(marked):
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
        for sentence, is_english in batch:
            if sentence.id in flags_of:
                # What is said about an error depends on the tags of the words around it.
                yield tagged[sentence.id], flags_of[sentence.id], is_english
            else:
                yield sentence, tuple(by_sentence.get(sentence.id, ())), is_english
