"""Checking of documents: their sentences, with the flags of a detector for those in English."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from solecism.check.advice.resolve import resolved
from solecism.check.advice.verify import verified
from solecism.check.paragraphs import english_marked
from solecism.detect.detector import Detector
from solecism.finding import CheckedSentence, Place
from solecism.flag import Flag
from solecism.formats import text
from solecism.language.annotate import annotate_sentences
from solecism.language.text.markup import Unmarked
from solecism.sentence import Sentence
from solecism.site import sentence_of
from solecism.system.batches import BATCH_SENTENCES, batches

# Texts are gathered until they have at least so many sentences.
_GROUP = 200

_Flagged = tuple[Sentence, tuple[Flag, ...], bool]


def check_text(
    lines: Iterable[str],
    detector: Detector,
    *,
    document: str,
    file: str,
    markup: bool = True,
) -> Iterator[CheckedSentence]:
    """The sentences of a text in order, as they are written, with the flags of their sites.

    Markup is skipped if `markup`, and comments that speak to the checker in any case. At most a
    thousand sentences are held in memory.
    """
    if isinstance(lines, str):
        raise TypeError(
            "check_text takes an iterable of lines, not a string. Use solecism.check(text)."
        )
    if not isinstance(lines, Iterable) or isinstance(lines, bytes):
        raise TypeError(f"check_text takes an iterable of lines, not {type(lines).__name__}.")
    return _checked(lines, detector, document=document, file=file, markup=markup)


def _checked(
    lines: Iterable[str], detector: Detector, *, document: str, file: str, markup: bool
) -> Iterator[CheckedSentence]:
    unmarked = Unmarked(lines, markup=markup)
    sentences = text.parse(unmarked, document=document, file=file)
    yield from _placed(_flagged(english_marked(sentences), detector), unmarked, file)


def check_texts(
    texts: Iterable[str], detector: Detector, *, markup: bool = True
) -> Iterator[tuple[CheckedSentence, ...]]:
    """The checked sentences of each of many texts, in order.

    The same as checking one after another, but short texts are read together, which is faster.
    """
    group: list[_ReadText] = []
    n_sentences = 0
    for number, each in enumerate(texts, 1):
        read = _ReadText.read(each, f"text{number}", markup=markup)
        if n_sentences >= _GROUP or n_sentences + len(read.sentences) > BATCH_SENTENCES:
            # A text is never divided because of those before it.
            yield from _check_group(group, detector)
            group, n_sentences = [], 0
        group.append(read)
        n_sentences += len(read.sentences)
    yield from _check_group(group, detector)


class _ReadText(NamedTuple):
    """A text that has been split: its name, its markup, and which sentences are English."""

    name: str
    unmarked: Unmarked
    sentences: list[tuple[Sentence, bool]]

    @classmethod
    def read(cls, whole: str, name: str, *, markup: bool) -> _ReadText:
        unmarked = Unmarked(whole.splitlines(keepends=True), markup=markup)
        sentences = text.parse(unmarked, document=name, file=name)
        return cls(name, unmarked, list(english_marked(sentences)))


def _check_group(
    group: Iterable[_ReadText], detector: Detector
) -> Iterator[tuple[CheckedSentence, ...]]:
    flagged = _flagged(chain.from_iterable(each.sentences for each in group), detector)
    for each in group:
        own = islice(flagged, len(each.sentences))
        yield tuple(_placed(own, each.unmarked, each.name))


def _placed(
    flagged: Iterable[_Flagged], unmarked: Unmarked, file: str
) -> Iterator[CheckedSentence]:
    """The sentences of a text as they are written, each at its place."""
    place, offset = Place(1, 1), 0
    for sentence, flags, is_english in flagged:
        written = unmarked.restored(sentence, offset)
        yield CheckedSentence(file, place, written, flags, is_english)
        whole = written.text + written.after
        offset += len(whole)
        place = place.after(whole)


def check_sentences(
    sentences: Iterable[Sentence], detector: Detector, *, file: str
) -> Iterator[CheckedSentence]:
    """The same for sentences of other formats; each counts as one line."""
    flagged = _flagged(english_marked(sentences), detector)
    for number, (sentence, flags, is_english) in enumerate(flagged, 1):
        yield CheckedSentence(file, Place(number, 1), sentence, flags, is_english)


def _flagged(marked: Iterable[tuple[Sentence, bool]], detector: Detector) -> Iterator[_Flagged]:
    """The flags of sentences, given which of them are English."""
    for batch in batches(marked):
        english = [sentence for sentence, is_english in batch if is_english and sentence.words]
        by_sentence: dict[str, list[Flag]] = {}
        annotated = list(annotate_sentences(english))
        for flag in detector.flags(annotated):
            by_sentence.setdefault(sentence_of(flag.site), []).append(flag)
        tagged = {sentence.id: sentence for sentence in annotated if sentence.id in by_sentence}
        wrong = {
            id: resolved(tagged[id], flags)
            for id, flags in by_sentence.items()
            if any(flag.error for flag in flags)
        }
        told = verified([tagged[id] for id in wrong], list(wrong.values()), detector)
        flags_of = dict(zip(wrong, told, strict=True))
        for sentence, is_english in batch:
            if sentence.id in flags_of:
                # What is said about an error depends on the tags of the words around it.
                yield tagged[sentence.id], flags_of[sentence.id], is_english
            else:
                yield sentence, tuple(by_sentence.get(sentence.id, ())), is_english
