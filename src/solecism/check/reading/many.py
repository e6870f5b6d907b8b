"""Checking of many texts: long ones in batches of sentences, short ones together in one batch.

What is found in a text does not depend on the others. Whoever checks the batches, in this process
or in several, gives the same results.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import groupby, islice
from typing import Generic, NamedTuple, TypeVar

from solecism.check.advice.steps import STEPS, SentenceSteps
from solecism.check.advice.variety import in_own_variety
from solecism.check.reading.flagging import flag_batch
from solecism.check.reading.readings import (
    FlaggedSentence,
    MarkedSentence,
    Reading,
    read_sentences,
    read_text,
)
from solecism.detect.detector import Detector
from solecism.errors import SolecismError
from solecism.finding import CheckedSentence, Finding
from solecism.system.batches import BATCH_SENTENCES, batches

# What stands for a text that cannot be opened.
_UNREADABLE = read_sentences((), file="")
# Texts are gathered until they have at least so many sentences.
_GROUP = 600

_Way = TypeVar("_Way")
# Sentences that are checked together, and in which way.
Batch = tuple[_Way, list[MarkedSentence]]
# Gives the flagged sentences of each batch, in order.
FlagBatches = Callable[[Iterable[Batch[_Way]]], Iterator[list[FlaggedSentence]]]


class TextToCheck(NamedTuple, Generic[_Way]):
    """A text that has not been opened yet, and in which way it is to be checked."""

    open: Callable[[], Reading]
    way: _Way


class _Part(NamedTuple, Generic[_Way]):
    """Sentences of a text, whose number is given, in order.

    It may share a batch with other texts if it `is_whole`. A text that cannot be read further has
    a problem.
    """

    number: int
    way: _Way
    reading: Reading
    sentences: list[MarkedSentence]
    is_whole: bool
    problem: SolecismError | None = None


class _FlaggedPart(NamedTuple):
    number: int
    reading: Reading
    flagged: list[FlaggedSentence]
    problem: SolecismError | None


def check_readings(
    texts: Iterable[TextToCheck[_Way]], flag_batches: FlagBatches[_Way]
) -> Iterator[Iterator[CheckedSentence]]:
    """The checked sentences of each text, to be taken in this order.

    Texts are read ahead as far as `flag_batches` asks for. A text that cannot be read to its end
    raises the error when the batches before that place have been taken.
    """
    parts = _flagged_parts(texts, flag_batches)
    for (_, reading), own in groupby(parts, key=lambda part: (part.number, part.reading)):
        yield reading.place(_flagged_sentences(own))


def _flagged_sentences(parts: Iterable[_FlaggedPart]) -> Iterator[FlaggedSentence]:
    for part in parts:
        yield from in_own_variety(part.flagged)
        if part.problem is not None:
            raise part.problem


def _flagged_parts(
    texts: Iterable[TextToCheck[_Way]], flag_batches: FlagBatches[_Way]
) -> Iterator[_FlaggedPart]:
    sent: deque[list[_Part[_Way]]] = deque()

    def to_send() -> Iterator[Batch[_Way]]:
        for group in _groups(_parts(texts)):
            sent.append(group)
            yield group[0].way, [each for part in group for each in part.sentences]

    for flagged in flag_batches(to_send()):
        every = iter(flagged)
        for part in sent.popleft():
            own = list(islice(every, len(part.sentences)))
            yield _FlaggedPart(part.number, part.reading, own, part.problem)


def _parts(texts: Iterable[TextToCheck[_Way]]) -> Iterator[_Part[_Way]]:
    """The texts in parts, of which only the last may be short; every text has at least one."""
    for number, (open, way) in enumerate(texts):
        reading, n_parts = _UNREADABLE, 0
        try:
            reading = open()
            for sentences in batches(reading.sentences):
                is_whole = not n_parts and len(sentences) < BATCH_SENTENCES
                is_whole = is_whole and not reading.has_own_ids
                yield _Part(number, way, reading, sentences, is_whole)
                n_parts += 1
        except SolecismError as error:
            yield _Part(number, way, reading, [], False, error)
        else:
            if not n_parts:
                yield _Part(number, way, reading, [], is_whole=True)


def _groups(parts: Iterable[_Part[_Way]]) -> Iterator[list[_Part[_Way]]]:
    """Parts that are checked together: short whole texts of the same way, or one part alone."""
    group: list[_Part[_Way]] = []
    n_sentences = 0
    for part in parts:
        size = len(part.sentences)
        is_full = n_sentences >= _GROUP or n_sentences + size > BATCH_SENTENCES
        if group and (is_full or not part.is_whole or group[0].way != part.way):
            yield group
            group, n_sentences = [], 0
        if part.is_whole:
            group.append(part)
            n_sentences += size
        else:
            yield [part]
    if group:
        yield group


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

    def flag_batches(every: Iterable[Batch[None]]) -> Iterator[list[FlaggedSentence]]:
        return (flag_batch(batch, detector, steps) for _, batch in every)

    named = ((text, f"text{number}") for number, text in enumerate(texts, 1))
    read = partial(_read, steps=steps, markup=markup)
    to_check = (TextToCheck(partial(read, *each), None) for each in named)
    return map(tuple, check_readings(to_check, flag_batches))


def placed_findings(sentences: Iterable[CheckedSentence]) -> Iterator[tuple[int, Finding]]:
    """The findings of a whole text, each with the character at which its sentence begins."""
    offset = 0
    for checked in sentences:
        for finding in checked.findings:
            yield offset, finding
        offset += len(checked.sentence.text) + len(checked.sentence.after)


def _read(whole: str, name: str, *, steps: SentenceSteps, markup: bool) -> Reading:
    lines = whole.splitlines(keepends=True)
    return read_text(lines, document=name, file=name, markup=markup, steps=steps)
