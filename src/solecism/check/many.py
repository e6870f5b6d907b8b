"""Checking of many texts, of which short ones are read together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from solecism.check.advice.steps import STEPS, SentenceSteps
from solecism.check.check import flagged, placed
from solecism.check.paragraphs import english_marked
from solecism.detect.detector import Detector
from solecism.finding import CheckedSentence
from solecism.formats import text
from solecism.language.text.markup import Unmarked
from solecism.sentence import Sentence
from solecism.system.batches import BATCH_SENTENCES

# Texts are gathered until they have at least so many sentences.
_GROUP = 200


class _ReadText(NamedTuple):
    """A text that has been split: its name, its markup, and which sentences are English."""

    name: str
    unmarked: Unmarked
    sentences: list[tuple[Sentence, bool]]


def check_texts(
    texts: Iterable[str],
    detector: Detector,
    *,
    markup: bool = True,
    steps: SentenceSteps = STEPS,
) -> Iterator[tuple[CheckedSentence, ...]]:
    """The checked sentences of each of many texts, in order.

    The same as checking one after another, but short texts are read together, which is faster.
    `steps` may be some that remember sentences.
    """
    group: list[_ReadText] = []
    n_sentences = 0
    for number, each in enumerate(texts, 1):
        read = _read(each, f"text{number}", steps, markup=markup)
        if n_sentences >= _GROUP or n_sentences + len(read.sentences) > BATCH_SENTENCES:
            # A text is never divided because of those before it.
            yield from _check_group(group, detector, steps)
            group, n_sentences = [], 0
        group.append(read)
        n_sentences += len(read.sentences)
    yield from _check_group(group, detector, steps)


def _read(whole: str, name: str, steps: SentenceSteps, *, markup: bool) -> _ReadText:
    unmarked = Unmarked(whole.splitlines(keepends=True), markup=markup)
    sentences = text.parse(unmarked, document=name, file=name, divide=steps.divide)
    return _ReadText(name, unmarked, list(english_marked(sentences)))


def _check_group(
    group: Iterable[_ReadText], detector: Detector, steps: SentenceSteps
) -> Iterator[tuple[CheckedSentence, ...]]:
    every = flagged(chain.from_iterable(each.sentences for each in group), detector, steps)
    for each in group:
        own = islice(every, len(each.sentences))
        yield tuple(placed(own, each.unmarked, each.name, steps))
